package lexical

import (
	"slices"
	"strconv"
	"strings"
)

// those reads the clause's subject with all its conditions. near are
// attributes that its type has. It is not ok when one has no place in the schema.
func (p *planner) those(c clause, near ...*attribute) (*base, bool) {
	subject, chain := c.tree()
	for _, cond := range subject.conditions {
		near = append(near, cond.attr)
	}
	also := slices.Concat(c.includes, c.except)
	at := home(near)
	if at == nil {
		at = p.linkedTable(subject, chain)
	}
	b, ok := p.over(subject.words, at, also)
	if !ok {
		return nil, false
	}
	for _, a := range near {
		b.loosen(a, subject.conditions, also)
	}
	if !b.demand(subject.conditions) || !b.related(subject, chain) {
		return nil, false
	}
	for _, words := range c.except {
		other, ok := p.over(words, b.src.tables[0], nil)
		if !ok || !p.comparable(other.key(), b.key()) {
			return nil, false
		}
		b.where = append(b.where, tuple(b.key())+" NOT IN ("+other.keys()+")")
	}
	return b, true
}

// linkedTable is the table that the first relation of the subject refers to.
func (p *planner) linkedTable(subject mention, chain []mention) *table {
	for _, b := range subject.counts {
		chain = append(chain[:len(chain):len(chain)], b.of)
	}
	for _, m := range chain {
		if st, ok := p.connect(subject.words, m.words, p.in.roots); ok && st.from.target != nil {
			return st.from.target
		}
	}
	return nil
}

// keys is a SELECT of the members' keys.
func (b *base) keys() string {
	q := b.query()
	q.columns = b.key()
	return q.String()
}

// tree hangs the bounded things of the clause on those before them: what is
// left leads from the subject on.
func (c clause) tree() (subject mention, chain []mention) {
	if len(c.nodes) == 0 {
		return mention{}, nil
	}
	subject = c.nodes[0].mention
	for _, n := range c.nodes[1:] {
		owner := &subject
		if len(chain) > 0 {
			owner = &chain[len(chain)-1]
		}
		if n.bound == nil {
			chain = append(chain, n.mention)
			continue
		}
		b := *n.bound
		b.of = n.mention
		owner.counts = append(slices.Clone(owner.counts), b)
	}
	return subject, chain
}

// home is a table of one of the attributes, best one with rows of several types.
func home(attributes []*attribute) *table {
	var first *table
	for _, a := range attributes {
		for _, pl := range a.places {
			t := pl.table
			if pl.owner != nil {
				t = pl.owner
			}
			if discriminator(t) != "" {
				return t
			}
			if first == nil {
				first = t
			}
		}
	}
	return first
}

// related demands that the subject has the things of the bounds and the chain.
func (b *base) related(subject mention, chain []mention) bool {
	var q query
	if !b.bounds(&q, subject, b.key()) {
		return false
	}
	b.linkedOnly(subject, chain)
	b.where = append(b.where, q.where...)
	if len(chain) == 0 {
		return true
	}
	g, ok := b.walk(mention{words: subject.words}, chain)
	if !ok || !b.comparable(g.by, b.key()) {
		return false
	}
	g.columns = g.by
	b.where = append(b.where, tuple(b.key())+" IN ("+g.query.String()+")")
	return true
}

// linkedOnly drops the discriminator, whose value may leave subtypes out, where
// only members of the type can have the links demanded.
func (b *base) linkedOnly(subject mention, chain []mention) {
	var others []mention
	for _, c := range subject.counts {
		if c.op == ">" || c.n > 0 && (c.op == ">=" || c.op == "=") {
			others = append(others, c.of)
		}
	}
	if len(chain) > 0 {
		others = append(others, chain[0])
	}
	for _, m := range others {
		st, ok := b.connect(subject.words, m.words, b.in.roots)
		if ok && b.src.filter != "" && !st.from.own && b.holds(subject.words, st.from) {
			b.src.filter, b.where = "", b.where[1:]
		}
	}
}

// demand keeps only rows whose columns are things that meet the mention's
// conditions.
func (p *planner) demand(q *query, m mention, near *table, columns []string) bool {
	if len(m.conditions) == 0 {
		return true
	}
	b, ok := p.over(m.words, near, nil)
	if !ok || !b.demand(m.conditions) || !p.comparable(b.key(), columns) {
		return false
	}
	q.where = append(q.where, tuple(columns)+" IN ("+b.keys()+")")
	return true
}

