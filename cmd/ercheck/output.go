package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"ercheck/appliance/record"
	"ercheck/reports/heatmap"
	"ercheck/reports/visible"
)

// plainStyle has no frame: columns and a line under the header.
var plainStyle = table.Style{
	Name:    "plain",
	Box:     table.BoxStyle{MiddleHorizontal: "─", PaddingRight: "  ", UnfinishedRow: " …"},
	Options: table.Options{SeparateHeader: true},
	Format:  table.FormatOptions{Header: text.FormatDefault},
}

// writeTable writes rows under a header. Cells may hold any text; on a terminal
// a line that is too long for it ends in "…".
func (s *session) writeTable(w io.Writer, header []string, rows [][]any) error {
	t := table.NewWriter()
	style := plainStyle
	style.Size.WidthMax = s.env.Width
	t.SetStyle(style)
	head := make(table.Row, len(header))
	for i, h := range header {
		head[i] = visible.Line(h)
	}
	t.AppendHeader(head)
	for _, row := range rows {
		t.AppendRow(cleanRow(row))
	}
	for line := range strings.Lines(t.Render()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

func cleanRow(row []any) table.Row {
	clean := make(table.Row, len(row))
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

// writeAnswer writes an answer's rows, at most limit of them, and how many there
// are.
func (s *session) writeAnswer(w io.Writer, columns []record.Column, rows [][]*string, count int64, limit int) error {
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.Name
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
		if err := s.writeTable(w, header, shown); err != nil {
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
