package variants

import (
	"fmt"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
	"ercheck/variants/choice"
)

// MaxSample is how many variants can be drawn at once.
const MaxSample = 10_000

// Drawing is what was drawn from the space of a model.
type Drawing struct {
	Variants []Variant // each named v_ and 10 hex digits, all different; at least one
	Asked    int
	Valid    choice.Count // how many sets there are to draw from
	Distance int          // any two differ at this many decision points at least; 0 for a single variant
	Notes    []string     // what whoever uses the drawing should know
}

// SampleSizeError says that no such number of variants can be drawn.
type SampleSizeError struct{ Asked int }

func (e *SampleSizeError) Error() string { return fmt.Sprintf("%d variants cannot be drawn", e.Asked) }

// Hint says what can be.
func (e *SampleSizeError) Hint() string { return fmt.Sprintf("ask for 1 to %d", MaxSample) }

// Random draws k variants for experiments that estimate the effect of each
// choice: every decision point independently, and uniformly over the choices that
// can stand, as choice.Space.Draw says in full. What was drawn before is drawn
// again, and so is a set whose tables would be too wide for Postgres. The same
// seed gives the same variants, and of a larger k they are the first.
//
// Where there are fewer than k, all are given, and a note says so. The error is a
// *SampleSizeError, or a *choice.Error where the first 51 sets drawn are refused.
func Random(m *er.Model, k int, seed uint64) (Drawing, error) {
	d, err := newDrawer(m, k, chance.NewKey(seed, "random variants"))
	if err != nil {
		return Drawing{}, err
	}
	for c := range d.candidates {
		d.take(c)
		if len(d.drawn.Variants) == k || d.hopeless() {
			break
		}
	}
	return d.finish()
}

// Sample picks k variants that are far from each other: the distance of two is at
// how many decision points they differ, of those that count in both. From a pool
// of random sets it takes the first, and then again and again the one whose
// nearest neighbour among those taken is farthest (of several, the one with the
// largest sum of distances, then the first). The pool has 2,048 sets, or eight
// times as many as are asked for, or all there are; but from several hundred on,
// and on models with thousands of decision points, fewer, so that the time is
// bounded: in the end the sample is hardly more than random.
//
// The same seed gives the same variants. For fewer than k, and for errors, see
// Random.
func Sample(m *er.Model, k int, seed uint64) (Drawing, error) {
	d, err := newDrawer(m, k, chance.NewKey(seed, "distant variants"))
	if err != nil {
		return Drawing{}, err
	}
	s := newSpread(d.pool(poolSize(k, len(d.space.Points()))))
	for len(d.drawn.Variants) < k && !d.hopeless() {
		i, distance := s.farthest()
		if i < 0 {
			break
		}
		if !d.take(s.pool[i]) {
			s.drop(i)
			continue
		}
		s.add(i)
		if n := len(d.drawn.Variants); n == 2 || n > 2 && distance < d.drawn.Distance {
			d.drawn.Distance = distance
		}
	}
	return d.finish()
}

// Bounds of Sample's work.
const (
	leastPool   = 2048
	perPick     = 8       // candidates for each variant asked for
	compareWork = 1 << 26 // points compared, for the whole sample
	drawWork    = 1 << 19 // points decided, for the whole pool
)

func poolSize(k, points int) int {
	return max(k, min(max(leastPool, perPick*k), compareWork/(k*points), drawWork/points))
}

// spread is a pool with its distances from what was taken.
type spread struct {
	pool    []candidate
	left    []bool // neither taken nor dropped
	nearest []int  // distance from the nearest one taken; -1 while none is
	sum     []int  // of the distances from those taken
}

func newSpread(pool []candidate) *spread {
	s := &spread{pool: pool, left: make([]bool, len(pool)), nearest: make([]int, len(pool)), sum: make([]int, len(pool))}
	for i := range pool {
		s.left[i], s.nearest[i] = true, -1
	}
	return s
}

// farthest gives the candidate to take next, or -1, and its distance from the
// nearest one taken.
func (s *spread) farthest() (best, distance int) {
	best = -1
	for i, left := range s.left {
		if left && (best < 0 || s.nearest[i] > s.nearest[best] || s.nearest[i] == s.nearest[best] && s.sum[i] > s.sum[best]) {
			best = i
		}
	}
	if best < 0 {
		return -1, 0
	}
	return best, s.nearest[best]
}

func (s *spread) drop(i int) { s.left[i] = false }

func (s *spread) add(taken int) {
	s.left[taken] = false
	for i, left := range s.left {
		if !left {
			continue
		}
		d := choice.CodeDistance(s.pool[i].code, s.pool[taken].code)
		s.sum[i] += d
		if s.nearest[i] < 0 || d < s.nearest[i] {
			s.nearest[i] = d
		}
	}
}
