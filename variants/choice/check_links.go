package choice

import (
	"fmt"

	"ercheck/catalog/er"
)

// refuseSplit: where one table holds all entities of either end, there is one
// table of pairs however it is called.
func refuseSplit(s Set, r *er.Relationship) verdict {
	if s.Spread(r.From.Type) || s.Spread(r.To.Type) {
		return verdict{}
	}
	return verdict{
		reason: fmt.Sprintf("neither %s nor %s is spread over several tables, so there is nothing to split", r.From.Type.Name, r.To.Type.Name),
		hint:   "choose " + Junction + ", or " + Concrete + " below one of them"}
}

// refuseArray: the elements of an array are single values, in one row.
func refuseArray(s Set, r *er.Relationship) verdict {
	hint := "choose " + Junction
	if len(r.Attributes) > 0 {
		return verdict{reason: fmt.Sprintf("a pair has %s, which has no place beside a key in an array", r.Attributes[0].Name), hint: hint}
	}
	for _, t := range []*er.EntityType{r.From.Type, r.To.Type} {
		if n := len(t.FullKey()); n > 1 {
			return verdict{reason: fmt.Sprintf("the key of %s has %d columns, and an element of an array is one value", t.Name, n), hint: hint}
		}
		if s.Spread(t) {
			return verdict{reason: fmt.Sprintf("%s is spread over several tables", t.Name), hint: hint + ", or " + Split}
		}
	}
	return verdict{}
}
