package answer

// MaxCandidates is how many candidates of a tie are kept, at 35 bytes each.
const MaxCandidates = 10_000

// Candidates collects what can be in a "top k" answer, best first, as far as the
// ties at the cut reach: rows that come in the order of their places.
type Candidates struct {
	columns []Column
	rows    *Answer // the latest ones
	before  []RowHash
	place   string // of the latest row
	first   int    // the first row with that place
	count   int
}

// NewCandidates takes the columns of the answer, without the place.
func NewCandidates(columns []Column) *Candidates {
	return &Candidates{columns: columns, rows: New(columns, Keep{})}
}

// Add takes a row with its place behind it, which rows that tie have in common.
func (c *Candidates) Add(row [][]byte) {
	last := len(row) - 1
	if place := string(row[last]); place != c.place {
		c.place, c.first = place, c.count
	}
	c.count++
	if c.count > MaxCandidates {
		return
	}
	if c.rows.RowCount() == MaxRowHashes {
		c.before = append(c.before, c.rows.RowHashes()...)
		c.rows = New(c.columns, Keep{})
	}
	c.rows.Add(row[:last])
}

// Ties are those at the cut behind limit; nil where they leave no choice. Beyond
// says that too many tie to be kept, and Ties holds nothing but the limit.
func (c *Candidates) Ties(limit int) (ties *Ties, beyond bool) {
	switch {
	case c.count <= limit:
		return nil, false
	case c.count > MaxCandidates || limit > MaxRowHashes:
		return &Ties{Limit: limit}, true
	}
	var names []string
	for _, h := range append(c.before, c.rows.RowHashes()...) {
		names = append(names, h.String())
	}
	return &Ties{Limit: limit, Above: names[:c.first], Tied: names[c.first:]}, false
}
