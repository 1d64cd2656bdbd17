package instance

import "ercheck/catalog/er"

// Within a hierarchy every entity has an ordinal from 0. Ordinals run through
// the most specific types in the order of er.EntityType.Subtree, so the members
// of any type, subtypes' included, are one range.

// span is a range of ordinals.
type span struct{ first, n int64 }

func (s span) contains(ordinal int64) bool { return ordinal >= s.first && ordinal < s.first+s.n }

// layout places the types of all hierarchies.
type layout struct {
	plain   map[*er.EntityType]span // entities of exactly the type
	members map[*er.EntityType]span
}

func newLayout(m *er.Model, n *population) layout {
	l := layout{map[*er.EntityType]span{}, map[*er.EntityType]span{}}
	for _, root := range m.Roots() {
		next := int64(0)
		for _, t := range root.Subtree() {
			l.plain[t] = span{next, n.plain[t]}
			l.members[t] = span{next, n.members(t)}
			next += n.plain[t]
		}
	}
	return l
}
