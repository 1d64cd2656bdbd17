package answer_test

import (
	"fmt"
	"testing"

	"ercheck/appliance/answer"
)

// ranked are candidates by place: 3, 1, 2 stands for three in the first place,
// one in the fourth and two in the fifth.
func ranked(groups ...int) *answer.Candidates {
	c := answer.NewCandidates([]answer.Column{{Name: "id", Type: "int4"}})
	id := 0
	for _, n := range groups {
		place := fmt.Append(nil, id+1)
		for range n {
			id++
			c.Add([][]byte{fmt.Append(nil, id), place})
		}
	}
	return c
}

// TestTiesOfCandidates: a query gives no group that begins behind the limit.
func TestTiesOfCandidates(t *testing.T) {
	const many = answer.MaxRowHashes
	for _, c := range []struct {
		name        string
		candidates  *answer.Candidates
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
		{"more than are kept", ranked(1, answer.MaxCandidates), 3, 0, -1},
	} {
		ties, beyond := c.candidates.Ties(c.limit)
		want := c.above + c.tied
		switch {
		case ties == nil || want == 0:
			if ties != nil || want != 0 {
				t.Errorf("%s: %+v", c.name, ties)
			}
		case beyond:
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
	right := func(ties *answer.Ties, a *answer.Answer) bool {
		return ties.Right(a.RowCount(), a.RowHashes())
	}
	ties, _ := ranked(1, 1, 2000).Ties(3)
	if !right(ties, given("2.0", "1", "1999")) || right(ties, given("2", "3", "1999")) || right(ties, given("1", "2", "2003")) {
		t.Error("the rows of an answer are not found among the candidates")
	}
}
