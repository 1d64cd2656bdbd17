package evaluate

import (
	"slices"
	"sync"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
)

// Evidence is what a cell is judged by beside its digests. It is not stored with
// the cell.
type Evidence struct {
	Rows   [][]*string      // the first rows
	Hashes []answer.RowHash // of the first rows
	Known  []record.Sample  // the first rows of gold and alternates
}

// Judge sets Correct, Label and what else compares a cell with the references of
// its question. Right in a mode is what equals gold or an alternate in it; what
// did not run is judged in none.
//
// Typed falls back on tolerance where floats are the only difference, and marks
// the cell. Ties is Typed on a question that leaves no choice at a cut, since one
// answer is right then.
//
// A wrong answer gets the name of the first mistake that gives the same, by the
// strictest mode that says anything: an answer that is right but for the type of
// a number is no mistake that would be right but for its order of columns.
func Judge(q record.Question, c *record.Cell, e Evidence) {
	c.Correct, c.Label, c.Tolerance = false, "", 0
	c.CorrectTyped, c.CorrectTies, c.CorrectColumns = nil, nil, nil
	if !c.Ran() || c.Digests.Paper == "" {
		return
	}
	j := judge{c, e}
	right := append([]record.Reference{q.Gold}, q.Alternates...)
	c.Correct = slices.ContainsFunc(right, j.paper)
	c.Label = j.label(right, q.Mistakes)
	if c.Digests.Typed != "" && q.Gold.Digests.Typed != "" {
		c.CorrectTyped = new(slices.ContainsFunc(right, j.typed))
		c.CorrectTies = j.tiesOrUnknown(right)
		if *c.CorrectTyped && !slices.ContainsFunc(right, j.typedDigest) {
			c.Tolerance = answer.Tolerance
		}
	}
	if c.Digests.Columns != "" && q.Gold.Digests.Columns != "" {
		c.CorrectColumns = new(slices.ContainsFunc(right, j.columns))
	}
}

// judge compares one cell with references. Digests that are missing, as of
// records that an older version made, are equal to none.
type judge struct {
	*record.Cell
	Evidence
}

func (j judge) paper(r record.Reference) bool { return r.Digests.Paper == j.Digests.Paper }

func (j judge) typedDigest(r record.Reference) bool {
	return j.Digests.Typed != "" && r.Digests.Typed == j.Digests.Typed
}

func (j judge) typed(r record.Reference) bool { return j.typedDigest(r) || j.close(r) }

func (j judge) columns(r record.Reference) bool {
	return j.Digests.Columns != "" && r.Digests.Columns == j.Digests.Columns || j.close(r)
}

func (j judge) ties(r record.Reference) bool {
	if j.typed(r) {
		return true
	}
	t := r.Ties
	return t != nil && !t.Beyond && answer.Ties{Limit: t.Limit, Above: t.Above, Tied: t.Tied}.Right(j.RowCount, j.Hashes)
}

// tiesOrUnknown is nil where too many candidates tie to be kept, and the answer
// may be one of theirs.
func (j judge) tiesOrUnknown(right []record.Reference) *bool {
	correct := slices.ContainsFunc(right, j.ties)
	if !correct && slices.ContainsFunc(right, func(r record.Reference) bool { return r.Ties != nil && r.Ties.Beyond }) {
		return nil
	}
	return &correct
}

// close compares with the rows that were kept of a reference.
func (j judge) close(r record.Reference) bool {
	for _, s := range j.Known {
		if s.Question == j.Question && s.Digest == r.Digests.Paper {
			return answer.Close(
				answer.Table{Columns: columnsOf(s.Columns), Rows: s.Rows, RowCount: s.RowCount},
				answer.Table{Columns: columnsOf(j.Columns), Rows: j.Rows, RowCount: j.RowCount})
		}
	}
	return false
}

func columnsOf(columns []record.Column) []answer.Column {
	all := make([]answer.Column, len(columns))
	for i, c := range columns {
		all[i] = answer.Column(c)
	}
	return all
}

// label is "" where a mode calls the answer right before one calls it a mistake.
func (j judge) label(right, mistakes []record.Reference) string {
	for _, same := range []func(record.Reference) bool{j.paper, j.typed, j.ties, j.columns} {
		if slices.ContainsFunc(right, same) {
			return ""
		}
		if i := slices.IndexFunc(mistakes, same); i >= 0 {
			return mistakes[i].Name
		}
	}
	return ""
}

// seen remembers which answers have a sample.
type seen struct {
	mu      sync.Mutex
	answers map[[2]string]bool
}

// sample is what to store of a cell's rows: nil when the cell has none, or an
// equal answer to the question was stored before.
func (s *seen) sample(c record.Cell, rows [][]*string) *record.Sample {
	if !c.Ran() || c.Digests.Paper == "" {
		return nil
	}
	answer := [2]string{c.Question, c.Digests.Paper}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answers[answer] {
		return nil
	}
	if s.answers == nil {
		s.answers = map[[2]string]bool{}
	}
	s.answers[answer] = true
	rows = slices.Clip(rows[:min(len(rows), record.SampleRows)])
	return &record.Sample{Question: c.Question, Digest: c.Digests.Paper, Columns: c.Columns, Rows: rows, RowCount: c.RowCount}
}
