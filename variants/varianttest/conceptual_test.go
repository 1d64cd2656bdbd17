package varianttest_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/relation"
)

// TestConceptualDumpIsASchema: a server takes the E/R views of any model, shown
// as tables, with all their keys. Only a view can have a column that is called
// like a hidden one of tables; the dump shows it all the same, since a query has
// to use that name.
func TestConceptualDumpIsASchema(t *testing.T) {
	db, ctx := connect(t), context.Background()
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		m, err := er.New(ertest.Spec(t))
		if err != nil {
			t.Fatal(err)
		}
		if hasHiddenNames(m) {
			return
		}
		tried++
		dump := variants.ConceptualDump(m)
		err = db.Exec(ctx, "BEGIN; CREATE SCHEMA shown; SET LOCAL search_path = shown; "+dump+"ROLLBACK")
		if err != nil {
			_ = db.Exec(ctx, "ROLLBACK")
			t.Fatalf("%v\n%s", err, dump)
		}
	})
	if tried == 0 {
		t.Error("no model was tried")
	}
}

func hasHiddenNames(m *er.Model) bool {
	for _, v := range m.Views() {
		for _, c := range v.Columns {
			if relation.ColumnName(c.Name) != c.Name {
				return true
			}
		}
	}
	return false
}
