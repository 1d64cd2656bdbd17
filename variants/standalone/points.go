package standalone

import (
	"fmt"
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

// Which decision points are behind a table, a column or a comparison.

// find is the point of a kind about something; ok is false when there is none, as
// for the inheritance of a root.
func (e *explainer) find(kind choice.Kind, on any) (choice.Point, bool) {
	points := e.w.layout.Choices.Points()
	i := slices.IndexFunc(points, func(p choice.Point) bool {
		return p.Kind == kind && (any(p.Type) == on || any(p.Attribute) == on || any(p.Relationship) == on)
	})
	if i < 0 {
		return choice.Point{}, false
	}
	return points[i], true
}

// add adds the point of a kind about something, if there is one.
func (e *explainer) add(offset int32, kind choice.Kind, on any, format string, args ...any) {
	if p, ok := e.find(kind, on); ok {
		e.at(offset, p, fmt.Sprintf(format, args...))
	}
}

// table says why a table is there.
func (e *explainer) table(offset int32, t *shred.Table) {
	switch t.Kind {
	case shred.Entities:
		e.entities(offset, t)
	case shred.Values:
		e.add(offset, choice.MultiValued, t.Attribute, "each value is a row of this table")
		if len(e.w.layout.ValueTables(t.Attribute)) > 1 {
			e.add(offset, choice.Inheritance, t.Holder.Type, "the values of those in %s are apart", t.Holder.Name)
		}
	case shred.Links:
		e.add(offset, choice.Relationship, t.Relation, "each link is a row of this table")
	}
}

func (e *explainer) entities(offset int32, t *shred.Table) {
	switch e.w.layout.Choices.Inheritance(t.Type) {
	case choice.Own:
		e.add(offset, choice.Inheritance, t.Type, "%s has a table with its own attributes alone", t.Type.Name)
	case choice.Concrete:
		e.add(offset, choice.Inheritance, t.Type, "its entities are in this table alone, inherited attributes included")
	case choice.Replicated:
		e.add(offset, choice.Inheritance, t.Type, "this table has every %s, inherited attributes included", t.Type.Name)
	}
	e.add(offset, choice.Weak, t.Type, "%s has a table, with its owner's key", t.Type.Name)
	for _, sub := range e.w.layout.Model.EntityTypes {
		if sub.IsA(t.Type) && sub != t.Type && e.w.layout.Choices.Inheritance(sub) == choice.Concrete && !t.Covers(sub) && t.Covers(sub.Parent) {
			e.add(offset, choice.Inheritance, sub, "those of type %s are in another table", sub.Name)
		}
	}
}

// column says why a column is there.
func (e *explainer) column(offset int32, t *shred.Table, c shred.Column) {
	switch c.Holds {
	case shred.TypeName:
		e.add(offset, choice.Discriminator, t.Type, "it says which type a row is of")
	case shred.Value:
		e.value(offset, c)
		e.moved(offset, t, c.Of)
	case shred.LinkValue, shred.PartnerValue:
		e.value(offset, c)
	case shred.PartnerKey:
		e.add(offset, choice.Relationship, c.End.Relationship, "the partner's key is a column")
		e.moved(offset, t, c.Of)
	case shred.PartnerKeys:
		e.add(offset, choice.Relationship, c.End.Relationship, "the partners' keys are an array")
		e.moved(offset, t, c.Of)
	case shred.Elements:
		e.add(offset, choice.Weak, c.Elements.Type, "each %s is an object in this array", c.Elements.Type.Name)
	}
}

func (e *explainer) value(offset int32, c shred.Column) {
	switch {
	case c.Form == shred.ArrayForm || c.Form == shred.JSONArray:
		e.add(offset, choice.MultiValued, c.Attribute, "all values are in one column")
	case c.Form == shred.JSONObject:
		e.add(offset, choice.Composite, c.Attribute, "its components are in one object")
	case c.Component != nil:
		e.add(offset, choice.Composite, c.Attribute, "each component is a column")
	}
}

// moved says why a type's column is in the table of another.
func (e *explainer) moved(offset int32, t *shred.Table, of *er.EntityType) {
	switch {
	case of == nil || of == t.Type:
	case t.Merges(of):
		e.add(offset, choice.Inheritance, of, "columns of %s are in its ancestor's table", of.Name)
	case t.Type.IsA(of):
		e.add(offset, choice.Inheritance, t.Type, "inherited columns are in this table")
	}
}

// filter says why a discriminator is compared with names of types.
func (e *explainer) filter(offset int32, t *shred.Table, names []string) {
	for _, sub := range t.Merged() {
		if slices.Contains(names, sub.Name) {
			e.add(offset, choice.Inheritance, sub, "discriminator filter")
		}
	}
}

// parts says why two tables of one hierarchy are joined on their keys.
func (e *explainer) parts(offset int32, a, b *shred.Table) {
	if a.Kind != shred.Entities || b.Kind != shred.Entities {
		return
	}
	if b.Type != a.Type && b.Type.IsA(a.Type) {
		a, b = b, a
	}
	if a.Type != b.Type && a.Type.IsA(b.Type) {
		for t := a.Type; t != b.Type && t != nil; t = t.Parent {
			if c := e.w.layout.Choices.Inheritance(t); c == choice.Own || c == choice.Replicated {
				e.add(offset, choice.Inheritance, t, "inherited attributes are in the parent's table")
				return
			}
		}
	}
}
