package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestColumns(t *testing.T) {
	base := table(3, []string{"1", "a", "x"}, []string{"2", "b", "x"}, []string{"2", "b", "x"})
	for _, c := range []struct {
		name  string
		other *Answer
		want  bool
	}{
		{"the same", table(3, []string{"1", "a", "x"}, []string{"2", "b", "x"}, []string{"2", "b", "x"}), true},
		{"columns in another order", table(3, []string{"x", "1", "a"}, []string{"x", "2", "b"}, []string{"x", "2", "b"}), true},
		{"rows too", table(3, []string{"b", "x", "2"}, []string{"a", "x", "1"}, []string{"b", "x", "2"}), true},
		{"another order in each row", table(3, []string{"x", "1", "a"}, []string{"2", "b", "x"}, []string{"2", "b", "x"}), false},
		{"values swapped between rows", table(3, []string{"2", "a", "x"}, []string{"1", "b", "x"}, []string{"2", "b", "x"}), false},
		{"a duplicate less", table(3, []string{"1", "a", "x"}, []string{"2", "b", "x"}), false},
		{"a column less", table(2, []string{"1", "a"}, []string{"2", "b"}, []string{"2", "b"}), false},
		{"a column more", table(4, []string{"1", "a", "x", "x"}, []string{"2", "b", "x", "x"}, []string{"2", "b", "x", "x"}), false},
	} {
		if got := Equal(base, c.other, Columns); got != c.want {
			t.Errorf("%s: equal is %v", c.name, got)
		}
	}
}

func TestColumnsCompareAsTyped(t *testing.T) {
	a := one([]string{"int4", "_text", "text", "float8"}, "1", "{a,b}", null, "0.1")
	b := one([]string{"jsonb", "text", "float8", "numeric"}, `["b", "a"]`, null, "0.10000000000000001", "1.00")
	if !Equal(a, b, Columns) {
		t.Error("equal values of other types are not equal")
	}
	if Equal(one([]string{"int4", "text"}, "1", null), one([]string{"int4", "text"}, "1", ""), Columns) {
		t.Error("NULL equals an empty text")
	}
}

// TestColumnsOfEmptyAnswers: no answer of another width agrees, in this mode.
func TestColumnsOfEmptyAnswers(t *testing.T) {
	if !Equal(table(2), table(2), Columns) || Equal(table(1), table(2), Columns) || Equal(table(0), table(0, []string{}), Columns) {
		t.Error("empty answers agree by something else than width and rows")
	}
}

func TestColumnsOfRowsWithoutColumnsInCommon(t *testing.T) {
	base := table(2, []string{"a", "b"}, []string{"c", "d", "e"})
	for other, want := range map[*Answer]bool{
		table(2, []string{"a", "b"}, []string{"c", "d", "e"}): true,
		table(2, []string{"a", "b"}, []string{"c", "d", "x"}): false,
		table(2, []string{"b", "a"}, []string{"d", "c", "e"}): false,
		table(2, []string{"a", "b"}, []string{"c", "d"}):      false,
	} {
		if Equal(base, other, Columns) != want {
			t.Errorf("rows of different width are not compared as they stand: %v", other.Digest(Columns))
		}
	}
}

// TestColumnsWithManyColumns: a key tells every row from every other, and then
// no width is too large.
func TestColumnsWithManyColumns(t *testing.T) {
	for _, width := range []int{maxPairs, maxPairs + 1, 40} {
		rows := make([][]string, 20)
		for r := range rows {
			for c := range width {
				rows[r] = append(rows[r], fmt.Sprint((r*c+c*c)%3))
			}
			rows[r][0] = fmt.Sprintf("key %d", r)
		}
		turned := make([][]string, len(rows))
		for r, row := range rows {
			turned[r] = slices.Concat(row[width/2:], row[:width/2])
		}
		if !Equal(table(width, rows...), table(width, turned...), Columns) {
			t.Errorf("%d columns in another order are not equal", width)
		}
		turned[3][0], turned[4][0] = turned[4][0]+"?", turned[3][0]
		if Equal(table(width, rows...), table(width, turned...), Columns) {
			t.Errorf("%d columns with other values are equal", width)
		}
	}
}

// TestWideColumnsOfSwappedRows: answers that are told apart by one part of what
// is known of their columns alone. A row is written as one text.
func TestWideColumnsOfSwappedRows(t *testing.T) {
	for name, c := range map[string][2]string{
		"by pairs of columns":      {"pqrst abcde badce", "pqrst abdce bacde"},
		"by the values of a row":   {"00055 01155 10155 11055", "11155 10055 01055 00155"},
		"the same, without pairs":  {"000555555 011555555 101555555 110555555", "111555555 100555555 010555555 001555555"},
		"by pairs of each row":     {"pqrst abcde badce abdcf bacdf", "pqrst abdce bacde abcdf badcf"},
		"by the ways over a third": {"110000 011000 001100 000110 000011 100001", "110000 011000 101000 000110 000011 000101"},
	} {
		var answers []*Answer
		for _, side := range c {
			var rows [][]string
			for _, row := range strings.Fields(side) {
				rows = append(rows, strings.Split(row, ""))
			}
			answers = append(answers, table(len(rows[0]), rows...))
		}
		if Equal(answers[0], answers[1], Columns) {
			t.Errorf("%s: not told apart", name)
		}
	}
}

