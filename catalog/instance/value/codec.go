// Package value says how generated values look: canonical texts of a type, drawn
// from a range, a list of choices, a share of true, a pattern of words, or for
// JSON an object of such.
//
//  1. Parse reads a Spec from the data section of a model file; Default gives one
//     for any type, so that a model without a data section works.
//  2. A Maker draws values that may repeat.
//  3. A Distinct gives the i-th of n values that are all different, by
//     construction and without keeping any.
//
// It knows types and words. It does not know entities: neither which attribute a
// value is for nor how many there are of what.
package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ercheck/catalog/er"
)

// scaled is how a type's values are counted: as whole numbers of a unit.
type scaled struct {
	base  er.Base
	scale int // digits behind the point, of numeric
	least int64
	most  int64
}

const (
	maxInteger = math.MaxInt32
	// maxFloat keeps floats, which are multiples of a quarter, in plain notation.
	maxFloat    = 1 << 40
	floatParts  = 4
	maxUnscaled = 999_999_999_999_999_999 // 18 digits
	secondsADay = 86400
)

// scaledOf gives the counting of a type; not ok for text, boolean and JSON.
func scaledOf(t er.Type) (c scaled, ok bool) {
	c = scaled{base: t.Base, scale: t.Scale}
	switch t.Base {
	case er.Integer:
		c.least, c.most = -maxInteger, maxInteger
	case er.Bigint:
		c.least, c.most = -maxUnscaled, maxUnscaled
	case er.Numeric:
		c.most = maxUnscaled
		if t.Precision < 18 {
			c.most = power10(t.Precision) - 1
		}
		c.least = -c.most
	case er.Float:
		c.least, c.most = -maxFloat, maxFloat
	case er.Date:
		c.least, c.most = day(1, 1, 1), day(9999, 12, 31)
	case er.Timestamp:
		c.least, c.most = day(1, 1, 1)*secondsADay, (day(9999, 12, 31)+1)*secondsADay-1
	default:
		return c, false
	}
	return c, true
}

func day(year, month, date int) int64 {
	return time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC).Unix() / secondsADay
}

func power10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// format writes a count of units as Postgres prints the value.
func (c scaled) format(n int64) string {
	switch c.base {
	case er.Numeric:
		return decimal(n, c.scale)
	case er.Float:
		return strings.TrimRight(strings.TrimRight(decimal(n*100/floatParts, 2), "0"), ".")
	case er.Date:
		return dateText(n)
	case er.Timestamp:
		return instantText(n)
	}
	return strconv.FormatInt(n, 10)
}

// decimal writes n with the last scale digits behind a point.
func decimal(n int64, scale int) string {
	if scale == 0 {
		return strconv.FormatInt(n, 10)
	}
	var digits, text [32]byte
	b, magnitude := text[:0], uint64(n)
	if n < 0 {
		b, magnitude = append(b, '-'), -magnitude
	}
	all := strconv.AppendUint(digits[:0], magnitude, 10)
	whole := max(0, len(all)-scale)
	if b = append(b, all[:whole]...); whole == 0 {
		b = append(b, '0')
	}
	b = append(b, '.')
	for range scale - len(all) {
		b = append(b, '0')
	}
	return string(append(b, all[whole:]...))
}

// parse reads what a user wrote: numbers, dates as 2026-01-31, instants as
// 2026-01-31 or 2026-01-31 10:00:00. The error has no place.
func (c scaled) parse(text string) (int64, error) {
	n, err := c.units(text)
	if err != nil {
		return 0, err
	}
	if n < c.least || n > c.most {
		return 0, fmt.Errorf("%s is outside what the type can hold (%s to %s)", text, c.format(c.least), c.format(c.most))
	}
	return n, nil
}

func (c scaled) units(text string) (int64, error) {
	switch c.base {
	case er.Date:
		return instant(text, secondsADay)
	case er.Timestamp:
		return instant(text, 1)
	case er.Numeric:
		return units(text, c.scale)
	case er.Float:
		n, err := units(text, 2)
		if err == nil && n%25 != 0 {
			err = fmt.Errorf("%s is not a multiple of 0.25", text)
		}
		return n / 25, err
	}
	return units(text, 0)
}

func instant(text string, unit int64) (int64, error) {
	text = strings.TrimSuffix(strings.Replace(text, "T", " ", 1), "Z")
	for _, layout := range []string{time.DateOnly, time.DateTime} {
		if at, err := time.Parse(layout, text); err == nil {
			return floorDivide(at.Unix(), unit), nil
		}
	}
	return 0, fmt.Errorf("%q is no date; write it as 2026-01-31 or 2026-01-31 10:00:00", text)
}

func floorDivide(n, by int64) int64 {
	if q := n / by; n%by >= 0 {
		return q
	}
	return n/by - 1
}

// units reads a decimal number as a whole number of 10^-scale.
func units(text string, scale int) (int64, error) {
	whole, part, _ := strings.Cut(text, ".")
	if len(part) > scale {
		return 0, fmt.Errorf("%q has more than %d digits behind the point", text, scale)
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", scale-len(part)), 10, 64)
	if err != nil || strings.HasPrefix(whole, "+") || whole == "" || whole == "-" {
		return 0, fmt.Errorf("%q is no number in range", text)
	}
	return n, nil
}

// Units reads a decimal number as a whole number of 10^-scale, for figures that
// belong to no attribute.
func Units(text string, scale int) (int64, error) { return units(text, scale) }

// Decimal writes what Units read, without zeros at the end.
func Decimal(n int64, scale int) string {
	text := decimal(n, scale)
	if scale > 0 {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
