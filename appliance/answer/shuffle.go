package answer

import (
	"fmt"
	"slices"
)

// shuffle is the digest of Columns: the same for two answers when, under some
// one-to-one matching of their columns, they have the same typed rows.
//
// Up to maxExact columns it is exact: the rows are summed under every order of
// the columns, and the least sum is the digest.
//
// Beyond, it is made of what is known of each column: the multiset, over rows, of
// its value together with all values of the row in any order. Up to maxPairs
// columns the same is known of each two columns. Equal answers have equal digests.
// Answers that are not equal can have equal digests only if two of their rows (four,
// with pairs) hold the same values in another order: never where each row has a
// value of its own, as a key is.
type shuffle struct {
	width  int
	row    []RowHash // the current row's values
	rows   int64
	ragged bool      // a row had another width; no server sends one
	first  []RowHash // the first rows, at most MaxRowHashes

	sums    []RowHash // by order of columns, up to maxExact columns
	columns []RowHash // by column, for more columns
	pairs   []RowHash // by column × width + other column, up to maxPairs; none of a column with itself
}

const (
	maxExact = 4 // 24 orders
	maxPairs = 8 // 56 pairs
)

// MaxRowHashes is how many hashes of its first rows an answer keeps.
const MaxRowHashes = 1000

func newShuffle(width int) shuffle {
	s := shuffle{width: width}
	if width <= maxExact {
		s.sums = make([]RowHash, len(orders[width]))
		return s
	}
	s.columns = make([]RowHash, width)
	if width <= maxPairs {
		s.pairs = make([]RowHash, width*width)
	}
	return s
}

// begin starts a row.
func (s *shuffle) begin() { s.row = s.row[:0] }

// value adds the typed form of the row's next value; NULL has an empty one, and
// nothing else has.
func (s *shuffle) value(typed []byte) { s.row = append(s.row, hashBytes(typed)) }

// end adds the row.
func (s *shuffle) end() {
	s.rows++
	if s.ragged = s.ragged || len(s.row) != s.width; s.ragged {
		return
	}
	if len(s.first) < MaxRowHashes {
		s.first = append(s.first, hashOf(s.row...))
	}
	if s.width > maxExact {
		s.addWide()
		return
	}
	s.addOrders()
}

func (s *shuffle) addOrders() {
	var row [maxExact]RowHash
	for i, v := range s.row {
		row[i] = stir(v.hi, v.lo)
	}
	for i, order := range orders[s.width] {
		var m murmur
		for _, column := range order {
			m.absorb(row[column%maxExact]) // always less: it spares the check of bounds
		}
		s.sums[i] = s.sums[i].plus(m.sum(16 * s.width))
	}
}

func (s *shuffle) addWide() {
	var all RowHash
	for _, v := range s.row {
		all = all.plus(v)
	}
	for i, v := range s.row {
		s.columns[i] = s.columns[i].plus(hashOf(v, all))
	}
	if s.pairs == nil {
		return
	}
	for i, v := range s.row {
		for j, w := range s.row {
			if i != j {
				s.pairs[i*s.width+j] = s.pairs[i*s.width+j].plus(hashOf(v, w, all))
			}
		}
	}
}

// digest is rows, width and sum as "12:3:00ff…". Without columns to speak of it is
// that of Typed, which is given.
func (s *shuffle) digest(typed string) string {
	switch {
	case s.ragged:
		return "ragged:" + typed
	case s.width > maxExact:
		return s.format(s.wide())
	}
	least := s.sums[0]
	for _, sum := range s.sums {
		if sum.hi < least.hi || sum.hi == least.hi && sum.lo < least.lo {
			least = sum
		}
	}
	return s.format(least)
}

func (s *shuffle) format(sum RowHash) string {
	return fmt.Sprintf("%d:%d:%s", s.rows, s.width, sum)
}

// wide sums what is known, of pairs after each has been told of the others, as
// often as it takes for word to come round. (It is the two-dimensional
// Weisfeiler-Leman refinement, which tells apart all that few columns can be.)
func (s *shuffle) wide() (sum RowHash) {
	known := s.columns
	if s.pairs != nil {
		known = slices.Clone(s.pairs)
		for i, column := range s.columns {
			known[i*s.width+i] = column
		}
		for range s.width {
			known = s.tell(known)
		}
	}
	for _, k := range known {
		sum = sum.plus(hashOf(k))
	}
	return sum
}

// tell adds to what is known of each pair what is known of the ways between its
// columns over a third one.
func (s *shuffle) tell(known []RowHash) []RowHash {
	next := make([]RowHash, len(known))
	for pair, k := range known {
		from, to := pair/s.width, pair%s.width
		var ways RowHash
		for over := range s.width {
			ways = ways.plus(hashOf(known[from*s.width+over], known[over*s.width+to]))
		}
		next[pair] = hashOf(k, ways)
	}
	return next
}

// orders are all orders of so many columns, the given one first.
var orders = allOrders()

func allOrders() (all [maxExact + 1][][]uint8) {
	all[0] = [][]uint8{{}}
	for n := range maxExact {
		for at := n; at >= 0; at-- { // where the next column goes
			for _, order := range all[n] {
				longer := append(append(append([]uint8{}, order[:at]...), uint8(n)), order[at:]...)
				all[n+1] = append(all[n+1], longer)
			}
		}
	}
	return all
}
