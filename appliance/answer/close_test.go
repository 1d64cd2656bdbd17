package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// kept makes a table of columns "text float8" and rows "a 1.5", "NULL 2".
func kept(types string, rows ...string) Table {
	var t Table
	for _, name := range strings.Fields(types) {
		t.Columns = append(t.Columns, Column{Type: name})
	}
	for _, row := range rows {
		var values []*string
		for _, v := range strings.Fields(row) {
			values = append(values, &v)
			if v == "NULL" {
				values[len(values)-1] = nil
			}
		}
		t.Rows = append(t.Rows, values)
	}
	t.RowCount = int64(len(t.Rows))
	return t
}

func TestClose(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Table
		want bool
	}{
		{"an edge of rounding", kept("float8", "0.12345678851"), kept("float8", "0.12345678849"), true},
		{"a numeric beside a float", kept("numeric", "0.33333333333333333333"), kept("float8", "0.3333333333333333"), true},
		{"no float", kept("numeric", "0.33333333333333333333"), kept("numeric", "0.3333333333333333"), false},
		{"too far", kept("float8", "1"), kept("float8", "1.00000001"), false},
		{"beside zero", kept("float8", "0"), kept("float8", "5.551115123125783e-17"), true},
		{"signs", kept("float8", "1"), kept("float8", "-1"), false},
		{"rows in another order", kept("text float8", "a 1", "b 2"), kept("text float8", "b 2.0000000001", "a 1"), true},
		{"floats of other rows", kept("text float8", "a 1", "b 2"), kept("text float8", "b 1", "a 2"), false},
		{"columns in another order", kept("text float8", "a 1"), kept("float8 text", "1 a"), false},
		{"another text", kept("text float8", "a 1"), kept("text float8", "b 1"), false},
		{"typed beside", kept("int4 float8", "1 1"), kept("numeric float8", "1.0 1.0000000001"), true},
		{"NULL and NULL", kept("float8 float8", "NULL 1"), kept("float8 float8", "NULL 1.0000000001"), true},
		{"NULL and 0", kept("float8", "NULL"), kept("float8", "0"), false},
		{"NaN", kept("float8 float8", "NaN 1"), kept("float8 numeric", "NaN 1.0000000001"), true},
		{"infinities", kept("float8", "Infinity"), kept("float8", "-Infinity"), false},
		{"a text that is a number", kept("float8", "1"), kept("text", "1"), false},
		{"a row more", kept("float8", "1", "1"), kept("float8", "1"), false},
		{"a pair that has to be given up", kept("float8", "1", "1.0000000008"), kept("float8", "1.0000000004", "0.9999999992"), true},
		{"the middle twice", kept("float8", "1", "1.0000000016"), kept("float8", "1.0000000008", "1.0000000008"), true},
		{"a chain", kept("float8", "1", "1"), kept("float8", "1.0000000008", "1.0000000016"), false},
		{"another width", kept("float8", "1"), kept("float8 float8", "1 1"), false},
		{"none", kept("float8"), kept("float8"), true},
	} {
		if got := Close(c.a, c.b); got != c.want {
			t.Errorf("%s: close is %v", c.name, got)
		}
		if Close(c.b, c.a) != c.want {
			t.Errorf("%s: not symmetric", c.name)
		}
	}
}

func TestCloseDecidesOnlyWhatIsWhole(t *testing.T) {
	a := kept("text float8", "a 1")
	b := kept("text float8", "a 1")
	if a.RowCount, b.RowCount = 2, 2; Close(a, b) {
		t.Error("close, with a row that was not kept")
	}
	if long := kept("text float8", strings.Repeat("x", longestKept)+" 1"); Close(long, kept("text float8", "x 1")) || Close(long, long) {
		t.Error("close, with a value that may have been cut")
	}
	if short := kept("text float8", "a"); Close(short, short) {
		t.Error("close, with a value that is missing")
	}
}

// TestCloseAgainstEveryPairing draws rows whose floats lie half a tolerance
// apart, and tries every pairing.
func TestCloseAgainstEveryPairing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.Custom(func(t *rapid.T) string {
			near := func() string { return fmt.Sprintf("1.%010d", 6*rapid.IntRange(0, 4).Draw(t, "step")) }
			return fmt.Sprintf("%s %s %s", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "text"), near(), near())
		})
		n := rapid.IntRange(0, 5).Draw(t, "rows")
		rows := func() Table { return kept("text float8 float8", rapid.SliceOfN(row, n, n).Draw(t, "rows")...) }
		a, b := rows(), rows()
		want := false
		for order := range permutations(n) {
			want = want || !slices.ContainsFunc(count(n), func(i int) bool { return !closeRows(a.Rows[i], b.Rows[order[i]]) })
		}
		if got := Close(a, b); got != want {
			t.Fatalf("close is %v, want %v", got, want)
		}
	})
}

func closeRows(a, b []*string) bool {
	number := func(s *string) (n float64) { _, _ = fmt.Sscan(*s, &n); return n }
	return *a[0] == *b[0] && closeFloats(number(a[1]), number(b[1])) && closeFloats(number(a[2]), number(b[2]))
}
