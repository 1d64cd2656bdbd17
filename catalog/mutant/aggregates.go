package mutant

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// swapped are the aggregates that are taken for another.
var swapped = map[string][]string{
	"sum": {"avg", "count"}, "avg": {"sum"}, "min": {"max"}, "max": {"min"},
	"bool_and": {"bool_or"}, "bool_or": {"bool_and"}, "every": {"bool_or"},
}

// sensitive are the aggregates that notice duplicates.
var sensitive = []string{"count", "sum", "avg", "array_agg", "string_agg", "jsonb_agg", "json_agg"}

// aggregates takes one aggregate for another, and rows for values.
func aggregates(_ *breeder, p place) []edit {
	f, ok := p.node.(*pg.FuncCall)
	if !ok {
		return nil
	}
	var edits []edit
	name := nameOf(f.Funcname)
	for _, other := range swapped[name] {
		edits = append(edits, set(other+" instead of "+name+": "+text(p.slot), &f.Funcname, named(other)))
	}
	if name == "count" && len(f.Args) == 1 {
		star := &pg.FuncCall{Funcname: f.Funcname, AggFilter: f.AggFilter, Over: f.Over, AggStar: true}
		edits = append(edits, replace("count(*) instead of "+text(p.slot), p, &pg.Node{Node: &pg.Node_FuncCall{FuncCall: star}})...)
	}
	return edits
}

// distinct drops or adds DISTINCT, in an aggregate and in a SELECT.
func distinct(_ *breeder, p place) []edit {
	switch n := p.node.(type) {
	case *pg.FuncCall:
		if n.AggDistinct {
			return []edit{set("rows instead of distinct: "+text(p.slot), &n.AggDistinct, false)}
		}
		if slices.Contains(sensitive, nameOf(n.Funcname)) && len(n.Args) > 0 {
			return []edit{set("distinct instead of all: "+text(p.slot), &n.AggDistinct, true)}
		}
	case *pg.SelectStmt:
		return distinctRows(n, p)
	}
	return nil
}

func distinctRows(s *pg.SelectStmt, p place) []edit {
	switch {
	case len(s.DistinctClause) > 0:
		return []edit{set("rows instead of distinct rows", &s.DistinctClause, nil)}
	case testsMembership(p) || len(s.TargetList) == 0 || groups(s):
		return nil
	}
	return []edit{set("distinct instead of all rows: "+text(s.TargetList[0].GetResTarget().GetVal()),
		&s.DistinctClause, []*pg.Node{{}})}
}

// testsMembership says whether a SELECT is asked only what is in it.
func testsMembership(p place) bool {
	link, ok := p.parent().(*pg.SubLink)
	if !ok {
		return false
	}
	switch link.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK, pg.SubLinkType_ANY_SUBLINK, pg.SubLinkType_ALL_SUBLINK:
		return true
	}
	return false
}

// groups says whether a SELECT gives a row for each group.
func groups(s *pg.SelectStmt) bool {
	if len(s.GroupClause) > 0 {
		return true
	}
	found := false
	for _, target := range s.TargetList {
		walk(target, func(p place) {
			f, ok := p.node.(*pg.FuncCall)
			found = found || ok && f.Over == nil && !within[*pg.SubLink](p) && isAggregate(f)
		})
	}
	return found
}

func isAggregate(f *pg.FuncCall) bool {
	name := nameOf(f.Funcname)
	return f.AggStar || slices.Contains(sensitive, name) || len(swapped[name]) > 0
}

// zeros leaves NULL where the query puts a value in its place.
func zeros(_ *breeder, p place) []edit {
	c, ok := p.node.(*pg.CoalesceExpr)
	if !ok || len(c.Args) == 0 {
		return nil
	}
	return replace("without COALESCE: "+text(p.slot), p, c.Args[0])
}

// nulls keeps groups of NULL out where one can be.
func nulls(b *breeder, p place) []edit {
	if t, ok := p.node.(*pg.NullTest); ok {
		return nullTest(t, p)
	}
	s, ok := p.node.(*pg.SelectStmt)
	if !ok {
		return nil
	}
	var edits []edit
	for _, key := range s.GroupClause {
		if key.GetColumnRef() == nil || !b.views.mayBeNull(s, key.GetColumnRef()) {
			continue
		}
		test := &pg.Node{Node: &pg.Node_NullTest{NullTest: &pg.NullTest{Arg: key, Nulltesttype: pg.NullTestType_IS_NOT_NULL}}}
		edits = append(edits, set("group of NULL dropped: "+text(key), &s.WhereClause, and(s.WhereClause, test)))
	}
	return edits
}

func nullTest(t *pg.NullTest, p place) []edit {
	turned := pg.NullTestType_IS_NULL
	if t.Nulltesttype == pg.NullTestType_IS_NULL {
		turned = pg.NullTestType_IS_NOT_NULL
	}
	return []edit{set("the opposite of "+text(p.slot), &t.Nulltesttype, turned)}
}
