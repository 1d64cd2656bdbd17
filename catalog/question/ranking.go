package question

import (
	"fmt"
	"strings"
)

// SQL is the ranking as one query: what gold is made of.
func (r Ranking) SQL() string {
	order := r.TieBreak
	if order == nil {
		order = r.Columns
	}
	direction := " DESC"
	if r.Ascending {
		direction = ""
	}
	return fmt.Sprintf("SELECT %s FROM (\n%s\n) AS scored ORDER BY %s%s, %s LIMIT %d",
		strings.Join(r.Columns, ", "), r.Scores, r.By, direction, strings.Join(order, ", "), r.Limit)
}
