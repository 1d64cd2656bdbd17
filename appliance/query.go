package appliance

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/answer"
	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// Queries over E/R views, never on behalf of a model. What a domain's file says
// runs as a role that may only read.

// eachRow runs a query in text format and hands out its raw rows; a row is
// valid until the next one.
func eachRow(ctx context.Context, conn *pgx.Conn, sql string, columns func([]answer.Column), row func([][]byte)) error {
	result := conn.PgConn().ExecParams(ctx, sql, nil, nil, nil, nil)
	if columns != nil {
		columns(columnsOf(result))
	}
	for result.NextRow() {
		row(result.Values())
	}
	tag, err := result.Close()
	if err == nil && !tag.Select() {
		err = errNoQuery
	}
	return err
}

// errNoQuery refuses a statement that ran and is none that gives rows: SET,
// PREPARE, LISTEN.
var errNoQuery = errors.New("it is no query but another statement")

// columnsOf describes the rows of a result that was sent.
func columnsOf(result *pgconn.ResultReader) []answer.Column {
	fields := result.FieldDescriptions()
	columns := make([]answer.Column, len(fields))
	for i, f := range fields {
		columns[i] = answer.Column{Name: f.Name, Type: answer.TypeName(f.DataTypeOID)}
	}
	return columns
}

// sumRows is the multiset of a query's rows, as instance.Digest makes it.
func sumRows(ctx context.Context, conn *pgx.Conn, sql string) (*digest.Multiset, error) {
	var sum digest.Multiset
	err := eachRow(ctx, conn, sql, nil, func(row [][]byte) {
		sum.Begin()
		for _, value := range row {
			if value == nil {
				sum.Null()
			} else {
				sum.Bytes(value)
			}
		}
		sum.End()
	})
	return &sum, err
}

// withViews runs do while unqualified names mean the variant's E/R views, as a
// role that reads every table, writes none, and has those functions only that the
// hardened template leaves to everybody: a domain's file may be a stranger's.
func withViews(ctx context.Context, conn *pgx.Conn, v variants.Variant, do func() error) error {
	return withPath(ctx, conn, viewSchema(v.Name), do)
}

// withPath is withViews for the names of any schema.
func withPath(ctx context.Context, conn *pgx.Conn, schema string, do func() error) error {
	settings := "SET search_path = " + pgsql.QuoteIdent(schema) + "; " + pgsql.BecomeReader
	if err := conn.PgConn().Exec(ctx, settings).Close(); err != nil {
		return err
	}
	err := do()
	if reset := conn.PgConn().Exec(ctx, pgsql.BecomeOwner+"; RESET search_path").Close(); err == nil {
		err = reset
	}
	return err
}

// runQuery runs a query over the variant's E/R views without limits.
func runQuery(ctx context.Context, conn *pgx.Conn, v variants.Variant, sql string, keep answer.Keep) (*answer.Answer, error) {
	return runOver(ctx, conn, viewSchema(v.Name), sql, keep)
}

// runOver runs a query over a schema's tables or views, likewise.
func runOver(ctx context.Context, conn *pgx.Conn, schema, sql string, keep answer.Keep) (*answer.Answer, error) {
	var a *answer.Answer
	err := withPath(ctx, conn, schema, func() error {
		return eachRow(ctx, conn, sql,
			func(columns []answer.Column) { a = answer.New(columns, keep) },
			func(row [][]byte) { a.Add(row) })
	})
	return a, err
}

// shownRows is how many differing rows are shown on each side.
const shownRows = 5

// rowSource hands out rows; one is valid until the next.
type rowSource func(row func([]er.Value)) error

// viewRows are the instance's own rows of an E/R view.
func viewRows(ctx context.Context, src instance.Source, view er.View) rowSource {
	return func(row func([]er.Value)) error {
		for values, err := range instance.Rows(ctx, src, view) {
			if err != nil {
				return err
			}
			row(values)
		}
		return nil
	}
}

// queryRows are the rows of a query.
func queryRows(ctx context.Context, conn *pgx.Conn, sql string) rowSource {
	return func(row func([]er.Value)) error {
		var values []er.Value
		return eachRow(ctx, conn, sql, nil, func(raw [][]byte) {
			values = values[:0]
			for _, v := range raw {
				values = append(values, er.Value{Null: v == nil, Text: string(v)})
			}
			row(values)
		})
	}
}

// differingRows finds the first rows that only one side has. It holds all rows
// of want: only a proof that failed comes here.
func differingRows(want, got rowSource) (missing, extra [][]string, err error) {
	counts := map[string]int{}
	var keys []string // distinct, in order
	var rows [][]string
	err = want(func(row []er.Value) {
		key := rowKey(row)
		if counts[key]++; counts[key] == 1 {
			keys, rows = append(keys, key), append(rows, shown(row))
		}
	})
	if err != nil {
		return nil, nil, err
	}
	err = got(func(row []er.Value) {
		key := rowKey(row)
		if counts[key]--; counts[key] < 0 && len(extra) < shownRows {
			extra = append(extra, shown(row))
		}
	})
	for i, key := range keys {
		if counts[key] > 0 && len(missing) < shownRows {
			missing = append(missing, rows[i])
		}
	}
	return missing, extra, err
}

// rowKey is a text that no other row has.
func rowKey(row []er.Value) string {
	var b strings.Builder
	for _, v := range row {
		fmt.Fprintf(&b, "%t%q", v.Null, v.Text)
	}
	return b.String()
}

// shownNull stands for NULL in a row that a person reads.
const shownNull = "NULL"

func shown(row []er.Value) []string {
	texts := make([]string, len(row))
	for i, v := range row {
		texts[i] = v.Text
		if v.Null {
			texts[i] = shownNull
		}
	}
	return texts
}

func shownRaw(row [][]byte) []string {
	texts := make([]string, len(row))
	for i, v := range row {
		texts[i] = string(v)
		if v == nil {
			texts[i] = shownNull
		}
	}
	return texts
}
