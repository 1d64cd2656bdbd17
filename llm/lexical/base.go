package lexical

import (
	"slices"
	"strings"
)

// base is a FROM clause over the members of a type, to which the tables of its
// attributes are joined as they are asked for.
type base struct {
	*planner
	words   []string
	src     source
	alias   string
	columns []string // of the type's own tables
	joins   string
	joined  map[*table]string
	where   []string
}

// over reads the things called words. near is a table that may hold them;
// also are subtypes that the question counts among them.
func (p *planner) over(words []string, near *table, also [][]string) (*base, bool) {
	if len(words) == 0 {
		return nil, false
	}
	if head := p.named(words[len(words)-1:]); head != nil && discriminator(head) != "" && p.exact(words) == nil && p.family(words) == nil {
		near = head
	}
	src, ok := p.find(words, near)
	if !ok || len(src.key()) == 0 {
		return nil, false
	}
	b := &base{planner: p, words: words, src: src, alias: p.alias(src.tables[0]), columns: slices.Clone(src.key()), joined: map[*table]string{}}
	if src.filter != "" {
		b.where = append(b.where, b.typed(also))
	}
	return b, true
}

// typed is the condition on the discriminator.
func (b *base) typed(also [][]string) string {
	values := []string{literal(b.src.value)}
	for _, words := range also {
		if src, ok := b.find(words, b.src.tables[0]); ok && src.filter == b.src.filter && src.tables[0] == b.src.tables[0] {
			if v := literal(src.value); !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	column := b.alias + "." + identifier(b.src.filter)
	if len(values) == 1 {
		return column + " = " + values[0]
	}
	return column + " IN (" + strings.Join(values, ", ") + ")"
}

func (b *base) key() []string { return qualify(b.alias, b.src.key()) }

// own is the FROM item of the type's own tables.
func (b *base) own() string { return b.rows(b.src.tables, b.columns) + " AS " + b.alias }

// query reads the members.
func (b *base) query() query {
	return query{from: b.own() + b.joins, where: slices.Clone(b.where)}
}

// distance says how far the table is from the type's: 0 its own, 1 one above,
// 2 one below; -1 for none of these.
func (b *base) distance(t *table) int {
	switch {
	case t == nil:
		return -1
	case slices.Contains(b.src.tables, t):
		return 0
	case b.under(b.src.tables[0], t):
		return 1
	case b.under(t, b.src.tables[0]):
		return 2
	}
	return -1
}

// nearest gives the places of the attribute that are nearest to the type.
func (b *base) nearest(a *attribute) []place {
	for d := range 3 {
		var out []place
		for _, pl := range a.places {
			at := pl.table
			if pl.owner != nil {
				at = pl.owner
			}
			if b.distance(at) == d {
				out = append(out, pl)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// column is the attribute's column in the type's tables or one joined to them.
func (b *base) column(pl place) string {
	if b.distance(pl.table) == 0 {
		if !slices.Contains(b.columns, pl.name) {
			b.columns = append(b.columns, pl.name)
		}
		return b.alias + "." + identifier(pl.name)
	}
	if b.joined[pl.table] == "" {
		j := b.planner.alias(pl.table)
		b.joined[pl.table] = j
		b.joins += " JOIN " + identifier(pl.table.name) + " AS " + j + " ON " + equal(qualify(j, keyOf(pl.table)), b.key())
	}
	return b.joined[pl.table] + "." + identifier(pl.name)
}

// single is the expression of an attribute with one value for each member.
func (b *base) single(a *attribute) (string, place, bool) {
	for _, pl := range b.nearest(a) {
		if pl.owner == nil && !pl.array {
			return b.column(pl), pl, true
		}
	}
	return "", place{}, false
}

// valueRows are the values of an attribute with several: a FROM item, the
// condition that ties it to the member if it is a table, and the value.
type valueRows struct{ from, on, value string }

func (b *base) several(a *attribute) (valueRows, bool) {
	places := b.nearest(a)
	if len(places) == 0 {
		return valueRows{}, false
	}
	v := b.planner.alias(nil)
	first := places[0]
	out := valueRows{value: v + ".value"}
	switch {
	case first.owner != nil:
		var tables []*table
		for _, pl := range places {
			if pl.owner != nil && pl.name == first.name && slices.Equal(pl.columns, first.columns) {
				tables = append(tables, pl.table)
			}
		}
		list := append(slices.Clone(first.columns), first.name)
		out = valueRows{b.rows(tables, list) + " AS " + v, equal(qualify(v, first.columns), b.key()), v + "." + identifier(first.name)}
	case first.array:
		out.from = "unnest(" + b.column(first) + ") AS " + v + "(value)"
	case first.json():
		c := b.column(first)
		out.from = "jsonb_array_elements_text(CASE jsonb_typeof(" + c + "::jsonb) WHEN 'array' THEN " + c + "::jsonb END) AS " + v + "(value)"
		if a.temporal() {
			out.value += "::timestamptz"
		}
	default:
		return valueRows{}, false
	}
	return out, true
}

// inside is a subquery over a member's values.
func (v valueRows) inside(columns string, where ...string) string {
	if v.on != "" {
		where = append([]string{v.on}, where...)
	}
	return "(" + query{columns: []string{columns}, from: v.from, where: where}.String() + ")"
}

// loosen replaces the discriminator where its value may leave subtypes out: by
// nothing when the values demanded stand in a table named after the type; by
// "the attribute is there" when the type is named after the table of all, so
// that it is rather a family of types.
func (b *base) loosen(a *attribute, conditions []condition, also [][]string) {
	if b.src.filter == "" || len(b.where) == 0 || len(also) > 0 {
		return
	}
	t, value := b.src.tables[0], nameWords(b.src.value)
	for _, pl := range a.places {
		switch {
		case pl.owner != nil && begins(pl.table.words, value) && slices.ContainsFunc(conditions, func(c condition) bool { return c.attr == a && c.positive() }):
			b.src.filter, b.where = "", b.where[1:]
			return
		case pl.table != t || !pl.hint() || len(value) < 2 || value[len(value)-1] != t.words[len(t.words)-1]:
			continue
		}
		if c := t.present(pl.name, slices.ContainsFunc(conditions, func(c condition) bool { return c.attr == a && c.op == opMissing })); c != "" {
			b.src.filter = ""
			b.where[0] = b.column(place{table: t, column: t.column(c)}) + " IS NOT NULL"
			return
		}
	}
}

// present is a column that has values when the named one may have: itself, or
// if missing values are asked for a boolean beside it, since booleans are
// seldom unknown; "" if there is none.
func (t *table) present(name string, missing bool) string {
	if !missing {
		return name
	}
	i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
	for _, k := range []int{i + 1, i - 1} {
		if k > 0 && k < len(t.columns) && strings.HasPrefix(t.columns[k].kind, "bool") && !t.columns[k].notNull {
			return t.columns[k].name
		}
	}
	return ""
}

// positive reports whether only members with values can meet the condition.
func (c condition) positive() bool {
	return c.op == opValue && !c.not || c.op == opYear || c.op == opKnown || comparing(c.op) || c.op == opCount && (c.text == ">" || c.text == ">=" && c.n != "0")
}
