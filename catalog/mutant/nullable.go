package mutant

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// mayBeNull says whether a column can be NULL in the FROM clause of a SELECT:
// where its view allows that, or behind an outer join. What cannot be found out
// may be.
func (v *views) mayBeNull(s *pg.SelectStmt, column *pg.ColumnRef) bool {
	alias, name := "", nameOf(column.Fields)
	if len(column.Fields) > 1 {
		alias = stringOf(column.Fields[len(column.Fields)-2])
	}
	for _, item := range s.FromClause {
		if v.neverNull(item, false, alias, name) {
			return false
		}
	}
	return true
}

// neverNull says whether an item of a FROM clause has the column, and never NULL
// in it. outer says that an outer join may fill the item's rows with NULL.
func (v *views) neverNull(item *pg.Node, outer bool, alias, column string) bool {
	if j := item.GetJoinExpr(); j != nil {
		left := j.Jointype == pg.JoinType_JOIN_RIGHT || j.Jointype == pg.JoinType_JOIN_FULL
		right := j.Jointype == pg.JoinType_JOIN_LEFT || j.Jointype == pg.JoinType_JOIN_FULL
		return v.neverNull(j.Larg, outer || left, alias, column) || v.neverNull(j.Rarg, outer || right, alias, column)
	}
	r := item.GetRangeVar()
	if r == nil || outer || alias != "" && alias != aliasOf(r) {
		return false
	}
	for _, c := range v.byName[r.Relname].Columns {
		if v.identifier(c.Name) == column {
			return !c.Nullable
		}
	}
	return false
}

func aliasOf(r *pg.RangeVar) string {
	if r.Alias != nil {
		return r.Alias.Aliasname
	}
	return r.Relname
}
