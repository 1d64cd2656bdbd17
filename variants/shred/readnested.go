package shred

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// rowsOf yields the rows of a table; those of a nested type's are taken out of the
// table that has them.
func (r *reader) rowsOf(t *Table) iter.Seq2[[]Cell, error] {
	if t.In == nil {
		return r.rows(t)
	}
	return func(yield func([]Cell, error) bool) {
		for outer, err := range r.rowsOf(t.In) {
			if err != nil {
				yield(nil, err)
				return
			}
			rows, err := t.elements(outer)
			if err != nil {
				yield(outer, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// elements reads the rows of a nested type's table out of one row of the outer
// one. NULL has none: whether it may be there is seen with that row. Whatever is
// not written as list would, is an error.
func (t *Table) elements(outer []Cell) ([][]Cell, error) {
	cell := outer[t.At]
	if cell.Null {
		return nil, nil
	}
	var raw []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(cell.Text), &raw); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	var rows [][]Cell
	var elements []element
	for _, object := range raw {
		row, err := t.rowOf(outer, object)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
		e := element{object: t.object(row)}
		for _, k := range row[t.Outer():len(t.Key())] {
			e.key = append(e.key, k.Text)
		}
		rows, elements = append(rows, row), append(elements, e)
	}
	if t.list(elements) != cell.Text {
		return nil, fmt.Errorf("%s: %q is not how it is stored", t.Name, cell.Text)
	}
	return rows, nil
}

func (t *Table) rowOf(outer []Cell, object map[string]json.RawMessage) ([]Cell, error) {
	var row []Cell
	for i, c := range t.In.Columns {
		if c.Holds == KeyPart {
			row = append(row, outer[i])
		}
	}
	for i := t.Outer(); i < len(t.Columns); i++ {
		member, ok := object[t.Columns[i].Name]
		if !ok {
			return nil, fmt.Errorf("no key %q", t.Columns[i].Name)
		}
		if string(member) == "null" {
			row = append(row, Cell{Null: true})
			continue
		}
		text, err := readJSON(t.Table.Columns[i].Type.Value.Base, member)
		if err != nil {
			return nil, err
		}
		row = append(row, Cell{Text: text})
	}
	t.restoreNull(row)
	return row, nil
}

// restoreNull turns null into JSON's own null where a value must be: in an
// attribute that is JSON, of an entity or a link that is there.
func (t *Table) restoreNull(row []Cell) {
	for i, c := range t.Columns {
		if !row[i].Null || c.Form != Plain || c.Attribute == nil {
			continue
		}
		a := c.Attribute
		if c.Component != nil {
			a = c.Component
		}
		if a.Type.Base == er.JSON && !a.Nullable && t.bears(row, c) {
			row[i] = Cell{Text: "null"}
		}
	}
}

// bears says whether the row's entity has what the column holds.
func (t *Table) bears(row []Cell, c Column) bool {
	for i, other := range t.Columns {
		switch {
		case other.Holds == TypeName:
			if !slices.Contains(namesBelow(c.Of), row[i].Text) {
				return false
			}
		case c.Holds == PartnerValue && other.Holds == PartnerKey && other.End == c.End && row[i].Null:
			return false
		}
	}
	return true
}

// namesBelow lists the names of the types at or below of.
func namesBelow(of *er.EntityType) []string {
	var names []string
	for _, x := range of.Subtree() {
		names = append(names, x.Name)
	}
	return names
}

// plural reads what is in an entity's row about others: that elements are there,
// if none, and the keys of partners.
func (r *reader) plural(t *Table, row []Cell, e *entity, f *er.EntityType) error {
	for i, c := range t.Columns {
		if c.Of != f || c.Holds != Elements && c.Holds != PartnerKeys {
			continue
		}
		if row[i].Null {
			return fmt.Errorf("%s: NULL in place of %s", c.Name, empty(c).Text)
		}
		if c.Holds == PartnerKeys {
			if err := r.keys(e, c, row[i]); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
	}
	return nil
}

func (r *reader) keys(e *entity, c Column, cell Cell) error {
	keys, err := readArray(cell.Text)
	if err != nil {
		return err
	}
	if arrayText(keys) != cell.Text || !slices.IsSortedFunc(keys, listed(c.End).Type.Compare) || len(slices.Compact(slices.Clone(keys))) < len(keys) {
		return fmt.Errorf("%q is not how it is stored", cell.Text)
	}
	if old, ok := e.lists[c.End]; ok && !slices.Equal(old, keys) {
		return fmt.Errorf("differs from a copy of it")
	}
	for _, k := range keys {
		if _, err := r.lookUp(c.End.Far().Type, []string{k}); err != nil {
			return err
		}
	}
	e.lists[c.End] = keys
	return nil
}

// unlist makes links of the keys that an entity's rows had.
func (r *reader) unlist(e *entity) {
	for _, rel := range r.l.Model.Relationships {
		for _, end := range []er.End{{Relationship: rel}, {Relationship: rel, AtTo: true}} {
			for _, k := range e.lists[end] {
				link := instance.Link{Relationship: rel, From: e.key, To: []string{k}}
				if end.AtTo {
					link.From, link.To = link.To, link.From
				}
				r.links[rel] = append(r.links[rel], link)
			}
		}
	}
}
