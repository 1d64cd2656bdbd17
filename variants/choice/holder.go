package choice

import (
	"slices"

	"ercheck/catalog/er"
)

// Holder is the type under which t's own features are stored: t, or the nearest
// ancestor that is not merged.
func (s Set) Holder(t *er.EntityType) *er.EntityType {
	for s.Inheritance(t) == Merged {
		t = t.Parent
	}
	return t
}

// Holders lists the types under which an entity of exactly type x has a row, from
// the most specific upward.
func (s Set) Holders(x *er.EntityType) []*er.EntityType {
	h := s.Holder(x)
	rows := []*er.EntityType{h}
	for h.Parent != nil && s.Inheritance(h) != Concrete {
		h = s.Holder(h.Parent)
		rows = append(rows, h)
	}
	return rows
}

// Covers says whether what is stored under h has the features of t: its own,
// those merged into it, or with its choice also all inherited ones.
func (s Set) Covers(h, t *er.EntityType) bool {
	c := s.Inheritance(h)
	return s.Holder(t) == h || (c == Concrete || c == Replicated) && h.IsA(t)
}

// Spread says whether the entities of t are stored under several types, each
// under one: those at or below a concrete type under that, all others with t.
func (s Set) Spread(t *er.EntityType) bool {
	homes, counted := 0, false
	s.countHomes(t, &homes, &counted)
	return homes > 1
}

// countHomes counts up to two types under which the entities of t are. counted
// says whether the one with t's own features is.
func (s Set) countHomes(t *er.EntityType, homes *int, counted *bool) {
	if !t.Abstract && !*counted {
		*counted = true
		*homes++
	}
	for _, c := range t.Children {
		switch {
		case *homes > 1:
			return
		case s.Inheritance(c) == Concrete:
			apart := false
			s.countHomes(c, homes, &apart)
		default:
			s.countHomes(c, homes, counted)
		}
	}
}

// copied says whether entities of t have more than one row with what t's own row
// has or could have: a replicated type holds its features.
func (s Set) copied(t *er.EntityType) bool {
	return s.Inheritance(s.Holder(t)) == Replicated ||
		slices.ContainsFunc(t.Subtree()[1:], func(below *er.EntityType) bool { return s.Inheritance(below) == Replicated })
}

// Nested says whether the entities of t's hierarchy are in their owners' rows.
func (s Set) Nested(t *er.EntityType) bool {
	root := t.Root()
	return root.Owner != nil && s.get(ref{Weak, root}) == JSONB
}
