package lexical

import (
	"slices"
	"strings"
)

// totals gives one number for each "how many" at the tokens, in one row.
func (a *asker) totals(many []int) string {
	if x := a.target(2, len(a.tokens)); x != nil && len(many) == 1 && !x.boolean() {
		return a.different(x)
	}
	var clauses []clause
	for k, at := range many {
		hi := a.sentence(at)
		if k+1 < len(many) {
			hi = min(hi, many[k+1])
		}
		c, ok := a.totalled(at+2, hi, clauses)
		if !ok {
			return ""
		}
		clauses = append(clauses, c)
	}
	share(clauses)
	var columns []string
	var last query
	for i, c := range clauses {
		q, ok := a.total(c, clauses[:i])
		if !ok {
			return ""
		}
		columns, last = append(columns, "("+q.String()+")"), q
	}
	if len(columns) == 1 {
		return last.String()
	}
	return "SELECT " + strings.Join(columns, ", ")
}

// different counts the values of an attribute.
func (a *asker) different(x *attribute) string {
	from := a.mentionFrom(2)
	c := a.clause(a.mentions[from].end, a.sentence(0), nil)
	if len(c.nodes) == 0 {
		c.nodes = a.owner(x)
	}
	b, ok := a.those(c, x)
	if !ok {
		return ""
	}
	value, ok := a.grouping(b, x, "")
	if !ok {
		return ""
	}
	q := b.query()
	q.columns = []string{"count(DISTINCT " + value + ")"}
	return q.String()
}

// totalled reads one clause behind "how many". Without a thing of its own it
// speaks of that of the clause before, with a pronoun of just its members.
func (a *asker) totalled(lo, hi int, before []clause) (clause, bool) {
	if a.phrase(lo, "of") {
		lo++
	}
	var previous clause
	if len(before) > 0 {
		previous = before[len(before)-1]
	}
	if pronouns[a.token(lo)] {
		c := a.clause(lo+1, hi, &mention{at: lo, end: lo + 1})
		return c, len(previous.nodes) > 0
	}
	c := a.clause(lo, hi, nil)
	if x := a.target(lo, hi); len(c.nodes) == 0 && len(previous.nodes) > 0 && x == nil {
		return a.elliptic(lo, hi, previous)
	}
	if first := a.mentionFrom(lo); len(previous.nodes) > 0 && first >= 0 && len(c.nodes) > 0 && a.verbal(lo, c.nodes[0].at) {
		subject := previous.nodes[0].mention
		subject.conditions = nil
		c = a.clause(lo, hi, &subject)
	}
	return c, len(c.nodes) > 0 || a.target(lo, hi) != nil
}

// verbal reports whether a number with its comparison stands in [lo, hi), so
// that what follows is no subject.
func (a *asker) verbal(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if a.isNumber(i) && a.comparison(i) != "" {
			return true
		}
	}
	return false
}

// elliptic repeats the clause before with another number.
func (a *asker) elliptic(lo, hi int, previous clause) (clause, bool) {
	c := clause{includes: previous.includes}
	for i := lo; i < hi; i++ {
		n, ok := a.number(i)
		if op := a.comparison(i); ok && op != "" && len(previous.nodes) == 2 && previous.nodes[1].bound != nil {
			other := previous.nodes[1]
			other.bound = &bound{op: op, n: n}
			c.nodes = []node{{mention: previous.nodes[0].mention}, other}
			return c, true
		}
	}
	return clause{}, false
}

// share gives the conditions of a clause to bare ones before it: "how many a
// and how many b have no c".
func share(clauses []clause) {
	for i := len(clauses) - 2; i >= 0; i-- {
		c, next := &clauses[i], clauses[i+1]
		if len(c.nodes) != 1 || len(next.nodes) == 0 || len(next.nodes[0].words) == 0 || len(c.nodes[0].conditions) > 0 || len(c.except) > 0 {
			continue
		}
		c.nodes[0].conditions = next.nodes[0].conditions
		c.nodes = append(slices.Clone(c.nodes), next.nodes[1:]...)
	}
}

