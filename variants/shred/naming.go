package shred

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/relation"
)

// wish is a column that wants a name. When several columns of a table want the
// same one, all of them take their next (siblings merged into one table may
// have attributes of one name: then each has its type's name before it), except
// keys, which come first.
type wish struct {
	column  Column
	names   []string // at least one, the best first
	typ     relation.ColumnType
	notNull bool
	first   bool // takes its name before all others
	last    bool // after all others
}

// name gives the table its columns, in the order of the wishes.
func (l *Layout) name(t *Table, wishes []wish) {
	names := relation.NewNames(relation.ColumnName)
	wanted := map[string]int{}
	wishes = l.inConvention(t, wishes)
	for _, w := range wishes {
		if !w.first && !w.last {
			wanted[relation.Identifier(w.names[0])]++
		}
	}
	taken := make([]string, len(wishes))
	give := func(now func(w wish, clash bool) bool) {
		for i, w := range wishes {
			clash := wanted[relation.Identifier(w.names[0])] > 1
			if taken[i] != "" || !now(w, clash) {
				continue
			}
			candidates := w.names
			if clash && !w.first && !w.last && len(candidates) > 1 {
				candidates = candidates[1:]
			}
			taken[i] = names.Take(candidates...)
		}
	}
	give(func(w wish, _ bool) bool { return w.first })
	give(func(w wish, clash bool) bool { return !w.last && !clash })
	give(func(w wish, _ bool) bool { return !w.last })
	give(func(wish, bool) bool { return true })
	for i, w := range wishes {
		w.column.Name = taken[i]
		t.Columns = append(t.Columns, w.column)
		t.Table.Columns = append(t.Table.Columns, relation.Column{Name: taken[i], Type: w.typ, NotNull: w.notNull})
	}
}

// inConvention gives the wishes with names as the schema's convention has them.
// Keys inside of JSON are data and keep the model's.
func (l *Layout) inConvention(t *Table, wishes []wish) []wish {
	if t.Kind == Entities && l.Choices.Nested(t.Type) {
		return wishes
	}
	wishes = slices.Clone(wishes)
	for i, w := range wishes {
		wishes[i].names = make([]string, len(w.names))
		for j, name := range w.names {
			wishes[i].names[j] = l.naming.column(w, name)
		}
	}
	return wishes
}

// takeName gives a table the first of some names that is free, in the schema's
// convention.
func (l *Layout) takeName(names *relation.Names, t *Table, candidates ...string) string {
	for i, name := range candidates {
		candidates[i] = l.naming.table(t, name)
	}
	return names.Take(candidates...)
}

// keyWishes gives the columns with the full key, under the names that the root
// and its owners give it.
func keyWishes(t *er.EntityType) []wish {
	var wishes []wish
	for i, k := range t.FullKey() {
		name := er.Snake(k.Name)
		wishes = append(wishes, wish{column: Column{Holds: KeyPart, Part: i, Attribute: k, Of: t},
			names: []string{name, er.Snake(k.Of.Name) + "_" + name},
			typ:   relation.ColumnType{Value: k.Type}, notNull: true, first: true})
	}
	return wishes
}

func discriminatorWish(t *Table) wish {
	return wish{column: Column{Holds: TypeName, Of: t.Type}, names: []string{"type", t.Name + "_type"},
		typ: relation.ColumnType{Value: er.Type{Base: er.Text}}, notNull: true, last: true}
}
