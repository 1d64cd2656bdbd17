package choice

import (
	"iter"
	"math/big"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// Space is the valid sets of a model: to be counted, drawn from and walked over.
// It never changes.
type Space struct {
	points []Point
	index  map[ref]int
	groups [][]int // positions of points whose refusals have to do with each other, in model order
}

// NewSpace prepares a model's space.
func NewSpace(m *er.Model) *Space {
	s := &Space{points: Points(m), index: map[ref]int{}}
	for i, p := range s.points {
		s.index[p.ref()] = i
	}
	all := make([]int, len(s.points))
	for i := range all {
		all[i] = i
	}
	s.groups = grouped(s.points, all, ties)
	return s
}

// Points lists the points in model order.
func (s *Space) Points() []Point { return slices.Clone(s.points) }

// Size is the number of combinations of choices, valid or not.
func (s *Space) Size() *big.Int {
	size := big.NewInt(1)
	for _, p := range s.points {
		size.Mul(size, big.NewInt(int64(len(p.Choices))))
	}
	return size
}

// Draw makes a valid set. The points are decided in model order, kind by kind.
// At each point the choices that can still stand, which means that some valid set
// has them together with all that is decided already, are equally likely, and
// nothing else of what is decided matters. So:
//
//   - choices at points that cannot lead to each other's refusal are independent,
//     and uniform over all choices;
//   - every valid set can be drawn, with probability one over the product of the
//     numbers of choices that could stand;
//   - nothing is drawn twice or rejected, so that the time is bounded.
func (s *Space) Draw(stream *chance.Stream) Set {
	w := s.start()
	for i := range s.points {
		options := w.options(i)
		w.decide(i, options[stream.Below(int64(len(options)))])
	}
	return w.set
}

// Why not draw all points at once and reject sets that are refused? Then every
// valid set would be equally likely, but not every choice: one that rules out one
// of two choices at each of ten further points would come up in a thousandth of
// the sets, and its effect could not be estimated.

// All yields every valid set once, in the order of the choices. There may be
// very many: see Valid.
func (s *Space) All() iter.Seq[Set] {
	all := make([]int, len(s.points))
	for i := range all {
		all[i] = i
	}
	return func(yield func(Set) bool) {
		s.start().each(all, func(w *walk) bool {
			set := w.set
			set.choices = slices.Clone(set.choices)
			return yield(set)
		})
	}
}

func (s *Space) start() *walk {
	return &walk{set: Set{points: s.points, choices: make([]string, len(s.points)), index: s.index}}
}

// walk decides points one after the other.
type walk struct {
	set    Set
	open   []int    // decided points whose choices hang on undecided ones
	buffer []string // what options gave last
}

// options lists the choices at an undecided point that can stand, given those
// decided. It is valid until the next call, and never empty: see refuse.
func (w *walk) options(i int) []string {
	w.buffer = w.buffer[:0]
	for _, c := range w.set.points[i].Choices {
		w.set.choices[i] = c
		if w.stands(i) {
			w.buffer = append(w.buffer, c)
		}
	}
	w.set.choices[i] = undecided
	return w.buffer
}

// stands judges the choice at i, and those that may have hung on it.
func (w *walk) stands(i int) bool {
	if refuse(w.set, w.set.points[i]).refused() {
		return false
	}
	return !slices.ContainsFunc(w.open, func(j int) bool { return refuse(w.set, w.set.points[j]).refused() })
}

// decide makes a choice, one of the options.
func (w *walk) decide(i int, c string) {
	w.set.choices[i] = c
	isSettled := func(j int) bool { return !refuse(w.set, w.set.points[j]).open }
	if slices.ContainsFunc(w.open, isSettled) {
		w.open = slices.DeleteFunc(slices.Clone(w.open), isSettled) // a clone: each may have to restore it
	}
	if !isSettled(i) {
		w.open = append(slices.Clone(w.open), i)
	}
}

// each visits every way to decide the points at these positions. The walk is as
// before afterwards. It stops and is false when visit is.
func (w *walk) each(positions []int, visit func(*walk) bool) bool {
	if len(positions) == 0 {
		return visit(w)
	}
	i, open := positions[0], w.open
	for _, c := range slices.Clone(w.options(i)) {
		w.decide(i, c)
		goOn := w.each(positions[1:], visit)
		w.set.choices[i], w.open = undecided, open
		if !goOn {
			return false
		}
	}
	return true
}

// grouped puts points at some positions together whose ties link them, each
// group and the groups among themselves in model order.
func grouped(points []Point, positions []int, ties func(Point) []any) [][]int {
	leader := map[any]any{} // of a tie: another tie of its group, or none for the last in line
	find := func(tie any) any {
		for leader[tie] != nil {
			tie = leader[tie]
		}
		return tie
	}
	for _, i := range positions {
		all := ties(points[i])
		for _, tie := range all[1:] {
			if a, b := find(all[0]), find(tie); a != b {
				leader[b] = a
			}
		}
	}
	var groups [][]int
	at := map[any]int{}
	for _, i := range positions {
		first := find(ties(points[i])[0])
		g, ok := at[first]
		if !ok {
			g = len(groups)
			at[first] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}
