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
// under one.
func (s Set) Spread(t *er.EntityType) bool {
	var home *er.EntityType
	for _, x := range t.Subtree() {
		if x.Abstract {
			continue
		}
		h := s.topmost(x, t)
		if home != nil && home != h {
			return true
		}
		home = h
	}
	return false
}

// topmost is where an entity of exactly type x has the features of t: the last
// of several copies.
func (s Set) topmost(x, t *er.EntityType) *er.EntityType {
	covering := slices.DeleteFunc(s.Holders(x), func(h *er.EntityType) bool { return !s.Covers(h, t) })
	return covering[len(covering)-1]
}

// copied says whether entities of t have more than one row with features that
// t's own row has, or could have: a replicated type holds t's features.
func (s Set) copied(t *er.EntityType) bool {
	for _, x := range t.Subtree() {
		for _, h := range s.Holders(x) {
			if s.Covers(h, t) && s.Inheritance(h) == Replicated {
				return true
			}
		}
	}
	return false
}

// Nested says whether the entities of t's hierarchy are in their owners' rows.
func (s Set) Nested(t *er.EntityType) bool {
	root := t.Root()
	return root.Owner != nil && s.get(ref{Weak, root}) == JSONB
}
