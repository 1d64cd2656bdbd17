package chance

import (
	"math/big"
	"math/bits"
	"slices"
)

// Kind is a family of distributions over whole numbers from 0.
type Kind string

// The kinds. Zipf here is over lengths: 1 + least with weight 1, 2 + least with
// weight 1/2^s, and so on.
const (
	Fixed     Kind = "fixed"     // always the mean, rounded half up
	Uniform   Kind = "uniform"   // every number from Min to 2·mean-Min alike
	Poisson   Kind = "poisson"   // of the mean
	Geometric Kind = "geometric" // each further one as likely as the one before
	ZipfKind  Kind = "zipf"      // few large ones, many small ones
)

// Kinds lists them in the order of the documentation.
func Kinds() []Kind { return []Kind{Fixed, Uniform, Poisson, Geometric, ZipfKind} }

// Shape is what a distribution is made from.
type Shape struct {
	Kind     Kind
	Mean     int64 // in millionths; from 0 to MaxMean
	Min, Max int64 // no draw is outside; Min counts into the mean
}

// MaxMean bounds the tables, in millionths.
const MaxMean = 1000 * Million

// Distribution draws whole numbers.
type Distribution struct {
	min, max   int64
	span       int64    // of a fixed or uniform one: numbers from min on
	cumulative []uint64 // of the others: scaled to 2^63 at the last
	mean       int64
}

// New makes the table of a Poisson or geometric distribution above Min, cut at
// Max. skew is the exponent of ZipfKind, in quarters.
func (s Shape) New(skew int) *Distribution {
	d := &Distribution{min: s.Min, max: s.Max}
	above := max(0, s.Mean-s.Min*Million)
	switch s.Kind {
	case Fixed:
		d.min = min(max((s.Mean+Million/2)/Million, s.Min), s.Max)
		d.span = 1
	case Uniform:
		d.span = min(2*above/Million+1, s.Max-s.Min+1)
	case Poisson:
		d.cumulative = scaled(poissonWeights(above), s.Max-s.Min)
	case Geometric:
		d.cumulative = scaled(geometricWeights(above), s.Max-s.Min)
	case ZipfKind:
		d.cumulative = scaled(zipfWeights(skew, above, s.Max-s.Min), s.Max-s.Min)
	}
	d.mean = d.average()
	return d
}

// Draw gives a number from Min to Max.
func (d *Distribution) Draw(s *Stream) int64 {
	if d.cumulative == nil {
		if d.span <= 1 {
			return d.min
		}
		return d.min + s.Below(d.span)
	}
	u := s.Uint64() >> 1
	i, found := slices.BinarySearch(d.cumulative, u)
	if found {
		i++ // cumulative[i] is the first draw of the next number
	}
	return d.min + int64(i)
}

// Mean is the mean of what Draw gives, in millionths, rounded down: a Max near
// the mean lowers it.
func (d *Distribution) Mean() int64 { return d.mean }

func (d *Distribution) average() int64 {
	if d.cumulative == nil {
		return d.min*Million + max(0, d.span-1)*Million/2
	}
	total, last := int64(0), uint64(0)
	for i, c := range d.cumulative {
		hi, lo := bits.Mul64((c-last)>>20, uint64(i)*Million)
		total += int64(hi<<21 | lo>>43)
		last = c
	}
	return d.min*Million + total
}

const weightBits = 200

// poissonWeights are proportional to mean^k/k!.
func poissonWeights(mean int64) []*big.Int {
	return weights(func(w *big.Int, k int64) {
		w.Mul(w, big.NewInt(mean))
		w.Quo(w, big.NewInt(k*Million))
	}, mean)
}

// geometricWeights are proportional to (m/(m+1))^k.
func geometricWeights(mean int64) []*big.Int {
	return weights(func(w *big.Int, _ int64) {
		w.Mul(w, big.NewInt(mean))
		w.Quo(w, big.NewInt(mean+Million))
	}, mean)
}

// weights begins with a large weight and goes on until what is left is below
// 2^-48 of the sum; next turns the weight of k-1 into that of k.
func weights(next func(w *big.Int, k int64), mean int64) []*big.Int {
	w := new(big.Int).Lsh(big.NewInt(1), weightBits)
	all, sum := []*big.Int{new(big.Int).Set(w)}, new(big.Int).Set(w)
	for k := int64(1); ; k++ {
		next(w, k)
		if k*Million > mean && new(big.Int).Lsh(w, 48).Cmp(sum) < 0 {
			return all
		}
		all = append(all, new(big.Int).Set(w))
		sum.Add(sum, w)
	}
}

// zipfWeights have 1 to most with weight 1/k^s; the mean above gives the number
// of weights when most is larger: up to 8 times it.
func zipfWeights(skew int, mean, most int64) []*big.Int {
	n := min(most, max(1, 8*mean/Million))
	all := []*big.Int{}
	for k := int64(1); k <= n+1; k++ {
		all = append(all, big.NewInt(int64(weight(skew, k))))
	}
	return all
}

// scaled gives cumulative weights up to 2^63, cut after the number most.
func scaled(weights []*big.Int, most int64) []uint64 {
	if int64(len(weights)) > most+1 {
		weights = weights[:most+1]
	}
	sum := new(big.Int)
	for _, w := range weights {
		sum.Add(sum, w)
	}
	cumulative := make([]uint64, len(weights))
	running := new(big.Int)
	for i, w := range weights {
		running.Add(running, w)
		x := new(big.Int).Lsh(running, 63)
		cumulative[i] = x.Quo(x, sum).Uint64()
	}
	return cumulative
}
