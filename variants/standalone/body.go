package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"ercheck/catalog/er"
	"ercheck/variants/pgsql"
	"ercheck/variants/relation"
)

// body is what an E/R view reads: branches joined by UNION ALL.
type body struct {
	stmt     *pg.SelectStmt
	branches []branch // nil when the view's query has another form
}

// branch is one SELECT of a view's query: a table, what is joined to it, a
// filter, and an expression for each column. Names in it are the view's own.
type branch struct {
	base    source
	joins   []source
	where   []*pg.Node
	columns []*pg.Node

	schema *relation.Schema
	outer  string              // what a query was called that the base came out of
	inner  map[string]*pg.Node // its columns
}

// source is a table or a function in FROM.
type source struct {
	node  *pg.Node
	alias string
	table *relation.Table // nil for a function
	on    []*pg.Node      // of a LEFT JOIN; none for a function, which is joined laterally
}

func viewColumns(v *er.View) []string {
	var all []string
	for _, c := range v.Columns {
		all = append(all, pgsql.Identifier(c.Name))
	}
	return all
}

// body gives a view's query, a copy that can be changed.
func (w *Writer) body(v *er.View) (*body, error) {
	name := pgsql.ViewName(*v)
	stmt, ok := w.bodies[name]
	if !ok {
		var err error
		if stmt, err = parse(pgsql.ViewQuery(w.layout, *v, "")); err != nil {
			return nil, err
		}
		w.bodies[name] = stmt
	}
	b := &body{stmt: copyOf(stmt)}
	b.branches = w.branches(b.stmt)
	return b, nil
}

// branches takes a UNION ALL apart; nil when some part has another form than a
// branch.
func (w *Writer) branches(s *pg.SelectStmt) []branch {
	if s.Op == pg.SetOperation_SETOP_UNION && s.All {
		left, right := w.branches(s.Larg), w.branches(s.Rarg)
		if left == nil || right == nil {
			return nil
		}
		return append(left, right...)
	}
	plain := s.Op == pg.SetOperation_SETOP_NONE && len(s.FromClause) == 1 && len(s.ValuesLists) == 0 &&
		len(s.GroupClause)+len(s.SortClause)+len(s.DistinctClause)+len(s.WindowClause) == 0 &&
		s.HavingClause == nil && s.LimitCount == nil && s.LimitOffset == nil && s.WithClause == nil
	if !plain {
		return nil
	}
	b := branch{schema: w.layout.Schema()}
	if !w.sources(s.FromClause[0], &b) {
		return nil
	}
	for _, c := range conjuncts(s.WhereClause) {
		b.spelled(c)
		b.where = append(b.where, c)
	}
	for _, t := range s.TargetList {
		b.spelled(t.GetResTarget().Val)
		b.columns = append(b.columns, t.GetResTarget().Val)
	}
	return []branch{b}
}

func (w *Writer) sources(n *pg.Node, b *branch) bool {
	if r := n.GetRangeVar(); r != nil {
		b.base = source{node: n, alias: r.Alias.GetAliasname(), table: w.layout.Schema().Table(r.Relname)}
		return b.base.table != nil && b.base.alias != ""
	}
	if r := n.GetRangeSubselect(); r != nil {
		return w.nested(r, b)
	}
	j := n.GetJoinExpr()
	if j == nil || !w.sources(j.Larg, b) {
		return false
	}
	b.spelled(j.Quals)
	for _, call := range j.Rarg.GetRangeFunction().GetFunctions() {
		b.spelled(call)
	}
	s := source{node: j.Rarg, on: conjuncts(j.Quals)}
	switch r, f := j.Rarg.GetRangeVar(), j.Rarg.GetRangeFunction(); {
	case r != nil && j.Jointype == pg.JoinType_JOIN_LEFT:
		s.alias, s.table = r.Alias.GetAliasname(), w.layout.Schema().Table(r.Relname)
		if s.table == nil {
			return false
		}
	case f != nil && j.Jointype == pg.JoinType_JOIN_INNER && len(s.on) == 0:
		s.alias = f.Alias.GetAliasname()
	default:
		return false
	}
	b.joins = append(b.joins, s)
	return s.alias != ""
}

