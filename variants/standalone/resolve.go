package standalone

import (
	"fmt"
	"maps"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
)

// analysis is what the names of a query mean.
type analysis struct {
	w      *Writer
	scopes []*scope
	ctes   []*cte
	names  map[string]bool // every name that qualifies something or that a table could be hidden by
	kept   []string        // the views that stay subqueries
	tables bool            // the query is over the tables, not over the views
	broken error
}

func (w *Writer) analyse(s *pg.SelectStmt) (*analysis, error) {
	a := &analysis{w: w, names: map[string]bool{}}
	_, err := a.query(s, nil, visible{}, true)
	if err == nil {
		err = a.broken
	}
	return a, err
}

func (a *analysis) fail(err error) {
	if a.broken == nil {
		a.broken = err
	}
}

// query looks into a SELECT with all that is in it and gives the names of its
// result columns; nil when they are not known. named says whether anything can
// ask for them.
func (a *analysis) query(s *pg.SelectStmt, parent *scope, with visible, named bool) ([]string, error) {
	if s == nil || s.IntoClause != nil {
		return nil, fmt.Errorf("only a SELECT can be written for a variant")
	}
	with, err := a.with(s.WithClause, parent, with)
	if err != nil {
		return nil, err
	}
	if s.Op != pg.SetOperation_SETOP_NONE {
		return a.setOperation(s, parent, with, named)
	}
	in := &scope{parent: parent, stmt: s, named: named, schema: a.w.layout.Schema()}
	a.scopes = append(a.scopes, in)
	var later []func() error
	for _, n := range s.FromClause {
		a.from(n, in, with, &later)
	}
	for _, look := range later {
		if err := look(); err != nil {
			return nil, err
		}
	}
	a.expandStars(in)
	in.outputs = outputs(s.TargetList)
	return a.clauses(in, with)
}

// clauses looks into everything of a SELECT but WITH and FROM.
func (a *analysis) clauses(in *scope, with visible) ([]string, error) {
	s := in.stmt
	columns := slices.Clone(in.outputs)
	for _, t := range s.TargetList {
		if isStar(t) {
			columns = nil
		}
	}
	if len(s.ValuesLists) > 0 {
		columns = nil
	}
	for _, n := range s.GroupClause {
		if n.GetGroupingSet() != nil { // may name a result column inside
			in.freeze()
		}
		a.groupItem(n, in)
	}
	for _, list := range [][]*pg.Node{s.TargetList, s.ValuesLists, {s.WhereClause}, s.GroupClause, {s.HavingClause},
		s.WindowClause, {s.LimitCount}, {s.LimitOffset}} {
		for _, n := range list {
			if err := a.expression(n, in, with); err != nil {
				return nil, err
			}
		}
	}
	return columns, a.order(in, with)
}

