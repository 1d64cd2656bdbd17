package pgsql

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/relation"
)

// Dump is the schema as pg_dump would show it, without schema names and
// comments: enums, tables, then primary and unique keys, then foreign keys. Secondary
// indexes are left out. It ends in a newline.
func Dump(s *relation.Schema) string {
	var all []string
	all = append(all, CreateTables(s, "")...)
	for _, t := range s.Tables {
		all = append(all, uniqueKeys(t, "")...)
	}
	for _, t := range s.Tables {
		all = append(all, foreignKeys(t, "")...)
	}
	return strings.Join(all, ";\n\n") + ";\n"
}

func createEnums(s *relation.Schema, schema string) []string {
	var all []string
	for _, e := range s.Enums {
		all = append(all, "CREATE TYPE "+qualify(schema, e.Name)+" AS ENUM (\n    "+literals(e.Labels, "", ",\n    ")+"\n)")
	}
	return all
}

// CreateTables gives one statement an enum, then one a table, with checks and
// without keys. schema "" leaves names unqualified.
func CreateTables(s *relation.Schema, schema string) []string {
	all := createEnums(s, schema)
	for _, t := range s.Tables {
		var parts []string
		for _, c := range t.Columns {
			parts = append(parts, "    "+columnDef(c, schema))
		}
		for _, c := range t.Checks {
			parts = append(parts, "    CONSTRAINT "+QuoteIdent(c.Name)+" CHECK ("+checkExpression(c)+")")
		}
		all = append(all, "CREATE TABLE "+qualify(schema, t.Name)+" (\n"+strings.Join(parts, ",\n")+"\n)")
	}
	return all
}

// AddKeys gives the statements that complete loaded tables: primary and unique
// keys and secondary indexes of all tables first, then foreign keys, which may
// refer to any of them.
func AddKeys(s *relation.Schema, schema string) []string {
	var all []string
	for _, t := range s.Tables {
		all = append(all, uniqueKeys(t, schema)...)
		for _, x := range t.Indexes {
			all = append(all, fmt.Sprintf("CREATE INDEX %s ON %s (%s)", QuoteIdent(x.Name), qualify(schema, t.Name), list(x.Columns)))
		}
	}
	for _, t := range s.Tables {
		all = append(all, foreignKeys(t, schema)...)
	}
	return all
}

func uniqueKeys(t *relation.Table, schema string) []string {
	all := []string{addConstraint(t, schema, t.PrimaryKey.Name, "PRIMARY KEY ("+list(t.PrimaryKey.Columns)+")")}
	for _, u := range t.Uniques {
		all = append(all, addConstraint(t, schema, u.Name, "UNIQUE ("+list(u.Columns)+")"))
	}
	return all
}

func foreignKeys(t *relation.Table, schema string) []string {
	var all []string
	for _, f := range t.ForeignKeys {
		all = append(all, addConstraint(t, schema, f.Name, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s(%s)",
			list(f.Columns), qualify(schema, f.References), list(f.Keys))))
	}
	return all
}

func addConstraint(t *relation.Table, schema, name, definition string) string {
	return fmt.Sprintf("ALTER TABLE ONLY %s\n    ADD CONSTRAINT %s %s", qualify(schema, t.Name), QuoteIdent(name), definition)
}

func columnDef(c relation.Column, schema string) string {
	def := QuoteIdent(c.Name) + " " + TypeName(c.Type, schema)
	if c.NotNull {
		def += " NOT NULL"
	}
	return def
}

func checkExpression(c relation.Check) string {
	if c.Column != "" {
		return "(" + QuoteIdent(c.Column) + " = ANY (ARRAY[" + literals(c.Values, "::text", ", ") + "]))"
	}
	first := QuoteIdent(c.Together[0])
	var parts []string
	for _, other := range c.Together[1:] {
		parts = append(parts, fmt.Sprintf("((%s IS NULL) = (%s IS NULL))", first, QuoteIdent(other)))
	}
	for _, other := range c.Only {
		parts = append(parts, fmt.Sprintf("((%s IS NOT NULL) OR (%s IS NULL))", first, QuoteIdent(other)))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, " AND ") + ")"
}

// TypeName writes a column's type as Postgres's catalogue shows it. schema is where
// enums are; "" leaves their names unqualified.
func TypeName(t relation.ColumnType, schema string) string {
	if t.Enum != nil {
		return qualify(schema, t.Enum.Name)
	}
	name := valueType(t.Value)
	if t.Array {
		name += "[]"
	}
	return name
}

func valueType(t er.Type) string {
	switch t.Base {
	case er.Numeric:
		return fmt.Sprintf("numeric(%d,%d)", t.Precision, t.Scale)
	case er.Float:
		return "double precision"
	case er.Timestamp:
		return "timestamp with time zone"
	case er.JSON:
		return "jsonb"
	}
	return string(t.Base)
}
