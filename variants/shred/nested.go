package shred

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// What stands in an entity's row although it is about several others: elements
// of a nested weak type, keys of the partners in an M:N relationship.

// nestedIn lists the tables of weak types that are nested in the rows of f.
func (l *Layout) nestedIn(f *er.EntityType) []*Table {
	return slices.DeleteFunc(slices.Clone(l.Nested), func(t *Table) bool { return t.Type.Owner != f })
}

func nestedWish(weak *Table, f *er.EntityType, must bool) wish {
	plural := er.Snake(weak.Type.Plural)
	return wish{column: Column{Holds: Elements, Elements: weak, Of: f},
		names: []string{plural, er.Snake(f.Name) + "_" + plural}, typ: jsonType, notNull: must}
}

// listsIn lists the M:N relationships whose links are arrays among the features
// of f, with the end that f stands at.
func (l *Layout) listsIn(f *er.EntityType) []er.End {
	var ends []er.End
	for _, r := range l.Model.Relationships {
		switch c := l.Choices.Relationship(r); {
		case c == choice.ArrayFrom && r.From.Type == f:
			ends = append(ends, er.End{Relationship: r})
		case c == choice.ArrayTo && r.To.Type == f:
			ends = append(ends, er.End{Relationship: r, AtTo: true})
		}
	}
	return ends
}

func listWish(end er.End, f *er.EntityType, must bool) wish {
	name := er.Snake(end.Far().Name) + "_ids"
	return wish{column: Column{Holds: PartnerKeys, End: end, Of: f},
		names: []string{name, er.Snake(end.Relationship.Name) + "_" + name},
		typ:   relation.ColumnType{Value: listed(end).Type, Array: true}, notNull: must}
}

// listed is the key attribute whose values an array of partners' keys has.
func listed(end er.End) *er.Attribute { return end.Far().Type.FullKey()[0] }

// placeNested tells the tables of nested types where their rows are.
func (l *Layout) placeNested() {
	for _, t := range slices.Concat(l.Tables, l.Nested) {
		for i, c := range t.Columns {
			if c.Holds == Elements {
				c.Elements.In, c.Elements.At = t, i
			}
		}
	}
	for _, t := range l.Nested {
		t.Table.Name, t.Members = t.Place(), t.members()
	}
}

// Place names where the rows of a table are: the table itself, or for a nested
// type the column of the outer table, with the keys on the way.
func (t *Table) Place() string {
	if t.In == nil {
		return t.Name
	}
	return t.In.Place() + "." + t.In.Columns[t.At].Name
}

// Outer is how many columns of a nested type's table are the owner's key and not
// members of the elements: the first ones.
func (t *Table) Outer() int {
	if t.In == nil {
		return 0
	}
	return len(t.Type.Root().Owner.FullKey())
}

// members lists which columns of a nested type's table are members of its
// elements, in the order in which Postgres keeps keys.
func (t *Table) members() []int {
	var all []int
	for i := t.Outer(); i < len(t.Columns); i++ {
		all = append(all, i)
	}
	slices.SortFunc(all, func(a, b int) int { return compareKeys(t.Columns[a].Name, t.Columns[b].Name) })
	return all
}
