package shred

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants/relation"
)

// firstSurrogate is where surrogate keys begin: above every 32-bit id and every
// 64-bit one that is likely, so that they equal no id of an entity.
const firstSurrogate = 1 << 40

// Rows yields the rows that the instance has in one table of the layout's schema,
// a cell for each column; the row is valid until the next step. order picks their sequence: 0 is
// the instance's own, and every other value a permutation, different from table
// to table. An error ends the rows. src must be an instance of the layout's own
// model, not of another one made from the same file.
func (l *Layout) Rows(ctx context.Context, table *relation.Table, src instance.Source, order uint64) iter.Seq2[[]Cell, error] {
	t := l.Table(table.Name)
	if t == nil || src.Model() != l.Model {
		return failed(fmt.Errorf("table %s and the instance are not of one model", table.Name))
	}
	if order != 0 {
		order = orderOf(order, t.Name)
	}
	switch {
	case t.Kind == Entities:
		return t.entityRows(ctx, l, src, order)
	case t.Kind == Values:
		return t.valueRows(ctx, src, order)
	case t.Relation.Cardinality == er.ManyToMany:
		return t.pairRows(ctx, l, src, order)
	}
	return t.toOneRows(ctx, src, order)
}

func failed(err error) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) { yield(nil, err) }
}

// orderOf derives a table's order, never 0.
func orderOf(order uint64, table string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strconv.FormatUint(order, 10) + "/" + table))
	return h.Sum64() | 1
}

// sequence is the types in the order in which their entities come.
func sequence(types []*er.EntityType, order uint64) []*er.EntityType {
	types = slices.Clone(types)
	if order != 0 {
		rand.New(rand.NewPCG(order, 0)).Shuffle(len(types), func(i, j int) { types[i], types[j] = types[j], types[i] })
	}
	return types
}

// eachEntity runs f over the entities of some most specific types; f says
// whether to go on. An error goes to fail.
func eachEntity(ctx context.Context, src instance.Source, types []*er.EntityType, order uint64,
	f func(*instance.Entity) bool, fail func(error)) {
	for _, x := range sequence(types, order) {
		for e, err := range src.Entities(ctx, x, order) {
			if err != nil {
				fail(err)
				return
			}
			if !f(e) {
				return
			}
		}
	}
}

func (t *Table) entityRows(ctx context.Context, l *Layout, src instance.Source, order uint64) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		lists, err := t.gather(ctx, l, src)
		if err != nil {
			yield(nil, err)
			return
		}
		plans := map[*er.EntityType][]getter{}
		for _, x := range t.Stored {
			plans[x] = t.getters(l, x, lists)
		}
		row := make([]Cell, len(t.Columns))
		eachEntity(ctx, src, t.Stored, order, func(e *instance.Entity) bool {
			for i, get := range plans[e.Type] {
				row[i] = get.from(e)
			}
			return yield(row, nil)
		}, func(err error) { yield(nil, err) })
	}
}

// getter finds one cell in an entity of one most specific type.
type getter struct {
	column Column
	at     int               // of the attribute among AllAttributes, or of the end among ToOne
	value  int               // of the attribute among the relationship's
	part   int               // of the component among the attribute's; -1 when there is none
	absent bool              // entities of this type lack what the column holds
	fixed  Cell              // TypeName; for PartnerKeys and Elements what those have who own none
	lists  map[string]string // PartnerKeys, Elements: the text of the cell by the owner's key
}

func (t *Table) getters(l *Layout, x *er.EntityType, lists map[int]map[string]string) []getter {
	all := make([]getter, len(t.Columns))
	for i, c := range t.Columns {
		g := getter{column: c, part: component(c)}
		switch c.Holds {
		case TypeName:
			g.fixed = Cell{Text: l.Label(t, x).Name}
		case Value:
			g.at = slices.Index(x.AllAttributes(), c.Attribute)
		case PartnerKey, PartnerValue:
			g.at = -1
			if x.IsA(c.Of) {
				g.at = slices.Index(x.ToOne(), c.End)
			}
			g.value = slices.Index(c.End.Relationship.Attributes, c.Attribute)
		case PartnerKeys, Elements:
			if !x.IsA(c.Of) {
				g.at = -1
			}
			g.lists, g.fixed = lists[i], empty(c)
		}
		g.absent = g.at < 0
		all[i] = g
	}
	return all
}

