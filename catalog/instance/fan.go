package instance

import "ercheck/catalog/er"

// hubsOfType is how many entities of each type fan out.
const hubsOfType = 2

// fan gives the first entities of each type several links in all relationships
// where an entity can have several, so that joins over two of them multiply.
func (s *settler) fan() {
	for _, t := range s.g.model.EntityTypes {
		for i := range min(hubsOfType, s.g.at.plain[t].n) {
			s.fanOut(t, s.g.at.plain[t].first+i)
		}
	}
}

func (s *settler) fanOut(t *er.EntityType, hub int64) {
	for _, r := range s.g.model.Relationships {
		for at, role := range []er.Role{r.From, r.To} {
			switch {
			case !t.IsA(role.Type):
			case r.Cardinality == er.ManyToMany:
				s.table(r).fanMany(side(at), hub)
			case r.Cardinality == er.ManyToOne && side(at) == to:
				s.fanOne(s.table(r), hub)
			}
		}
	}
}

// fanMany adds links of M:N up to fanLinks, all with the most popular partners: the
// numbers of links of the others stay what they are.
func (t *linkTable) fanMany(at side, hub int64) {
	if !t.mayLink(at, hub) {
		return
	}
	for _, partner := range t.popular(1 - at) {
		if len(t.of(at, hub)) >= fanLinks {
			return
		}
		if !t.has(at, hub, partner) && !(t.rel.Self() && partner == hub) {
			t.add(at, hub, partner)
		}
	}
}

// fanOne gives the one of an M:1 relationship up to fanLinks of the many: those
// of others that have several, then those that have nobody, as long as a quarter
// of the many is left without.
func (s *settler) fanOne(t *linkTable, hub int64) {
	if !t.mayLink(to, hub) {
		return
	}
	for _, donor := range t.popular(to) {
		for len(t.of(to, donor)) > 1 && donor != hub && !s.isHub(t.rel.To.Type, donor) && len(t.of(to, hub)) < fanLinks {
			many := t.of(to, donor)
			if many[len(many)-1] == hub && t.rel.Self() {
				break
			}
			t.move(many[len(many)-1], hub)
		}
	}
	for i := int64(0); i < t.ends[from].n && t.idle[from] > 1+t.ends[from].n/4 && len(t.of(to, hub)) < fanLinks; i++ {
		many := t.ends[from].first + i
		if len(t.of(from, many)) == 0 && !(t.rel.Self() && many == hub) {
			t.move(many, hub)
		}
	}
}

// isHub says whether an entity of t is one of those that fan out.
func (s *settler) isHub(t *er.EntityType, ordinal int64) bool {
	for _, sub := range t.Subtree() {
		if plain := s.g.at.plain[sub]; plain.contains(ordinal) {
			return ordinal < plain.first+hubsOfType
		}
	}
	return false
}
