package appliance

import (
	"fmt"
	"strings"
	"testing"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
)

// ranked are candidates by place: 3, 1, 2 stands for three in the first place,
// one in the fourth and two in the fifth.
func ranked(groups ...int) *candidates {
	c := newCandidates([]answer.Column{{Name: "id", Type: "int4"}})
	id := 0
	for _, n := range groups {
		place := fmt.Append(nil, id+1)
		for range n {
			id++
			c.add([][]byte{fmt.Append(nil, id), place})
		}
	}
	return c
}

// TestTiesOfCandidates: a query gives no group that begins behind the limit.
func TestTiesOfCandidates(t *testing.T) {
	const many = answer.MaxRowHashes
	for _, c := range []struct {
		name        string
		candidates  *candidates
		limit       int
		above, tied int // both 0: no choice; tied -1: beyond
	}{
		{"no candidates", ranked(), 3, 0, 0},
		{"fewer than the limit", ranked(1, 1), 3, 0, 0},
		{"no tie at the cut", ranked(1, 2), 3, 0, 0},
		{"a tie at the cut", ranked(1, 1, 3), 3, 2, 3},
		{"all tie", ranked(5), 3, 0, 5},
		{"a tie above and one at the cut", ranked(2, 2), 3, 2, 2},
		{"more than an answer keeps", ranked(2, 3*many), 50, 2, 3 * many},
		{"more above than an answer keeps", ranked(many+1, 3), many + 2, 0, -1},
		{"more than are kept", ranked(1, maxCandidates), 3, 0, -1},
	} {
		ties := c.candidates.ties(c.limit)
		want := c.above + c.tied
		switch {
		case ties == nil || want == 0:
			if ties != nil || want != 0 {
				t.Errorf("%s: %+v", c.name, ties)
			}
		case ties.Beyond:
			if c.tied >= 0 || len(ties.Above)+len(ties.Tied) != 0 {
				t.Errorf("%s: beyond, with %d names", c.name, len(ties.Above)+len(ties.Tied))
			}
		case len(ties.Above) != c.above || len(ties.Tied) != c.tied || ties.Limit != c.limit:
			t.Errorf("%s: %d above, %d tied, limit %d", c.name, len(ties.Above), len(ties.Tied), ties.Limit)
		}
	}
}

// TestTiesNameRowsAsAnswersDo: what is kept of candidates finds the rows of an
// answer, whatever the types of its columns.
func TestTiesNameRowsAsAnswersDo(t *testing.T) {
	given := func(ids ...string) *answer.Answer {
		a := answer.New([]answer.Column{{Name: "n", Type: "numeric"}}, answer.Keep{})
		for _, id := range ids {
			a.Add([][]byte{[]byte(id)})
		}
		return a
	}
	right := func(ties *record.Ties, a *answer.Answer) bool {
		return answer.Ties{Limit: ties.Limit, Above: ties.Above, Tied: ties.Tied}.Right(a.RowCount(), a.RowHashes())
	}
	ties := ranked(1, 1, 2000).ties(3)
	if !right(ties, given("2.0", "1", "1999")) || right(ties, given("2", "3", "1999")) || right(ties, given("1", "2", "2003")) {
		t.Error("the rows of an answer are not found among the candidates")
	}
}

// TestCandidatesAreOrderedByTheirPlace, whatever the ranking's columns are called.
func TestCandidatesAreOrderedByTheirPlace(t *testing.T) {
	sql := candidatesSQL(question.Ranking{Limit: 5, By: "rank", Columns: []string{"place", `"X"`}, Scores: "SELECT 1 -- all",
		Then: []question.Order{{Column: "place"}}})
	want := "SELECT place, \"X\", rank() OVER (ORDER BY rank DESC, place) FROM (\nSELECT 1 -- all\n) AS scored ORDER BY 3 FETCH FIRST 5 ROWS WITH TIES"
	if sql != want {
		t.Errorf("%s\nwant %s", strings.TrimSpace(sql), want)
	}
}
