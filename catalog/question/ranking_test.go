package question

import "testing"

func TestRankingSQL(t *testing.T) {
	r := Ranking{Limit: 3, By: "n", Columns: []string{"a", `"B"`}, Scores: "SELECT a, \"B\", n FROM s -- all"}
	for _, c := range []struct {
		change func(*Ranking)
		want   string
	}{
		{func(*Ranking) {}, `SELECT a, "B" FROM (
SELECT a, "B", n FROM s -- all
) AS scored ORDER BY n DESC, a, "B" LIMIT 3`},
		{func(r *Ranking) { r.Ascending, r.Limit = true, 4 }, `SELECT a, "B" FROM (
SELECT a, "B", n FROM s -- all
) AS scored ORDER BY n, a, "B" LIMIT 4`},
		{func(r *Ranking) { r.Columns, r.TieBreak = []string{"name"}, r.Columns }, `SELECT name FROM (
SELECT a, "B", n FROM s -- all
) AS scored ORDER BY n DESC, a, "B" LIMIT 3`},
		{func(r *Ranking) {
			r.Columns, r.Then = []string{"a", "n", `"B"`}, []Order{{Column: `"B"`, Descending: true}, {Column: "c"}}
		}, `SELECT a, n, "B" FROM (
SELECT a, "B", n FROM s -- all
) AS scored ORDER BY n DESC, "B" DESC, c, a LIMIT 3`},
	} {
		changed := r
		c.change(&changed)
		if got := changed.SQL(); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestCandidatesAreOrderedByTheirPlace, whatever the ranking's columns are called.
func TestCandidatesAreOrderedByTheirPlace(t *testing.T) {
	sql := Ranking{Limit: 5, By: "rank", Columns: []string{"place", `"X"`}, Scores: "SELECT 1 -- all",
		Then: []Order{{Column: "place"}}}.CandidatesSQL()
	want := "SELECT place, \"X\", rank() OVER (ORDER BY rank DESC, place) FROM (\nSELECT 1 -- all\n) AS scored ORDER BY 3 FETCH FIRST 5 ROWS WITH TIES"
	if sql != want {
		t.Errorf("%s\nwant %s", sql, want)
	}
}
