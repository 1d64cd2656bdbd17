package appliance

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/variants"
)

// maxCandidates is how many candidates of a tie are kept for a run's record, at
// 35 bytes each.
const maxCandidates = 10_000

// tiesOf finds the candidates among which ties leave a choice at a ranking's cut;
// nil where there is none, and one answer is right.
func tiesOf(ctx context.Context, conn *pgx.Conn, v variants.Variant, r question.Ranking) (*record.Ties, error) {
	var c *candidates
	err := withViews(ctx, conn, v, func() error {
		return eachRow(ctx, conn, candidatesSQL(r),
			func(columns []answer.Column) { c = newCandidates(columns[:max(len(columns)-1, 0)]) },
			func(row [][]byte) { c.add(row) })
	})
	if err != nil {
		return nil, fmt.Errorf("candidates at the cut: %w", err)
	}
	return c.ties(r.Limit), nil
}

// candidatesSQL gives what can be in the ranking, best first, each with its
// place. The order is by the place, by number: a name could mean one of the
// ranking's own columns.
func candidatesSQL(r question.Ranking) string {
	return fmt.Sprintf("SELECT %s, rank() OVER (ORDER BY %s) FROM (\n%s\n) AS scored ORDER BY %d FETCH FIRST %d ROWS WITH TIES",
		strings.Join(r.Columns, ", "), question.OrderBy(r.Keys()), r.Scores, len(r.Columns)+1, r.Limit)
}

// candidates collects the hashes of rows that come in the order of their places.
type candidates struct {
	columns []answer.Column
	rows    *answer.Answer // the latest ones
	before  []answer.RowHash
	place   string // of the latest row
	first   int    // the first row with that place
	count   int
}

func newCandidates(columns []answer.Column) *candidates {
	return &candidates{columns: columns, rows: answer.New(columns, answer.Keep{})}
}

// add takes a row with its place behind it.
func (c *candidates) add(row [][]byte) {
	last := len(row) - 1
	if place := string(row[last]); place != c.place {
		c.place, c.first = place, c.count
	}
	c.count++
	if c.count > maxCandidates {
		return
	}
	if c.rows.RowCount() == answer.MaxRowHashes {
		c.before = append(c.before, c.rows.RowHashes()...)
		c.rows = answer.New(c.columns, answer.Keep{})
	}
	c.rows.Add(row[:last])
}

func (c *candidates) ties(limit int) *record.Ties {
	switch {
	case c.count <= limit:
		return nil
	case c.count > maxCandidates || limit > answer.MaxRowHashes:
		return &record.Ties{Limit: limit, Beyond: true}
	}
	var names []string
	for _, h := range append(c.before, c.rows.RowHashes()...) {
		names = append(names, h.String())
	}
	return &record.Ties{Limit: limit, Above: names[:c.first], Tied: names[c.first:]}
}
