package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
)

// dropJoins reads a table once that is joined to itself on its key, the two rows
// being one, and not at all where it only leads on to what its key equals.
func (s *scope) dropJoins() {
	for s.dropOne() {
	}
}

func (s *scope) dropOne() bool {
	for _, root := range s.stmt.FromClause {
		for _, n := range joinNodes(root) {
			if s.mergeJoin(n) || s.dropBridge(n) {
				return true
			}
		}
	}
	return false
}

// joinNodes lists the nodes of a FROM tree that are joins.
func joinNodes(n *pg.Node) []*pg.Node {
	j := n.GetJoinExpr()
	if j == nil {
		return nil
	}
	return slices.Concat([]*pg.Node{n}, joinNodes(j.Larg), joinNodes(j.Rarg))
}

// mergeJoin merges the right side of a join into its left, if that has the same
// row already.
func (s *scope) mergeJoin(n *pg.Node) bool {
	j := n.GetJoinExpr()
	y, apart := s.rightTable(j)
	if y == nil {
		return false
	}
	for _, x := range s.items {
		if x == y || x.table == nil || x.table != y.table || !within(j.Larg, x.node) {
			continue
		}
		same, rest := sameRow(j.Quals, x, y)
		if !same || !seesOnly(y, x) {
			continue
		}
		if apart != nil && s.mergeValues(n, x, y, apart, rest) || apart == nil && s.mergeRow(n, x, y, rest) {
			return true
		}
	}
	return false
}

// rightTable is the table on the right side of a join, with a function that
// takes a column of it apart, if there is one.
func (s *scope) rightTable(j *pg.JoinExpr) (y, apart *item) {
	right := j.Rarg
	if inner := right.GetJoinExpr(); inner != nil {
		if inner.Jointype != pg.JoinType_JOIN_INNER || inner.Quals != nil || inner.Rarg.GetRangeFunction() == nil {
			return nil, nil
		}
		if apart = s.at(inner.Rarg); apart == nil {
			return nil, nil
		}
		right = inner.Larg
	}
	if y = s.at(right); y == nil || y.table == nil {
		return nil, nil
	}
	return y, apart
}

func (s *scope) at(n *pg.Node) *item {
	if i := slices.IndexFunc(s.items, func(it *item) bool { return it.node == n }); i >= 0 {
		return s.items[i]
	}
	return nil
}

// sameRow says whether a condition equates the primary keys of x and y, which
// are rows of one table, and gives the other conditions.
func sameRow(condition *pg.Node, x, y *item) (same bool, rest []*pg.Node) {
	equal := map[string]bool{}
	for _, c := range conjuncts(condition) {
		left, right, _ := equated(c)
		l, r := x.refAt(left), y.refAt(right)
		if l == nil || r == nil {
			l, r = x.refAt(right), y.refAt(left)
		}
		if l != nil && r != nil && l.column == r.column && slices.Contains(x.table.PrimaryKey.Columns, l.column) {
			equal[l.column] = true
		} else {
			rest = append(rest, c)
		}
	}
	return len(x.table.PrimaryKey.Columns) > 0 && len(equal) == len(x.table.PrimaryKey.Columns), rest
}

// refAt is the reference to the item that a node is; nil when it is none.
func (it *item) refAt(n *pg.Node) *ref {
	if i := slices.IndexFunc(it.refs, func(r *ref) bool { return n != nil && r.node == n }); i >= 0 {
		return it.refs[i]
	}
	return nil
}

// seesOnly says whether x can be named wherever y is.
func seesOnly(y, x *item) bool {
	return !slices.ContainsFunc(y.refs, func(r *ref) bool { return !x.canBeNamed(r.scope) })
}

// mergeRow: an inner join finds the row itself, and an outer one with no other
// condition too, or NULLs where there is none on the left.
func (s *scope) mergeRow(n *pg.Node, x, y *item, rest []*pg.Node) bool {
	j := n.GetJoinExpr()
	switch {
	case j.Jointype == pg.JoinType_JOIN_LEFT && len(rest) == 0:
	case j.Jointype == pg.JoinType_JOIN_INNER && !s.nullable(n) && !nullableIn(j.Larg, x.node):
	default:
		return false
	}
	s.forget(j.Quals, rest)
	y.becomes(x)
	s.takeLeft(n)
	s.filter(nil, rest)
	return true
}