// TestWhatColumnsCanMiss pins what the comment on shuffle says: four rows that
// hold the same values in another order, in six columns.
func TestWhatColumnsCanMiss(t *testing.T) {
	swaps := func(parity int) *Answer {
		rows := [][]string{{"p", "q", "r", "s", "t", "u"}}
		for bits := range 8 {
			if (bits&1+bits>>1&1+bits>>2)%2 == parity {
				rows = append(rows, strings.Split(swapped(bits), ""))
			}
		}
		return table(6, rows...)
	}
	if !Equal(swaps(0), swaps(1), Columns) {
		t.Error("told apart: the comment is too modest")
	}
}

// swapped is abcdef with those of its three pairs swapped that bits say.
func swapped(bits int) string {
	text := ""
	for i, pair := range []string{"ab", "cd", "ef"} {
		if bits>>i&1 == 1 {
			pair = pair[1:] + pair[:1]
		}
		text += pair
	}
	return text
}

// TestColumnsAgainstEveryMatching draws small answers, where chance makes many
// equal and nearly equal, and tries every order of the columns. With so few rows
// nothing can be missed, in any width.
func TestColumnsAgainstEveryMatching(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(0, 6).Draw(t, "width")
		count := rapid.IntRange(0, []int{5, 5, 5, 5, 6, 5, 3}[width]).Draw(t, "rows")
		value := rapid.SampledFrom([]string{"0", "1", "2"}[:rapid.IntRange(1, 3).Draw(t, "values")])
		rows := rapid.SliceOfN(rapid.SliceOfN(value, width, width), count, count).Draw(t, "first")
		other := changed(t, rows, value)
		a, b := table(width, rows...), table(width, other...)
		want := someOrder(rows, other, width)
		if got := Equal(a, b, Columns); got != want {
			t.Fatalf("equal is %v, want %v", got, want)
		}
		if Equal(b, a, Columns) != want {
			t.Fatal("not symmetric")
		}
		if Equal(a, b, Typed) && !Equal(a, b, Columns) {
			t.Fatal("equal as typed, and not under a matching of columns")
		}
	})
}

// changed puts the columns and rows in another order, and sometimes changes a
// value or swaps two.
func changed(t *rapid.T, rows [][]string, value *rapid.Generator[string]) [][]string {
	if len(rows) == 0 {
		return rows
	}
	width := len(rows[0])
	order := rapid.Permutation(count(width)).Draw(t, "order of columns")
	var other [][]string
	for _, r := range rapid.Permutation(count(len(rows))).Draw(t, "order of rows") {
		row := make([]string, width)
		for i, column := range order {
			row[i] = rows[r][column]
		}
		other = append(other, row)
	}
	if width == 0 {
		return other
	}
	at := func(n int, what string) int { return rapid.IntRange(0, n-1).Draw(t, what) }
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		r, c, r2, c2 := at(len(rows), "row"), at(width, "column"), at(len(rows), "other row"), at(width, "other column")
		switch at(4, "change") {
		case 0:
			other[r][c] = value.Draw(t, "value")
		case 1:
			other[r][c], other[r2][c] = other[r2][c], other[r][c]
		case 2:
			other[r][c], other[r][c2] = other[r][c2], other[r][c]
		case 3:
			other[r][c], other[r2][c] = other[r2][c], other[r][c]
			other[r][c2], other[r2][c2] = other[r2][c2], other[r][c2]
		}
	}
	return other
}

func count(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// someOrder tries every order of columns.
func someOrder(a, b [][]string, width int) bool {
	want := sorted(a, count(width))
	for order := range permutations(width) {
		if slices.Equal(want, sorted(b, order)) {
			return true
		}
	}
	return false
}

func sorted(rows [][]string, order []int) []string {
	texts := []string{}
	for _, row := range rows {
		text := ""
		for _, column := range order {
			text += row[column] + ","
		}
		texts = append(texts, text)
	}
	slices.Sort(texts)
	return texts
}

// permutations gives every order of so many things.
func permutations(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		var place func(order []int) bool
		place = func(order []int) bool {
			if len(order) == n {
				return yield(order)
			}
			for i := range n {
				if !slices.Contains(order, i) && !place(append(slices.Clone(order), i)) {
					return false
				}
			}
			return true
		}
		place(nil)
	}
}

// BenchmarkAddWide is a row of integers in so many columns; its floor is that of
// BenchmarkAdd.
func BenchmarkAddWide(b *testing.B) {
	for _, width := range []int{1, 3, maxExact, maxPairs, maxPairs + 1, 40} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			columns := make([]Column, width)
			row := make([][]byte, width)
			for i := range columns {
				columns[i], row[i] = Column{Type: "int4"}, []byte("12345")
			}
			a := New(columns, Keep{})
			for b.Loop() {
				a.Add(row)
			}
		})
	}
}

// BenchmarkColumnsDigest is what ends an answer.
func BenchmarkColumnsDigest(b *testing.B) {
	for _, width := range []int{3, maxPairs, 40} {
		a := table(width, make([]string, width))
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			for b.Loop() {
				a.Digest(Columns)
			}
		})
	}
}
