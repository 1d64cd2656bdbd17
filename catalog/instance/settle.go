package instance

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"ercheck/catalog/er"
)

// settler sees to it that no ranking ties at its cut: it lifts some of those
// that tie above the cut, by a link more towards partners that stand far above
// any cut of their own, or by a partner taken from one that has plenty. At most
// Limit entities are lifted for each cut, so the data stays what it is. In kinds
// made of ties it does the opposite (tie.go).
type settler struct {
	g        *Generator
	tables   map[*er.Relationship]*linkTable
	measures []*measure
}

// maxRounds bounds how often the cuts are looked at again: lifting for one can
// disturb another.
const maxRounds = 60

func (g *Generator) settle() error {
	s := &settler{g: g, tables: map[*er.Relationship]*linkTable{}}
	s.fill(max(1, g.options.Workers))
	if g.profile.traits.fanout {
		s.fan()
	}
	if !g.profile.traits.even {
		s.coincide()
	}
	for _, c := range g.options.Rankings {
		m, err := s.newMeasure(c)
		if err != nil {
			return err
		}
		s.measures = append(s.measures, m)
	}
	slices.SortStableFunc(s.measures, func(a, b *measure) int { return cmp.Compare(a.weight(), b.weight()) })
	for i := range maxRounds {
		if !s.once(i == 0) {
			break
		}
	}
	s.note()
	return nil
}

// once looks at every cut and says whether it changed anything.
func (s *settler) once(first bool) bool {
	if s.g.profile.traits.ties {
		return s.tieRound(first)
	}
	return s.round()
}

// weight puts first what the others build on.
func (m *measure) weight() int {
	w := 2 * len(m.steps)
	if m.threshold != nil {
		w++
	}
	return w
}

// fill makes the tables that will be needed, several at a time: each depends on
// nothing but its plan.
func (s *settler) fill(workers int) {
	tables := make([]*linkTable, len(s.g.model.Relationships))
	queue := make(chan int)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() {
			for i := range queue {
				tables[i] = s.g.newLinkTable(s.g.model.Relationships[i])
			}
		})
	}
	for i, r := range s.g.model.Relationships {
		if s.needed(r) {
			queue <- i
		}
	}
	close(queue)
	wait.Wait()
	for i, r := range s.g.model.Relationships {
		if tables[i] != nil {
			s.tables[r] = tables[i]
		}
	}
}

// needed says whether a cut or another relationship between the same types asks
// for the links.
func (s *settler) needed(r *er.Relationship) bool {
	if s.g.profile.traits.fanout && r.Cardinality != er.OneToOne {
		return true
	}
	for _, c := range s.g.options.Rankings {
		if slices.Contains(c.Measure.Path, r.Name) || c.Measure.AtLeast != nil && c.Measure.AtLeast.Relationship == r.Name {
			return true
		}
	}
	for _, other := range s.g.model.Relationships {
		if other != r && (sameTypes(r, other) || crossedTypes(r, other)) {
			return true
		}
	}
	return false
}

func (s *settler) table(r *er.Relationship) *linkTable {
	if s.tables[r] == nil {
		s.tables[r] = s.g.newLinkTable(r)
	}
	return s.tables[r]
}

// round looks at every cut once and says whether it changed anything.
func (s *settler) round() bool {
	changed := false
	for _, m := range s.measures {
		r := m.rank()
		if r.tied() || r.thin() {
			changed = s.lift(m, r) || changed
		}
	}
	return changed
}

// ranking is the state of a measure's cut.
type ranking struct {
	limit  int
	all    []scored // most first, then by ordinal
	linked int      // how many have at least one
}

type scored struct {
	ordinal int64
	score   int
}

func (m *measure) rank() *ranking {
	r := &ranking{limit: m.cut.Limit, all: make([]scored, m.of.n)}
	for i := range m.of.n {
		ordinal := m.of.first + i
		r.all[i] = scored{ordinal, m.score(ordinal)}
		if r.all[i].score > 0 {
			r.linked++
		}
	}
	slices.SortFunc(r.all, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ordinal, b.ordinal))
	})
	return r
}

// thin says whether too few have a link for the cut to mean something although
// there are enough entities.
func (r *ranking) thin() bool { return r.linked <= r.limit && len(r.all) > r.limit }

// cut is the score at the cut: that of the last one within the limit.
func (r *ranking) cut() int { return r.all[r.limit-1].score }

func (r *ranking) tied() bool {
	return r.limit > 0 && len(r.all) > r.limit && r.cut() == r.all[r.limit].score
}

// lift raises as many entities as are missing: to one link when too few have
// any, else above the cut.
func (s *settler) lift(m *measure, r *ranking) bool {
	goal, missing := r.cut()+1, r.limit
	if r.thin() {
		goal, missing = 1, r.limit+1-r.linked
	} else {
		for _, e := range r.all[:r.limit] {
			if e.score >= goal {
				missing--
			}
		}
	}
	changed := false
	for _, e := range s.order(m, r, goal) {
		if missing == 0 {
			break
		}
		lifted, touched := s.raise(m, r, e, goal)
		changed = changed || touched
		if lifted {
			missing--
		}
	}
	return changed
}

// order lists those below the goal: the nearest to it first, equals shuffled,
// since ordinals go by type.
func (s *settler) order(m *measure, r *ranking, goal int) []int64 {
	shuffle := s.g.key("lift", m.cut.Name).Permutation(m.of.n)
	var below []scored
	for _, e := range r.all {
		if e.score < goal && len(below) < maxLifted {
			below = append(below, scored{shuffle.At(e.ordinal - m.of.first), e.score})
		}
	}
	slices.SortFunc(below, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ordinal, b.ordinal))
	})
	all := make([]int64, len(below))
	for i, e := range below {
		all[i] = m.of.first + shuffle.Of(e.ordinal)
	}
	return all
}

// maxLifted bounds how many are tried in a round.
const maxLifted = 5000

// note records the cuts that could not be settled.
func (s *settler) note() {
	for _, m := range s.measures {
		switch r := m.rank(); {
		case len(r.all) <= r.limit:
			s.add(m, "there are only %d to rank, not more than %d", len(r.all), r.limit)
		case r.thin():
			s.add(m, "only %d have a link, not more than %d", r.linked, r.limit)
		case s.g.profile.traits.ties:
			if !r.tied() {
				s.add(m, "no tie at the cut of %d: it has %d, the next %d", r.limit, r.cut(), r.all[r.limit].score)
			}
		case r.tied():
			s.add(m, "tie at the cut of %d: both sides have %d", r.limit, r.cut())
		}
	}
}

func (s *settler) add(m *measure, format string, args ...any) {
	s.g.notes = append(s.g.notes, Note{m.cut.Name, fmt.Sprintf(format, args...)})
}
