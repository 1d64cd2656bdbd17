package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Where a node stands in the FROM of its SELECT, and what that allows.

// step is a join above a node.
type step struct {
	node  *pg.Node // with the join
	join  *pg.JoinExpr
	right bool // the node is on its right side
}

// above lists the joins above a node, the nearest first.
func (s *scope) above(n *pg.Node) []step {
	for _, root := range s.stmt.FromClause {
		if steps, ok := above(root, n); ok {
			return steps
		}
	}
	return nil
}

func above(tree, n *pg.Node) ([]step, bool) {
	if tree == n {
		return nil, true
	}
	j := tree.GetJoinExpr()
	if j == nil {
		return nil, false
	}
	if steps, ok := above(j.Larg, n); ok {
		return append(steps, step{tree, j, false}), true
	}
	steps, ok := above(j.Rarg, n)
	return append(steps, step{tree, j, true}), ok
}

// outer says whether the join can put NULLs in place of the side that the node
// is on.
func (t step) outer() bool {
	switch t.join.Jointype {
	case pg.JoinType_JOIN_INNER:
		return false
	case pg.JoinType_JOIN_LEFT:
		return t.right
	case pg.JoinType_JOIN_RIGHT:
		return !t.right
	}
	return true
}

// nullable says whether some join above a node can put NULLs in its place.
func (s *scope) nullable(n *pg.Node) bool {
	for _, t := range s.above(n) {
		if t.outer() {
			return true
		}
	}
	return false
}

// filterPlace is where a condition on a node's rows alone keeps the same rows as
// if they were filtered first: in the ON of a join, or for nil in WHERE. ok is
// false when there is no such place.
func (s *scope) filterPlace(n *pg.Node) (on *pg.JoinExpr, ok bool) {
	if !s.nullable(n) {
		return nil, true
	}
	for _, t := range s.above(n) {
		switch t.join.Jointype {
		case pg.JoinType_JOIN_INNER:
			return t.join, true
		case pg.JoinType_JOIN_LEFT, pg.JoinType_JOIN_RIGHT:
			if t.outer() {
				return t.join, true
			}
		default:
			return nil, false
		}
	}
	return nil, true
}

// filter adds conditions at a place that filterPlace gave.
func (s *scope) filter(on *pg.JoinExpr, conditions []*pg.Node) {
	if len(conditions) == 0 {
		return
	}
	if on == nil {
		s.stmt.WhereClause = conjunction(slices.Concat(conditions, conjuncts(s.stmt.WhereClause)))
		return
	}
	var all []*pg.Node
	for _, c := range conjuncts(on.Quals) {
		if !isAlways(c) {
			all = append(all, c)
		}
	}
	on.Quals = conjunction(append(all, conditions...))
}

// wrap puts a join around what a node holds, in the node's place, and gives the
// node that holds it now.
func wrap(n, right *pg.Node, kind pg.JoinType, on []*pg.Node) (left *pg.Node) {
	left = &pg.Node{Node: n.Node}
	n.Node = join(left, right, kind, on).Node
	return left
}
