package chance

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// MaxSkew is the largest exponent, in quarters: 2.
const MaxSkew = 8

// ParseSkew reads an exponent that is a multiple of 0.25 from 0 to 2 and gives
// it in quarters: "0.75" is 3.
func ParseSkew(text string) (quarters int, err error) {
	whole, part, _ := strings.Cut(text, ".")
	q, ok := map[string]int{"": 0, "0": 0, "00": 0, "25": 1, "5": 2, "50": 2, "75": 3}[part]
	w, okWhole := map[string]int{"": 0, "0": 0, "1": 4, "2": 8}[whole]
	if !ok || !okWhole || w+q > MaxSkew || text == "" || text == "." {
		return 0, fmt.Errorf("skew %q is not a multiple of 0.25 from 0 to 2", text)
	}
	return w + q, nil
}

// FormatSkew writes quarters as ParseSkew reads them.
func FormatSkew(quarters int) string {
	return fmt.Sprintf("%d", quarters/4) + []string{"", ".25", ".5", ".75"}[quarters%4]
}

// Zipf is the table of ranks whose weight falls with a power of the rank. Eight
// bytes a rank; none at all with exponent 0, where all ranks are alike.
type Zipf struct {
	quarters   int
	cumulative []uint64 // cumulative[r] is the weight of the ranks up to r
}

// NewZipf makes the table for up to n ranks.
func NewZipf(quarters int, n int64) *Zipf {
	z := &Zipf{quarters: quarters}
	if quarters == 0 {
		return z
	}
	z.cumulative = make([]uint64, n)
	sum := uint64(0)
	for r := range n {
		sum += weight(quarters, r+1)
		z.cumulative[r] = sum
	}
	return z
}

// Draw gives a rank from 0 to n-1; n is at most the table's.
func (z *Zipf) Draw(s *Stream, n int64) int64 {
	if z.quarters == 0 {
		return s.Below(n)
	}
	u := uint64(s.Below(int64(z.cumulative[n-1])))
	r, found := slices.BinarySearch(z.cumulative[:n], u)
	if found {
		r++
	}
	return int64(r)
}

// Before is how many of total things the ranks below r get when they are dealt
// out by weight over n ranks: 0 for r = 0, total for r = n, never falling.
func (z *Zipf) Before(r, n, total int64) int64 {
	if r == 0 {
		return 0
	}
	part, whole := uint64(r), uint64(n)
	if z.quarters > 0 {
		part, whole = z.cumulative[r-1], z.cumulative[n-1]
	}
	hi, lo := bits.Mul64(part, uint64(total))
	quotient, _ := bits.Div64(hi, lo, whole)
	return int64(quotient)
}

// weight is 2^32 over rank^(quarters/4), at least 1: exact to the integer roots
// that it is made of. The sum over 2^31 ranks fits into 63 bits.
func weight(quarters int, rank int64) uint64 {
	r := uint64(rank)
	w := uint64(1) << 32
	for range quarters / 4 {
		w /= r
	}
	half := root(r << 32) // square root of the rank, times 2^16
	if quarters%4 >= 2 {
		w = w << 16 / half
	}
	if quarters%2 == 1 {
		w = w << 16 / root(half<<16)
	}
	return max(1, w)
}

// root is the integer square root, rounded down.
func root(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	r := uint64(1) << ((bits.Len64(x) + 1) / 2) // not below the root
	for {
		next := (r + x/r) / 2
		if next >= r {
			return r
		}
		r = next
	}
}
