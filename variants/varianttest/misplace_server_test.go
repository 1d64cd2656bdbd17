package varianttest_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"pgregory.net/rapid"

	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// misplace moves a pair into another of the tables that its relationship is split
// over, for each that is, and demands that both tables' queries show it, while the
// views cannot.
func misplace(t *rapid.T, db connection, v variants.Variant, src instance.Source, r *rand.Rand) {
	for _, rel := range v.Layout.Model.Relationships {
		tables := v.Layout.LinkTables(rel)
		for _, i := range r.Perm(len(tables)) {
			other := tables[r.IntN(len(tables))]
			if n := rowsNow(t, db, v, tables[i]).Rows(); n > 0 && other != tables[i] {
				move(t, db, v, src, corruption{name: qualified(v, tables[i]), rows: int(n), table: tables[i], r: r}, other)
				break
			}
		}
	}
}

func qualified(v variants.Variant, t *shred.Table) string {
	return pgsql.QuoteIdent(v.Name) + "." + pgsql.QuoteIdent(t.Name)
}

func move(t *rapid.T, db connection, v variants.Variant, src instance.Source, c corruption, other *shred.Table) {
	ctx := context.Background()
	run(t, db, "BEGIN")
	defer run(t, db, "ROLLBACK")
	run(t, db, free(v, c.table.Table)...)
	run(t, db, free(v, other.Table)...)
	sql := fmt.Sprintf("WITH moved AS (DELETE FROM %s WHERE %s RETURNING *) INSERT INTO %s TABLE moved", c.name, c.row(""), qualified(v, other))
	run(t, db, sql)
	if varianttest.ProveTable(ctx, db, v, c.table) == nil || varianttest.ProveTable(ctx, db, v, other) == nil {
		t.Errorf("not found: %s\n%s", sql, v.Dump())
	}
	if err := varianttest.ProveViews(ctx, db, v, src); err != nil {
		t.Errorf("the views know where a pair is: %v", err)
	}
}
