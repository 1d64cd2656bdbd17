package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"ercheck/appliance/record"
)

// plainStyle has no frame: columns and a line under the header.
var plainStyle = table.Style{
	Name:    "plain",
	Box:     table.BoxStyle{MiddleHorizontal: "─", PaddingRight: "  ", UnfinishedRow: " …"},
	Options: table.Options{SeparateHeader: true},
	Format:  table.FormatOptions{Header: text.FormatDefault},
}

// writeTable writes rows under a header.
func writeTable(w io.Writer, header []string, rows [][]any) error {
	t := table.NewWriter()
	t.SetStyle(plainStyle)
	head := make(table.Row, len(header))
	for i, h := range header {
		head[i] = h
	}
	t.AppendHeader(head)
	for _, row := range rows {
		t.AppendRow(row)
	}
	lines := strings.Split(t.Render(), "\n")
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	return nil
}

// shownCell is how much of one value a table shows, in runes.
const shownCell = 60

// writeAnswer writes an answer's rows, at most limit of them, and how many there
// are.
func writeAnswer(w io.Writer, columns []record.Column, rows [][]*string, count int64, limit int) error {
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = printable(c.Name)
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
		if err := writeTable(w, header, shown); err != nil {
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
		return "NULL"
	}
	short := printable(*v)
	if runes := []rune(short); len(runes) > shownCell {
		return string(runes[:shownCell]) + "…"
	}
	return short
}

// printable makes control characters harmless: a value must not move the
// terminal's cursor or change its colours.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return '·'
		}
		return r
	}, s)
}

func counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
