package choice

import (
	"fmt"
	"slices"

	"ercheck/catalog/er"
)

// refuseNested: the elements of a nested weak type must have one row to be in,
// and JSON must say all that a row would.
func refuseNested(s Set, t *er.EntityType) verdict {
	chooseTable := "choose " + Table + " here"
	switch {
	case s.Spread(t.Owner):
		return verdict{
			reason: fmt.Sprintf("its owners are spread over several tables: no one table has all of %s", t.Owner.Name),
			hint:   chooseTable + ", or " + Merged + " or " + Own + " for " + t.Owner.Name + " and what is below it"}
	case s.copied(t.Owner):
		return verdict{
			reason: fmt.Sprintf("its owners are replicated: a row of %s is written down more than once", t.Owner.Name),
			hint:   chooseTable + ", or " + Merged + " or " + Own + " in the hierarchy of " + t.Owner.Name}
	}
	if sub := notMerged(s, t); sub != nil {
		return verdict{
			reason: fmt.Sprintf("%s has rows of its own, which need a table to refer to", sub.Name),
			hint:   chooseTable + ", or " + Merged + " for " + sub.Name}
	}
	for _, a := range featuresBelow(t) {
		if a.Multi && s.MultiValued(a) == Array {
			return verdict{
				reason: fmt.Sprintf("the values of %s are an array of Postgres, which JSON cannot hold", a.Name),
				hint:   chooseTable + ", or " + JSONB + " or " + Table + " for " + a.Of.Name + "." + a.Name}
		}
		if v := nullableJSON(a); v != nil {
			return verdict{reason: lookAlike(v), hint: chooseTable}
		}
	}
	return verdict{}
}

// notMerged finds a subtype that is not merged; nil when there is none.
func notMerged(s Set, t *er.EntityType) *er.EntityType {
	for _, sub := range t.Subtree()[1:] {
		if s.Inheritance(sub) != Merged {
			return sub
		}
	}
	return nil
}

// featuresBelow lists the attributes of a hierarchy.
func featuresBelow(root *er.EntityType) []*er.Attribute {
	var all []*er.Attribute
	for _, t := range root.Subtree() {
		all = append(all, t.Attributes...)
	}
	return all
}

// nullableJSON finds the attribute or the component that can be missing and
// whose values are JSON; nil when there is none.
func nullableJSON(a *er.Attribute) *er.Attribute {
	for _, v := range append([]*er.Attribute{a}, a.Components...) {
		if v.Type.Base == er.JSON && v.Nullable {
			return v
		}
	}
	return nil
}

func lookAlike(a *er.Attribute) string {
	return fmt.Sprintf("a missing %s and the JSON value null would look the same", a.Name)
}

// refuseLinkInside: a link that a nested entity takes along is JSON too.
func refuseLinkInside(s Set, p Point) verdict {
	end := er.End{Relationship: p.Relationship, AtTo: s.Get(p) == FKTo}
	inside := jsonLink(p.Relationship)
	if inside == nil || !s.Nested(end.Near().Type) {
		return verdict{}
	}
	return verdict{
		reason: fmt.Sprintf("the link is inside of JSON, as %s is: %s", end.Near().Type.Root().Name, lookAlike(inside)),
		hint:   "choose " + Table + " here, or for " + end.Near().Type.Root().Name}
}

// jsonLink finds what nullableJSON finds among a relationship's attributes.
func jsonLink(r *er.Relationship) *er.Attribute {
	for _, a := range r.Attributes {
		if v := nullableJSON(a); v != nil {
			return v
		}
	}
	return nil
}

// weakTies: the owner's hierarchy, the type's own, and its attributes.
func weakTies(t *er.EntityType) []any {
	all := []any{t.Owner.Root(), t}
	for _, a := range featuresBelow(t) {
		if a.Multi {
			all = append(all, ref{MultiValued, a})
		}
	}
	return all
}

// linkTies: the weak types that could take the link along, where that matters.
func linkTies(r *er.Relationship) []any {
	var all []any
	for _, role := range []er.Role{r.From, r.To} {
		if root := role.Type.Root(); root.Owner != nil && jsonLink(r) != nil {
			all = append(all, ref{Weak, root})
		}
	}
	return slices.Compact(all)
}
