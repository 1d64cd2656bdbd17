package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/variants/relation"
)

// dropBridge leaves out the right side of a join that a foreign key of the left
// side leads to, when nothing of it is read but the key, which the left side has
// as well.
func (s *scope) dropBridge(n *pg.Node) bool {
	j := n.GetJoinExpr()
	y := s.at(j.Rarg)
	if y == nil || y.table == nil || j.Jointype != pg.JoinType_JOIN_INNER && j.Jointype != pg.JoinType_JOIN_LEFT {
		return false
	}
	for _, x := range s.items {
		if x == y || x.table == nil || !within(j.Larg, x.node) || !seesOnly(y, x) {
			continue
		}
		equal := equals(j.Quals, x, y)
		inner := j.Jointype == pg.JoinType_JOIN_INNER
		if !leads(x.table, y.table, equal, inner) || inner && nullableIn(j.Larg, x.node) || !y.readsOnly(equal) {
			continue
		}
		s.forget(j.Quals, nil)
		for _, r := range y.refs {
			r.column = equal[r.column]
		}
		y.becomes(x)
		s.takeLeft(n)
		return true
	}
	return false
}

// equals maps columns of y to the columns of x that they equal; nil when the
// condition says anything else.
func equals(condition *pg.Node, x, y *item) map[string]string {
	equal := map[string]string{}
	for _, c := range conjuncts(condition) {
		left, right, _ := equated(c)
		l, r := x.refAt(left), y.refAt(right)
		if l == nil || r == nil {
			l, r = x.refAt(right), y.refAt(left)
		}
		if l == nil || r == nil || equal[r.column] != "" {
			return nil
		}
		equal[r.column] = l.column
	}
	return equal
}

// leads says whether a foreign key of from says that those columns are a row of
// to: for every row, or where it may be NULL, with one column, for those that
// have one.
func leads(from, to *relation.Table, equal map[string]string, every bool) bool {
	return slices.ContainsFunc(from.ForeignKeys, func(k relation.ForeignKey) bool {
		if k.References != to.Name || len(k.Columns) != len(equal) {
			return false
		}
		for i, c := range k.Columns {
			if equal[k.Keys[i]] != c || (every || len(equal) > 1) && !from.Column(c).NotNull {
				return false
			}
		}
		return true
	})
}

// readsOnly says whether nothing of the item is read but those columns.
func (it *item) readsOnly(columns map[string]string) bool {
	return !slices.ContainsFunc(it.refs, func(r *ref) bool { return columns[r.column] == "" })
}