// order looks into ORDER BY and DISTINCT ON, where a bare name means a result
// column if there is one.
func (a *analysis) order(in *scope, with visible) error {
	for _, list := range [][]*pg.Node{in.stmt.SortClause, in.stmt.DistinctClause} {
		for _, n := range list {
			if by := n.GetSortBy(); by != nil {
				n = by.Node
			}
			switch name := bare(n); {
			case name != "" && slices.Contains(in.outputs, name):
			case name != "":
				a.resolve(n, in, true)
			default:
				if err := a.expression(n, in, with); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// groupItem writes what GROUP BY means out where it names a result column: a
// table could have a column of that name, which would come first.
func (a *analysis) groupItem(n *pg.Node, in *scope) {
	name := bare(n)
	i := slices.Index(in.outputs, name)
	found, unknown := in.having(name)
	switch {
	case name == "" || found != nil || i < 0:
	case unknown || in.stmt.TargetList[i].GetResTarget().GetVal().GetAConst() != nil:
		in.freeze()
	default:
		n.Node = copyOf(in.stmt.TargetList[i].GetResTarget().Val).Node
	}
}

func (a *analysis) setOperation(s *pg.SelectStmt, parent *scope, with visible, named bool) ([]string, error) {
	columns, err := a.query(s.Larg, parent, with, named)
	if err != nil {
		return nil, err
	}
	if _, err := a.query(s.Rarg, parent, with, false); err != nil {
		return nil, err
	}
	for _, n := range []*pg.Node{s.LimitCount, s.LimitOffset} {
		if err := a.expression(n, parent, with); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// with adds the WITH queries to what is visible.
func (a *analysis) with(clause *pg.WithClause, parent *scope, around visible) (visible, error) {
	if clause == nil {
		return around, nil
	}
	with := maps.Clone(around)
	var added []*cte
	for _, n := range clause.Ctes {
		c := &cte{def: n.GetCommonTableExpr()}
		added = append(added, c)
		a.names[c.def.Ctename] = true
		if clause.Recursive {
			with[c.def.Ctename] = c
		}
	}
	a.ctes = append(a.ctes, added...)
	for _, c := range added {
		columns, err := a.query(c.def.Ctequery.GetSelectStmt(), parent, with, true)
		if err != nil {
			return nil, err
		}
		c.columns = rename(columns, names(c.def.Aliascolnames))
		with = maps.Clone(with)
		with[c.def.Ctename] = c
	}
	return with, nil
}

// expression looks into an expression in the sight of a scope.
func (a *analysis) expression(n *pg.Node, s *scope, with visible) (err error) {
	if n == nil {
		return nil
	}
	walk(n, func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg.Node:
			if m.GetColumnRef() != nil {
				a.resolve(m, s, false)
				return false
			}
		case *pg.SubLink:
			scalar := m.SubLinkType == pg.SubLinkType_EXPR_SUBLINK
			if s := m.Subselect.GetSelectStmt(); m.SubLinkType == pg.SubLinkType_EXISTS_SUBLINK && len(s.GetTargetList()) == 1 && isStar(s.TargetList[0]) {
				s.TargetList[0].GetResTarget().Val = pg.MakeAConstIntNode(1, 0) // only rows count
			}
			if e := a.expression(m.Testexpr, s, with); e != nil {
				err = e
			}
			if _, e := a.query(m.Subselect.GetSelectStmt(), s, with, scalar); e != nil {
				err = e
			}
			return false
		case *pg.SelectStmt:
			if _, e := a.query(m, s, with, true); e != nil {
				err = e
			}
			return false
		}
		return err == nil
	})
	return err
}

// resolve finds what a reference means. One that may mean a column which is not
// known freezes the scopes that it may be in.
func (a *analysis) resolve(n *pg.Node, s *scope, ordering bool) {
	if s == nil {
		return
	}
	names, star := fields(n.GetColumnRef())
	switch {
	case star && len(names) == 0:
		for _, it := range s.items {
			it.whole = true
		}
	case star || len(names) > 2:
		a.whole(s, names[max(0, len(names)-2):])
	case len(names) == 2:
		if it := s.lookup(names[0]); it != nil && slices.Contains(it.columns, names[1]) {
			it.refs = append(it.refs, &ref{node: n, scope: s, column: names[1], qualified: true})
		} else {
			a.whole(s, names[:1])
		}
	default:
		a.resolveBare(n, s, names[0], ordering)
	}
}

func (a *analysis) whole(s *scope, names []string) {
	for _, name := range names {
		for x := s; x != nil; x = x.parent {
			if it := x.lookup(name); it != nil {
				it.whole = true
			}
		}
	}
}

func (a *analysis) resolveBare(n *pg.Node, s *scope, name string, ordering bool) {
	for x := s; x != nil; x = x.parent {
		found, unknown := x.having(name)
		if found != nil {
			found.refs = append(found.refs, &ref{node: n, scope: s, column: name, ordering: ordering})
			return
		}
		if unknown {
			s.freeze()
			return
		}
	}
	a.whole(s, []string{name}) // a row as a whole, or nothing
	s.freeze()                 // a table could have a column of that name
}

// expandStars writes the columns out that * and x.* stand for, where all are
// known and a view is among what they are of.
func (a *analysis) expandStars(in *scope) {
	var targets []*pg.Node
	for _, t := range in.stmt.TargetList {
		if !isStar(t) {
			targets = append(targets, t)
			continue
		}
		expanded := in.starred(t)
		if expanded == nil {
			expanded = []*pg.Node{t}
		}
		targets = append(targets, expanded...)
	}
	in.stmt.TargetList = targets
}

func (s *scope) starred(t *pg.Node) []*pg.Node {
	names, _ := fields(t.GetResTarget().Val.GetColumnRef())
	if s.merged && len(names) == 0 {
		return nil
	}
	var all []*pg.Node
	view := false
	for _, it := range s.items {
		if len(names) > 0 && it.name != names[len(names)-1] {
			continue
		}
		if it.whole || it.columns == nil || it.name == "" || it.hidden || len(names) > 1 {
			return nil
		}
		view = view || it.view != nil
		qualifier := it.name
		if s.live() == 1 && len(names) == 0 {
			qualifier = ""
		}
		for _, c := range it.columns {
			all = append(all, pg.MakeResTargetNodeWithVal(column(qualifier, c), 0))
		}
	}
	if !view {
		return nil
	}
	return all
}

func isStar(t *pg.Node) bool {
	c := t.GetResTarget().GetVal().GetColumnRef()
	if c == nil {
		return false
	}
	_, star := fields(c)
	return star
}

func outputs(targets []*pg.Node) []string {
	all := []string{}
	for _, t := range targets {
		name := targetName(t.GetResTarget())
		if name == "" {
			name = givenName(t.GetResTarget().GetVal())
		}
		all = append(all, name)
	}
	return all
}
