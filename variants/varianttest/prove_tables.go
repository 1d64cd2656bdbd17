package varianttest

import (
	"context"
	"errors"
	"fmt"

	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

// ProveTables compares every table with its table query over the variant's own
// E/R views, and asks whether surrogate keys are unique. The error names the
// tables that differ.
func ProveTables(ctx context.Context, db Database, v variants.Variant) error {
	var errs []error
	for _, t := range v.Layout.Tables {
		errs = append(errs, ProveTable(ctx, db, v, t))
	}
	return errors.Join(errs...)
}

// ProveTable does it for one table.
func ProveTable(ctx context.Context, db Database, v variants.Variant, t *shred.Table) error {
	query := pgsql.TableQuery(v.Layout, t, "er__"+v.Name)
	want, err := digestOf(db.Query(ctx, query))
	if err != nil {
		return fmt.Errorf("table query of %s: %w\n%s", t.Name, err, query)
	}
	got, err := digestOf(db.Query(ctx, pgsql.TableSelect(t, v.Name)))
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	if !want.Equal(got) {
		return fmt.Errorf("table %s has %s, its table query %s\n%s", t.Name, got, want, query)
	}
	if check := pgsql.SurrogateCheck(t, v.Name); check != "" {
		for row, err := range db.Query(ctx, check) {
			if err != nil || row[0].Text != "0" {
				return fmt.Errorf("table %s: %s rows share a surrogate key (%v)", t.Name, row[0].Text, err)
			}
		}
	}
	return nil
}

// ProveCatalogue compares the server's catalogue with the plan. role may read the
// tables, "" says that nobody may. It ends the transaction that it is called in,
// if there is one, by rolling it back. The error says what differs.
func ProveCatalogue(ctx context.Context, db Database, v variants.Variant, role string) error {
	if err := db.Exec(ctx, "BEGIN"); err != nil { // inside of a transaction only a warning
		return err
	}
	var errs []error
	for _, e := range pgsql.Catalogue(v.Layout, pgsql.Place{Schema: v.Name, ViewSchema: "er__" + v.Name, Role: role}) {
		if err := proveExpectation(ctx, db, e); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e.What, err))
		}
	}
	return errors.Join(append(errs, db.Exec(ctx, "ROLLBACK"))...)
}

func proveExpectation(ctx context.Context, db Database, e pgsql.Expectation) (err error) {
	if err := db.Exec(ctx, "SAVEPOINT before"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Exec(ctx, "ROLLBACK TO before")) }()
	if err := exec(ctx, db, e.Setup); err != nil {
		return err
	}
	var found [][]string
	for row, err := range db.Query(ctx, e.SQL) {
		if err != nil {
			return fmt.Errorf("%w in %s", err, e.SQL)
		}
		found = append(found, textsOf(row))
	}
	if missing, extra := e.Compare(found); missing != nil || extra != nil {
		return fmt.Errorf("missing %q, extra %q", missing, extra)
	}
	return nil
}

// textsOf gives a row's texts; NULL, which no expectation has, as itself.
func textsOf(row []shred.Cell) []string {
	texts := make([]string, len(row))
	for i, cell := range row {
		texts[i] = cell.Text
		if cell.Null {
			texts[i] = "NULL"
		}
	}
	return texts
}
