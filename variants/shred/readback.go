package shred

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// ReadBack makes the instance that tables hold; rows yields the rows of one, in
// any order. It trusts nothing: a row that no instance would have put there (an
// entity in a table too many or too few, a value in a row whose type lacks it,
// copies that differ, a partner or owner who does not exist) is an error.
func (l *Layout) ReadBack(rows func(*Table) iter.Seq2[[]Cell, error]) (*instance.Memory, error) {
	r := reader{l: l, rows: rows, found: map[*er.EntityType]map[string]*entity{}, links: map[*er.Relationship][]instance.Link{}}
	for _, read := range []struct {
		kind Kind
		row  func(*Table, []Cell) error
	}{{Entities, r.place}, {Entities, r.entity}, {Values, r.value}, {Links, r.link}} {
		for _, t := range slices.Concat(l.Tables, l.Nested) {
			if t.Kind != read.kind {
				continue
			}
			if err := eachRow(t, r.rowsOf(t), read.row); err != nil {
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
	rows  func(*Table) iter.Seq2[[]Cell, error]
	found map[*er.EntityType]map[string]*entity // by root and key
	links map[*er.Relationship][]instance.Link
}

type entity struct {
	key      []string
	typ      *er.EntityType // the most specific seen
	in       []*Table
	values   map[*er.Attribute]er.Value
	partners map[er.End]instance.Partner
	lists    map[er.End][]string // keys of the partners in M:N relationships
}

// place notes in which tables an entity is and what it is.
func (r *reader) place(t *Table, row []Cell) error {
	label := t.Type
	for i, c := range t.Columns {
		if c.Holds != TypeName {
			continue
		}
		if label = r.l.Model.EntityType(row[i].Text); label == nil || r.l.Choices.Holder(label) != t.Type {
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
		e = &entity{key: key, typ: label, values: map[*er.Attribute]er.Value{}, partners: map[er.End]instance.Partner{}, lists: map[er.End][]string{}}
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
			r.unlist(r.found[root][packed])
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
