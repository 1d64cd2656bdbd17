package evaluate

import (
	"slices"
	"sync"

	"ercheck/appliance/record"
)

// Judge sets Correct and Label of a cell, in mode paper. Right is what equals
// gold or an alternate; a wrong answer gets the name of the first mistake that
// gives the same. What did not run is neither right nor labelled.
func Judge(q record.Question, c *record.Cell) {
	c.Correct, c.Label = false, ""
	if !c.Ran() || c.Digests.Paper == "" {
		return
	}
	same := func(r record.Reference) bool { return r.Digests.Paper == c.Digests.Paper }
	if same(q.Gold) || slices.ContainsFunc(q.Alternates, same) {
		c.Correct = true
		return
	}
	if i := slices.IndexFunc(q.Mistakes, same); i >= 0 {
		c.Label = q.Mistakes[i].Name
	}
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
