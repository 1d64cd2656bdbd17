package shred

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

// Walk lists the tables that have a row for an entity of exactly that type, the
// most specific first. Nil for an abstract type. The table of a nested type is
// none of Tables: its rows are elements.
func (l *Layout) Walk(t *er.EntityType) []*Table {
	if t.Abstract {
		return nil
	}
	var tables []*Table
	for _, h := range l.Choices.Holders(t) {
		tables = append(tables, l.entities[h])
	}
	return tables
}

// Up is the table that has the rest of an entity's inherited features, or under
// replicated a copy of them; nil when there is none.
func (l *Layout) Up(t *Table) *Table {
	if t.Kind != Entities || t.Type.Parent == nil || l.Choices.Inheritance(t.Type) == choice.Concrete {
		return nil
	}
	return l.entities[l.Choices.Holder(t.Type.Parent)]
}

// Covers says whether the table has the features of t.
func (t *Table) Covers(of *er.EntityType) bool { return slices.Contains(t.Features, of) }

// home is the table where an entity of exactly type x has the features of t:
// the topmost one, where replicated made copies.
func (l *Layout) home(x, t *er.EntityType) *Table {
	var found *Table
	for _, table := range l.Walk(x) {
		if table.Covers(t) {
			found = table
		}
	}
	return found
}

// Homes lists the tables where the features of t are, each entity of t in
// exactly one of them, in the order of Tables. More than one: t is spread.
func (l *Layout) Homes(t *er.EntityType) []*Table {
	var homes []*Table
	for _, x := range concretes(t) {
		if home := l.home(x, t); !slices.Contains(homes, home) {
			homes = append(homes, home)
		}
	}
	slices.SortFunc(homes, func(a, b *Table) int { return slices.Index(l.Tables, a) - slices.Index(l.Tables, b) })
	return homes
}

// Home is the one table that holds all entities of t, or nil when t is spread.
func (l *Layout) Home(t *er.EntityType) *Table {
	if homes := l.Homes(t); len(homes) == 1 {
		return homes[0]
	}
	return nil
}

// Label is what the discriminator of the table says about an entity of exactly
// type x: the most specific type among those in this table.
func (l *Layout) Label(t *Table, x *er.EntityType) *er.EntityType {
	for l.Choices.Holder(x) != t.Type {
		x = x.Parent
	}
	return x
}

// Labels lists what the discriminator can say about the entities of type of, in
// model order. Nil when every row of the table is one.
func (l *Layout) Labels(t *Table, of *er.EntityType) []*er.EntityType {
	if t.only(of) {
		return nil
	}
	return l.labelsOf(t, of)
}

func (l *Layout) labelsOf(t *Table, of *er.EntityType) []*er.EntityType {
	var labels []*er.EntityType
	for _, x := range t.Stored {
		if !x.IsA(of) {
			continue
		}
		if label := l.Label(t, x); !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	slices.SortFunc(labels, l.modelOrder)
	return labels
}

// only says whether every row of the table is an entity of type of.
func (t *Table) only(of *er.EntityType) bool {
	return !slices.ContainsFunc(t.Stored, func(x *er.EntityType) bool { return !x.IsA(of) })
}

// Merged lists the types merged into the table, in model order.
func (t *Table) Merged() []*er.EntityType {
	var merged []*er.EntityType
	for _, f := range t.Features {
		if f != t.Type && f.IsA(t.Type) {
			merged = append(merged, f)
		}
	}
	return merged
}

// concretes lists the types at or below t that entities can have as their most
// specific type, in model order.
func concretes(t *er.EntityType) []*er.EntityType {
	return slices.DeleteFunc(t.Subtree(), func(x *er.EntityType) bool { return x.Abstract })
}

func (l *Layout) modelOrder(a, b *er.EntityType) int {
	return slices.Index(l.Model.EntityTypes, a) - slices.Index(l.Model.EntityTypes, b)
}

// storedAs lists the most specific types of the table's entities that are of.
func (t *Table) storedAs(of *er.EntityType) []*er.EntityType {
	return slices.DeleteFunc(slices.Clone(t.Stored), func(x *er.EntityType) bool { return !x.IsA(of) })
}
