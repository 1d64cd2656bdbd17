package varianttest_test

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestChoicesReachEveryShape: the property tests are only worth something if
// their random variants, with rows in them, have every choice in every place.
func TestChoicesReachEveryShape(t *testing.T) {
	seen := map[string]int{}
	models := rapid.Custom(func(t *rapid.T) *er.Model { return ertest.Model(t, ertest.Options{}) })
	for seed := range 500 {
		m := models.Example(seed)
		v, err := variants.New(m, "", varianttest.Choices(m, uint64(seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range v.Choices.Points() {
			if v.Choices.Counts(p) {
				seen[string(p.Kind)+" "+v.Choices.Get(p)]++
			}
		}
		src := varianttest.Instance(m, uint64(seed), 6)
		for _, table := range slices.Concat(v.Layout.Tables, v.Layout.Nested) {
			seeTable(v.Layout, table, func(shape string, there bool) {
				if there {
					seen[shape]++
				}
			})
		}
		for _, table := range v.Layout.Tables {
			seeRows(table, rowsIn(t, v, table, src), seen)
		}
	}
	t.Log(seen)
	for _, p := range []string{"weak table", "weak jsonb", "relationship junction", "relationship split", "relationship array-from", "relationship array-to",
		"nested in nested", "nested with a subtype", "nested in a subtype's row", "nested with a composite in columns", "nested with a composite as JSON",
		"nested with a list", "nested with JSON", "nested with a link", "a child table of a nested type", "a weak table of a nested type", "a junction of a nested type",
		"a key that refers to a nested type", "split at both ends", "split with a surrogate", "an array in a merged type", "an array in copies", "an array of one hierarchy's keys",
		"elements", "no elements", "NULL for elements", "keys", "no keys", "NULL for keys"} {
		if seen[p] == 0 {
			t.Errorf("no variant has: %s", p)
		}
	}
}

func rowsIn(t *testing.T, v variants.Variant, table *shred.Table, src instance.Source) [][]shred.Cell {
	t.Helper()
	var rows [][]shred.Cell
	for row, err := range v.Layout.Rows(context.Background(), table.Table, src, 0) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

func seeTable(l *shred.Layout, table *shred.Table, see func(string, bool)) {
	isNested := func(t *shred.Table) bool { return t != nil && t.In != nil }
	switch table.Kind {
	case shred.Values:
		see("a child table of a nested type", isNested(table.Holder))
	case shred.Links:
		see("a junction of a nested type", isNested(table.From) || isNested(table.To))
		several := len(l.LinkTables(table.Relation)) > 1
		see("split at both ends", several && l.Home(table.Relation.From.Type) == nil && l.Home(table.Relation.To.Type) == nil)
		see("split with a surrogate", several && table.Columns[0].Holds == shred.Surrogate)
	case shred.Entities:
		owner := table.Type.Root().Owner
		see("a weak table of a nested type", table.In == nil && owner != nil && isNested(l.Home(owner)))
		see("nested in nested", isNested(table.In))
		see("nested with a subtype", table.In != nil && len(table.Merged()) > 0)
		for _, c := range table.Columns {
			seeColumn(l, table, c, see)
		}
	}
}

func seeColumn(l *shred.Layout, table *shred.Table, c shred.Column, see func(string, bool)) {
	inside := table.In != nil
	see("nested with a composite in columns", inside && c.Component != nil)
	see("nested with a composite as JSON", inside && c.Form == shred.JSONObject)
	see("nested with a list", inside && c.Form == shred.JSONArray)
	see("nested with JSON", inside && c.Attribute != nil && c.Attribute.Type.Base == er.JSON)
	see("nested with a link", inside && c.Holds == shred.PartnerKey)
	see("nested in a subtype's row", c.Holds == shred.Elements && c.Of != table.Type)
	switch c.Holds {
	case shred.PartnerKey:
		home := l.Home(c.End.Far().Type)
		see("a key that refers to a nested type", home != nil && home.In != nil)
	case shred.PartnerKeys:
		see("an array in a merged type", c.Of != table.Type && c.Of.IsA(table.Type))
		see("an array in copies", l.Choices.Inheritance(table.Type) == choice.Replicated)
		see("an array of one hierarchy's keys", c.End.Relationship.Self())
	}
}

func seeRows(table *shred.Table, rows [][]shred.Cell, seen map[string]int) {
	for _, row := range rows {
		for i, c := range table.Columns {
			what := map[shred.Holds]string{shred.Elements: "elements", shred.PartnerKeys: "keys"}[c.Holds]
			switch {
			case what == "":
			case row[i].Null:
				seen["NULL for "+what]++
			case len(row[i].Text) == 2:
				seen["no "+what]++
			default:
				seen[what]++
			}
		}
	}
}
