package choice

import (
	"fmt"
	"math"
	"math/big"

	"ercheck/catalog/instance/chance"
)

// How far counting goes.
const (
	maxCounted   = 1 << 16   // valid ways that are gone through one by one for one group, or one part of it
	maxLooks     = 1 << 20   // facts that are looked at for it
	estimateWork = 1 << 17   // points decided for the estimate of one group
	mostDraws    = 4000      // for one group
	leastDraws   = 100       // likewise, whatever the work
	countingSeed = 0x5ca1ab1 // the estimate is a property of the model, not of a user's seed
)

// Count is how many valid sets there are.
type Count struct {
	Sets  *big.Int // to the nearest whole number, when estimated
	Exact bool
	Draws int     // the size of the sample behind an estimate, of the group with the smallest; 0 when exact
	Error float64 // standard error as a share of Sets; 0 when exact
}

// String says the number and where it is from.
func (c Count) String() string {
	if c.Exact {
		return c.Sets.String()
	}
	about := new(big.Float).SetInt(c.Sets).Text('g', 3)
	return fmt.Sprintf("about %s (estimated from %d draws, standard error %.1f %%)", about, c.Draws, 100*c.Error)
}

// AtMost says whether the number is exact and not above n.
func (c Count) AtMost(n int) bool {
	return c.Exact && c.Sets.Cmp(big.NewInt(int64(n))) <= 0
}

// Valid counts the valid sets. Points that have nothing to do with each other's
// refusals make the number a product over groups. A group is counted by going
// through its ways, or where its points look at each other through few facts,
// through those of its parts (see counter), up to 65,536. For a larger one the number is estimated by Knuth's
// method (Estimating the efficiency of backtrack programs, 1975): the mean, over
// draws as Draw makes them, of the product of the numbers of choices that could
// stand, which has the number of valid ways as its expectation.
func (s *Space) Valid() Count {
	total := Count{Sets: big.NewInt(1), Exact: true}
	estimated := float(1)
	for i, group := range s.groups {
		if n, ok := newCounter(s, group).count(); ok {
			total.Sets.Mul(total.Sets, n)
			continue
		}
		e := s.estimate(group, chance.NewKey(countingSeed, fmt.Sprint(i)))
		estimated.Mul(estimated, e.mean)
		if total.Exact || e.draws < total.Draws {
			total.Draws = e.draws
		}
		total.Exact = false
		total.Error = math.Hypot(total.Error, e.relativeError) // errors of a product of independent figures, to first order
	}
	if !total.Exact {
		estimated.Mul(estimated, float(1).SetInt(total.Sets))
		estimated.Add(estimated, float(0.5)).Int(total.Sets)
	}
	return total
}

type estimate struct {
	mean          *big.Float
	relativeError float64
	draws         int
}

func (s *Space) estimate(group []int, key chance.Key) estimate {
	draws := max(leastDraws, min(mostDraws, estimateWork/len(group)))
	sum, squares := float(0), float(0)
	for d := range draws {
		stream := key.At(int64(d))
		ways := float(1)
		w := s.start()
		for _, i := range group {
			options := w.options(i)
			ways.Mul(ways, float(float64(len(options))))
			w.decide(i, options[stream.Below(int64(len(options)))])
		}
		sum.Add(sum, ways)
		squares.Add(squares, ways.Mul(ways, ways))
	}
	n := float(float64(draws))
	mean := float(0).Quo(sum, n)
	// Variance over mean squared, from n * squares / sum^2 - 1.
	spread := float(0).Quo(squares.Mul(squares, n), sum.Mul(sum, sum))
	variance, _ := spread.Sub(spread, float(1)).Float64()
	return estimate{mean, math.Sqrt(max(0, variance) / float64(draws-1)), draws}
}

// float is a number too wide to overflow: a thousand points have more sets than
// a float64 can count.
func float(x float64) *big.Float { return big.NewFloat(x).SetPrec(256) }
