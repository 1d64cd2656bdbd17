package catalog

import (
	"strings"

	"ercheck/catalog/fault"
	"ercheck/catalog/question"
)

// PlaceIn is where character n of a query's text (from 1, as Postgres counts;
// 0 = unknown) stands in the domain's file. What is not written there as it is,
// such as what a ranking puts around its scores, is placed where the query
// begins.
func (d *Domain) PlaceIn(q question.Query, n int) fault.Position {
	runes := []rune(q.SQL)
	if n < 1 || n > len(runes) || q.At.Line < 1 {
		return q.At
	}
	before := strings.Split(string(runes[:n-1]), "\n")
	wanted := strings.Split(q.SQL, "\n")[:len(before)]
	source := strings.Split(string(d.Source), "\n")
	line, column := -1, 0
	for i, text := range wanted {
		at, from := find(source, max(line+1, q.At.Line-1), text)
		if at >= 0 {
			line, column = at, from
		} else if i == len(wanted)-1 {
			return q.At
		}
	}
	return fault.Position{Line: line + 1, Column: column + len([]rune(before[len(before)-1])) + 1}
}

// lookAhead is how many lines of a file one line of a query is looked for in: a
// comment or an empty line can be between them.
const lookAhead = 5

// find gives the line, from 0, that has a query's line, and the column, from 0,
// where it begins there; -1 when none of the next few has it.
func find(source []string, from int, text string) (line, column int) {
	for i := from; i < min(from+lookAhead, len(source)); i++ {
		if before, _, found := strings.Cut(source[i], text); found && text != "" {
			return i, len([]rune(before))
		}
	}
	return -1, 0
}
