package appliance

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/answer"
	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// The superuser's queries: over E/R views, never on behalf of a model.

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
	_, err := result.Close()
	return err
}

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

// withViews runs do while unqualified names mean the variant's E/R views.
func withViews(ctx context.Context, conn *pgx.Conn, v variants.Variant, do func() error) error {
	if _, err := conn.Exec(ctx, "SET search_path = "+pgsql.QuoteIdent(viewSchema(v.Name))); err != nil {
		return err
	}
	err := do()
	if _, reset := conn.Exec(ctx, "RESET search_path"); err == nil {
		err = reset
	}
	return err
}

// runQuery runs a query over the variant's E/R views without limits.
func runQuery(ctx context.Context, conn *pgx.Conn, v variants.Variant, sql string, keep answer.Keep) (*answer.Answer, error) {
	var a *answer.Answer
	err := withViews(ctx, conn, v, func() error {
		return eachRow(ctx, conn, sql,
			func(columns []answer.Column) { a = answer.New(columns, keep) },
			func(row [][]byte) { a.Add(row) })
	})
	return a, err
}

// shownRows is how many differing rows are shown on each side.
const shownRows = 5

// differingRows finds the first rows that only one side has. It holds the
// instance's rows of one view: only a proof that failed comes here.
func differingRows(ctx context.Context, conn *pgx.Conn, sql string, src instance.Source, view er.View) (missing, extra [][]string, err error) {
	counts := map[string]int{}
	rows := map[string][]string{}
	for row, err := range instance.Rows(ctx, src, view) {
		if err != nil {
			return nil, nil, err
		}
		texts := shown(row)
		key := fmt.Sprintf("%q", texts)
		counts[key]++
		rows[key] = texts
	}
	err = eachRow(ctx, conn, sql, nil, func(raw [][]byte) {
		texts := shownRaw(raw)
		key := fmt.Sprintf("%q", texts)
		counts[key]--
		if counts[key] < 0 && len(extra) < shownRows {
			extra = append(extra, texts)
		}
	})
	for key, n := range counts {
		if n > 0 && len(missing) < shownRows {
			missing = append(missing, rows[key])
		}
	}
	return missing, extra, err
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
