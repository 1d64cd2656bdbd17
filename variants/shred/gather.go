package shred

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// What is about several entities at once is gathered before a table's rows are
// made. An instance streams a weak type's entities and a relationship's links in
// orders of their own, so this is held in memory: the elements of nested types and
// keys, of the one table that is written.

// gather collects the cells of the columns with PartnerKeys and Elements by the
// owner's packed key, for each column that is one.
func (t *Table) gather(ctx context.Context, l *Layout, src instance.Source) (map[int]map[string]string, error) {
	lists := map[int]map[string]string{}
	for i, c := range t.Columns {
		var err error
		switch c.Holds {
		case PartnerKeys:
			lists[i], err = gatherKeys(ctx, src, c.End)
		case Elements:
			lists[i], err = c.Elements.gatherElements(ctx, l, src)
		}
		if err != nil {
			return nil, err
		}
	}
	return lists, nil
}

// empty is the cell of an owner who has no elements.
func empty(c Column) Cell {
	if c.Holds == Elements {
		return Cell{Text: "[]"}
	}
	return Cell{Text: "{}"}
}

func gatherKeys(ctx context.Context, src instance.Source, end er.End) (map[string]string, error) {
	partners := map[string][]string{}
	for link, err := range src.Links(ctx, end.Relationship, 0) {
		if err != nil {
			return nil, err
		}
		near, far := link.From, link.To
		if end.AtTo {
			near, far = far, near
		}
		partners[pack(near)] = append(partners[pack(near)], far[0])
	}
	lists := make(map[string]string, len(partners))
	for owner, keys := range partners {
		slices.SortFunc(keys, listed(end).Type.Compare)
		lists[owner] = arrayText(keys)
	}
	return lists, nil
}

// element is one row of a nested type's table.
type element struct {
	key    []string // partial
	object string
}

func (t *Table) gatherElements(ctx context.Context, l *Layout, src instance.Source) (map[string]string, error) {
	owned := map[string][]element{}
	outer, end := t.Outer(), len(t.Key())
	for row, err := range t.entityRows(ctx, l, src, 0) {
		if err != nil {
			return nil, err
		}
		key := make([]string, end)
		for i := range key {
			key[i] = row[i].Text
		}
		owner := pack(key[:outer])
		owned[owner] = append(owned[owner], element{key[outer:], t.object(row)})
	}
	lists := make(map[string]string, len(owned))
	for owner, elements := range owned {
		lists[owner] = t.list(elements)
	}
	return lists, nil
}

// list writes elements in the order of their partial keys.
func (t *Table) list(elements []element) string {
	slices.SortFunc(elements, func(a, b element) int { return t.comparePartial(a.key, b.key) })
	objects := make([]string, len(elements))
	for i, e := range elements {
		objects[i] = e.object
	}
	return "[" + strings.Join(objects, ", ") + "]"
}

func (t *Table) comparePartial(a, b []string) int {
	for i, k := range t.Type.Root().Key {
		if order := k.Type.Compare(a[i], b[i]); order != 0 {
			return order
		}
	}
	return 0
}

// object writes a row of a nested type's table as Postgres prints it: all
// members, in the order in which it keeps keys.
func (t *Table) object(row []Cell) string {
	var b strings.Builder
	b.WriteByte('{')
	for n, i := range t.Members {
		if n > 0 {
			b.WriteString(", ")
		}
		writeJSON(&b, er.Text, t.Columns[i].Name)
		b.WriteString(": ")
		if row[i].Null {
			b.WriteString("null")
		} else {
			writeJSON(&b, t.Table.Columns[i].Type.Value.Base, row[i].Text)
		}
	}
	b.WriteByte('}')
	return b.String()
}

// compareKeys orders the keys of an object as Postgres does: by length in bytes,
// then by bytes.
func compareKeys(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// selects says which links of a relationship are in one of its tables: those
// whose entities are in the tables that it is for.
func (t *Table) selects(ctx context.Context, l *Layout, src instance.Source) (func(*instance.Link) bool, error) {
	from, err := t.endKeys(ctx, l, src, t.From, t.Relation.From.Type)
	if err != nil {
		return nil, err
	}
	to, err := t.endKeys(ctx, l, src, t.To, t.Relation.To.Type)
	return func(link *instance.Link) bool { return from.has(link.From) && to.has(link.To) }, err
}

// keySet is a set of packed keys; nil is every key.
type keySet map[string]bool

func (s keySet) has(key []string) bool { return s == nil || s[pack(key)] }

// endKeys collects the keys of the entities that the table has at an end, where
// other tables have the rest.
func (t *Table) endKeys(ctx context.Context, l *Layout, src instance.Source, home *Table, of *er.EntityType) (keySet, error) {
	if home == nil || len(l.Homes(of)) == 1 {
		return nil, nil
	}
	keys := keySet{}
	var failure error
	eachEntity(ctx, src, home.storedAs(of), 0, func(e *instance.Entity) bool {
		keys[pack(e.Key)] = true
		return true
	}, func(err error) { failure = err })
	return keys, failure
}
