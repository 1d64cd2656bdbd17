package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/catalog/er"
	"ercheck/variants/relation"
)

// scope is one SELECT with what its FROM brings into sight.
type scope struct {
	parent  *scope // the query around it that it can see; nil at the top
	stmt    *pg.SelectStmt
	items   []*item
	outputs []string   // names of the result columns; "" for one that is not known
	named   bool       // whether those names can be asked for
	added   []*pg.Node // conditions that came with views
	schema  *relation.Schema
	frozen  bool // a name in it may mean a column that is not known: its items stay as they are
	merged  bool // a join in it has USING or NATURAL, which * shows as one column
	spelled []spelledJoin
}

// spelledJoin is a join that had USING and has ON now, under which a bare name of
// its columns means two.
type spelledJoin struct {
	join  *pg.JoinExpr
	using []*pg.Node
}

// keepUsing takes back what spellOut did.
func (s *scope) keepUsing() {
	for _, j := range s.spelled {
		j.join.UsingClause, j.join.Quals = j.using, nil
	}
	s.spelled = nil
}

// item is one thing in FROM.
type item struct {
	scope    *scope
	node     *pg.Node // in the FROM tree
	name     string   // what qualifies its columns; "" when it has none
	explicit bool     // the query gives the name
	hidden   bool     // the name cannot be used: a join around it has another
	columns  []string // nil when not known
	view     *er.View // of an E/R view
	source   []string // the view's own names of its columns, in the order of columns
	whole    bool     // it is read as a whole, or its place does not allow another thing there
	table    *relation.Table
	refs     []*ref
}

// ref is one reference to a column of an item.
type ref struct {
	node      *pg.Node
	scope     *scope
	column    string // the column's name in the item
	qualified bool
	ordering  bool // stands alone in ORDER BY, where names of result columns come first
}

// cte is one WITH query.
type cte struct {
	def     *pg.CommonTableExpr
	columns []string
	uses    []*pg.RangeVar
}

// visible maps the names of WITH queries in sight.
type visible map[string]*cte

// live is the number of things in FROM.
func (s *scope) live() int { return len(s.items) }

func (s *scope) remove(it *item) {
	s.items = slices.DeleteFunc(s.items, func(x *item) bool { return x == it })
}

// freeze keeps the items of a scope and of those around it as they are.
func (s *scope) freeze() {
	for ; s != nil; s = s.parent {
		s.frozen = true
	}
}

// lookup finds the item of that name, the innermost first.
func (s *scope) lookup(name string) *item {
	for ; s != nil; s = s.parent {
		for _, it := range s.items {
			if it.name == name && !it.hidden {
				return it
			}
		}
	}
	return nil
}

// having finds the item of this scope that has the column. unknown says that
// some item's columns are not known.
func (s *scope) having(name string) (found *item, unknown bool) {
	for _, it := range s.items {
		if it.columns == nil {
			unknown = true
		} else if found == nil && slices.Contains(it.columns, name) {
			found = it
		}
	}
	return found, unknown
}

// from registers what a FROM tree brings into sight. What has expressions of its
// own is looked into later, when all names are there.
func (a *analysis) from(n *pg.Node, s *scope, with visible, later *[]func() error) {
	switch {
	case n.GetRangeVar() != nil:
		a.rangeVar(n, s, with)
	case n.GetRangeSubselect() != nil:
		a.subselect(n, s, with, later)
	case n.GetRangeFunction() != nil:
		f := n.GetRangeFunction()
		a.add(s, &item{node: n, name: f.Alias.GetAliasname(), explicit: true, columns: names(f.Alias.GetColnames())})
		*later = append(*later, func() error {
			for _, call := range f.Functions {
				if err := a.expression(call, s, with); err != nil {
					return err
				}
			}
			return nil
		})
	case n.GetJoinExpr() != nil:
		a.join(n.GetJoinExpr(), s, with, later)
	default: // a table function of XML or JSON, a sample of a table
		a.add(s, &item{node: n})
		*later = append(*later, func() error { return a.expression(n, s, with) })
	}
}

