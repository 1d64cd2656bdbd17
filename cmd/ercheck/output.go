package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"ercheck/appliance/record"
	"ercheck/reports/heatmap"
	"ercheck/reports/visible"
)

// ruleOf is what the line under a header is made of.
const ruleOf = "─"

// plainStyle has no frame: columns and a line under the header.
var plainStyle = table.Style{
	Name:    "plain",
	Box:     table.BoxStyle{MiddleHorizontal: ruleOf, PaddingRight: "  "},
	Options: table.Options{SeparateHeader: true},
	Format:  table.FormatOptions{Header: text.FormatDefault},
}

// writeTable writes rows under a header. Cells may hold any text. On a terminal a
// last column without a heading, which is for words, is wrapped; any other line
// that is too long ends in "…". right lists the columns, from 1, that are aligned
// to the right although they are texts.
func (s *session) writeTable(w io.Writer, header []string, rows [][]any, right ...int) error {
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	head := make(table.Row, len(header))
	for i, h := range header {
		head[i] = visible.Line(h)
	}
	t.AppendHeader(head)
	for i, row := range rows {
		rows[i] = cleanRow(row)
		t.AppendRow(rows[i])
	}
	var columns []table.ColumnConfig
	for _, n := range right {
		columns = append(columns, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	if last := len(header) - 1; header[last] == "" && s.env.Width > 0 {
		columns = append(columns, table.ColumnConfig{Number: last + 1, WidthMaxEnforcer: text.WrapSoft,
			WidthMax: max(s.env.Width-before(header, rows), narrowestWords)})
	}
	t.SetColumnConfigs(columns)
	return s.writeLines(w, t.Render())
}

// narrowestWords is the least width of a column of words.
const narrowestWords = 20

// before is how much room the columns before the last one take.
func before(header []string, rows [][]any) int {
	room := 0
	for i, h := range header[:len(header)-1] {
		width := visible.Width(h)
		for _, row := range rows {
			width = max(width, visible.Width(fmt.Sprint(row[i])))
		}
		room += width + len(plainStyle.Box.PaddingRight)
	}
	return room + len(plainStyle.Box.PaddingRight)
}

// writeLines writes a table's lines, cut to the terminal.
func (s *session) writeLines(w io.Writer, table string) error {
	for line := range strings.Lines(table) {
		line = strings.TrimRight(line, " \n")
		if rule := strings.Trim(line, ruleOf) == ""; s.env.Width > 0 && rule {
			line = strings.Repeat(ruleOf, min(visible.Width(line), s.env.Width))
		} else if s.env.Width > 0 {
			line = visible.Fit(line, s.env.Width)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func cleanRow(row []any) []any {
	clean := make([]any, len(row))
	for i, cell := range row {
		if text, ok := cell.(string); ok {
			cell = visible.Line(text)
		}
		clean[i] = cell
	}
	return clean
}

// shownCell is how much of one value a table shows, in columns; the text that is
// looked at is cut before that, since a value may have a megabyte.
const (
	shownCell = 60
	lookedAt  = 4 * shownCell
	nullShown = "NULL"
)

// numberTypes are aligned to the right.
var numberTypes = []string{"int2", "int4", "int8", "numeric", "float4", "float8"}

// writeAnswer writes an answer's rows, at most limit of them, and how many there
// are.
func (s *session) writeAnswer(w io.Writer, columns []record.Column, rows [][]*string, count int64, limit int) error {
	header := make([]string, len(columns))
	var right []int
	for i, c := range columns {
		header[i] = c.Name
		if slices.Contains(numberTypes, c.Type) {
			right = append(right, i+1)
		}
	}
	var shown [][]any
	for _, row := range rows[:min(limit, len(rows))] {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = nullOr(v)
		}
		shown = append(shown, cells)
	}
	if len(header) > 0 {
		if err := s.writeTable(w, header, shown, right...); err != nil {
			return err
		}
	}
	if count > int64(len(shown)) {
		_, err := fmt.Fprintf(w, "… %d rows in all\n", count)
		return err
	}
	_, err := fmt.Fprintln(w, counted(count, "row", "rows"))
	return err
}

func nullOr(v *string) string {
	if v == nil {
		return nullShown
	}
	begin, cut := visible.Cut(*v, lookedAt)
	if cut {
		begin += "…"
	}
	return visible.Fit(visible.Line(begin), shownCell)
}

func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// palette is how many colours the terminal has.
func (s *session) palette() heatmap.Palette {
	switch {
	case !s.global.color:
		return heatmap.NoColour
	case s.env.Getenv("COLORTERM") == "truecolor" || s.env.Getenv("COLORTERM") == "24bit":
		return heatmap.TrueColour
	}
	return heatmap.Colours256
}
