package varianttest_test

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestCorruptionsAreFound: whatever single thing is wrong in the tables, reading
// them back fails or gives another instance.
func TestCorruptionsAreFound(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		seed := rapid.Uint64().Draw(t, "seed")
		src := varianttest.Instance(m, seed, 6)
		v, err := variants.New(m, "", varianttest.Choices(m, seed))
		if err != nil {
			t.Fatal(err)
		}
		tables := map[*shred.Table][][]shred.Cell{}
		var filled []*shred.Table
		for _, table := range v.Layout.Tables {
			for row, err := range v.Layout.Rows(ctx, table.Table, src, v.Order()) {
				if err != nil {
					t.Fatal(err)
				}
				tables[table] = append(tables[table], slices.Clone(row))
			}
			if len(tables[table]) > 0 {
				filled = append(filled, table)
			}
		}
		if len(filled) == 0 {
			return
		}
		table := rapid.SampledFrom(filled).Draw(t, "table")
		what := corrupt(t, table, tables)
		back, err := v.Layout.ReadBack(func(t *shred.Table) iter.Seq2[[]shred.Cell, error] { return each(tables[t]) })
		if err == nil {
			err = varianttest.Same(ctx, src, back)
		}
		if err == nil {
			t.Errorf("%s in %s was not found\n%s", what, table.Name, v.Dump())
		}
	})
}

func each(rows [][]shred.Cell) iter.Seq2[[]shred.Cell, error] {
	return func(yield func([]shred.Cell, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
}

// corrupt changes one thing in a table and says what.
func corrupt(t *rapid.T, table *shred.Table, tables map[*shred.Table][][]shred.Cell) string {
	rows := tables[table]
	at := rapid.IntRange(0, len(rows)-1).Draw(t, "row")
	switch rapid.SampledFrom([]string{"missing", "twice", "value"}).Draw(t, "what") {
	case "missing":
		tables[table] = slices.Delete(rows, at, at+1)
		return "a missing row"
	case "twice":
		tables[table] = append(rows, rows[at])
		return "a row twice"
	}
	first := 0
	if table.Columns[0].Holds == shred.Surrogate {
		first = 1
	}
	column := rapid.IntRange(first, len(table.Columns)-1).Draw(t, "column")
	cell := &rows[at][column]
	old := *cell
	if near := nearby(table.Columns[column], old); len(near) > 0 && rapid.Bool().Draw(t, "near") {
		cell.Text = rapid.SampledFrom(near).Draw(t, "instead")
		return "another list than " + old.Text
	}
	switch {
	case old.Null:
		*cell = shred.Cell{Text: "1"}
	case rapid.Bool().Draw(t, "null"):
		*cell = shred.Cell{Null: true}
	default:
		cell.Text = old.Text + "1"
	}
	return "a wrong value"
}

// nearby lists wrong texts for a cell with elements or keys that are as Postgres
// would print them.
func nearby(c shred.Column, cell shred.Cell) []string {
	if c.Holds != shred.Elements && c.Holds != shred.PartnerKeys || len(cell.Text) <= 2 {
		return nil
	}
	text, last := cell.Text, len(cell.Text)-1
	body, comma := text[1:last], ","
	if c.Holds == shred.Elements {
		comma = ", "
	}
	all := []string{text[:1] + text[last:], text[:last] + comma + body + text[last:]}
	if c.Holds == shred.Elements {
		all = append(all, text[:last-1]+`, "`+strings.Repeat("z", 64)+`": null}]`) // the longest key is the last
		if quoted := number.ReplaceAllString(text, `: "$1"$2`); quoted != text {
			all = append(all, quoted)
		}
	}
	return all
}

var number = regexp.MustCompile(`: (-?[0-9.]+)([,}])`)
