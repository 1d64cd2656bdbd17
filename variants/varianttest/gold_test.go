package varianttest_test

import (
	"context"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/digest"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestGoldEverywhere: every gold query over the E/R views gives the same rows on
// each preset of each built-in domain, and on some variants that nest and split.
func TestGoldEverywhere(t *testing.T) {
	db := connect(t)
	asked, answered := 0, 0
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := variants.Presets(d.Model, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, seed := range []uint64{1, 2, 3} {
			v, err := variants.New(d.Model, "", varianttest.Choices(d.Model, seed))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, v)
		}
		src := varianttest.Instance(d.Model, 3, 40)
		first := map[string]*digest.Multiset{}
		for _, v := range all {
			if err := varianttest.Prove(context.Background(), db, v, src); err != nil {
				t.Fatalf("%s: %v", v.Name, err)
			}
			for _, set := range d.Sets {
				for _, q := range set.Questions {
					over := rowsOf(t, db, "er__"+v.Name, q.Gold.SQL)
					if first[q.ID] == nil {
						first[q.ID] = over
						answered += min(1, int(over.Rows()))
					}
					if !over.Equal(first[q.ID]) {
						t.Errorf("%s on %s: %s, on the first preset %s", q.ID, v.Name, over, first[q.ID])
					}
				}
			}
			if err := varianttest.Drop(context.Background(), db, v); err != nil {
				t.Fatal(err)
			}
		}
		asked += len(first)
	}
	if answered < asked/2 {
		t.Errorf("only %d of %d gold queries have rows: the instances tell too little", answered, asked)
	}
}

func rowsOf(t *testing.T, db connection, schema, sql string) *digest.Multiset {
	t.Helper()
	ctx := context.Background()
	if err := db.Exec(ctx, "SET search_path = "+pgsql.QuoteIdent(schema)); err != nil {
		t.Fatal(err)
	}
	var sum digest.Multiset
	for row, err := range db.Query(ctx, sql) {
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		add(&sum, row)
	}
	return &sum
}

func add(sum *digest.Multiset, row []shred.Cell) {
	sum.Begin()
	for _, cell := range row {
		if cell.Null {
			sum.Null()
		} else {
			sum.Text(cell.Text)
		}
	}
	sum.End()
}