// nested takes the place of a query in FROM that only reads rows out of another
// table. Its names become the branch's: the table takes the query's.
func (w *Writer) nested(r *pg.RangeSubselect, b *branch) bool {
	s := r.Subquery.GetSelectStmt()
	results := outputs(s.GetTargetList()) // before what they read gives way
	inner := w.branches(s)
	if len(inner) != 1 || r.Lateral {
		return false
	}
	*b = branch{schema: b.schema, base: inner[0].base, joins: inner[0].joins, where: inner[0].where}
	names := map[string]string{b.base.alias: r.Alias.GetAliasname()}
	for i := range b.joins {
		names[b.joins[i].alias] = r.Alias.GetAliasname() + "_" + b.joins[i].alias
	}
	walk(s, func(m proto.Message) bool {
		if a, ok := m.(*pg.Alias); ok {
			a.Aliasname = names[a.Aliasname]
		}
		if n, ok := m.(*pg.Node); ok {
			if q, name, ok := qualified(n); ok {
				setColumn(n, names[q], name)
			}
		}
		return true
	})
	b.base.alias = r.Alias.GetAliasname()
	for i := range b.joins {
		b.joins[i].alias = names[b.joins[i].alias]
	}
	b.inner, b.outer = map[string]*pg.Node{}, b.base.alias
	for i, name := range results {
		b.inner[name] = inner[0].columns[i]
	}
	return true
}

// spelled writes the columns of a query that gave way as what they stand for.
func (b *branch) spelled(n *pg.Node) {
	for _, r := range references(n) {
		if q, name, ok := qualified(r); ok && b.inner != nil && q == b.outer {
			if e := b.inner[name]; e != nil {
				r.Node = copyOf(e).Node
			}
		}
	}
}

// needing drops the joins that the columns at those places do not need and that
// add no row, and what holds for every row.
func (b branch) needing(places []int) branch {
	used := map[string]bool{}
	note := func(n *pg.Node) {
		for _, r := range references(n) {
			if q, _, ok := qualified(r); ok {
				used[q] = true
			}
		}
	}
	for _, i := range places {
		note(b.columns[i])
	}
	b.where = slices.DeleteFunc(slices.Clone(b.where), b.holds)
	for _, c := range b.where {
		note(c)
	}
	var kept []source
	for _, s := range slices.Backward(b.joins) {
		if s.table != nil && !used[s.alias] && s.atMostOne() {
			continue
		}
		for _, c := range s.on {
			note(c)
		}
		for _, call := range s.node.GetRangeFunction().GetFunctions() {
			note(call)
		}
		kept = append(kept, s)
	}
	slices.Reverse(kept)
	b.joins = kept
	return b
}

// holds says whether a condition only asks that a column of the base is not NULL
// which the table allows no NULL in.
func (b branch) holds(condition *pg.Node) bool {
	t := condition.GetNullTest()
	if t == nil || t.Nulltesttype != pg.NullTestType_IS_NOT_NULL {
		return false
	}
	alias, name, ok := qualified(t.Arg)
	return ok && alias == b.base.alias && b.base.table.Column(name) != nil && b.base.table.Column(name).NotNull
}

// atMostOne says whether a row can be joined with at most one of the table.
func (s source) atMostOne() bool {
	var equal []string
	for _, p := range s.pairs() {
		equal = append(equal, p.own)
	}
	return isKey(s.table, equal)
}

// pair is a column of a joined table and what it equals.
type pair struct {
	own           string
	other, column string // the other's alias and column
}

// pairs lists the equalities that a table is joined on.
func (s source) pairs() []pair { return pairsOf(s.on, s.alias) }

