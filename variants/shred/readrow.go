package shred

import (
	"encoding/json"
	"fmt"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// entity reads what a row says about its entity.
func (r *reader) entity(t *Table, row []Cell) error {
	key, err := keyOf(t, row, KeyPart, er.End{})
	if err != nil {
		return err
	}
	e, err := r.lookUp(t.Type, key)
	if err != nil {
		return err
	}
	for _, f := range t.Features {
		if err := r.feature(t, row, e, f); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) feature(t *Table, row []Cell, e *entity, f *er.EntityType) error {
	if !e.typ.IsA(f) {
		for i, c := range t.Columns {
			if c.Of == f && !row[i].Null && c.Holds != KeyPart && c.Holds != TypeName {
				return fmt.Errorf("%s has %s, which only a %s can", e.typ.Name, c.Name, f.Name)
			}
		}
		return nil
	}
	for _, a := range f.Attributes {
		v, ok, err := readAttribute(t, row, Value, er.End{}, a)
		if err != nil {
			return err
		}
		if ok {
			if err := e.set(a, v); err != nil {
				return err
			}
		}
	}
	for _, end := range r.l.partnersIn(f) {
		key, err := keyOf(t, row, PartnerKey, end)
		if err != nil {
			return err
		}
		if err := r.partner(t, row, e, end, key, PartnerValue); err != nil {
			return err
		}
	}
	return r.plural(t, row, e, f)
}

func (e *entity) set(a *er.Attribute, v er.Value) error {
	if old, ok := e.values[a]; ok && !equal(old, v) {
		return fmt.Errorf("%s differs from a copy of it", a.Name)
	}
	e.values[a] = v
	return nil
}

func equal(a, b er.Value) bool {
	return a.Null == b.Null && a.Text == b.Text && slices.Equal(a.Set, b.Set) && slices.EqualFunc(a.Parts, b.Parts, equal)
}

// partner records who stands at the other end, for both when it is 1:1.
func (r *reader) partner(t *Table, row []Cell, e *entity, end er.End, key []string, values Holds) error {
	if key == nil {
		return r.noPartner(t, row, end, values)
	}
	far, err := r.lookUp(end.Far().Type, key)
	if err != nil {
		return err
	}
	p := instance.Partner{Key: key}
	columnsOf := end
	if values == LinkValue {
		columnsOf = er.End{}
	}
	for _, a := range end.Relationship.Attributes {
		v, _, err := readAttribute(t, row, values, columnsOf, a)
		if err != nil {
			return err
		}
		p.Values = append(p.Values, v)
	}
	if err := e.join(end, p); err != nil {
		return err
	}
	if end.Relationship.Cardinality == er.OneToOne {
		return far.join(er.End{Relationship: end.Relationship, AtTo: !end.AtTo}, instance.Partner{Key: e.key, Values: p.Values})
	}
	return nil
}

// noPartner checks that a link that is not there has no attributes.
func (r *reader) noPartner(t *Table, row []Cell, end er.End, values Holds) error {
	for i, c := range t.Columns {
		if c.Holds == values && c.End == end && !row[i].Null {
			return fmt.Errorf("%s of a link that is not there", c.Name)
		}
	}
	return nil
}

func (e *entity) join(end er.End, p instance.Partner) error {
	old, ok := e.partners[end]
	if ok && !(slices.Equal(old.Key, p.Key) && slices.EqualFunc(old.Values, p.Values, equal)) {
		return fmt.Errorf("has two partners in %s", end.Relationship.Name)
	}
	e.partners[end] = p
	return nil
}

// readAttribute reads an attribute from the columns that hold it; ok is false
// when the table has none.
func readAttribute(t *Table, row []Cell, holds Holds, end er.End, a *er.Attribute) (v er.Value, ok bool, err error) {
	for i, c := range t.Columns {
		if c.Holds != holds || c.Attribute != a || c.End != end {
			continue
		}
		ok = true
		if c.Component != nil {
			v.Parts = append(v.Parts, er.Value{Null: row[i].Null, Text: row[i].Text})
			continue
		}
		if v, err = readForm(c.Form, a, row[i]); err != nil {
			return v, ok, fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return v, ok, nil
}

func readForm(f Form, a *er.Attribute, cell Cell) (v er.Value, err error) {
	if f == Plain {
		return er.Value{Null: cell.Null, Text: cell.Text}, nil
	}
	if cell.Null {
		return v, fmt.Errorf("NULL in place of values")
	}
	switch f {
	case ArrayForm:
		v.Set, err = readArray(cell.Text)
	case JSONArray:
		v.Set, err = readJSONArray(a.Type.Base, cell.Text)
	default:
		v.Parts, err = readJSONObject(a.Components, cell.Text)
	}
	if err == nil && (form(f, a, v) != cell || !slices.IsSortedFunc(v.Set, a.Type.Compare)) {
		err = fmt.Errorf("%q is not how it is stored", cell.Text)
	}
	return v, err
}

func readJSONArray(base er.Base, s string) ([]string, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal([]byte(s), &raw); err != nil {
		return nil, err
	}
	var set []string
	for _, element := range raw {
		value, err := readJSON(base, element)
		if err != nil {
			return nil, err
		}
		set = append(set, value)
	}
	return set, nil
}

func readJSONObject(components []*er.Attribute, s string) ([]er.Value, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s), &raw); err != nil {
		return nil, err
	}
	var parts []er.Value
	for _, c := range components {
		member, ok := raw[ComponentKey(c)]
		if !ok {
			return nil, fmt.Errorf("no key %q", ComponentKey(c))
		}
		if c.Nullable && string(member) == "null" {
			parts = append(parts, er.Value{Null: true})
			continue
		}
		value, err := readJSON(c.Type.Base, member)
		if err != nil {
			return nil, err
		}
		parts = append(parts, er.Value{Text: value})
	}
	return parts, nil
}

func (r *reader) value(t *Table, row []Cell) error {
	key, err := keyOf(t, row, KeyPart, er.End{})
	if err != nil {
		return err
	}
	e, err := r.lookUp(t.Type, key)
	if err != nil {
		return err
	}
	if r.l.home(e.typ, t.Type) != t.Holder {
		return fmt.Errorf("the owner is not in %s", t.Holder.Name)
	}
	v := e.values[t.Attribute]
	v.Set = append(v.Set, row[len(row)-1].Text)
	e.values[t.Attribute] = v
	return nil
}

func (r *reader) link(t *Table, row []Cell) error {
	from, err := keyOf(t, row, FromKey, er.End{})
	if err != nil {
		return err
	}
	to, err := keyOf(t, row, ToKey, er.End{})
	if err != nil {
		return err
	}
	e, err := r.lookUp(t.Relation.From.Type, from)
	if err != nil {
		return err
	}
	end := er.End{Relationship: t.Relation}
	if t.Relation.Cardinality != er.ManyToMany {
		if _, twice := e.partners[end]; twice || to == nil {
			return fmt.Errorf("no partner, or more than one")
		}
		return r.partner(t, row, e, end, to, LinkValue)
	}
	far, err := r.lookUp(t.Relation.To.Type, to)
	if err != nil {
		return err
	}
	if !r.standsIn(e, t.Relation.From.Type, t.From) || !r.standsIn(far, t.Relation.To.Type, t.To) {
		return fmt.Errorf("the pair belongs in another table")
	}
	link := instance.Link{Relationship: t.Relation, From: from, To: to}
	for _, a := range t.Relation.Attributes {
		v, _, err := readAttribute(t, row, LinkValue, er.End{}, a)
		if err != nil {
			return err
		}
		link.Values = append(link.Values, v)
	}
	r.links[t.Relation] = append(r.links[t.Relation], link)
	return nil
}

// standsIn says whether the entity's features of type of are in the home that a
// table of links is for; nil is any.
func (r *reader) standsIn(e *entity, of *er.EntityType, home *Table) bool {
	return home == nil || r.l.home(e.typ, of) == home
}
