package standalone

import (
	"maps"
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
		if !s.bridges(j, x, y, equal) || !y.readsOnly(equal) {
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

// bridges says whether a join finds exactly one row of y, or for a LEFT JOIN none
// but where the columns of x are NULL: several must not be NULL in part.
func (s *scope) bridges(j *pg.JoinExpr, x, y *item, equal map[string]string) bool {
	keys := slices.Sorted(maps.Keys(equal))
	var columns []string
	for _, k := range keys {
		columns = append(columns, equal[k])
	}
	if len(keys) == 0 || !isKey(y.table, keys) || !leads(s.schema, x.table, columns, y.table, keys) {
		return false
	}
	whole := neverNull(x.table, columns)
	if j.Jointype == pg.JoinType_JOIN_INNER {
		return whole && !nullableIn(j.Larg, x.node)
	}
	return whole || len(keys) == 1
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

// leads says whether foreign keys say that columns of from, where none is NULL,
// are those keys of a row of to: one key, or several one after the other.
func leads(schema *relation.Schema, from *relation.Table, columns []string, to *relation.Table, keys []string) bool {
	return follow(schema, from, columns, to, keys, map[string]bool{})
}

func follow(schema *relation.Schema, from *relation.Table, columns []string, to *relation.Table, keys []string, seen map[string]bool) bool {
	if from == nil || seen[from.Name] {
		return false
	}
	seen[from.Name] = true
	return slices.ContainsFunc(from.ForeignKeys, func(k relation.ForeignKey) bool {
		var next []string
		for _, c := range columns {
			if i := slices.Index(k.Columns, c); i >= 0 {
				next = append(next, k.Keys[i])
			}
		}
		if len(next) != len(columns) || len(next) != len(k.Columns) {
			return false
		}
		return k.References == to.Name && slices.Equal(next, keys) || follow(schema, schema.Table(k.References), next, to, keys, seen)
	})
}

// neverNull says whether the table allows NULL in none of the columns.
func neverNull(t *relation.Table, columns []string) bool {
	return !slices.ContainsFunc(columns, func(c string) bool { return !t.Column(c).NotNull })
}

// readsOnly says whether nothing of the item is read but those columns.
func (it *item) readsOnly(columns map[string]string) bool {
	return !slices.ContainsFunc(it.refs, func(r *ref) bool { return columns[r.column] == "" })
}
