package varianttest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"pgregory.net/rapid"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/choice"
	"ercheck/variants/pgsql"
	"ercheck/variants/relation"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// corruptStored changes one thing in one table of a stored variant, freed of its
// constraints, and demands that the views or the table's query show it, though
// both are read from the same changed tables. Nothing of it stays.
func corruptStored(t *rapid.T, db connection, v variants.Variant, src instance.Source, r *rand.Rand) {
	ctx := context.Background()
	run(t, db, "BEGIN")
	defer run(t, db, "ROLLBACK")
	table, before := filledTable(t, db, v, r)
	if table == nil {
		return
	}
	run(t, db, free(v, table.Table)...)
	c := corruption{schema: v.Name, name: pgsql.QuoteIdent(v.Name) + "." + pgsql.QuoteIdent(table.Name), rows: int(before.Rows()), table: table, r: r}
	sql := c.sql()
	run(t, db, sql)
	if rowsNow(t, db, v, table).Equal(before) {
		return // two equal cells changed places
	}
	if varianttest.ProveTable(ctx, db, v, table) == nil && varianttest.ProveViews(ctx, db, v, src) == nil {
		t.Errorf("not found: %s\n%s", sql, v.Dump())
	}
}

func run(t *rapid.T, db connection, statements ...string) {
	for _, sql := range statements {
		if err := db.Exec(context.Background(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// filledTable draws a table that has rows; nil when none has.
func filledTable(t *rapid.T, db connection, v variants.Variant, r *rand.Rand) (*shred.Table, *digest.Multiset) {
	for _, i := range r.Perm(len(v.Layout.Tables)) {
		if rows := rowsNow(t, db, v, v.Layout.Tables[i]); rows.Rows() > 0 {
			return v.Layout.Tables[i], rows
		}
	}
	return nil, nil
}

func rowsNow(t *rapid.T, db connection, v variants.Variant, table *shred.Table) *digest.Multiset {
	var sum digest.Multiset
	for row, err := range db.Query(context.Background(), pgsql.TableSelect(table, v.Name)) {
		if err != nil {
			t.Fatal(err)
		}
		add(&sum, row)
	}
	return &sum
}

// free gives the statements that take a table's constraints away.
func free(v variants.Variant, table *relation.Table) []string {
	alter := "ALTER TABLE " + pgsql.QuoteIdent(v.Name) + "." + pgsql.QuoteIdent(table.Name) + " "
	var all []string
	drop := func(name string) {
		all = append(all, alter+"DROP CONSTRAINT "+pgsql.QuoteIdent(name)+" CASCADE")
	}
	for _, f := range table.ForeignKeys {
		drop(f.Name)
	}
	for _, k := range append(table.Uniques, table.PrimaryKey) {
		drop(k.Name)
	}
	for _, c := range table.Checks {
		drop(c.Name)
	}
	for _, c := range table.Columns {
		all = append(all, alter+"ALTER COLUMN "+pgsql.QuoteIdent(c.Name)+" DROP NOT NULL")
	}
	return all
}

// corruption writes a statement that changes one thing.
type corruption struct {
	schema string
	name   string
	rows   int
	table  *shred.Table
	r      *rand.Rand
}

// row is the condition for one row.
func (c corruption) row(alias string) string {
	return fmt.Sprintf("%sctid = (SELECT ctid FROM %s ORDER BY ctid OFFSET %d LIMIT 1)", alias, c.name, c.r.IntN(c.rows))
}

func (c corruption) sql() string {
	column := c.table.Table.Columns[c.r.IntN(len(c.table.Columns))]
	quoted := pgsql.QuoteIdent(column.Name)
	switch c.r.IntN(8) {
	case 0:
		return "DELETE FROM " + c.name + " WHERE " + c.row("")
	case 1:
		return "INSERT INTO " + c.name + " TABLE " + c.name + " LIMIT 1"
	case 2:
		return "UPDATE " + c.name + " SET " + quoted + " = NULL WHERE " + c.row("")
	case 3:
		return fmt.Sprintf("UPDATE %s AS t SET %s = other.%s FROM %s AS other WHERE %s AND %s",
			c.name, quoted, quoted, c.name, c.row("t."), c.row("other."))
	case 4:
		return c.swap(quoted)
	case 5:
		return c.insert(column)
	case 6:
		if d := c.table.Discriminator(); d != "" && c.table.Column(d).Type.Enum == nil {
			return unknownType(c.name, d) + " WHERE " + c.row("")
		}
	}
	return "UPDATE " + c.name + " SET " + quoted + " = " + changed(c.r, quoted, column.Type, c.schema) + " WHERE " + c.row("")
}

// swap exchanges two cells of a column.
func (c corruption) swap(quoted string) string {
	a, b := c.row("a."), c.row("b.")
	return fmt.Sprintf("UPDATE %s AS t SET %s = CASE t.ctid WHEN a.ctid THEN b.%s ELSE a.%s END FROM %s AS a, %s AS b WHERE %s AND %s AND t.ctid IN (a.ctid, b.ctid)",
		c.name, quoted, quoted, quoted, c.name, c.name, a, b)
}

// insert adds a copy of a row in which one cell is another.
func (c corruption) insert(column relation.Column) string {
	var values []string
	for _, other := range c.table.Table.Columns {
		value := pgsql.QuoteIdent(other.Name)
		if other.Name == column.Name {
			value = changed(c.r, value, column.Type, c.schema)
		}
		values = append(values, value)
	}
	return "INSERT INTO " + c.name + " SELECT " + strings.Join(values, ", ") + " FROM " + c.name + " WHERE " + c.row("")
}

// changed is another value of the type, in a form that is as near as it gets.
func changed(r *rand.Rand, quoted string, t relation.ColumnType, schema string) string {
	typ := pgsql.TypeName(t, schema)
	if t.Array {
		return pick(r,
			fmt.Sprintf("%s || %s", quoted, quoted),
			fmt.Sprintf("CASE WHEN cardinality(%s) > 0 THEN ARRAY[%s] ELSE '{NULL}' END", quoted, quoted),
			fmt.Sprintf("CASE WHEN cardinality(%s) > 0 THEN ('[2:' || cardinality(%s) + 1 || ']=' || %s::text)::%s ELSE '{NULL}' END", quoted, quoted, quoted, typ))
	}
	if t.Value.Base == er.JSON {
		return pick(r, fmt.Sprintf("to_jsonb(%s::text)", quoted), fmt.Sprintf("jsonb_build_array(%s)", quoted),
			fmt.Sprintf("CASE jsonb_typeof(%s) WHEN 'array' THEN %s || %s ELSE '[null]' END", quoted, quoted, quoted),
			ofFirst(quoted, quoted+" -> 0 || '{\"x\": null}'"),
			ofFirst(quoted, fmt.Sprintf("(SELECT jsonb_object_agg(key, to_jsonb(value #>> '{}')) FROM jsonb_each(%s -> 0))", quoted)),
			fmt.Sprintf("CASE jsonb_typeof(%s) WHEN 'object' THEN %s || '{\"x\": null}' ELSE '[null]' END", quoted, quoted))
	}
	pair := map[er.Base][2]string{
		er.Boolean: {"t", "f"}, er.Date: {"2001-01-01", "2001-01-02"}, er.Timestamp: {"2001-01-01 00:00:00+00", "2001-01-01 00:00:00.000001+00"},
		er.Text: {"", " "}, er.Numeric: {"0", "-0." + strings.Repeat("0", max(t.Value.Scale-1, 0)) + "1"},
	}[t.Value.Base]
	if pair == [2]string{} {
		pair = [2]string{"0", "1"}
	}
	if t.Value.Base == er.Numeric && t.Value.Scale == 0 {
		pair[1] = "1"
	}
	if t.Enum != nil {
		pair = [2]string{t.Enum.Labels[0], t.Enum.Labels[len(t.Enum.Labels)-1]}
	}
	return fmt.Sprintf("(CASE WHEN %s = %s THEN %s ELSE %[2]s END)::%[4]s", quoted, pgsql.QuoteLiteral(pair[0]), pgsql.QuoteLiteral(pair[1]), typ)
}

// ofFirst changes the first element of a JSON array of objects, and whatever is
// none to a number.
func ofFirst(quoted, instead string) string {
	return fmt.Sprintf("CASE jsonb_typeof(%s -> 0) WHEN 'object' THEN jsonb_set(%s, '{0}', %s) ELSE '0' END", quoted, quoted, instead)
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// unknownType gives the beginning of a statement that makes the discriminator say
// what is no type.
func unknownType(table, discriminator string) string {
	return "UPDATE " + table + " SET " + pgsql.QuoteIdent(discriminator) + " = ' no such type'"
}

// refuseUnknownTypes demands that where a check or an enum lists the types, the
// server takes no other.
func refuseUnknownTypes(t *rapid.T, db connection, v variants.Variant) {
	for _, table := range v.Layout.Tables {
		d := table.Discriminator()
		if d == "" || v.Choices.Discriminator(table.Type) == choice.PlainText || rowsNow(t, db, v, table).Rows() == 0 {
			continue
		}
		sql := unknownType(pgsql.QuoteIdent(v.Name)+"."+pgsql.QuoteIdent(table.Name), d)
		var refused *pgconn.PgError
		if err := db.Exec(context.Background(), sql); !errors.As(err, &refused) || refused.Code != "23514" && refused.Code != "22P02" {
			t.Errorf("%s gives %v\n%s", sql, err, v.Dump())
		}
	}
}
