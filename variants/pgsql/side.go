package pgsql

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
)

// Many small instances side by side, in the session's temporary schema: one table
// for each E/R view, in which every row begins with its instance's number, and a
// view of the E/R view's own name that shows the rows of the instance looked at.
// A query over E/R views then runs on any of them without being written anew, and
// nothing is left in the database.

// lookedAt is the table of one row that holds the number of the instance looked
// at. A setting would not do: who may only read could change it, and not read it.
const lookedAt = `"LOOKED AT"`

// LookAt is the statement with which the owner of the tables chooses the instance.
func LookAt(instance int) string {
	return fmt.Sprintf("UPDATE %s SET %s = %d", lookedAt, sideColumn, instance)
}

// CreateSide gives the statements that make the tables and views, empty.
func CreateSide(views []er.View) []string {
	statements := []string{
		fmt.Sprintf("CREATE TEMPORARY TABLE %s (%s integer NOT NULL)", lookedAt, sideColumn),
		fmt.Sprintf("INSERT INTO %s VALUES (0)", lookedAt),
	}
	for _, v := range views {
		var shown, columns []string
		for i, c := range v.Columns {
			columns = append(columns, numbered(i)+" "+valueType(c.Type))
			shown = append(shown, numbered(i)+" AS "+QuoteIdent(Identifier(c.Name)))
		}
		table := sideTable(v)
		statements = append(statements,
			fmt.Sprintf("CREATE TEMPORARY TABLE %s (%s integer NOT NULL, %s)", table, sideColumn, strings.Join(columns, ", ")),
			fmt.Sprintf("CREATE TEMPORARY VIEW %s AS SELECT %s FROM %s WHERE %[4]s = (SELECT %[4]s FROM %[5]s)",
				QuoteIdent(ViewName(v)), strings.Join(shown, ", "), table, sideColumn, lookedAt))
		statements = append(statements, sideIndexes(v, table)...)
	}
	return statements
}

// sideIndexes are on the keys, as those of real tables: from either end of a
// relationship.
func sideIndexes(v er.View, table string) []string {
	var keys []string
	for i, c := range v.Columns {
		if c.Key {
			keys = append(keys, numbered(i))
		}
	}
	statements := []string{fmt.Sprintf("CREATE INDEX ON %s (%s, %s)", table, sideColumn, strings.Join(keys, ", "))}
	if v.Relationship != nil {
		keys = keys[len(v.Relationship.From.Type.FullKey()):]
		statements = append(statements, fmt.Sprintf("CREATE INDEX ON %s (%s, %s)", table, sideColumn, strings.Join(keys, ", ")))
	}
	return statements
}

// ClearSide gives the statements that empty the tables.
func ClearSide(views []er.View) string {
	tables := make([]string, len(views))
	for i, v := range views {
		tables[i] = sideTable(v)
	}
	return "TRUNCATE " + strings.Join(tables, ", ")
}

// CopySide is the statement that loads rows of a view in COPY's text format, each
// with its instance's number before it; AppendSide writes them.
func CopySide(v er.View) string { return "COPY " + sideTable(v) + " FROM STDIN" }

// AnalyzeSide gathers statistics of a view's table.
func AnalyzeSide(v er.View) string { return "ANALYZE " + sideTable(v) }

// AppendSide appends one row of an instance, with its newline.
func AppendSide(b []byte, instance int, row []er.Value) []byte {
	b = fmt.Append(b, instance)
	for _, value := range row {
		b = append(b, '\t')
		if value.Null {
			b = append(b, `\N`...)
			continue
		}
		b = appendEscaped(b, value.Text)
	}
	return append(b, '\n')
}

// sideTable is a name that no E/R view has: they are made of small letters.
func sideTable(v er.View) string { return QuoteIdent(Identifier("ROWS of " + v.Name)) }

// sideColumn holds the instance's number. The others are numbered: the model's
// names can be such as only a view's column can have (xmin).
const sideColumn = "instance"

func numbered(i int) string { return fmt.Sprint("c", i+1) }
