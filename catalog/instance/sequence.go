package instance

import (
	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// sequence is an order of a type's members: a permutation, turned so that a
// certain member comes first where a kind of instance wants it.
type sequence struct {
	order chance.Permutation
	shift int64
}

// At is the offset of the one at a position.
func (s *sequence) At(position int64) int64 {
	x := s.order.At(position) + s.shift
	if n := s.order.Len(); s.shift > 0 && x >= n {
		x -= n
	}
	return x
}

// Of is the position of an offset.
func (s *sequence) Of(offset int64) int64 {
	x := offset - s.shift
	if x < 0 {
		x += s.order.Len()
	}
	return s.order.Of(x)
}

// sequence is the order of the members that a key gives. In kinds with plain
// members one of those comes first: it chooses when anybody does, and more choose
// it than others.
func (g *Generator) sequence(key chance.Key, t *er.EntityType) sequence {
	members := g.at.members[t]
	s := sequence{order: key.Permutation(members.n)}
	if g.profile.traits.plain && members.n > 0 {
		if first := g.plainOf(t); first >= 0 {
			s.shift = (first - members.first - s.order.At(0) + members.n) % members.n
		}
	}
	return s
}

// plainOf is the ordinal of a member of t that is of no further subtype although
// its own type has some, as near to t as possible; -1 when there is none.
func (g *Generator) plainOf(t *er.EntityType) int64 {
	for _, sub := range t.Subtree() {
		if plain := g.at.plain[sub]; len(sub.Children) > 0 && plain.n > 0 {
			return plain.first
		}
	}
	return -1
}
