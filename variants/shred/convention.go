package shred

import (
	"strings"
	"unicode"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

// convention is a way to name tables and columns. The plan makes names from the
// model's words in snake case; the convention turns each into what the schema has.
// It is a pure function of the model, so that a thing has one name in every variant
// of a naming but for clashes, and it need not keep names apart: whoever takes them
// does.
type convention interface {
	// entities is the word for all entities of a type, in snake case, to make
	// names from.
	entities(*er.EntityType) string
	// values is the word for all values of a multi-valued attribute, likewise.
	values(*er.Attribute) string
	// table turns a table's name; t has its Kind and what it is about.
	table(t *Table, name string) string
	// column turns a column's name; w has what it holds.
	column(w wish, name string) string
	// typ turns the name of a type that is made of names already turned.
	typ(name string) string
}

func conventionOf(m *er.Model, naming string) convention {
	switch naming {
	case choice.Singular:
		return singularNames{}
	case choice.CamelCase:
		return camelNames{}
	case choice.Legacy:
		return newLegacyNames(m)
	}
	return paperNames{}
}

// paperNames is the convention of the paper: snake case, plural.
type paperNames struct{}

func (paperNames) entities(t *er.EntityType) string   { return er.Snake(t.Plural) }
func (paperNames) values(a *er.Attribute) string      { return er.Snake(a.Name) }
func (paperNames) table(_ *Table, name string) string { return name }
func (paperNames) column(_ wish, name string) string  { return name }
func (paperNames) typ(name string) string             { return name }

// singularNames calls a table after one of its rows.
type singularNames struct{ paperNames }

func (singularNames) entities(t *er.EntityType) string { return er.Snake(t.Name) }
func (singularNames) values(a *er.Attribute) string    { return singular(er.Snake(a.Name)) }

// camelNames has plurals in camelCase.
type camelNames struct{ paperNames }

func (camelNames) table(_ *Table, name string) string { return camel(name) }
func (camelNames) column(_ wish, name string) string  { return camel(name) }
func (camelNames) typ(name string) string             { return camel(name) }

// camel takes out every underscore between two other characters and makes what
// follows a capital.
func camel(name string) string {
	bare := strings.TrimLeft(name, "_")
	var b strings.Builder
	b.WriteString(name[:len(name)-len(bare)])
	body := strings.TrimRight(bare, "_")
	after := false
	for _, r := range body {
		switch {
		case r == '_':
			after = true
			continue
		case after:
			r = unicode.ToUpper(r)
		}
		after = false
		b.WriteRune(r)
	}
	b.WriteString(bare[len(body):])
	return b.String()
}
