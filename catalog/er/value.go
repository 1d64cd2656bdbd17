package er

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"
)

// Base is the kind of a value.
type Base string

// The kinds of values. A JSON value stays JSON in every variant.
const (
	Integer   Base = "integer"   // 32 bits
	Bigint    Base = "bigint"    // 64 bits
	Numeric   Base = "numeric"   // exact, with precision and scale
	Float     Base = "float"     // double precision, never NaN or infinite
	Text      Base = "text"      // no U+0000
	Boolean   Base = "boolean"   // t, f
	Date      Base = "date"      // 2026-01-31
	Timestamp Base = "timestamp" // an instant: 2026-01-31 10:00:00+00
	JSON      Base = "json"      // as Postgres prints jsonb
)

// Type of a value.
type Type struct {
	Base             Base
	Precision, Scale int // of numeric; Precision 0 for all others
}

// String gives the type as a model file writes it: integer, numeric(10,2).
func (t Type) String() string {
	if t.Base == Numeric {
		return fmt.Sprintf("numeric(%d,%d)", t.Precision, t.Scale)
	}
	return string(t.Base)
}

// Value is what an entity or a link has for one attribute. Texts are canonical:
// as Postgres prints the value with UTC, ISO dates and C collation, so that
// equal values have equal texts.
type Value struct {
	Null  bool
	Text  string   // of a simple single-valued attribute
	Set   []string // of a multi-valued attribute: distinct, sorted by Type.Compare; empty is not NULL
	Parts []Value  // of a composite attribute, one for each component
}

// Compare orders two canonical texts of the type: numbers by value, false
// before true, all others by bytes (which for dates and instants of the years
// 0001 to 9999 is by time).
func (t Type) Compare(a, b string) int {
	switch t.Base {
	case Integer, Bigint, Numeric, Float:
		return compareNumbers(a, b)
	default:
		return strings.Compare(a, b)
	}
}

func compareNumbers(a, b string) int {
	x, okX := parseDecimal(a)
	y, okY := parseDecimal(b)
	if okX && okY {
		return cmp.Or(x.compare(y), strings.Compare(a, b))
	}
	return compareAnyNumbers(a, b)
}

// decimal is a number as canonical texts have it: digits, without zeros in front
// but the one before a point.
type decimal struct {
	negative        bool
	whole, fraction string
}

// parseDecimal is not ok for what needs more care: exponents, and what is not
// canonical.
func parseDecimal(text string) (d decimal, ok bool) {
	d.negative = strings.HasPrefix(text, "-")
	d.whole = strings.TrimPrefix(text, "-")
	point := false
	d.whole, d.fraction, point = strings.Cut(d.whole, ".")
	ok = isDigits(d.whole) && (d.whole[0] != '0' || d.whole == "0") && (!point || isDigits(d.fraction))
	return d, ok
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func (d decimal) compare(o decimal) int {
	switch {
	case d.isZero() && o.isZero():
		return 0
	case d.negative != o.negative && d.negative:
		return -1
	case d.negative != o.negative:
		return 1
	case d.negative:
		d, o = o, d
	}
	return cmp.Or(cmp.Compare(len(d.whole), len(o.whole)), strings.Compare(d.whole, o.whole),
		strings.Compare(strings.TrimRight(d.fraction, "0"), strings.TrimRight(o.fraction, "0")))
}

func (d decimal) isZero() bool { return d.whole == "0" && strings.Trim(d.fraction, "0") == "" }

func compareAnyNumbers(a, b string) int {
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	if !okX || !okY {
		return strings.Compare(a, b)
	}
	return cmp.Or(x.Cmp(y), strings.Compare(a, b))
}