// pairsOf lists which columns of alias equal which others.
func pairsOf(on []*pg.Node, alias string) []pair {
	var all []pair
	for _, c := range on {
		left, right, ok := equated(c)
		if !ok {
			continue
		}
		for _, side := range [][2]*pg.Node{{left, right}, {right, left}} {
			q, own, ok := qualified(side[0])
			other, name, ok2 := qualified(side[1])
			if ok && ok2 && q == alias && other != alias {
				all = append(all, pair{own, other, name})
			}
		}
	}
	return all
}

// isKey says whether the columns have a unique key of the table among them.
func isKey(t *relation.Table, columns []string) bool {
	for _, k := range append([]relation.Key{t.PrimaryKey}, t.Uniques...) {
		missing := func(c string) bool { return !slices.Contains(columns, c) }
		if len(k.Columns) > 0 && !slices.ContainsFunc(k.Columns, missing) {
			return true
		}
	}
	return false
}

// always says whether every row of the branch finds one in the joined table: a
// foreign key without NULL says so.
func (b branch) always(s source) bool {
	if s.table == nil {
		return false
	}
	tables := map[string]*relation.Table{b.base.alias: b.base.table}
	for _, j := range b.joins {
		tables[j.alias] = j.table
	}
	pairs := s.pairs()
	if len(pairs) == 0 || len(pairs) != len(s.on) {
		return false
	}
	from := tables[pairs[0].other]
	var columns, keys []string
	for _, p := range pairs {
		if p.other != pairs[0].other {
			return false
		}
		columns, keys = append(columns, p.column), append(keys, p.own)
	}
	return from != nil && leads(b.schema, from, columns, s.table, keys) && neverNull(from, columns)
}

// tree writes the FROM of a branch.
func (b branch) tree() *pg.Node {
	n := b.base.node
	for _, s := range b.joins {
		n = join(n, s.node, b.joinType(s, false), s.on)
	}
	return n
}

// joinType: a LEFT JOIN that always finds a row is as good as an inner one.
func (b branch) joinType(s source, nullable bool) pg.JoinType {
	if s.table != nil && (nullable || !b.always(s)) {
		return pg.JoinType_JOIN_LEFT
	}
	return pg.JoinType_JOIN_INNER
}

func join(left, right *pg.Node, kind pg.JoinType, on []*pg.Node) *pg.Node {
	return &pg.Node{Node: &pg.Node_JoinExpr{JoinExpr: &pg.JoinExpr{Jointype: kind, Larg: left, Rarg: right, Quals: conjunction(on)}}}
}

// selecting writes a view's query with the columns at those places alone, under
// those names.
func (b *body) selecting(places []int, names []string) *pg.SelectStmt {
	var whole *pg.SelectStmt
	for _, one := range b.branches {
		s := one.needing(places).selecting(places, names, whole == nil)
		if whole == nil {
			whole = s
			continue
		}
		whole = &pg.SelectStmt{Op: pg.SetOperation_SETOP_UNION, All: true, Larg: whole, Rarg: s, LimitOption: s.LimitOption}
	}
	return whole
}

func (b branch) selecting(places []int, names []string, first bool) *pg.SelectStmt {
	s := &pg.SelectStmt{Op: pg.SetOperation_SETOP_NONE, LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT, WhereClause: conjunction(b.where)}
	for i, place := range places {
		t := &pg.ResTarget{Val: copyOf(b.columns[place])}
		if first && outputName(t.Val) != names[i] {
			t.Name = names[i]
		}
		s.TargetList = append(s.TargetList, &pg.Node{Node: &pg.Node_ResTarget{ResTarget: t}})
	}
	s.FromClause = []*pg.Node{b.tree()}
	if len(b.joins) == 0 {
		b.base.node.GetRangeVar().Alias = nil
		for _, n := range append([]*pg.Node{s.WhereClause}, s.TargetList...) {
			for _, r := range references(n) {
				_, name, _ := qualified(r)
				setColumn(r, "", name)
			}
		}
	}
	return s
}
