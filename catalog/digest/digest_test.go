package digest

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sum adds rows of texts; "\x00" stands for NULL.
func sum(rows ...[]string) *Multiset {
	var m Multiset
	for _, row := range rows {
		m.Begin()
		for _, v := range row {
			if v == "\x00" {
				m.Null()
			} else {
				m.Text(v)
			}
		}
		m.End()
	}
	return &m
}

func TestWhatIsToldApart(t *testing.T) {
	for name, c := range map[string]struct{ a, b [][]string }{
		"duplicates count":         {[][]string{{"x"}, {"x"}}, [][]string{{"x"}}},
		"pairs do not cancel":      {[][]string{{"x"}, {"x"}}, [][]string{{"y"}, {"y"}}},
		"NULL is not empty":        {[][]string{{"\x00"}}, [][]string{{""}}},
		"where a value ends":       {[][]string{{"ab", "c"}}, [][]string{{"a", "bc"}}},
		"where a row ends":         {[][]string{{"a", "b"}}, [][]string{{"a"}, {"b"}}},
		"columns have an order":    {[][]string{{"a", "b"}}, [][]string{{"b", "a"}}},
		"a row of nothing is one":  {[][]string{{}}, nil},
		"a tag inside a long text": {[][]string{{"a\x01\x01b"}}, [][]string{{"a", "b"}}},
	} {
		if sum(c.a...).Equal(sum(c.b...)) {
			t.Errorf("%s: %q and %q are equal", name, c.a, c.b)
		}
	}
}

func TestTheOrderOfRowsDoesNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.String(), 0, 3), 0, 20).Draw(t, "rows")
		shuffled := rapid.Permutation(rows).Draw(t, "shuffled")
		at := rapid.IntRange(0, len(rows)).Draw(t, "at")
		whole, again, front := sum(rows...), sum(shuffled...), sum(shuffled[:at]...)
		front.Merge(sum(shuffled[at:]...))
		if !whole.Equal(again) || !whole.Equal(front) || whole.String() != front.String() {
			t.Fatalf("%v, %v and %v differ", whole, again, front)
		}
		if whole.Rows() != int64(len(rows)) {
			t.Fatalf("%d rows, want %d", whole.Rows(), len(rows))
		}
	})
}

func TestBytesAndTextAreAlike(t *testing.T) {
	var m Multiset
	m.Begin()
	m.Bytes([]byte("x"))
	m.End()
	if !m.Equal(sum([]string{"x"})) {
		t.Error("a value by Bytes differs from the same by Text")
	}
}

func TestOfTextsKnowsWhereTextsEnd(t *testing.T) {
	all := []string{OfTexts(), OfTexts(""), OfTexts("ab", "c"), OfTexts("a", "bc"), OfTexts("abc")}
	slices.Sort(all)
	if len(slices.Compact(all)) != 5 {
		t.Error("two lists of texts have the same digest")
	}
}
