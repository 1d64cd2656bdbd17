package mutant

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// joins keeps rows without a partner, or drops them.
func joins(_ *breeder, p place) []edit {
	j, ok := p.node.(*pg.JoinExpr)
	if !ok || j.Quals == nil && len(j.UsingClause) == 0 {
		return nil
	}
	with := " join with " + textFrom(j.Rarg)
	if j.Jointype == pg.JoinType_JOIN_INNER {
		return []edit{set("left instead of inner"+with, &j.Jointype, pg.JoinType_JOIN_LEFT)}
	}
	return []edit{set("inner instead of outer"+with, &j.Jointype, pg.JoinType_JOIN_INNER)}
}

// filters drops one condition of a WHERE, HAVING or FILTER clause, or one of
// several in ON.
func filters(_ *breeder, p place) []edit {
	switch n := p.node.(type) {
	case *pg.SelectStmt:
		return append(dropped("WHERE", &n.WhereClause, true), dropped("HAVING", &n.HavingClause, true)...)
	case *pg.FuncCall:
		return dropped("FILTER", &n.AggFilter, true)
	case *pg.JoinExpr:
		return dropped("ON", &n.Quals, false)
	}
	return nil
}

// dropped gives an edit for each condition joined by AND; a single one is
// dropped only if it may be missing.
func dropped(clause string, condition **pg.Node, mayBeMissing bool) []edit {
	if *condition == nil {
		return nil
	}
	all := (*condition).GetBoolExpr()
	if all == nil || all.Boolop != pg.BoolExprType_AND_EXPR {
		if !mayBeMissing {
			return nil
		}
		return []edit{set(clause+" dropped: "+text(*condition), condition, nil)}
	}
	var edits []edit
	for i, arg := range all.Args {
		rest := without(all.Args, i)
		left := pg.MakeBoolExprNode(pg.BoolExprType_AND_EXPR, rest, 0)
		if len(rest) == 1 {
			left = rest[0]
		}
		edits = append(edits, set("condition of "+clause+" dropped: "+text(arg), condition, left))
	}
	return edits
}

// sets keeps duplicates of a set operation or drops them, and takes what both
// have for what only the first has.
func sets(_ *breeder, p place) []edit {
	s, ok := p.node.(*pg.SelectStmt)
	if !ok || s.Op == pg.SetOperation_SETOP_NONE || s.Op == pg.SetOperation_SET_OPERATION_UNDEFINED {
		return nil
	}
	edits := []edit{set("set operation with duplicates", &s.All, true)}
	if s.All {
		edits = []edit{set("set operation without duplicates", &s.All, false)}
	}
	switch s.Op {
	case pg.SetOperation_SETOP_EXCEPT:
		edits = append(edits, set("INTERSECT instead of EXCEPT", &s.Op, pg.SetOperation_SETOP_INTERSECT))
	case pg.SetOperation_SETOP_INTERSECT:
		edits = append(edits, set("UNION instead of INTERSECT", &s.Op, pg.SetOperation_SETOP_UNION))
	case pg.SetOperation_SETOP_UNION:
		edits = append(edits, set("INTERSECT instead of UNION", &s.Op, pg.SetOperation_SETOP_INTERSECT))
	}
	return edits
}

// limits takes one row more or less, or all.
func limits(_ *breeder, p place) []edit {
	s, ok := p.node.(*pg.SelectStmt)
	if !ok {
		return nil
	}
	k := s.LimitCount.GetAConst().GetIval()
	if k == nil {
		return nil
	}
	edits := []edit{
		set("one row more than the limit", &k.Ival, k.Ival+1),
		set("no limit", &s.LimitCount, nil),
	}
	if k.Ival > 1 {
		edits = append(edits, set("one row less than the limit", &k.Ival, k.Ival-1))
	}
	return edits
}

// orders turns the direction of a sort key that decides which rows there are:
// with a limit, DISTINCT ON or in a window.
func orders(b *breeder, p place) []edit {
	var keys []*pg.Node
	switch n := p.node.(type) {
	case *pg.SelectStmt:
		if cuts(n) {
			keys = n.SortClause
		}
		if outermost := n == b.tree.Stmts[0].Stmt.GetSelectStmt(); outermost && b.decisive >= 0 {
			keys = keys[:min(b.decisive, len(keys))]
		}
	case *pg.WindowDef:
		keys = n.OrderClause
	}
	var edits []edit
	for _, key := range keys {
		by := key.GetSortBy()
		turned := pg.SortByDir_SORTBY_DESC
		if by.SortbyDir == pg.SortByDir_SORTBY_DESC {
			turned = pg.SortByDir_SORTBY_ASC
		}
		edits = append(edits, set("opposite order: "+text(by.Node), &by.SortbyDir, turned))
	}
	return edits
}

// distinctOn lists the expressions of DISTINCT ON.
func distinctOn(s *pg.SelectStmt) []*pg.Node {
	if len(s.DistinctClause) == 0 || s.DistinctClause[0].Node == nil {
		return nil
	}
	return s.DistinctClause
}
