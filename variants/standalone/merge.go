package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
)

// merge turns every query that only picks columns of one other, orders and cuts
// them, into that one:
//
//	SELECT a FROM (SELECT x AS a, count(*) AS n FROM t GROUP BY x) AS s ORDER BY n LIMIT 3
//
// becomes
//
//	SELECT x AS a FROM t GROUP BY x ORDER BY count(*) LIMIT 3
func merge(s *pg.SelectStmt) {
	walk(s, func(m proto.Message) bool {
		if outer, ok := m.(*pg.SelectStmt); ok {
			for mergeInto(outer) {
			}
		}
		return true
	})
}

func mergeInto(outer *pg.SelectStmt) bool {
	inner, alias := picked(outer)
	if inner == nil {
		return false
	}
	columns := map[string]*pg.Node{}
	for _, t := range inner.TargetList {
		name := outputs([]*pg.Node{t})[0]
		if name == "" || isStar(t) || columns[name] != nil {
			return false
		}
		columns[name] = t.GetResTarget().Val
	}
	done, ok := substituted(outer, alias, columns)
	if !ok || !stays(inner, outer, alias, columns) {
		return false
	}
	groups, ok := spelledGroups(inner)
	if !ok {
		return false
	}
	outer.TargetList, outer.SortClause = done.TargetList, done.SortClause
	outer.FromClause, outer.WhereClause = inner.FromClause, inner.WhereClause
	outer.GroupClause, outer.GroupDistinct, outer.HavingClause = groups, inner.GroupDistinct, inner.HavingClause
	return true
}

// picked gives the one query in FROM of another that does nothing but pick,
// order and cut; nil when it does more.
func picked(outer *pg.SelectStmt) (inner *pg.SelectStmt, alias string) {
	if len(outer.FromClause) != 1 || outer.FromClause[0].GetRangeSubselect() == nil {
		return nil, ""
	}
	r := outer.FromClause[0].GetRangeSubselect()
	inner = r.Subquery.GetSelectStmt()
	bare := func(s *pg.SelectStmt) bool {
		return s.Op == pg.SetOperation_SETOP_NONE && s.IntoClause == nil && len(s.DistinctClause)+len(s.WindowClause)+len(s.ValuesLists)+len(s.LockingClause) == 0
	}
	more := outer.WhereClause != nil || len(outer.GroupClause) > 0 || outer.HavingClause != nil
	less := len(inner.SortClause) > 0 || inner.LimitCount != nil || inner.LimitOffset != nil || inner.WithClause != nil
	if !bare(outer) || !bare(inner) || more || less || len(r.Alias.GetColnames()) > 0 {
		return nil, ""
	}
	return inner, r.Alias.GetAliasname()
}

// substituted writes the inner expressions into a copy of the outer query's
// columns and order. It is not ok when these do anything to them but order, or
// when a name would mean something else.
func substituted(outer *pg.SelectStmt, alias string, columns map[string]*pg.Node) (done *pg.SelectStmt, ok bool) {
	done = &pg.SelectStmt{}
	for _, t := range outer.TargetList {
		t = copyOf(t)
		r := t.GetResTarget()
		name, value := targetName(r), inner(r.GetVal(), alias, columns)
		if value == nil {
			return nil, false
		}
		if r.Val = copyOf(value); targetName(r) != name {
			r.Name = name
		}
		done.TargetList = append(done.TargetList, t)
	}
	results := outputs(outer.TargetList)
	for _, by := range outer.SortClause {
		by = copyOf(by)
		key := by.GetSortBy()
		if !slices.Contains(results, bare(key.GetNode())) {
			value := inner(key.GetNode(), alias, columns)
			if value == nil || value.GetAConst() != nil || slices.Contains(results, bare(value)) {
				return nil, false
			}
			key.Node = copyOf(value)
		}
		done.SortClause = append(done.SortClause, by)
	}
	return done, true
}

// inner finds the expression that a reference to a column stands for; nil when
// the node is anything else.
func inner(n *pg.Node, alias string, columns map[string]*pg.Node) *pg.Node {
	if q, name, ok := qualified(n); ok && q == alias {
		return columns[name]
	}
	if name := bare(n); name != "" {
		return columns[name]
	}
	return nil
}

// stays says whether the inner query gives the same rows with only the columns
// that the outer one reads, each as often as it does. A function may give several
// rows, or another value each time, and an aggregate alone makes one row of all.
func stays(in, outer *pg.SelectStmt, alias string, columns map[string]*pg.Node) bool {
	times := map[*pg.Node]int{}
	for _, t := range outer.TargetList {
		times[inner(t.GetResTarget().GetVal(), alias, columns)]++
	}
	results := outputs(outer.TargetList)
	for _, by := range outer.SortClause {
		if key := by.GetSortBy().GetNode(); !slices.Contains(results, bare(key)) {
			times[inner(key, alias, columns)]++
		}
	}
	for _, expression := range columns {
		if times[expression] != 1 && calls(expression, len(in.GroupClause) > 0) {
			return false
		}
	}
	return true
}

// calls says whether an expression calls a function; of a grouped query, one that
// is not certain to be an aggregate.
func calls(n *pg.Node, grouped bool) bool {
	found := false
	walk(n, func(m proto.Message) bool {
		if f, ok := m.(*pg.FuncCall); ok {
			found = found || !grouped || len(f.Funcname) != 1 || !slices.Contains(aggregates, f.Funcname[0].GetString_().GetSval())
		}
		return !found
	})
	return found
}

var aggregates = []string{"count", "sum", "avg", "min", "max"}

// spelledGroups is GROUP BY without places in the list of columns, which will be
// another list. It is not ok when a name in it may be that of such a column.
func spelledGroups(s *pg.SelectStmt) (groups []*pg.Node, ok bool) {
	results := outputs(s.TargetList)
	for _, key := range s.GroupClause {
		if at := key.GetAConst().GetIval(); at != nil && at.Ival > 0 && int(at.Ival) <= len(s.TargetList) {
			key = copyOf(s.TargetList[at.Ival-1].GetResTarget().Val)
		} else if i := slices.Index(results, bare(key)); bare(key) != "" && i >= 0 && outputName(s.TargetList[i].GetResTarget().Val) != bare(key) {
			return nil, false
		}
		if key.GetAConst() != nil || key.GetGroupingSet() != nil {
			return nil, false
		}
		groups = append(groups, key)
	}
	return groups, true
}
