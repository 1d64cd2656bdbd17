package shred

import (
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// planValues makes the tables of multi-valued attributes that are not nested,
// one for each home of the declaring type, named after that table's type.
func (l *Layout) planValues(names *relation.Names) {
	for _, t := range l.Model.EntityTypes {
		for _, a := range t.Attributes {
			if !a.Multi || l.Choices.MultiValued(a) != choice.Table {
				continue
			}
			homes := l.Homes(t)
			for _, home := range homes {
				table := l.valueTable(t, a, home, len(homes) > 1, names)
				l.values[a] = append(l.values[a], table)
				l.Tables = append(l.Tables, table)
			}
		}
	}
}

// valueTable is named after the declaring type while one table holds all its
// entities, even where that is another type's table, so that the name is the
// same in most variants; else after the type whose table the owners are in.
func (l *Layout) valueTable(t *er.EntityType, a *er.Attribute, home *Table, spread bool, names *relation.Names) *Table {
	table := &Table{Kind: Values, Type: t, Attribute: a, Holder: home, Stored: home.storedAs(t)}
	owner := t
	if spread && !home.Merges(t) {
		owner = home.Type
	}
	name := l.naming.entities(owner) + "_" + l.naming.values(a)
	table.Table = &relation.Table{Name: l.takeName(names, table, name, name+"_values")}
	wishes := keyWishes(t)
	wishes = append(wishes, wish{column: Column{Holds: Element, Attribute: a, Of: t},
		names: []string{singular(er.Snake(a.Name)), er.Snake(a.Name) + "_value"},
		typ:   relation.ColumnType{Value: a.Type}, notNull: true})
	l.name(table, wishes)
	return table
}

// Merges says whether t is merged into the table.
func (t *Table) Merges(of *er.EntityType) bool {
	return of != t.Type && of.IsA(t.Type) && t.Covers(of)
}

// planLinks makes the tables of relationships that have some.
func (l *Layout) planLinks(names *relation.Names) {
	for _, r := range l.Model.Relationships {
		from, to := l.Home(r.From.Type), l.Home(r.To.Type)
		switch l.Choices.Relationship(r) {
		case choice.Table:
			l.linkTable(r, l.linkName(r.From.Type, r)+"_ref", from, to, names)
		case choice.Junction:
			l.linkTable(r, l.linkName(r.From.Type, r), from, to, names)
		case choice.Split:
			l.splitLinks(r, names)
		}
	}
}

func (l *Layout) linkName(owner *er.EntityType, r *er.Relationship) string {
	return l.naming.entities(owner) + "_" + er.Snake(r.Name)
}

// splitLinks makes a table for each table that holds entities of an end, or for
// each pair of them, named after the types whose tables they are.
func (l *Layout) splitLinks(r *er.Relationship, names *relation.Names) {
	froms, tos := l.Homes(r.From.Type), l.Homes(r.To.Type)
	if n := len(froms) * len(tos); len(l.Tables)+n > maxTables {
		l.refused = append(l.refused, l.tooMany(r, n))
		return
	}
	for _, from := range froms {
		for _, to := range tos {
			owner := r.From.Type
			if len(froms) > 1 {
				owner = from.Type
			}
			name := l.linkName(owner, r)
			if len(tos) > 1 {
				name += "_" + l.naming.entities(to.Type)
			}
			l.linkTable(r, name, from, to, names)
		}
	}
}

func (l *Layout) linkTable(r *er.Relationship, name string, from, to *Table, names *relation.Names) {
	table := &Table{Kind: Links, Relation: r, From: from, To: to}
	table.Table = &relation.Table{Name: l.takeName(names, table, name, name+"_links")}
	l.name(table, l.linkWishes(r))
	l.links[r] = append(l.links[r], table)
	l.Tables = append(l.Tables, table)
}

func (l *Layout) linkWishes(r *er.Relationship) []wish {
	var wishes []wish
	if r.Cardinality == er.ManyToMany && l.Choices.JunctionKey(r) == choice.Surrogate {
		wishes = append(wishes, wish{column: Column{Holds: Surrogate}, names: []string{"id", "link_id"},
			typ: relation.ColumnType{Value: er.Type{Base: er.Bigint}}, notNull: true})
	}
	wishes = append(wishes, endWishes(r.From, Column{Holds: FromKey})...)
	wishes = append(wishes, endWishes(r.To, Column{Holds: ToKey})...)
	for i := range wishes {
		wishes[i].notNull, wishes[i].first = true, true
	}
	for _, a := range r.Attributes {
		wishes = append(wishes, l.attributeWishes(a, Column{Holds: LinkValue}, er.Snake(r.Name), true)...)
	}
	return wishes
}

// endWishes gives the columns with the key of the entity that plays a role:
// role_id, or when the key has several parts, the role before each.
func endWishes(role er.Role, like Column) []wish {
	key := role.Type.FullKey()
	prefix := er.Snake(role.Name)
	var wishes []wish
	for i, k := range key {
		like.Part = i
		name := prefix + "_id"
		if len(key) > 1 {
			name = prefix + "_" + er.Snake(k.Name)
		}
		wishes = append(wishes, wish{column: like, names: []string{name}, typ: relation.ColumnType{Value: k.Type}})
	}
	return wishes
}

// singular takes an English plural's ending off the last word of a name; a name
// that does not look like one is returned as it is.
func singular(name string) string {
	for _, e := range []struct{ ending, instead string }{
		{"series", "series"}, {"ies", "y"}, {"iases", "ias"}, {"tuses", "tus"}, {"sses", "ss"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"},
		{"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""},
	} {
		if stem, ok := strings.CutSuffix(name, e.ending); ok && (len(stem) > 1 || e.instead == e.ending) {
			return stem + e.instead
		}
	}
	return name
}
