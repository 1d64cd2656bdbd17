package varianttest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
	"ercheck/variants/standalone"
)

// Database is a connection to a Postgres database. Its session must have time
// zone UTC, ISO dates and no schema of the variant's name.
type Database interface {
	Exec(ctx context.Context, sql string) error

	// CopyFrom runs a COPY … FROM STDIN in text format with the given input.
	CopyFrom(ctx context.Context, sql string, rows io.Reader) error

	// Query yields the rows in text format; a row is valid until the next step.
	Query(ctx context.Context, sql string) iter.Seq2[[]shred.Cell, error]
}

// Prove creates the variant's tables, loads the instance, adds keys and E/R
// views, and compares: every view with the instance, every table with its table
// query, the catalogue with the plan, and what the tables say with the instance. A query over all views that is written
// for the variant must count the same. The schemas, v.Name and er__ before it, stay for the caller to look at
// and drop.
func Prove(ctx context.Context, db Database, v variants.Variant, src instance.Source) error {
	views := "er__" + v.Name
	if err := Load(ctx, db, v, src); err != nil {
		return err
	}
	if err := exec(ctx, db, append([]string{"CREATE SCHEMA " + pgsql.QuoteIdent(views)}, pgsql.CreateViews(v.Layout, views, v.Name)...)); err != nil {
		return err
	}
	if err := ProveViews(ctx, db, v, src); err != nil {
		return err
	}
	if err := ProveTables(ctx, db, v); err != nil {
		return err
	}
	if err := ProveCatalogue(ctx, db, v, ""); err != nil {
		return err
	}
	if err := proveWritten(ctx, db, v, src); err != nil {
		return err
	}
	back, err := v.Layout.ReadBack(func(t *shred.Table) iter.Seq2[[]shred.Cell, error] {
		return db.Query(ctx, "TABLE "+pgsql.QuoteIdent(v.Name)+"."+pgsql.QuoteIdent(t.Name))
	})
	if err != nil {
		return err
	}
	return Same(ctx, src, back)
}

// Load creates the variant's schema and tables, loads the instance and adds the
// keys.
func Load(ctx context.Context, db Database, v variants.Variant, src instance.Source) error {
	schema := v.Layout.Schema()
	if err := exec(ctx, db, append([]string{"CREATE SCHEMA " + pgsql.QuoteIdent(v.Name)}, pgsql.CreateTables(schema, v.Name)...)); err != nil {
		return err
	}
	for _, t := range v.Layout.Tables {
		if err := db.CopyFrom(ctx, pgsql.CopySQL(t.Table, v.Name), copyInput(ctx, v, t, src)); err != nil {
			return fmt.Errorf("loading %s: %w", t.Name, err)
		}
	}
	return exec(ctx, db, pgsql.AddKeys(schema, v.Name))
}

func exec(ctx context.Context, db Database, statements []string) error {
	for _, sql := range statements {
		if err := db.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
	}
	return nil
}

// copyInput is the text that COPY reads.
func copyInput(ctx context.Context, v variants.Variant, t *shred.Table, src instance.Source) io.Reader {
	next, stop := iter.Pull2(v.Layout.Rows(ctx, t.Table, src, v.Order()))
	var pending []byte
	return readerFunc(func(p []byte) (int, error) {
		for len(pending) == 0 {
			row, err, ok := next()
			if !ok {
				stop()
				return 0, io.EOF
			}
			if err != nil {
				stop()
				return 0, err
			}
			pending = pgsql.AppendCopy(pending[:0], row)
		}
		n := copy(p, pending)
		pending = pending[n:]
		return n, nil
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// ProveViews compares every E/R view of a variant that is there with the
// instance.
func ProveViews(ctx context.Context, db Database, v variants.Variant, src instance.Source) error {
	for _, view := range src.Model().Views() {
		if err := proveView(ctx, db, "er__"+v.Name, view, src); err != nil {
			return err
		}
	}
	return nil
}

func proveView(ctx context.Context, db Database, schema string, view er.View, src instance.Source) error {
	want, err := instance.Digest(ctx, src, view)
	if err != nil {
		return err
	}
	got, err := digestOf(db.Query(ctx, "TABLE "+pgsql.QuoteIdent(schema)+"."+pgsql.QuoteIdent(pgsql.ViewName(view))))
	if err != nil {
		return fmt.Errorf("E/R view %s: %w", view.Name, err)
	}
	if !want.Equal(got) {
		return fmt.Errorf("E/R view %s has %s, the instance %s", view.Name, got, want)
	}
	return nil
}

// proveWritten counts the rows of every view in one query that is written for the
// variant.
func proveWritten(ctx context.Context, db Database, v variants.Variant, src instance.Source) error {
	var counts []string
	var want digest.Multiset
	want.Begin()
	for _, view := range src.Model().Views() {
		sum, err := instance.Digest(ctx, src, view)
		if err != nil {
			return err
		}
		want.Text(strconv.FormatInt(sum.Rows(), 10))
		counts = append(counts, "(SELECT count(*) FROM "+pgsql.QuoteIdent(pgsql.ViewName(view))+")")
	}
	want.End()
	if err := db.Exec(ctx, "SET search_path = "+pgsql.QuoteIdent(v.Name)); err != nil {
		return err
	}
	written, err := standalone.New(v.Layout).Write("SELECT " + strings.Join(counts, ", "))
	if err != nil {
		return err
	}
	got, err := digestOf(db.Query(ctx, written.SQL))
	if err != nil || !got.Equal(&want) {
		return fmt.Errorf("a query over all E/R views, written for the variant, counts differently (%v):\n%s", err, written.SQL)
	}
	return db.Exec(ctx, "SET search_path = ''")
}

func digestOf(rows iter.Seq2[[]shred.Cell, error]) (*digest.Multiset, error) {
	var sum digest.Multiset
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
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
	return &sum, nil
}

// Drop removes what Prove created.
func Drop(ctx context.Context, db Database, v variants.Variant) error {
	var errs []error
	for _, schema := range []string{v.Name, "er__" + v.Name} {
		errs = append(errs, db.Exec(ctx, "DROP SCHEMA IF EXISTS "+pgsql.QuoteIdent(schema)+" CASCADE"))
	}
	return errors.Join(errs...)
}