func (a *analysis) add(s *scope, it *item) {
	it.scope = s
	s.items = append(s.items, it)
	a.names[it.name] = true
}

func (a *analysis) rangeVar(n *pg.Node, s *scope, with visible) {
	r := n.GetRangeVar()
	it := &item{node: n, name: r.Relname}
	if r.Alias != nil {
		it.name, it.explicit = r.Alias.Aliasname, true
	}
	a.names[r.Relname] = true
	renamed := names(r.Alias.GetColnames())
	switch c, v := with[r.Relname], a.w.views[r.Relname]; {
	case r.Schemaname != "":
	case c != nil:
		c.uses = append(c.uses, r)
		it.columns = rename(c.columns, renamed)
	case a.tables:
		if it.table = a.w.layout.Schema().Table(r.Relname); it.table != nil {
			it.columns = rename(it.table.ColumnNames(), renamed)
		}
	case v != nil:
		it.view = v
		it.source = viewColumns(v)
		it.columns = rename(it.source, renamed)
	}
	a.add(s, it)
}

func (a *analysis) subselect(n *pg.Node, s *scope, with visible, later *[]func() error) {
	r := n.GetRangeSubselect()
	it := &item{node: n, name: r.Alias.GetAliasname(), explicit: true}
	a.add(s, it)
	look := func(parent *scope) error {
		columns, err := a.query(r.Subquery.GetSelectStmt(), parent, with, true)
		it.columns = rename(columns, names(r.Alias.GetColnames()))
		return err
	}
	if r.Lateral {
		*later = append(*later, func() error { return look(s) })
		return
	}
	a.fail(look(s.parent))
}

func (a *analysis) join(j *pg.JoinExpr, s *scope, with visible, later *[]func() error) {
	before := len(s.items)
	a.from(j.Larg, s, with, later)
	middle := len(s.items)
	a.from(j.Rarg, s, with, later)
	if !s.spellOut(j, s.items[before:middle], s.items[middle:]) {
		s.merged = true
		s.freeze()
	}
	if j.Alias != nil { // hides the names inside
		for _, it := range s.items[before:] {
			it.hidden = true
		}
		a.add(s, &item{node: &pg.Node{}, name: j.Alias.Aliasname, explicit: true})
	}
	*later = append(*later, func() error { return a.expression(j.Quals, s, with) })
}

// spellOut turns USING into ON, so that a column can have another name on one
// side. It says whether the join is one with ON now.
func (s *scope) spellOut(j *pg.JoinExpr, left, right []*item) bool {
	if !j.IsNatural && len(j.UsingClause) == 0 && j.Alias == nil {
		return true
	}
	outer := j.Jointype != pg.JoinType_JOIN_INNER && j.Jointype != pg.JoinType_JOIN_LEFT
	if outer || j.IsNatural || j.Alias != nil || j.JoinUsingAlias != nil || slices.ContainsFunc(s.stmt.TargetList, isStar) {
		return false
	}
	var on []*pg.Node
	for _, name := range names(j.UsingClause) {
		l, unknownLeft := (&scope{items: left}).having(name)
		r, unknownRight := (&scope{items: right}).having(name)
		if l == nil || r == nil || unknownLeft || unknownRight || l.name == "" || r.name == "" {
			return false
		}
		on = append(on, pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_OP, []*pg.Node{pg.MakeStrNode("=")}, column(l.name, name), column(r.name, name), 0))
	}
	s.spelled = append(s.spelled, spelledJoin{j, j.UsingClause})
	j.UsingClause, j.Quals = nil, conjunction(on)
	return true
}

// names are the texts in a list.
func names(list []*pg.Node) []string {
	var all []string
	for _, n := range list {
		all = append(all, n.GetString_().GetSval())
	}
	return all
}

// rename gives the first columns other names.
func rename(columns, first []string) []string {
	if columns == nil || len(first) > len(columns) {
		return nil
	}
	return append(slices.Clone(first), columns[len(first):]...)
}
