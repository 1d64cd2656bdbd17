package shred

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// planEntities makes a table for every type that is not merged and has rows, or
// elements.
func (l *Layout) planEntities(names *relation.Names) {
	stored := map[*er.EntityType][]*er.EntityType{}
	for _, x := range l.Model.EntityTypes {
		if x.Abstract {
			continue
		}
		for _, h := range l.Choices.Holders(x) {
			stored[h] = append(stored[h], x)
		}
	}
	for _, t := range l.Model.EntityTypes {
		if len(stored[t]) == 0 {
			continue
		}
		table := &Table{Kind: Entities, Type: t, Stored: stored[t]}
		table.Features = l.features(table)
		l.entities[t] = table
		name := l.naming.entities(t)
		if l.Choices.Nested(t) {
			table.Table = &relation.Table{Name: name}
			l.Nested = append(l.Nested, table)
			continue
		}
		table.Table = &relation.Table{Name: l.takeName(names, table, name, name+"_table")}
		l.Tables = append(l.Tables, table)
	}
	for _, t := range slices.Concat(l.Tables, l.Nested) {
		l.name(t, l.entityWishes(t))
	}
	l.placeNested()
}

// features lists the types whose features the table has: inherited ones unless
// it is an own table, the type's, and those of types merged into it that some
// stored entity has.
func (l *Layout) features(t *Table) []*er.EntityType {
	features := []*er.EntityType{t.Type}
	if c := l.Choices.Inheritance(t.Type); c == choice.Concrete || c == choice.Replicated {
		features = t.Type.Path()
	}
	for _, sub := range t.Type.Subtree()[1:] {
		has := slices.ContainsFunc(t.Stored, func(x *er.EntityType) bool { return x.IsA(sub) })
		if l.Choices.Holder(sub) == t.Type && has {
			features = append(features, sub)
		}
	}
	return features
}

func (l *Layout) entityWishes(t *Table) []wish {
	wishes := keyWishes(t.Type)
	if len(t.Merged()) > 0 {
		wishes = append(wishes, discriminatorWish(t))
	}
	for _, f := range t.Features {
		must := t.only(f)
		for _, a := range f.Attributes {
			if !a.Multi || l.Choices.MultiValued(a) != choice.Table {
				wishes = append(wishes, l.attributeWishes(a, Column{Holds: Value, Of: f}, er.Snake(f.Name), must)...)
			}
		}
		for _, end := range l.partnersIn(f) {
			wishes = append(wishes, l.partnerWishes(end, f, must)...)
		}
		for _, end := range l.listsIn(f) {
			wishes = append(wishes, listWish(end, f, must))
		}
		for _, weak := range l.nestedIn(f) {
			wishes = append(wishes, nestedWish(weak, f, must))
		}
	}
	return wishes
}

// partnersIn lists the relationships whose links are columns among the features
// of f, with the end that f stands at.
func (l *Layout) partnersIn(f *er.EntityType) []er.End {
	var ends []er.End
	for _, r := range l.Model.Relationships {
		switch c := l.Choices.Relationship(r); {
		case (c == choice.FK || c == choice.FKFrom) && r.From.Type == f:
			ends = append(ends, er.End{Relationship: r})
		case c == choice.FKTo && r.To.Type == f:
			ends = append(ends, er.End{Relationship: r, AtTo: true})
		}
	}
	return ends
}

func (l *Layout) partnerWishes(end er.End, f *er.EntityType, must bool) []wish {
	must = must && end.Near().Total
	r := er.Snake(end.Relationship.Name)
	var wishes []wish
	for _, w := range endWishes(end.Far(), Column{Holds: PartnerKey, End: end, Of: f}) {
		w.notNull = must
		w.names = append(w.names, r+"_"+w.names[0])
		wishes = append(wishes, w)
	}
	for _, a := range end.Relationship.Attributes {
		wishes = append(wishes, l.attributeWishes(a, Column{Holds: PartnerValue, End: end, Of: f}, r, must)...)
	}
	return wishes
}

// attributeWishes gives the columns of an attribute: like is what they have in
// common, prefix tells it from another of the same name. Where must is false,
// rows may lack it.
func (l *Layout) attributeWishes(a *er.Attribute, like Column, prefix string, must bool) []wish {
	like.Attribute = a
	name := er.Snake(a.Name)
	one := func(t relation.ColumnType, form Form, notNull bool) []wish {
		like.Form = form
		return []wish{{column: like, names: []string{name, prefix + "_" + name}, typ: t, notNull: notNull && must}}
	}
	switch {
	case a.Multi && l.Choices.MultiValued(a) == choice.Array:
		return one(relation.ColumnType{Value: a.Type, Array: true}, ArrayForm, true)
	case a.Multi:
		return one(jsonType, JSONArray, true)
	case !a.Composite():
		return one(relation.ColumnType{Value: a.Type}, Plain, !a.Nullable)
	case l.Choices.Composite(a) == choice.JSONB:
		return one(jsonType, JSONObject, true)
	}
	return componentWishes(a, like, prefix, must)
}

func componentWishes(a *er.Attribute, like Column, prefix string, must bool) []wish {
	var wishes []wish
	for _, c := range a.Components {
		like.Component = c
		short, long := er.Snake(c.Name), er.Snake(a.Name)+"_"+er.Snake(c.Name)
		wishes = append(wishes, wish{column: like, names: []string{short, long, prefix + "_" + long},
			typ: relation.ColumnType{Value: c.Type}, notNull: must && !c.Nullable})
	}
	return wishes
}

var jsonType = relation.ColumnType{Value: er.Type{Base: er.JSON}}
