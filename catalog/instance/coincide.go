package instance

import "ercheck/catalog/er"

// coincide sees to it that for any two relationships between the same types
// some pair of entities is linked in both: who confuses them shall be told
// apart by data, and that needs pairs in both, in one and in the other. Pairs in
// only one come by themselves.
func (s *settler) coincide() {
	all := s.g.model.Relationships
	for i, later := range all {
		for _, earlier := range all[:i] {
			if later.Cardinality == er.OneToOne {
				continue
			}
			if sameTypes(later, earlier) {
				s.overlapPair(later, earlier, false)
			}
			if crossedTypes(later, earlier) {
				s.overlapPair(later, earlier, true)
			}
		}
	}
}

// coincidences is how many common pairs are made where there is none.
const coincidences = 3

// overlapPair compares two relationships, crossed when from of one is to of the
// other, and copies a few links into the later one when no pair is in both.
func (s *settler) overlapPair(later, earlier *er.Relationship, crossed bool) {
	l, e := s.table(later), s.table(earlier)
	var missing [][2]int64
	for i, partners := range e.by[from] {
		for _, second := range partners {
			first := e.ends[from].first + int64(i)
			a, b := first, second
			if crossed {
				a, b = b, a
			}
			if !l.ends[from].contains(a) || !l.ends[to].contains(b) || later.Self() && a == b {
				continue
			}
			if l.has(from, a, b) {
				return
			}
			if len(missing) < coincidences && len(l.of(from, a)) > 0 && len(l.of(to, b)) > 0 {
				missing = append(missing, [2]int64{a, b})
			}
		}
	}
	for _, pair := range missing {
		s.copyLink(l, pair[0], pair[1])
	}
}

// copyLink links two entities that are linked elsewhere: in M:1 by a move, when
// the partner so far has others.
func (s *settler) copyLink(l *linkTable, a, b int64) {
	switch {
	case l.rel.Cardinality == er.ManyToMany:
		l.add(from, a, b)
	case len(l.of(to, l.of(from, a)[0])) > 1:
		l.move(a, b)
	}
}

// sameTypes says whether a pair of entities can be linked in both relationships.
func sameTypes(a, b *er.Relationship) bool {
	return overlap(a.From.Type, b.From.Type) && overlap(a.To.Type, b.To.Type)
}

// crossedTypes is sameTypes with from of one at to of the other.
func crossedTypes(a, b *er.Relationship) bool {
	return overlap(a.From.Type, b.To.Type) && overlap(a.To.Type, b.From.Type)
}
