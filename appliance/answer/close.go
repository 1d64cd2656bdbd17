package answer

import (
	"math"
	"slices"
	"strconv"
)

// Tolerance is how far two floats may lie apart, as a share of the larger one,
// where digests do not decide: what 9 significant digits say, without the edges
// of rounding.
const Tolerance = 1e-9

// nearZero is how far two floats may lie apart in any case: sums that should be
// 0 leave something of this size.
const nearZero = 1e-12

// Table is what was kept of an answer's rows.
type Table struct {
	Columns  []Column
	Rows     [][]*string // in Postgres's text, nil for NULL, as Answer.Rows gives them
	RowCount int64       // of the whole answer
}

// Close says whether two answers agree under Typed once floats may differ by
// Tolerance. It decides only what it can see: both answers kept whole, and a
// column of floats in one of them. Rows are matched one to one; their order does
// not count.
//
// It is no digest's mode, since it is not transitive: who uses it marks what it
// decided.
func Close(a, b Table) bool {
	floats := floatColumns(a, b)
	if len(a.Columns) != len(b.Columns) || a.RowCount != b.RowCount || !slices.Contains(floats, true) || !a.whole() || !b.whole() {
		return false
	}
	groups := map[RowHash]*group{}
	at := func(key RowHash) *group {
		if groups[key] == nil {
			groups[key] = &group{}
		}
		return groups[key]
	}
	for _, row := range a.Rows {
		key, numbers := a.split(row, floats)
		at(key).left = append(at(key).left, numbers)
	}
	for _, row := range b.Rows {
		key, numbers := b.split(row, floats)
		at(key).right = append(at(key).right, numbers)
	}
	for _, g := range groups {
		if !g.match() {
			return false
		}
	}
	return true
}

// floatColumns are those that hold floats on either side.
func floatColumns(a, b Table) []bool {
	floats := make([]bool, min(len(a.Columns), len(b.Columns)))
	for i := range floats {
		for _, t := range []Table{a, b} {
			is := typeOf(t.Columns[i].Type)
			floats[i] = floats[i] || is.kind == floatKind && !is.array
		}
	}
	return floats
}

// whole says whether nothing of the answer was left out: no row, and no part of
// a value (keep.go cuts long ones).
func (t Table) whole() bool {
	if t.RowCount != int64(len(t.Rows)) {
		return false
	}
	for _, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return false
		}
		for _, v := range row {
			if v != nil && len(*v) >= longestKept {
				return false
			}
		}
	}
	return true
}

// longestKept is where DefaultKeep begins to cut, in bytes.
var longestKept = DefaultKeep().Bytes / 4

// split gives the hash of a row without what tolerance applies to, and that.
func (t Table) split(row []*string, floats []bool) (RowHash, []float64) {
	var m murmur
	var numbers []float64
	for i, v := range row {
		var raw []byte
		if v != nil {
			raw = []byte(*v)
		}
		if n, ok := finite(t.Columns[i], raw); floats[i] && ok {
			numbers = append(numbers, n)
			m.absorb(stir(1, 0))
			continue
		}
		h := hashBytes(t.typed(i, raw))
		m.absorb(stir(h.hi, h.lo))
	}
	return m.sum(16 * len(row)), numbers
}

// typed is the typed form of a value; empty for NULL.
func (t Table) typed(column int, raw []byte) []byte {
	is := typeOf(t.Columns[column].Type)
	if raw == nil || is.isJSONNull(raw) {
		return nil
	}
	return appendTyped(nil, is, raw)
}

// finite reads a number of any type; NULL, NaN and infinities are none.
func finite(c Column, raw []byte) (float64, bool) {
	switch is := typeOf(c.Type); {
	case raw == nil || is.array:
		return 0, false
	case is.kind != floatKind && is.kind != numericKind && is.kind != intKind:
		return 0, false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return n, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// group holds the floats of rows that are equal in all else.
type group struct{ left, right [][]float64 }

// match says whether the rows can be paired so that those of each pair are
// close. Closeness is not transitive, so pairs are given up again where that
// helps another row (Kuhn's algorithm).
func (g *group) match() bool {
	if len(g.left) != len(g.right) {
		return false
	}
	partner := make([]int, len(g.right)) // of each right row, plus 1
	for l := range g.left {
		if !g.pair(l, partner, make([]bool, len(g.right))) {
			return false
		}
	}
	return true
}

// pair finds a partner for a left row among those not tried yet.
func (g *group) pair(l int, partner []int, tried []bool) bool {
	for r, numbers := range g.right {
		if tried[r] || !slices.EqualFunc(g.left[l], numbers, closeFloats) {
			continue
		}
		tried[r] = true
		if partner[r] == 0 || g.pair(partner[r]-1, partner, tried) {
			partner[r] = l + 1
			return true
		}
	}
	return false
}

func closeFloats(a, b float64) bool {
	return math.Abs(a-b) <= max(nearZero, Tolerance*max(math.Abs(a), math.Abs(b)))
}
