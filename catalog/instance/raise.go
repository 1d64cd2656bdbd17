package instance

import (
	"slices"

	"ercheck/catalog/er"
)

// raise brings an entity's score to the goal, one by one, and says whether it
// got there and whether anything was changed.
func (s *settler) raise(m *measure, r *ranking, ordinal int64, goal int) (lifted, touched bool) {
	for m.score(ordinal) < goal {
		if !s.raiseOnce(m, r, ordinal) {
			return false, touched
		}
		touched = true
	}
	return true, touched
}

func (s *settler) raiseOnce(m *measure, r *ranking, ordinal int64) bool {
	if m.threshold != nil && m.topUp(ordinal) {
		return true
	}
	for i := len(m.steps) - 1; i >= 0; i-- {
		st := m.steps[i]
		switch {
		case st.links.rel.Cardinality == er.ManyToMany:
			if m.extend(i, ordinal) {
				return true
			}
		case st.links.rel.Cardinality == er.ManyToOne && st.near == to:
			if m.adopt(r, i, ordinal) {
				return true
			}
		}
	}
	return false
}

// topUp gives an end of the path, which has too few partners to count, as many
// as are missing; the one with the most first.
func (m *measure) topUp(ordinal int64) bool {
	th := m.threshold
	if th.links.rel.Cardinality != er.ManyToMany {
		return false
	}
	var short []int64
	for _, end := range m.reach(len(m.steps), ordinal) {
		if th.links.ends[th.near].contains(end) && !m.enough(end) && th.links.mayLink(th.near, end) {
			short = append(short, end)
		}
	}
	slices.SortStableFunc(short, func(a, b int64) int { return m.partnersOf(b) - m.partnersOf(a) })
	for _, end := range short {
		for _, partner := range th.links.candidates(1-th.near, m.spread) {
			if m.enough(end) {
				break
			}
			if !th.links.has(th.near, end, partner) {
				th.links.add(th.near, end, partner)
			}
		}
		if m.enough(end) {
			return true
		}
	}
	return false
}

// extend adds a link at an M:N step, to a partner that counts.
func (m *measure) extend(i int, ordinal int64) bool {
	st, before := m.steps[i], m.score(ordinal)
	nears := m.reach(i, ordinal)
	nears = slices.DeleteFunc(nears, func(near int64) bool { return !st.links.ends[st.near].contains(near) })
	if len(nears) == 0 {
		return false
	}
	ends := m.reach(i+1, ordinal)
	for n, partner := range st.links.candidates(1-st.near, m.spread) {
		near := nears[n%len(nears)]
		if slices.Contains(ends, partner) || near == partner && st.links.rel.Self() || !st.links.mayLink(st.near, near) {
			continue
		}
		st.links.add(st.near, near, partner)
		if m.score(ordinal) > before {
			return true
		}
		st.links.take(st.near, near, partner)
	}
	return false
}

// adopt takes one of the many of an M:1 step over from a donor.
func (m *measure) adopt(r *ranking, i int, ordinal int64) bool {
	st, before := m.steps[i], m.score(ordinal)
	nears := m.reach(i, ordinal)
	nears = slices.DeleteFunc(nears, func(near int64) bool { return !st.links.ends[to].contains(near) || !st.links.mayLink(to, near) })
	if len(nears) == 0 {
		return false
	}
	for _, donor := range m.donors(r, i, ordinal) {
		for _, many := range slices.Clone(st.links.of(to, donor)[1:]) {
			st.links.move(many, nears[0])
			if m.score(ordinal) > before && m.spares(r, i, donor) {
				return true
			}
			st.links.move(many, donor)
		}
	}
	return false
}

// donors lists who has at least two of the many: at the first step those that
// can lose one without crossing the cut, below it first, then the highest; at
// others those with the most.
func (m *measure) donors(r *ranking, i int, ordinal int64) []int64 {
	st := m.steps[i]
	var all []int64
	if i > 0 {
		all = st.links.candidates(to, m.spread)
	} else {
		for n := r.limit; n < len(r.all) && r.all[n].score > 1; n++ {
			all = append(all, r.all[n].ordinal)
		}
		all = all[:min(len(all), maxDonors)]
		for n := range min(r.limit, len(r.all)) {
			all = append(all, r.all[n].ordinal)
		}
	}
	return slices.DeleteFunc(all, func(donor int64) bool { return donor == ordinal || len(st.links.of(to, donor)) < 2 })
}

const maxDonors = 200

// spares says whether a donor still stands where it stood: above the cut by a
// margin, or below with something left.
func (m *measure) spares(r *ranking, i int, donor int64) bool {
	if i > 0 {
		return true
	}
	score := m.score(donor)
	at := slices.IndexFunc(r.all, func(e scored) bool { return e.ordinal == donor })
	before := r.all[at].score
	if before > r.cut() {
		return score > r.cut()+1
	}
	return score > 0 || before == 0
}
