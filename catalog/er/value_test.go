package er

import (
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestComparingDecimalsIsComparingNumbers compares the short way with the exact
// one, which every text that is a number can go.
func TestComparingDecimalsIsComparingNumbers(t *testing.T) {
	number := rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?`),
		rapid.StringMatching(`-?0(\.0{1,2}[0-9]?)?`),
		rapid.StringMatching(`-?0?[0-9]{1,2}(\.[0-9]?)?`),
		rapid.Map(rapid.Float64(), func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }),
		rapid.SampledFrom([]string{"", "-", ".", ".5", "1.", "+1", "1/2", "1e3", "--1", "0-1", "1.2.3", "NaN"}),
	)
	rapid.Check(t, func(t *rapid.T) {
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		if got, want := compareNumbers(a, b), compareAnyNumbers(a, b); got != want {
			t.Errorf("%q against %q is %d, not %d", a, b, got, want)
		}
	})
}

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		base Base
		rise string // each below the next
	}{
		{Integer, "-100 -20 -3 -0 0 4 50 600"},
		{Numeric, "-10.50 -9.99 -0.01 0.00 0.1 0.10 0.11 9.5 10.05"},
		{Float, "-1e+20 -2.5 1e-07 0.25 3 1e+20"},
		{Text, "10 9 A a é"},
		{Date, "0999-12-31 2024-02-29 2024-03-01"},
		{Boolean, "f t"},
	} {
		texts := strings.Fields(c.rise)
		for i, a := range texts {
			for j, b := range texts {
				if got := (Type{Base: c.base}).Compare(a, b); got < 0 != (i < j) || got > 0 != (i > j) {
					t.Errorf("%s: %s against %s is %d", c.base, a, b, got)
				}
			}
		}
	}
}
