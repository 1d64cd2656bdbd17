package answer

// Ties says what is right for a "top k" question whatever order is given to
// candidates that tie at the cut: the whole of Above and, of Tied, as many as
// are left up to Limit.
//
// Rows are named by their hashes (RowHash.String), so that a run's record can
// hold them; a row that occurs twice counts twice.
type Ties struct {
	Limit int      // k, at least 1
	Above []string // rows before the cut; fewer than Limit
	Tied  []string // rows equal to the last one in all that is ranked by
}

// RowsWanted is how many rows a right answer has: Limit, or all candidates where
// there are fewer.
func (t Ties) RowsWanted() int { return min(t.Limit, len(t.Above)+len(t.Tied)) }

// Free says whether there is a choice: without one a single answer is right, and
// that is Typed.
func (t Ties) Free() bool { return len(t.Above)+len(t.Tied) > t.Limit }

// Right says whether an answer with so many rows, whose first ones are given, is
// right under these ties. The order of its rows does not count. Of an answer
// with more than MaxRowHashes rows nothing is known, and it is not.
func (t Ties) Right(rowCount int64, rows []RowHash) bool {
	if rowCount != int64(t.RowsWanted()) || int64(len(rows)) != rowCount {
		return false
	}
	given := map[string]int{}
	for _, row := range rows {
		given[row.String()]++
	}
	for _, row := range t.Above {
		if given[row]--; given[row] < 0 {
			return false
		}
	}
	for _, row := range t.Tied {
		given[row]--
	}
	for _, surplus := range given {
		if surplus > 0 {
			return false
		}
	}
	return true
}