func (b *base) demand(conditions []condition) bool {
	for _, c := range conditions {
		sql, ok := b.test(c)
		if !ok {
			return false
		}
		b.where = append(b.where, sql)
	}
	return true
}

// test is the condition in SQL. It is not ok when the schema has no column for
// it, or one of a type that cannot be compared so.
func (b *base) test(c condition) (string, bool) {
	if c.attr.several() {
		if v, ok := b.several(c.attr); ok {
			return v.test(c)
		}
	}
	expr, pl, ok := b.single(c.attr)
	if !ok {
		return "", false
	}
	switch c.op {
	case opTrue:
		if c.not {
			return "NOT " + expr, true
		}
		return expr, true
	case opMissing, opNone:
		if len(c.args) > 0 {
			return "", false
		}
		return expr + " IS NULL", true
	case opKnown:
		return expr + " IS NOT NULL", true
	case opCount:
		return "", false
	}
	return compare(expr, pl.column, c)
}

// test is the condition on an attribute with several values.
func (v valueRows) test(c condition) (string, bool) {
	text := &column{kind: "text"}
	switch c.op {
	case opCount:
		return v.inside("count(*)") + " " + c.text + " " + c.n, true
	case opNone:
		var where []string
		for _, arg := range c.args {
			sql, ok := compare(v.value, v.like(arg), arg)
			if !ok {
				return "", false
			}
			where = append(where, sql)
		}
		return "NOT EXISTS " + v.inside("1", where...), true
	case opKnown:
		return "EXISTS " + v.inside("1"), true
	case opMissing:
		return "NOT EXISTS " + v.inside("1"), true
	case opValue:
		sql, _ := compare(v.value+"::text", text, condition{attr: c.attr, op: opValue, text: c.text})
		if c.not {
			return "NOT EXISTS " + v.inside("1", sql), true
		}
		return "EXISTS " + v.inside("1", sql), true
	}
	sql, ok := compare(v.value, v.like(c), c)
	return "EXISTS " + v.inside("1", sql), ok
}

// like is a column of the values' type, for dates and numbers.
func (v valueRows) like(c condition) *column {
	for _, pl := range c.attr.places {
		if !pl.json() {
			return pl.column
		}
	}
	if c.attr.temporal() {
		return &column{kind: "timestamptz"}
	}
	return &column{kind: "text"}
}

var numeric = set("integer int smallint bigint numeric decimal real double float int2 int4 int8 float4 float8")

// compare is a comparison of an expression of the column's type.
func compare(expr string, c *column, cond condition) (string, bool) {
	date := strings.HasPrefix(c.kind, "timestamp") || c.kind == "date"
	switch {
	case cond.op == opYear && date:
		y, err := strconv.Atoi(cond.text)
		from, to := literal(cond.text+"-01-01"), literal(strconv.Itoa(y+1)+"-01-01")
		return expr + " >= " + from + " AND " + expr + " < " + to, err == nil
	case cond.op == opValue && !numeric[c.kind] && !date && !strings.HasPrefix(c.kind, "json"):
		if len(c.values) > 0 && !slices.Contains(c.values, cond.text) {
			return "", false
		}
		op := " = "
		if cond.not {
			op = " <> "
		}
		return expr + op + literal(cond.text), true
	case cond.op == opBetween && numeric[c.kind] && decimal(cond.n):
		return expr + " BETWEEN " + cond.scaled(cond.n) + " AND " + cond.scaled(cond.text), true
	case cond.op == opBetween && date && isDate(cond.n):
		return expr + " BETWEEN " + literal(cond.n) + " AND " + literal(cond.text), true
	case !comparing(cond.op):
		return "", false
	case cond.n != "" && numeric[c.kind]:
		return expr + " " + cond.op + " " + cond.scaled(cond.n), true
	case cond.text != "" && date:
		return expr + " " + cond.op + " " + literal(cond.text), true
	}
	return "", false
}

func comparing(op string) bool { return slices.Contains([]string{"=", "<", ">", "<=", ">="}, op) }

// seconds are the lengths of units of time.
var seconds = map[string]int{"second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "minimum": 60, "hour": 3600, "day": 86400}

// scaled is the number in the unit that the attribute's name tells; of a length
// of time without one, in seconds.
func (c condition) scaled(figure string) string {
	unit := seconds[c.unit]
	n, err := strconv.ParseFloat(figure, 64)
	if unit == 0 || err != nil {
		return figure
	}
	own := 1
	for _, w := range c.attr.words {
		own = max(own, seconds[w])
	}
	return strconv.FormatFloat(n*float64(unit)/float64(own), 'f', -1, 64)
}
