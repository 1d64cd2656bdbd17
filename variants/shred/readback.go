package shred

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants/choice"
)

// ReadBack makes the instance that tables hold; rows yields the rows of one, in
// any order. It trusts nothing: a row that no instance would have put there (an
// entity in a table too many or too few, a value in a row whose type lacks it,
// copies that differ, a partner or owner who does not exist) is an error.
func (l *Layout) ReadBack(rows func(*Table) iter.Seq2[[]Cell, error]) (*instance.Memory, error) {
	r := reader{l: l, found: map[*er.EntityType]map[string]*entity{}, links: map[*er.Relationship][]instance.Link{}}
	for _, read := range []struct {
		kind Kind
		row  func(*Table, []Cell) error
	}{{Entities, r.place}, {Entities, r.entity}, {Values, r.value}, {Links, r.link}} {
		for _, t := range l.Tables {
			if t.Kind != read.kind {
				continue
			}
			if err := eachRow(t, rows(t), read.row); err != nil {
				return nil, err
			}
		}
	}
	return r.instance()
}

func eachRow(t *Table, rows iter.Seq2[[]Cell, error], read func(*Table, []Cell) error) error {
	for row, err := range rows {
		if err == nil {
			err = read(t, row)
		}
		if err != nil {
			return fmt.Errorf("table %s, row %v: %w", t.Name, row, err)
		}
	}
	return nil
}

type reader struct {
	l     *Layout
	found map[*er.EntityType]map[string]*entity // by root and key
	links map[*er.Relationship][]instance.Link
}

type entity struct {
	key      []string
	typ      *er.EntityType // the most specific seen
	in       []*Table
	values   map[*er.Attribute]er.Value
	partners map[er.End]instance.Partner
}

// place notes in which tables an entity is and what it is.
func (r *reader) place(t *Table, row []Cell) error {
	label := t.Type
	for i, c := range t.Columns {
		if c.Holds != TypeName {
			continue
		}
		if label = r.l.Model.EntityType(row[i].Text); label == nil || r.l.holder(label) != t.Type {
			return fmt.Errorf("%q is no type of this table", row[i].Text)
		}
	}
	key, err := keyOf(t, row, KeyPart, er.End{})
	if err != nil {
		return err
	}
	root := t.Type.Root()
	if r.found[root] == nil {
		r.found[root] = map[string]*entity{}
	}
	e := r.found[root][pack(key)]
	if e == nil {
		e = &entity{key: key, typ: label, values: map[*er.Attribute]er.Value{}, partners: map[er.End]instance.Partner{}}
		r.found[root][pack(key)] = e
	}
	e.in = append(e.in, t)
	switch {
	case label.IsA(e.typ):
		e.typ = label
	case !e.typ.IsA(label):
		return fmt.Errorf("is both %s and %s", e.typ.Name, label.Name)
	}
	return nil
}

// pack makes one text of a key, so that no two keys give the same.
func pack(key []string) string {
	var b strings.Builder
	for _, k := range key {
		b.WriteString(strconv.Itoa(len(k)) + ":" + k)
	}
	return b.String()
}

// keyOf reads a key from the columns that hold it; nil when all are NULL.
func keyOf(t *Table, row []Cell, holds Holds, end er.End) ([]string, error) {
	var key []string
	nulls := 0
	for i, c := range t.Columns {
		if c.Holds != holds || c.End != end {
			continue
		}
		if row[i].Null {
			nulls++
		}
		key = append(key, row[i].Text)
	}
	switch nulls {
	case 0:
		return key, nil
	case len(key):
		return nil, nil
	}
	return nil, fmt.Errorf("a part of a key is NULL")
}

func (r *reader) lookUp(t *er.EntityType, key []string) (*entity, error) {
	e := r.found[t.Root()][pack(key)]
	if e == nil || !e.typ.IsA(t) {
		return nil, fmt.Errorf("there is no %s %q", t.Name, key)
	}
	return e, nil
}

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
			if c.Of == f && !row[i].Null && (c.Holds == Value || c.Holds == PartnerKey || c.Holds == PartnerValue) {
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
	return nil
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
	if r.l.Choices.Relationship(t.Relation) != choice.Junction {
		if _, twice := e.partners[end]; twice || to == nil {
			return fmt.Errorf("no partner, or more than one")
		}
		return r.partner(t, row, e, end, to, LinkValue)
	}
	if _, err := r.lookUp(t.Relation.To.Type, to); err != nil {
		return err
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

// instance puts together what was read, in the order of the keys.
func (r *reader) instance() (*instance.Memory, error) {
	m := instance.NewMemory(r.l.Model)
	for _, root := range r.l.Model.Roots() {
		for _, packed := range slices.Sorted(maps.Keys(r.found[root])) {
			e, err := r.finish(r.found[root][packed])
			if err != nil {
				return nil, err
			}
			m.AddEntity(e)
		}
	}
	for _, rel := range r.l.Model.Relationships {
		for _, link := range r.links[rel] {
			m.AddLink(link)
		}
	}
	return m, nil
}

func (r *reader) finish(e *entity) (instance.Entity, error) {
	if want := r.l.Walk(e.typ); !sameTables(e.in, want) {
		return instance.Entity{}, fmt.Errorf("%s %q is in %d tables, not exactly in the %d it must be in", e.typ.Name, e.key, len(e.in), len(want))
	}
	out := instance.Entity{Type: e.typ, Key: e.key}
	for _, a := range e.typ.AllAttributes() {
		v := e.values[a]
		if a.Multi {
			slices.SortFunc(v.Set, a.Type.Compare)
			if len(slices.Compact(slices.Clone(v.Set))) < len(v.Set) {
				return out, fmt.Errorf("%s %q has a value of %s twice", e.typ.Name, e.key, a.Name)
			}
		}
		out.Values = append(out.Values, v)
	}
	for _, end := range e.typ.ToOne() {
		out.ToOne = append(out.ToOne, e.partners[end])
	}
	return out, nil
}

func sameTables(a, b []*Table) bool {
	byName := func(x, y *Table) int { return cmp.Compare(x.Name, y.Name) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), byName), slices.SortedFunc(slices.Values(b), byName))
}
