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
