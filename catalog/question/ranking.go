package question

import (
	"fmt"
	"slices"
	"strings"
)

// SQL is the ranking as one query: what gold is made of.
func (r Ranking) SQL() string {
	return fmt.Sprintf("SELECT %s FROM (\n%s\n) AS scored ORDER BY %s LIMIT %d",
		strings.Join(r.Columns, ", "), r.Scores, OrderBy(append(r.Keys(), r.rest()...)), r.Limit)
}

// CandidatesSQL gives what can be in the ranking, best first, each row with its
// place behind it; rows that tie at the cut are all there. The order is by the
// place, by number: a name could mean one of the ranking's own columns.
func (r Ranking) CandidatesSQL() string {
	return fmt.Sprintf("SELECT %s, rank() OVER (ORDER BY %s) FROM (\n%s\n) AS scored ORDER BY %d FETCH FIRST %d ROWS WITH TIES",
		strings.Join(r.Columns, ", "), OrderBy(r.Keys()), r.Scores, len(r.Columns)+1, r.Limit)
}

// Keys are what the question ranks by: the figure, then its own tie-breaks.
// Candidates that are equal in all of them tie.
func (r Ranking) Keys() []Order {
	return append([]Order{{r.By, !r.Ascending}}, r.Then...)
}

// rest orders what ties in every key.
func (r Ranking) rest() []Order {
	columns := r.TieBreak
	if columns == nil {
		columns = r.Columns
	}
	var rest []Order
	for _, c := range columns {
		if !slices.ContainsFunc(r.Keys(), func(o Order) bool { return o.Column == c }) {
			rest = append(rest, Order{Column: c})
		}
	}
	return rest
}

// OrderBy is what stands behind ORDER BY.
func OrderBy(keys []Order) string {
	texts := make([]string, len(keys))
	for i, k := range keys {
		if texts[i] = k.Column; k.Descending {
			texts[i] += " DESC"
		}
	}
	return strings.Join(texts, ", ")
}