// takeLeft puts the left side of a join in the join's place.
func (s *scope) takeLeft(n *pg.Node) {
	left := n.GetJoinExpr().Larg
	n.Node = left.Node
	for _, it := range s.items {
		if it.node == left {
			it.node = n
		}
	}
}

// forget drops the references in a condition, but for the parts that stay.
func (s *scope) forget(condition *pg.Node, stay []*pg.Node) {
	gone := map[*pg.Node]bool{}
	for _, c := range conjuncts(condition) {
		if !slices.Contains(stay, c) {
			walkNodes(c, func(n *pg.Node) { gone[n] = true })
		}
	}
	for _, it := range s.items {
		it.refs = slices.DeleteFunc(it.refs, func(r *ref) bool { return gone[r.node] })
	}
}

// mergeValues: the values of the row itself are taken apart. Behind an outer join
// nothing else of the row may be read, since a row without values gives NULLs;
// but whether there is one, a value says as well.
func (s *scope) mergeValues(n *pg.Node, x, y, apart *item, rest []*pg.Node) bool {
	j := n.GetJoinExpr()
	call := j.Rarg.GetJoinExpr().Rarg
	whole := j.Quals
	switch {
	case j.Jointype == pg.JoinType_JOIN_LEFT && s.onlyAsksForValues(y, apart, j.Quals, call):
		if len(rest) == 0 {
			rest = []*pg.Node{always()}
		}
		j.Quals = conjunction(rest)
	case j.Jointype == pg.JoinType_JOIN_INNER && !s.nullable(n) && !nullableIn(j.Larg, x.node):
		j.Quals = nil
		s.filter(nil, rest)
	default:
		return false
	}
	s.forget(whole, rest)
	y.becomes(x)
	j.Rarg = call
	apart.name = y.name
	return true
}

// nullableIn says whether some join inside a tree can put NULLs in the place of
// a node.
func nullableIn(tree, n *pg.Node) bool {
	steps, _ := above(tree, n)
	return slices.ContainsFunc(steps, step.outer)
}

// onlyAsksForValues says whether y is read in those places alone, or its key
// where that is only asked to be there, which is asked of the value then.
func (s *scope) onlyAsksForValues(y, apart *item, places ...*pg.Node) bool {
	inside := map[*pg.Node]bool{}
	for _, p := range places {
		walkNodes(p, func(n *pg.Node) { inside[n] = true })
	}
	var asked []*ref
	for _, r := range y.refs {
		if !inside[r.node] {
			asked = append(asked, r)
		}
	}
	there := presence(s.stmt)
	for _, r := range asked {
		if r.scope != s || !there[r.node] || !y.table.Column(r.column).NotNull || len(apart.columns) != 1 {
			return false
		}
	}
	for _, r := range asked {
		y.refs = slices.DeleteFunc(y.refs, func(x *ref) bool { return x == r })
		apart.refs = append(apart.refs, &ref{node: r.node, scope: s, column: apart.columns[0], qualified: true})
	}
	return true
}

// presence lists the nodes of which it only matters whether they are NULL: in IS
// NULL and in count(x).
func presence(s *pg.SelectStmt) map[*pg.Node]bool {
	there := map[*pg.Node]bool{}
	walk(s, func(m proto.Message) bool {
		switch m := m.(type) {
		case *pg.NullTest:
			there[m.Arg] = true
		case *pg.FuncCall:
			if len(m.Funcname) == 1 && m.Funcname[0].GetString_().GetSval() == "count" && len(m.Args) == 1 && !m.AggDistinct {
				there[m.Args[0]] = true
			}
		}
		return true
	})
	return there
}

// becomes makes every reference to y one to x, and takes y out of sight.
func (it *item) becomes(x *item) {
	for _, r := range it.refs {
		r.qualified = r.qualified || r.scope != x.scope
		x.refs = append(x.refs, r)
	}
	it.scope.remove(it)
}
