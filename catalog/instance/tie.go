package instance

// behind is how many candidates beyond the limit have the score at the cut.
func (r *ranking) behind() int {
	n := 0
	for i := r.limit; i < len(r.all) && r.all[i].score == r.cut(); i++ {
		n++
	}
	return n
}

// tieRound looks at every cut once and says whether it changed anything. In the
// first round it wants as many behind the cut as a quarter of the limit, later,
// when the cuts disturb each other, just one.
func (s *settler) tieRound(first bool) bool {
	changed := false
	for _, m := range s.measures {
		r, wanted := m.rank(), 1
		if first {
			wanted += m.cut.Limit / 4
		}
		switch {
		case len(r.all) <= r.limit:
		case r.thin():
			changed = s.lift(m, r) || changed
		case r.behind() < wanted:
			changed = s.tie(m, r, wanted-r.behind()) || changed
		}
	}
	return changed
}

// tie brings candidates behind the cut up to its score. Who jumps over it is
// left there: the next round looks again.
func (s *settler) tie(m *measure, r *ranking, missing int) bool {
	changed := false
	for _, e := range s.order(m, r, r.cut()) {
		if missing == 0 {
			break
		}
		lifted, touched := s.raise(m, r, e, r.cut())
		changed = changed || touched
		if lifted && m.score(e) == r.cut() {
			missing--
		}
	}
	return changed
}
