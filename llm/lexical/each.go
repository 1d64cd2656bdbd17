package lexical

import (
	"slices"
	"strings"
)

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
		column, ok := a.groupFigure(b, c, it)
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

// groupFigure is a figure over the members of a group.
func (a *asker) groupFigure(b *base, owner clause, it item) (string, bool) {
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
		sub.where, sub.src.filter = nil, ""
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
	if !ok || !b.comparable(g.by, b.key()) {
		return "", false
	}
	n := b.planner.alias(nil)
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
		column, ok := a.memberFigure(b, c, it)
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

// memberFigure is a figure for one member.
func (a *asker) memberFigure(b *base, owner clause, it item) (string, bool) {
	subject := owner.nodes[0].words
	others := slices.DeleteFunc(slices.Clone(it.clause.nodes), func(n node) bool { return len(n.words) == 0 || slices.Equal(n.words, subject) })
	if n, ok := a.foldedLink(b, subject, it); ok {
		return n, true
	}
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

// foldedLink folds an attribute of the links that the members have.
func (a *asker) foldedLink(b *base, subject []string, it item) (string, bool) {
	if it.attr == nil || it.fold == "" || b.nearest(it.attr) != nil {
		return "", false
	}
	for _, r := range a.relations {
		k := 0
		if a.fit(subject, r.ends[1]) > a.fit(subject, r.ends[0]) {
			k = 1
		}
		i := slices.IndexFunc(it.attr.places, func(pl place) bool { return pl.table == r.table && numeric[pl.kind] })
		if e := r.ends[k]; i >= 0 && !r.ends[0].own && !r.ends[1].own && a.fit(subject, e) > fitNone {
			link := a.alias(r.table)
			g := group{query: query{from: identifier(r.table.name) + " AS " + link}, by: qualify(link, e.columns)}
			g.count = it.fold + "(" + qualify(link, []string{it.attr.places[i].name})[0] + ")"
			n := a.alias(nil)
			b.joins += " LEFT JOIN (" + g.counts() + ") AS " + n + " ON " + equal(qualify(n, numbered("k", len(g.by))), b.key())
			return n + ".n", b.comparable(g.by, b.key())
		}
	}
	return "", false
}

// foldedOver folds an attribute of the things that a chain leads to.
func (a *asker) foldedOver(b *base, subject []string, it item, others []node) (string, bool) {
	first, chain := clause{nodes: others}.tree()
	chain = append([]mention{first}, chain...)
	slices.Reverse(chain)
	g, ok := a.walk(mention{words: subject}, chain)
	if !ok || it.fold == "" || !b.comparable(g.by, b.key()) {
		return "", false
	}
	o, ok := a.over(first.words, home([]*attribute{it.attr}), nil)
	if !ok || !b.comparable(o.key(), g.last) {
		return "", false
	}
	expr, ok := a.measure(o, it.attr)
	if !ok {
		return "", false
	}
	g.from += " JOIN " + o.own() + " ON " + equal(o.key(), g.last) + o.joins
	g.where = append(g.where, o.where...)
	g.count = it.fold + "(" + expr + ")"
	n := b.planner.alias(nil)
	b.joins += " LEFT JOIN (" + g.counts() + ") AS " + n + " ON " + equal(qualify(n, numbered("k", len(g.by))), b.key())
	return n + ".n", true
}