func component(c Column) int {
	if c.Component == nil {
		return -1
	}
	return slices.Index(c.Attribute.Components, c.Component)
}

func (g *getter) from(e *instance.Entity) Cell {
	if g.absent {
		return Cell{Null: true}
	}
	switch g.column.Holds {
	case KeyPart:
		return Cell{Text: e.Key[g.column.Part]}
	case Value:
		return g.cell(e.Values[g.at])
	case PartnerKey:
		if key := e.ToOne[g.at].Key; key != nil {
			return Cell{Text: key[g.column.Part]}
		}
		return Cell{Null: true}
	case PartnerValue:
		if partner := e.ToOne[g.at]; partner.Key != nil {
			return g.cell(partner.Values[g.value])
		}
		return Cell{Null: true}
	case PartnerKeys, Elements:
		if list, ok := g.lists[pack(e.Key)]; ok {
			return Cell{Text: list}
		}
	}
	return g.fixed
}

func (g *getter) cell(v er.Value) Cell {
	switch {
	case g.part >= 0:
		return text(v.Parts[g.part])
	case g.column.Form == Plain:
		return text(v)
	}
	return form(g.column.Form, g.column.Attribute, v)
}

func (t *Table) valueRows(ctx context.Context, src instance.Source, order uint64) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		row := make([]Cell, len(t.Columns))
		at := slices.Index(t.Type.AllAttributes(), t.Attribute) // inherited ones first: the same for every subtype
		eachEntity(ctx, src, t.Stored, order, func(e *instance.Entity) bool {
			for i, k := range e.Key {
				row[i] = Cell{Text: k}
			}
			for _, element := range e.Values[at].Set {
				row[len(row)-1] = Cell{Text: element}
				if !yield(row, nil) {
					return false
				}
			}
			return true
		}, func(err error) { yield(nil, err) })
	}
}

// toOneRows is the table of an M:1 or 1:1 relationship.
func (t *Table) toOneRows(ctx context.Context, src instance.Source, order uint64) iter.Seq2[[]Cell, error] {
	types := concretes(t.Relation.From.Type)
	at := map[*er.EntityType]int{}
	for _, x := range types {
		at[x] = slices.Index(x.ToOne(), er.End{Relationship: t.Relation})
	}
	return func(yield func([]Cell, error) bool) {
		row := make([]Cell, len(t.Columns))
		eachEntity(ctx, src, types, order, func(e *instance.Entity) bool {
			p := e.ToOne[at[e.Type]]
			if p.Key == nil {
				return true
			}
			t.link(row, e.Key, p.Key, p.Values)
			return yield(row, nil)
		}, func(err error) { yield(nil, err) })
	}
}

// pairRows is a junction of an M:N relationship. Surrogate keys count the rows
// in their own order, even when order is 0.
func (t *Table) pairRows(ctx context.Context, l *Layout, src instance.Source, order uint64) iter.Seq2[[]Cell, error] {
	surrogate := t.Columns[0].Holds == Surrogate
	if surrogate && order == 0 {
		order = orderOf(0, t.Name)
	}
	return func(yield func([]Cell, error) bool) {
		row := make([]Cell, len(t.Columns))
		next := int64(firstSurrogate)
		isHere, err := t.selects(ctx, l, src)
		if err != nil {
			yield(nil, err)
			return
		}
		for link, err := range src.Links(ctx, t.Relation, order) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !isHere(link) {
				continue
			}
			t.link(row, link.From, link.To, link.Values)
			if surrogate {
				row[0] = Cell{Text: strconv.FormatInt(next, 10)}
				next++
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}

// link fills a row of a Links table, but for its surrogate key.
func (t *Table) link(row []Cell, from, to []string, values []er.Value) {
	for i, c := range t.Columns {
		switch c.Holds {
		case FromKey:
			row[i] = Cell{Text: from[c.Part]}
		case ToKey:
			row[i] = Cell{Text: to[c.Part]}
		case LinkValue:
			v := values[slices.Index(t.Relation.Attributes, c.Attribute)]
			if part := component(c); part >= 0 {
				row[i] = text(v.Parts[part])
			} else {
				row[i] = form(c.Form, c.Attribute, v)
			}
		}
	}
}
