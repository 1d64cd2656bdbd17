package standalone

import (
	"fmt"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/variants/relation"
)

// rewrite replaces every view in the tree. plain leaves all of them subqueries
// in FROM. done is false when the names cannot be written so that they mean what
// they meant.
func (a *analysis) rewrite(plain bool) (done bool, err error) {
	a.renameWith()
	before := a.outputNames()
	for _, in := range a.scopes {
		if plain || in.frozen {
			in.keepUsing()
		}
		for _, it := range slices.Clone(in.items) {
			if it.view == nil {
				continue
			}
			if err := a.replace(it, plain); err != nil {
				return false, err
			}
		}
	}
	if plain {
		return true, nil
	}
	for _, in := range a.scopes {
		in.dropJoins()
		in.dropImplied()
	}
	return a.render(before), nil
}

// replace puts a view's tables in its place, or its query as a subquery.
func (a *analysis) replace(it *item, plain bool) error {
	b, err := a.w.body(it.view)
	if err != nil {
		return err
	}
	if !plain && len(b.branches) == 1 && !it.whole && !it.scope.frozen && a.pull(it, b.branches[0]) {
		return nil
	}
	a.kept = append(a.kept, it.view.Name)
	it.derive(b, plain)
	return nil
}

// places are the columns of a view that are read, in order; all of them when it
// is not certain, at least one.
func (it *item) places(plain bool) []int {
	var all []int
	for i, c := range it.columns {
		read := slices.ContainsFunc(it.refs, func(r *ref) bool { return r.column == c })
		if plain || it.whole || it.scope.frozen || read {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return []int{0}
	}
	return all
}

// derive writes the view as a subquery in FROM.
func (it *item) derive(b *body, plain bool) {
	places := it.places(plain)
	columns := it.columns
	if columns == nil { // more names than columns, which the server will refuse
		columns = it.source
		for i := range columns {
			places = append(places[:i], i)
		}
	}
	var names []string
	for _, i := range places {
		names = append(names, columns[i])
	}
	query := b.stmt
	if b.branches != nil {
		query = b.selecting(places, names)
	}
	alias := &pg.Alias{Aliasname: it.name}
	if b.branches == nil {
		for _, c := range columns {
			alias.Colnames = append(alias.Colnames, pg.MakeStrNode(c))
		}
	}
	it.node.Node = &pg.Node_RangeSubselect{RangeSubselect: &pg.RangeSubselect{
		Subquery: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: query}}, Alias: alias}}
}

// pull puts the tables of a branch in the place of a view. It says whether it
// did: NULLs that an outer join puts in the view's place must come out of every
// expression, and its filter must have a place.
func (a *analysis) pull(it *item, b branch) bool {
	s := it.scope
	b = b.needing(it.places(false))
	nullable := s.nullable(it.node)
	for _, i := range it.places(false) {
		if nullable && !strict(b.columns[i]) {
			return false
		}
	}
	if !b.hangsOnBase() {
		return false
	}
	on, ok := s.filterPlace(it.node)
	if !ok && len(b.where) > 0 {
		return false
	}
	p := &pulling{a: a, s: s, b: b, base: it, items: map[string]*item{b.base.alias: it}}
	p.name()
	p.substitute()
	p.where(on)
	p.attach()
	return true
}

// hangsOnBase says whether the filter, and what everything is joined on, reads the
// base alone.
func (b branch) hangsOnBase() bool {
	only := func(n *pg.Node, self string) bool {
		return !slices.ContainsFunc(references(n), func(r *pg.Node) bool {
			q, _, ok := qualified(r)
			return !ok || q != b.base.alias && q != self
		})
	}
	for _, c := range b.where {
		if !only(c, "") {
			return false
		}
	}
	for _, j := range b.joins {
		for _, n := range slices.Concat(j.on, j.node.GetRangeFunction().GetFunctions()) {
			if !only(n, j.alias) {
				return false
			}
		}
	}
	return true
}

// pulling is one view giving way.
type pulling struct {
	a     *analysis
	s     *scope
	b     branch
	base  *item
	items map[string]*item // by the branch's alias
	moved []*item          // what is joined to the base, in order
}

// name makes the items, and names for them that are free.
func (p *pulling) name() {
	it := p.base
	it.table = p.b.base.table
	if !it.explicit {
		if !p.a.taken(it.table.Name, it) {
			it.name = it.table.Name
		}
	}
	for _, j := range p.b.joins {
		other := &item{scope: p.s, node: j.node, table: j.table}
		wanted := other.tableName()
		if j.table == nil {
			wanted = argumentName(j.node.GetRangeFunction())
			other.columns = names(j.node.GetRangeFunction().Alias.Colnames)
		}
		p.items[j.alias] = other
		p.moved = append(p.moved, other)
		p.s.items = append(p.s.items, other)
		other.name = p.a.free(other, wanted, it.name+"_"+wanted)
	}
}

func (it *item) tableName() string {
	if it.table == nil {
		return ""
	}
	return it.table.Name
}

