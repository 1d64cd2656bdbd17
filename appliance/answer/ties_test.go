package answer

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// hashes are the hashes of rows with one text each.
func hashes(rows ...string) (all []string) {
	for _, h := range column(rows...).RowHashes() {
		all = append(all, h.String())
	}
	return all
}

func column(rows ...string) *Answer {
	var all [][]string
	for _, r := range rows {
		all = append(all, []string{r})
	}
	return table(1, all...)
}

func TestTies(t *testing.T) {
	ties := Ties{Limit: 3, Above: hashes("a", "b"), Tied: hashes("c", "d", "d")}
	few := Ties{Limit: 5, Above: hashes("a"), Tied: hashes("b", "c")}
	for _, c := range []struct {
		name   string
		ties   Ties
		answer *Answer
		want   bool
	}{
		{"one tied", ties, column("a", "b", "c"), true},
		{"the other tied", ties, column("a", "b", "d"), true},
		{"in another order", ties, column("d", "b", "a"), true},
		{"one of above is missing", ties, column("a", "c", "d"), false},
		{"one of above is twice", ties, column("a", "a", "b"), false},
		{"none tied", ties, column("a", "b"), false},
		{"too many", ties, column("a", "b", "c", "d"), false},
		{"a stranger", ties, column("a", "b", "x"), false},
		{"fewer candidates than the limit", few, column("c", "b", "a"), true},
		{"of fewer candidates, some", few, column("b", "a"), false},
		{"fewer candidates, repeated", few, column("a", "b", "c", "c", "c"), false},
		{"none at all", Ties{Limit: 2}, column(), true},
	} {
		if got := c.ties.Right(c.answer.RowCount(), c.answer.RowHashes()); got != c.want {
			t.Errorf("%s: right is %v", c.name, got)
		}
	}
	if !ties.Free() || few.Free() {
		t.Error("a choice where there is none, or the other way round")
	}
	if got, want := []int{ties.RowsWanted(), few.RowsWanted()}, []int{3, 3}; !slices.Equal(got, want) {
		t.Errorf("%v rows are wanted, want %v", got, want)
	}
}

// TestRowHashesAreTyped: 1 and 1.0 are one row.
func TestRowHashesAreTyped(t *testing.T) {
	a, b, c := value("int4", "1"), value("numeric", "1.00"), value("text", "1")
	if a.RowHashes()[0] != b.RowHashes()[0] || a.RowHashes()[0] == c.RowHashes()[0] {
		t.Error("hashes of rows are not those of Typed")
	}
}

func TestRowHashesStop(t *testing.T) {
	a := New([]Column{{"n", "int4"}}, Keep{})
	for i := range MaxRowHashes + 10 {
		a.Add([][]byte{fmt.Append(nil, i)})
	}
	if got := len(a.RowHashes()); got != MaxRowHashes {
		t.Errorf("%d hashes are kept", got)
	}
	ties := Ties{Limit: MaxRowHashes + 10}
	for _, h := range a.RowHashes() {
		ties.Above = append(ties.Above, h.String())
	}
	ties.Tied = hashes(make([]string, 20)...)
	if ties.Right(a.RowCount(), a.RowHashes()) {
		t.Error("right, with rows that nobody saw")
	}
}

// TestTiesAgainstEveryOrder: an answer is right when some order of the
// candidates that keeps to their scores begins with it.
func TestTiesAgainstEveryOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SampledFrom([]string{"a", "b", "c", "d"})
		candidates := map[int][]string{} // by score: equal ones tie
		for range rapid.IntRange(0, 5).Draw(t, "candidates") {
			score := rapid.IntRange(1, 3).Draw(t, "score")
			candidates[score] = append(candidates[score], names.Draw(t, "name"))
		}
		limit := rapid.IntRange(1, 4).Draw(t, "limit")
		given := rapid.SliceOfN(names, 0, 5).Draw(t, "answer")
		ties := tiesOf(candidates, limit)
		want := slices.ContainsFunc(firsts(candidates, limit), func(first []string) bool {
			return slices.Equal(slices.Sorted(slices.Values(first)), slices.Sorted(slices.Values(given)))
		})
		a := column(given...)
		if got := ties.Right(a.RowCount(), a.RowHashes()); got != want {
			t.Fatalf("right is %v, want %v", got, want)
		}
	})
}

func tiesOf(candidates map[int][]string, limit int) Ties {
	ties := Ties{Limit: limit}
	for score := 3; score >= 1 && len(ties.Above)+len(ties.Tied) < limit; score-- {
		ties.Above = append(ties.Above, ties.Tied...)
		ties.Tied = hashes(candidates[score]...)
	}
	return ties
}

// firsts are the first rows in every order that the scores allow.
func firsts(candidates map[int][]string, limit int) [][]string {
	all := [][]string{{}}
	for score := 3; score >= 1; score-- {
		var longer [][]string
		for _, before := range all {
			for order := range permutations(len(candidates[score])) {
				row := slices.Clone(before)
				for _, i := range order {
					row = append(row, candidates[score][i])
				}
				longer = append(longer, row)
			}
		}
		all = longer
	}
	for i := range all {
		all[i] = all[i][:min(limit, len(all[i]))]
	}
	return all
}
