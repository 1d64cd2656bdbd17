package shred

import (
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// planEnums makes the types of discriminators that have one of their own. names is
// the namespace of the tables, all of which have theirs by now: what a table is
// called does not hang on it.
func (l *Layout) planEnums(names *relation.Names) {
	for _, t := range l.Tables {
		d := t.Discriminator()
		if d == "" || l.Choices.Discriminator(t.Type) != choice.EnumType {
			continue
		}
		name := relation.TypeName(l.naming.typ(t.Name + "_" + d))
		enum := &relation.Enum{Name: names.Take(name, name+"_enum"), Labels: l.TypeNames(t)}
		t.Column(d).Type.Enum = enum
		l.schema.Enums = append(l.schema.Enums, enum)
	}
}

// TypeNames lists what the discriminator of a table can say, in model order: the
// most specific type, of those in the table, of some entity stored in it.
func (l *Layout) TypeNames(t *Table) []string {
	var names []string
	for _, label := range l.labelsOf(t, t.Type) {
		names = append(names, label.Name)
	}
	return names
}