// total counts the clause's members.
func (a *asker) total(c clause, before []clause) (query, bool) {
	if len(c.nodes) == 0 {
		return query{}, false
	}
	b, ok := a.resolved(c, before)
	if !ok {
		return query{}, false
	}
	q := b.query()
	q.columns = []string{"count(*)"}
	return q, true
}

// resolved reads the members of a clause. If its subject is a pronoun, they are
// those of the clause before that also meet its own conditions, or are of the
// type it says.
func (a *asker) resolved(c clause, before []clause) (*base, bool) {
	if len(c.nodes[0].words) > 0 {
		return a.those(a.known(c, before))
	}
	if len(before) == 0 {
		return nil, false
	}
	previous := before[len(before)-1]
	if len(c.nodes) > 1 && c.nodes[1].bound == nil && copulas[a.token(c.nodes[1].at-1)] && len(c.nodes[0].conditions) == 0 {
		narrow := c
		narrow.nodes = c.nodes[1:]
		wide := previous
		wide.includes = append(slices.Clone(previous.includes), narrow.nodes[0].words)
		outer, ok := a.resolved(wide, before[:len(before)-1])
		if !ok {
			return nil, false
		}
		b, ok := a.those(narrow)
		if !ok || len(b.key()) != len(outer.key()) {
			return nil, false
		}
		b.where = append(b.where, tuple(b.key())+" IN ("+outer.keys()+")")
		return b, true
	}
	merged := previous
	merged.nodes = append(slices.Clone(previous.nodes), c.nodes[1:]...)
	merged.nodes[0].conditions = append(slices.Clone(previous.nodes[0].conditions), c.nodes[0].conditions...)
	return a.resolved(merged, before[:len(before)-1])
}

// known adds the subtypes that a later clause says are among the members.
func (a *asker) known(c clause, before []clause) clause {
	for i := range a.tokens {
		if m := a.mentionAt(i); m != nil && len(before) == 0 && copulas[a.token(i-1)] && a.pronounBefore(i-1) {
			c.includes = append(slices.Clone(c.includes), m.words)
		}
	}
	return c
}

func (a *asker) pronounBefore(i int) bool { return pronouns[a.token(i-1)] }

// perEach gives figures for each thing, or for each value of an attribute.
func (a *asker) perEach(at int) string {
	g := a.mentionFrom(at + 1)
	if g < 0 {
		return ""
	}
	m := a.mentions[g]
	for a.attrs[m.at] != nil && a.attrs[m.at].boolean() && g+1 < len(a.mentions) && a.mentions[g+1].at == m.end {
		g++
		m = a.mentions[g]
	}
	r := a.asking(m.end)
	lo, hi := r, a.sentence(r)
	if r >= len(a.tokens) { // how many … for each …
		lo, hi = 0, at
	}
	end := min(a.sentence(m.end), max(r, m.end))
	if x := a.attrs[m.at]; x != nil {
		return a.byValue(x, "", m.end, end, lo, hi)
	}
	if x, from := a.inside(m); x != nil {
		return a.byValue(x, strings.Join(m.words, "_"), from, end, lo, hi)
	}
	return a.perThing(at+1, m, end, lo, hi)
}

// inside is the JSON attribute that the mention is said to be in.
func (a *asker) inside(m mention) (*attribute, int) {
	i := m.end
	if !a.phrase(i, "in") && !a.phrase(i, "of") {
		return nil, 0
	}
	for i++; articles[a.token(i)]; i++ {
	}
	x := a.attrs[i]
	if x == nil || !x.any(place.json) {
		return nil, 0
	}
	return x, a.ends[i]
}

// byValue groups the members by an attribute's value, or by that under the
// name in JSON.
func (a *asker) byValue(x *attribute, name string, from, end, lo, hi int) string {
	before := x
	if name != "" {
		before = &attribute{words: nameWords(name)}
	}
	items := a.items(lo, hi, before)
	c := a.clause(from, end, nil)
	if len(c.nodes) == 0 {
		if c.nodes = a.holder(x); len(c.nodes) == 0 {
			c.nodes = a.owner(x)
		}
	}
	b, ok := a.those(c, x)
	if !ok {
		return ""
	}
	value, ok := a.grouping(b, x, name)
	if !ok {
		return ""
	}
	columns, grouped := []string{}, false
	for _, it := range items {
		if it.again {
			columns, grouped = append(columns, value), true
			continue
		}
		column, ok := a.figure1(b, c, it)
		if !ok {
			return ""
		}
		columns = append(columns, column)
	}
	if !grouped {
		columns = append([]string{value}, columns...)
	}
	q := b.query()
	q.columns, q.group, q.order = columns, []string{value}, []string{value}
	return q.String()
}

