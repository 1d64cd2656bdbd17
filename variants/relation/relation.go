// Package relation is a relational schema as plain data: tables, columns, keys,
// checks and enums, by name, in no dialect of SQL.
//
// It owns the names that a database can hold (see Identifier) and knows nothing
// of entity types, of why a table exists, or of how any of it is written down.
package relation

import "ercheck/catalog/er"

// Schema is every table of a database schema, in a fixed order.
type Schema struct {
	Enums  []*Enum // the types that columns of the tables have
	Tables []*Table
}

// Enum is a type whose values are a list of texts. Its name is an identifier,
// unique among all types, tables and keys of the schema.
type Enum struct {
	Name   string
	Labels []string // in the order by which values compare; at least one, all different
}

// Table is one table. All names in it are identifiers as they are stored:
// unquoted and at most MaxIdentifier bytes long.
type Table struct {
	Name        string
	Columns     []Column
	PrimaryKey  Key
	Uniques     []Key
	ForeignKeys []ForeignKey
	Checks      []Check
	Indexes     []Key // secondary, not unique: they only make queries faster
}

// Column is one column of a table.
type Column struct {
	Name    string
	Type    ColumnType
	NotNull bool
}

// ColumnType is the type of a column: a simple type, an array of one, JSON, or an
// enum.
// A column of JSON values has Value.Base er.JSON, whether the model says JSON or
// the values are nested.
type ColumnType struct {
	Value er.Type
	Array bool  // one dimension, no NULL inside
	Enum  *Enum // of the schema; nil for no enum. Value is text then
}

// Key is a list of columns with the name of its constraint or index, which is
// unique among all keys and tables of the schema.
type Key struct {
	Name    string
	Columns []string
}

// ForeignKey says that Columns, where not NULL, are a key of the table
// References. Its name is unique among the constraints of its table.
type ForeignKey struct {
	Name       string
	Columns    []string
	References string
	Keys       []string // the columns referred to, in the order of Columns
}

// Check is one of two conditions. With a Column, its value, a text, is one of Values.
// Without, it says which columns have values together: those of Together all or
// none, and one of Only at most where Together have values. Its name is unique
// among the constraints of its table.
type Check struct {
	Name     string
	Column   string
	Values   []string // at least one with a Column
	Together []string // at least one without a Column
	Only     []string
}

// Table returns the table of that name, or nil.
func (s *Schema) Table(name string) *Table {
	for _, t := range s.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// ColumnNames lists the names of the table's columns, in order.
func (t *Table) ColumnNames() []string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	return names
}

// Column returns the column of that name, or nil.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}
