package reports

import (
	"fmt"
	"sort"

	"ercheck/appliance/record"
)

// cellIndex finds the cells of a place and the letter of an answer.
type cellIndex struct {
	at      map[record.CellKey]int // index into the input's cells
	letters map[string]string      // by model, question and digest
}

// gridView shows the outcome of every cell: questions by variants.
type gridView struct {
	Variants []string
	Rows     []gridRow
}

type gridRow struct {
	ID, Text string
	Cells    [][]cellView // by variant, then by repeat
}

// cellView is one cell: a mark, the letter of its answer (equal letters in a row
// are equal answers), and a word.
type cellView struct {
	Index        int    // into the payload's cells; -1 = there is no cell
	Class        string // right, wrong, failed or missing
	Mark, Letter string
	Word         string
	Says         string // all of it in words
}

func newCellIndex(in Input) cellIndex {
	x := cellIndex{at: map[record.CellKey]int{}, letters: map[string]string{}}
	for i, c := range in.Cells {
		if _, twice := x.at[c.CellKey]; !twice {
			x.at[c.CellKey] = i
		}
	}
	for _, model := range in.Run.Models {
		for _, q := range in.Run.Questions {
			x.name(in, model, q)
		}
	}
	return x
}

// name gives letters to the answers of one question: A to gold's, then B, C …
// to the others, the most frequent first, in the order of variants where equal.
func (x cellIndex) name(in Input, model string, q record.Question) {
	count := map[string]int{}
	var order []string
	x.each(in, model, q.ID, func(i int) {
		c := in.Cells[i]
		if d := c.Digests.Paper; c.Ran() && d != "" && d != q.Gold.Digests.Paper {
			if count[d] == 0 {
				order = append(order, d)
			}
			count[d]++
		}
	})
	sort.SliceStable(order, func(i, j int) bool { return count[order[i]] > count[order[j]] })
	if d := q.Gold.Digests.Paper; d != "" {
		x.letters[letterKey(model, q.ID, d)] = "A"
	}
	for i, d := range order {
		x.letters[letterKey(model, q.ID, d)] = letter(i + 1)
	}
}

func letterKey(model, question, digest string) string {
	return fmt.Sprintf("%q %q %q", model, question, digest)
}

// letter gives A, B, … Z, A2, B2, …
func letter(i int) string {
	s := string(rune('A' + i%26))
	if i >= 26 {
		s += fmt.Sprint(i/26 + 1)
	}
	return s
}

// each calls f with the index of every cell of a question, in the run's order.
func (x cellIndex) each(in Input, model, question string, f func(int)) {
	for _, v := range in.Run.Variants {
		for r := range max(in.Run.Repeats, 1) {
			if i, ok := x.at[record.CellKey{Model: model, Question: question, Variant: v.Name, Repeat: r}]; ok {
				f(i)
			}
		}
	}
}

func newGrid(in Input, model string, cells cellIndex) gridView {
	var g gridView
	for _, v := range in.Run.Variants {
		g.Variants = append(g.Variants, text(v.Name))
	}
	for _, q := range in.Run.Questions {
		row := gridRow{ID: text(q.ID), Text: text(q.Text)}
		for _, v := range in.Run.Variants {
			var repeats []cellView
			for r := range max(in.Run.Repeats, 1) {
				repeats = append(repeats, cells.view(in, record.CellKey{Model: model, Question: q.ID, Variant: v.Name, Repeat: r}))
			}
			row.Cells = append(row.Cells, repeats)
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

func (x cellIndex) view(in Input, key record.CellKey) cellView {
	i, ok := x.at[key]
	if !ok {
		return cellView{Index: -1, Class: "missing", Mark: "…", Says: says(in, key, "no outcome yet")}
	}
	c := in.Cells[i]
	v := cellView{Index: i, Letter: x.letters[letterKey(key.Model, key.Question, c.Digests.Paper)]}
	switch {
	case !c.Ran():
		v.Class, v.Mark, v.Word, v.Letter = "failed", "!", failureWord(c), ""
	case c.Correct:
		v.Class, v.Mark = "right", "✓"
	default:
		v.Class, v.Mark, v.Word = "wrong", "✗", text(c.Label)
		if c.Label == "" && c.RowCount == 0 {
			v.Word = "empty"
		}
	}
	v.Says = says(in, key, verdict(c, v.Letter))
	return v
}

func says(in Input, key record.CellKey, what string) string {
	s := fmt.Sprintf("%s on %s: %s", key.Question, key.Variant, what)
	if in.Run.Repeats > 1 {
		s += fmt.Sprintf(", repeat %d", key.Repeat+1)
	}
	return text(s)
}

// verdict says in words what a cell came to.
func verdict(c record.Cell, letter string) string {
	switch {
	case !c.Ran():
		return fmt.Sprintf("%s, %s", c.Outcome, failureLong(c))
	case c.Correct:
		return fmt.Sprintf("right, answer %s, %s", letter, count(int(c.RowCount), "row"))
	}
	s := "wrong"
	if c.Label != "" {
		s += " (" + c.Label + ")"
	}
	if letter != "" {
		s += ", answer " + letter
	}
	return s + ", " + count(int(c.RowCount), "row")
}

// failureWord is the SQLSTATE of an error, else a short name of the outcome.
func failureWord(c record.Cell) string {
	if c.Outcome == record.Error && c.SQLState != "" {
		return text(c.SQLState)
	}
	for _, f := range failures {
		if f.outcome == c.Outcome {
			return f.short
		}
	}
	return text(string(c.Outcome))
}

func failureLong(c record.Cell) string {
	for _, f := range failures {
		if f.outcome == c.Outcome {
			return f.long
		}
	}
	return "unknown outcome"
}
