package question

import (
	"fmt"
	"strings"
)

// SQL is the ranking as one query: what gold is made of.
func (r Ranking) SQL() string {
	columns := strings.Join(r.Columns, ", ")
	direction := " DESC"
	if r.Ascending {
		direction = ""
	}
	return fmt.Sprintf("SELECT %s FROM (\n%s\n) AS scored ORDER BY %s%s, %s LIMIT %d",
		columns, r.Scores, r.By, direction, columns, r.Limit)
}
