package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// dropImplied leaves out filters of views that other conditions beside them
// imply: a column that equals something is not NULL, nor is one that the table
// allows no NULL in.
func (s *scope) dropImplied() {
	all := conjuncts(s.stmt.WhereClause)
	beside := all
	for _, root := range s.stmt.FromClause {
		for _, n := range joinNodes(root) {
			j := n.GetJoinExpr()
			if j.Jointype == pg.JoinType_JOIN_INNER && !s.nullable(n) {
				beside = append(slices.Clone(beside), conjuncts(j.Quals)...)
			}
		}
	}
	s.stmt.WhereClause = conjunction(s.needed(all, beside, func(it *item) bool { return s.nullable(it.node) }))
	for _, root := range s.stmt.FromClause {
		for _, n := range joinNodes(root) {
			j := n.GetJoinExpr()
			on := conjuncts(j.Quals)
			if kept := s.needed(on, on, func(it *item) bool { return !within(j.Rarg, it.node) || nullableIn(j.Rarg, it.node) }); len(kept) > 0 {
				j.Quals = conjunction(kept)
			}
		}
	}
}

// needed drops the conditions that came with views and that hold anyway. absent
// says whether an item can be a row of NULLs there.
func (s *scope) needed(conditions, beside []*pg.Node, absent func(*item) bool) []*pg.Node {
	var kept []*pg.Node
	for _, c := range conditions {
		if !slices.Contains(s.added, c) || !s.implied(c, beside, absent) {
			kept = append(kept, c)
		}
	}
	return kept
}

func (s *scope) implied(c *pg.Node, beside []*pg.Node, absent func(*item) bool) bool {
	t := c.GetNullTest()
	if t == nil || t.Nulltesttype != pg.NullTestType_IS_NOT_NULL {
		return false
	}
	it, r := s.refOf(t.Arg)
	if r == nil || it.table == nil {
		return false
	}
	if column := it.table.Column(r.column); column != nil && column.NotNull && !absent(it) {
		return true
	}
	return slices.ContainsFunc(beside, func(other *pg.Node) bool {
		left, right, ok := equated(other)
		return ok && (it.reads(left, r.column) || it.reads(right, r.column))
	})
}

// refOf finds the item of this scope that a node refers to.
func (s *scope) refOf(n *pg.Node) (*item, *ref) {
	for _, it := range s.items {
		if r := it.refAt(n); r != nil {
			return it, r
		}
	}
	return nil, nil
}

// reads says whether a node is a reference to a column of the item.
func (it *item) reads(n *pg.Node, column string) bool {
	r := it.refAt(n)
	return r != nil && r.column == column
}