// grouping is the value to group by; members without one are left out.
func (a *asker) grouping(b *base, x *attribute, name string) (string, bool) {
	if name == "" && x.several() {
		if v, ok := b.several(x); ok {
			b.joins += " CROSS JOIN " + v.from
			if v.on != "" {
				b.where = append(b.where, v.on)
			}
			return v.value, true
		}
	}
	expr, pl, ok := b.single(x)
	if !ok {
		return "", false
	}
	if !pl.notNull {
		b.where = append(b.where, expr+" IS NOT NULL")
	}
	switch {
	case name != "" && pl.json():
		expr += "->>" + literal(name)
	case name != "" || pl.json():
		return "", false
	}
	return expr, true
}

// holder is the first thing in the question that has the attribute.
func (a *asker) holder(x *attribute) []node {
	for _, m := range a.mentions {
		if len(m.words) == 0 {
			continue
		}
		probe := &planner{shape: a.shape, in: a.in}
		if b, ok := probe.over(m.words, home([]*attribute{x}), nil); ok {
			if places := b.nearest(x); len(places) > 0 && b.distance(places[0].table) < 2 {
				return []node{{mention: mention{words: m.words, at: m.at, end: m.end}}}
			}
		}
	}
	return nil
}

// owner is the table of the attribute as a thing, if it is the only one.
func (a *asker) owner(x *attribute) []node {
	if len(x.places) != 1 {
		return nil
	}
	t := x.places[0].table
	if o := x.places[0].owner; o != nil {
		t = o
	}
	return []node{{mention: mention{words: t.words}}}
}

// figure1 is a figure over the members of a group.
func (a *asker) figure1(b *base, owner clause, it item) (string, bool) {
	if it.attr != nil {
		expr, ok := a.measure(b, it.attr)
		fold := it.fold
		if fold == "" && it.count && it.attr.several() {
			fold = "sum"
		}
		return fold + "(" + expr + ")", ok && fold != ""
	}
	if !it.count || it.fold != "" {
		return "", false
	}
	subject := owner.nodes[0].words
	nodes := it.clause.nodes
	if it.pronoun || slices.Equal(nodes[0].words, subject) {
		var sub base = *b
		sub.where = nil
		if !sub.demand(nodes[0].conditions) || len(nodes) > 1 && !a.beyond(&sub, subject, it.clause) {
			return "", false
		}
		b.joins, b.columns = sub.joins, sub.columns
		if len(sub.where) == 0 {
			return "count(*)", true
		}
		return "count(*) FILTER (WHERE " + strings.Join(sub.where, " AND ") + ")", true
	}
	return a.linked(b, subject, it.clause)
}

// beyond adds what the clause's further things demand of its subject.
func (a *asker) beyond(b *base, subject []string, c clause) bool {
	m, chain := c.tree()
	m.words = subject
	return b.related(m, chain)
}

// linked counts the things that a chain leads to, over the members of a group.
func (a *asker) linked(b *base, subject []string, c clause) (string, bool) {
	n, ok := a.counted(b, subject, c)
	return "sum(COALESCE(" + n + ", 0))", ok
}

// counted joins the counts of the clause's first thing for each member, and
// gives their column.
func (a *asker) counted(b *base, subject []string, c clause) (string, bool) {
	first, chain := c.tree()
	chain = append([]mention{first}, chain...)
	chain = slices.DeleteFunc(chain, func(m mention) bool { return slices.Equal(m.words, subject) })
	slices.Reverse(chain)
	if len(chain) == 0 {
		return "", false
	}
	g, ok := a.walk(mention{words: subject}, chain)
	if !ok || len(g.by) != len(b.key()) {
		return "", false
	}
	n := b.planner.alias()
	b.joins += " LEFT JOIN (" + g.counts() + ") AS " + n + " ON " + equal(qualify(n, numbered("k", len(g.by))), b.key())
	return n + ".n", true
}