// argumentName is the column that a function in FROM takes apart.
func argumentName(f *pg.RangeFunction) string {
	for _, call := range f.Functions {
		for _, r := range references(call) {
			if _, name, ok := qualified(r); ok {
				return name
			}
		}
	}
	return "element"
}

// free takes the first name that nothing else in sight has yet.
func (a *analysis) free(it *item, wanted ...string) string {
	for i := 2; ; i++ {
		for _, name := range wanted {
			if name = relation.Identifier(name); !a.taken(name, it) {
				return name
			}
		}
		wanted = []string{fmt.Sprintf("%s_%d", wanted[0], i)}
	}
}

// taken says whether something else has the name where both are in sight: in the
// item's scope, around it or inside it.
func (a *analysis) taken(name string, it *item) bool {
	return slices.ContainsFunc(a.scopes, func(s *scope) bool {
		return (s.inside(it.scope) || it.scope.inside(s)) &&
			slices.ContainsFunc(s.items, func(x *item) bool { return x != it && x.name == name })
	})
}

// inside says whether a scope is another or sees it.
func (s *scope) inside(around *scope) bool {
	for ; s != nil; s = s.parent {
		if s == around {
			return true
		}
	}
	return false
}

// substitute writes the branch's expressions where the view's columns were read.
func (p *pulling) substitute() {
	refs := p.base.refs
	p.base.refs = nil
	for _, r := range refs {
		e := copyOf(p.b.columns[slices.Index(p.base.columns, r.column)])
		r.node.Node = e.Node
		plain := r.node.GetColumnRef() != nil
		for _, n := range references(r.node) {
			p.adopt(n, r.scope, r.qualified, r.ordering && plain)
		}
	}
	p.base.columns = p.base.table.ColumnNames()
	for _, j := range p.b.joins {
		for _, c := range j.on {
			p.adoptAll(c)
		}
		for _, call := range j.node.GetRangeFunction().GetFunctions() {
			p.adoptAll(call)
		}
	}
}

// adopt registers a reference of the branch with the item that it is to now.
func (p *pulling) adopt(n *pg.Node, at *scope, isQualified, ordering bool) {
	alias, name, _ := qualified(n)
	it := p.items[alias]
	it.refs = append(it.refs, &ref{node: n, scope: at, column: name, qualified: isQualified, ordering: ordering})
}

func (p *pulling) adoptAll(n *pg.Node) {
	for _, r := range references(n) {
		p.adopt(r, p.s, true, false)
	}
}

// where moves the branch's filter.
func (p *pulling) where(on *pg.JoinExpr) {
	spelled := slices.ContainsFunc(p.base.refs, func(r *ref) bool { return r.qualified })
	for _, c := range p.b.where {
		for _, r := range references(c) {
			p.adopt(r, p.s, spelled, false)
		}
		p.s.added = append(p.s.added, c)
	}
	p.s.filter(on, p.b.where)
}

// attach puts the base in the view's place and joins the rest to it: behind the
// join that the view stands in where that gives the same rows, else inside.
func (p *pulling) attach() {
	it := p.base
	it.node.Node = &pg.Node_RangeVar{RangeVar: copyOf(p.b.base.node.GetRangeVar())}
	inside := it.node
	for i, j := range p.b.joins {
		if at, kind, ok := p.behind(j, p.moved[i]); ok {
			wrap(at, j.node, kind, j.on)
			continue
		}
		left := wrap(inside, j.node, p.b.joinType(j, false), j.on)
		if it.node == inside {
			it.node = left
		}
	}
}

// behind finds the join that another can follow: the view is its right side, and
// its condition does not need what is to be joined, or that part of it can move
// along.
func (p *pulling) behind(j source, joined *item) (at *pg.Node, kind pg.JoinType, ok bool) {
	steps := p.s.above(p.base.node)
	if len(steps) == 0 || !steps[0].right {
		return nil, 0, false
	}
	around := steps[0]
	needs, rest := split(around.join.Quals, joined)
	switch around.join.Jointype {
	case pg.JoinType_JOIN_LEFT:
		return around.node, pg.JoinType_JOIN_LEFT, j.table != nil && len(needs) == 0
	case pg.JoinType_JOIN_INNER:
	default:
		return nil, 0, false
	}
	kind = p.b.joinType(j, false)
	if len(needs) > 0 {
		if len(rest) == 0 || kind != pg.JoinType_JOIN_INNER || p.s.nullable(around.node) {
			return nil, 0, false
		}
		around.join.Quals = conjunction(rest)
		p.s.filter(nil, needs)
	}
	return around.node, kind, true
}

// split tells the conditions that read an item from the others.
func split(condition *pg.Node, it *item) (needs, rest []*pg.Node) {
	for _, c := range conjuncts(condition) {
		if it.readIn(c) {
			needs = append(needs, c)
		} else {
			rest = append(rest, c)
		}
	}
	return needs, rest
}

// readIn says whether an expression has a reference to the item, whether in it or
// in a query inside it.
func (it *item) readIn(n *pg.Node) bool {
	found := false
	walkNodes(n, func(x *pg.Node) {
		found = found || slices.ContainsFunc(it.refs, func(r *ref) bool { return r.node == x })
	})
	return found
}
