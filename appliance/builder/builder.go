// Package builder stores one variant of a conceptual instance in Postgres, all
// or nothing:
//
//  1. a transaction begins and drops what an earlier build of the variant left;
//  2. tables are created and loaded by COPY from the row writer, each variant in
//     an order of its own, since a common order would make free tie-breaks agree;
//  3. keys, checks and indexes follow, then the E/R views in a schema apart;
//  4. statistics are gathered, and the role of the variant is made, which may
//     read its tables and nothing else;
//  5. the stamp is set, and the transaction commits.
//
// A variant is complete if and only if its stamp is there: a build cut off at any
// point leaves nothing. It must not know questions, models or results.
package builder

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// Target says where a variant goes.
type Target struct {
	Variant    variants.Variant
	Schema     string   // of its tables
	ViewSchema string   // of its E/R views; carries the stamp
	Stamp      string   // what a complete build is recognised by: instance and layout
	Grants     []string // statements that make the variant's role, run in the same transaction
}

// Result counts what was stored.
type Result struct {
	Tables int
	Rows   int64
}

// Stamp is the stamp of a complete build in viewSchema, or "" without one.
func Stamp(ctx context.Context, conn *pgx.Conn, viewSchema string) (string, error) {
	var stamp *string
	err := conn.QueryRow(ctx,
		`SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = $1`, viewSchema).Scan(&stamp)
	if err == pgx.ErrNoRows || err == nil && stamp == nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return *stamp, nil
}

// Build stores the variant; loaded is told of each table's rows as they are in.
// A variant that another process has completed meanwhile gives no rows.
// On an error or a cancelled context nothing of the variant is left.
func Build(ctx context.Context, conn *pgx.Conn, src instance.Source, t Target, loaded func(rows int64)) (Result, error) {
	var result Result
	err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if complete, err := claim(ctx, tx, t); err != nil || complete {
			return err
		}
		schema := t.Variant.Layout.Schema()
		if err := execute(ctx, tx, clear(t)); err != nil {
			return err
		}
		if err := execute(ctx, tx, pgsql.CreateTables(schema, t.Schema)); err != nil {
			return err
		}
		for _, table := range schema.Tables {
			rows, err := copyTable(ctx, tx, src, t, table)
			if err != nil {
				return fmt.Errorf("load table %s of variant %s: %w", table.Name, t.Variant.Name, err)
			}
			result.Tables++
			result.Rows += rows
			loaded(rows)
		}
		return execute(ctx, tx, seal(t))
	})
	return result, err
}

// claim makes other builders of the variant wait until this transaction ends,
// and says whether one of them has just completed it.
func claim(ctx context.Context, tx pgx.Tx, t Target) (complete bool, err error) {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, t.ViewSchema); err != nil {
		return false, err
	}
	stamp, err := Stamp(ctx, tx.Conn(), t.ViewSchema)
	return stamp == t.Stamp, err
}

// clear drops what an earlier build left and makes the two schemas.
func clear(t Target) []string {
	var statements []string
	for _, name := range []string{t.ViewSchema, t.Schema} {
		quoted := pgsql.QuoteIdent(name)
		statements = append(statements, "DROP SCHEMA IF EXISTS "+quoted+" CASCADE", "CREATE SCHEMA "+quoted)
	}
	return statements
}

// seal makes everything that stands on loaded tables, and the stamp last.
func seal(t Target) []string {
	schema := t.Variant.Layout.Schema()
	statements := pgsql.AddKeys(schema, t.Schema)
	statements = append(statements, pgsql.CreateViews(t.Variant.Layout, t.ViewSchema, t.Schema)...)
	for _, table := range schema.Tables {
		statements = append(statements, "ANALYZE "+pgsql.QuoteIdent(t.Schema)+"."+pgsql.QuoteIdent(table.Name))
	}
	statements = append(statements, toDisk, takeTurns)
	statements = append(statements, t.Grants...)
	return append(statements, "COMMENT ON SCHEMA "+pgsql.QuoteIdent(t.ViewSchema)+" IS "+pgsql.QuoteLiteral(t.Stamp))
}

// toDisk makes the commit wait until it is on disk, which the server's others do
// not: who saw a variant complete finds it after a crash of the server too.
const toDisk = "SET LOCAL synchronous_commit = on"

// takeTurns lets one build of the whole cluster at a time give rights: two that
// change a row which all databases share, as that of a parameter, fail with
// "tuple concurrently updated". An advisory lock would hold in one database only.
// It stands as late as it can, since it holds until the commit.
const takeTurns = "LOCK TABLE pg_catalog.pg_parameter_acl IN SHARE ROW EXCLUSIVE MODE"

// execute runs statements one by one and names the one that failed.
func execute(ctx context.Context, tx pgx.Tx, statements []string) error {
	for _, sql := range statements {
		if _, err := tx.Conn().PgConn().Exec(ctx, sql).ReadAll(); err != nil {
			return fmt.Errorf("%w in: %s", err, sql)
		}
	}
	return nil
}

// Count is what a complete build holds, asked of the server. A table that somebody
// took away or broke counts for nothing: to find it out is verification's part.
func Count(ctx context.Context, conn *pgx.Conn, t Target) (Result, error) {
	var result Result
	for _, table := range t.Variant.Layout.Schema().Tables {
		var rows int64
		sql := "SELECT count(*) FROM " + pgsql.QuoteIdent(t.Schema) + "." + pgsql.QuoteIdent(table.Name)
		err := conn.QueryRow(ctx, sql).Scan(&rows)
		if said := (*pgconn.PgError)(nil); errors.As(err, &said) && strings.HasPrefix(said.Code, accessErrors) {
			continue
		}
		if err != nil {
			return Result{}, err
		}
		result.Tables++
		result.Rows += rows
	}
	return result, nil
}

// accessErrors is the SQLSTATE class of names that mean nothing, or the wrong
// thing.
const accessErrors = "42"