// perThing gives figures for each member.
func (a *asker) perThing(from int, g mention, end, lo, hi int) string {
	c := a.clause(from, end, nil)
	if len(c.nodes) == 0 || c.nodes[0].at != g.at {
		return ""
	}
	spoken := a.spoken(c)
	items := a.items(lo, hi, nil)
	b, ok := a.those(c, a.own(items)...)
	if !ok {
		return ""
	}
	var columns []string
	named := false
	for _, it := range items {
		if it.key {
			columns, named = append(columns, b.key()...), true
			continue
		}
		if it.pronoun && it.attr == nil && spoken != nil {
			it.attr = spoken
		}
		column, ok := a.figure2(b, c, it)
		if !ok {
			return ""
		}
		named = named || it.attr != nil && !it.count && it.fold == "" && !it.attr.several()
		columns = append(columns, column)
	}
	if !named {
		columns = append(b.key(), columns...)
	}
	if len(items) == 0 {
		return ""
	}
	q := b.query()
	q.columns, q.order = columns, b.key()
	return q.String()
}

// own are the items' attributes of no other thing.
func (a *asker) own(items []item) []*attribute {
	var out []*attribute
	for _, it := range items {
		if it.attr != nil && len(it.clause.nodes) == 0 {
			out = append(out, it.attr)
		}
	}
	return out
}

// spoken is the attribute with several values of the clause's conditions.
func (a *asker) spoken(c clause) *attribute {
	for _, cond := range c.nodes[0].conditions {
		if cond.attr.several() {
			return cond.attr
		}
	}
	return nil
}

// figure2 is a figure for one member.
func (a *asker) figure2(b *base, owner clause, it item) (string, bool) {
	subject := owner.nodes[0].words
	others := slices.DeleteFunc(slices.Clone(it.clause.nodes), func(n node) bool { return len(n.words) == 0 || slices.Equal(n.words, subject) })
	switch {
	case it.attr == nil && it.count && it.fold == "" && len(others) > 0:
		n, ok := a.counted(b, subject, clause{nodes: others})
		return "COALESCE(" + n + ", 0)", ok
	case it.attr == nil:
		return "", false
	case len(others) > 0:
		return a.foldedOver(b, subject, it, others)
	case it.attr.several():
		if v, ok := b.several(it.attr); ok {
			switch {
			case it.count:
				return v.inside("count(*)"), true
			case it.fold != "":
				return v.inside(it.fold + "(" + v.value + ")"), true
			}
		}
	}
	if it.count {
		return "", false
	}
	return a.plainly(b, it.attr)
}

// foldedOver folds an attribute of the things that a chain leads to.
func (a *asker) foldedOver(b *base, subject []string, it item, others []node) (string, bool) {
	first, chain := clause{nodes: others}.tree()
	chain = append([]mention{first}, chain...)
	slices.Reverse(chain)
	g, ok := a.walk(mention{words: subject}, chain)
	if !ok || it.fold == "" || len(g.by) != len(b.key()) {
		return "", false
	}
	o, ok := a.over(first.words, home([]*attribute{it.attr}), nil)
	if !ok || len(o.key()) != len(g.last) {
		return "", false
	}
	expr, ok := a.measure(o, it.attr)
	if !ok {
		return "", false
	}
	q := o.query()
	g.from += " JOIN " + strings.Replace(q.from, " AS "+o.alias+" JOIN ", " AS "+o.alias+" ON "+equal(o.key(), g.last)+" JOIN ", 1)
	if o.joins == "" {
		g.from += " ON " + equal(o.key(), g.last)
	}
	g.where = append(g.where, q.where...)
	g.count = it.fold + "(" + expr + ")"
	n := b.planner.alias()
	b.joins += " LEFT JOIN (" + g.counts() + ") AS " + n + " ON " + equal(qualify(n, numbered("k", len(g.by))), b.key())
	return n + ".n", true
}
