package lexical

import (
	"strconv"
	"strings"
)

// planner fills patterns of SQL for one question.
type planner struct {
	*shape
	in      intent
	aliases []*table // the table behind each alias in turn; nil for a subquery
}

// plan answers the intent, or gives "" when a part of it finds no place in the
// schema.
func plan(s *shape, in intent) string {
	if len(in.subject.words) == 0 {
		return ""
	}
	p := &planner{shape: s, in: in}
	switch {
	case in.form == formRank && len(in.chains) > 0 && !in.ascending:
		return p.rank()
	case in.form == formRank, in.form == formEach && len(in.chains) > 0:
		return p.each()
	case in.form == formTotal:
		return p.total()
	}
	return p.list()
}

// each counts for every member of the subject, zeros too. For the fewest, only
// the members come out.
func (p *planner) each() string {
	var near *table
	var groups []group
	for _, chain := range p.in.chains {
		g, ok := p.walk(p.in.subject, chain)
		if !ok {
			return ""
		}
		near = g.first.from.target
		groups = append(groups, g)
	}
	members, alias, ok := p.members(near)
	if !ok {
		return ""
	}
	keys := qualify(alias, members.key)
	q := query{columns: keys, from: members.from, where: members.where, order: keys}
	var counts []string
	for _, g := range groups {
		if !p.comparable(g.by, keys) {
			return ""
		}
		n := p.alias(nil)
		q.from += " LEFT JOIN (" + g.counts() + ") AS " + n + " ON " + equal(qualify(n, numbered("k", len(keys))), keys)
		counts = append(counts, "COALESCE("+n+".n, 0)")
	}
	if p.in.form == formRank {
		q.order, q.limit = append(counts, keys...), p.in.limit
	} else {
		q.columns = append(q.columns[:len(keys):len(keys)], counts...)
	}
	return q.String()
}

// rank gives the members with the largest counts.
func (p *planner) rank() string {
	g, ok := p.walk(p.in.subject, p.in.chains[0])
	if !ok {
		return ""
	}
	p.narrowSubject(&g)
	q := g.query
	q.columns, q.group = g.by, g.by
	q.order = append([]string{g.count + " DESC"}, g.by...)
	q.limit = p.in.limit
	return q.String()
}

// list gives the members for which the conditions hold.
func (p *planner) list() string {
	if len(p.in.chains) == 0 {
		m, alias, ok := p.members(nil)
		if !ok {
			return ""
		}
		keys := qualify(alias, m.key)
		return query{columns: keys, from: m.from, where: m.where, order: keys}.String()
	}
	g, ok := p.walk(p.in.subject, p.in.chains[0])
	if !ok {
		return ""
	}
	p.narrowSubject(&g)
	q := g.query
	q.columns, q.group, q.order = g.by, g.by, g.by
	return q.String()
}

// total counts the members for which the conditions hold.
func (p *planner) total() string {
	if len(p.in.chains) == 0 {
		m, _, ok := p.members(nil)
		if !ok {
			return ""
		}
		return query{columns: []string{"count(*)"}, from: m.from, where: m.where}.String()
	}
	g, ok := p.walk(p.in.subject, p.in.chains[0])
	if !ok {
		return ""
	}
	p.narrowSubject(&g)
	q := g.query
	q.columns = []string{"count(DISTINCT " + tuple(g.by) + ")"}
	return q.String()
}

// membership is a FROM clause over the subject's members.
type membership struct {
	query
	key []string // unqualified
}

// members reads the subject's rows, with the bounds on the subject itself.
func (p *planner) members(near *table) (membership, string, bool) {
	src, ok := p.find(p.in.subject.words, near)
	if !ok {
		return membership{}, "", false
	}
	alias := p.alias(src.tables[0])
	m := membership{key: src.key()}
	m.from = p.rows(src.tables, src.key()) + " AS " + alias
	if src.filter != "" {
		m.from = identifier(src.tables[0].name) + " AS " + alias
		m.where = append(m.where, alias+"."+identifier(src.filter)+" = "+literal(src.value))
	}
	ok = p.bounds(&m.query, p.in.subject, qualify(alias, m.key))
	return m, alias, ok
}

// group is a join along a chain of relations, to be grouped by the subject.
type group struct {
	query
	first step
	alias string   // of the first relation's table
	by    []string // the subject's columns
	last  []string // the columns of what the chain ends in
	count string   // counts what the chain ends in
}

// counts is the group as a table of k1, k2, … and n.
func (g group) counts() string {
	q := g.query
	for i, k := range numbered("k", len(g.by)) {
		q.columns = append(q.columns, g.by[i]+" AS "+k)
	}
	q.columns = append(q.columns, g.count+" AS n")
	q.group = g.by
	return q.String()
}

// walk joins the relations from the subject along the chain. It is not ok when
// two neighbours have no relation.
func (p *planner) walk(subject mention, chain []mention) (group, bool) {
	var g group
	var current []string
	from := subject.words
	for i, m := range chain {
		st, ok := p.connect(from, m.words, p.in.roots)
		if !ok {
			return group{}, false
		}
		alias := p.alias(st.table)
		here := qualify(alias, st.from.columns)
		rows := p.rowsOf(st) + " AS " + alias
		if i == 0 {
			g.first, g.alias, g.by, g.from = st, alias, here, rows
			g.where = notNull(st, here)
		} else if p.comparable(here, current) {
			g.from += " JOIN " + rows + " ON " + equal(here, current)
		} else {
			return group{}, false
		}
		current = qualify(alias, st.to.columns)
		p.narrow(&g.query, m.words, st.to, alias, current)
		g.last = current
		if !p.bounds(&g.query, m, current) || !p.demand(&g.query, m, st.to.target, current) {
			return group{}, false
		}
		from = m.words
	}
	g.count = p.counting(chain, current)
	return g, true
}

// counting counts rows where each is one thing, else different things.
func (p *planner) counting(chain []mention, current []string) string {
	switch {
	case p.in.times:
		return "count(*)"
	case len(chain) > 1:
		return "count(DISTINCT " + tuple(current) + ")"
	}
	return "count(" + current[0] + ")"
}

// narrow keeps only rows whose columns at an end are such things, where the
// end alone does not say so.
func (p *planner) narrow(q *query, words []string, e end, alias string, columns []string) {
	if p.holds(words, e) {
		return
	}
	src, ok := p.find(words, e.target)
	if !ok || len(src.key()) != len(columns) {
		return
	}
	if src.filter != "" && e.own && src.tables[0] == e.target && len(p.holders(e.target)) == 1 {
		q.where = append(q.where, alias+"."+identifier(src.filter)+" = "+literal(src.value))
		return
	}
	j := p.alias(src.tables[0])
	if !p.comparable(qualify(j, src.key()), columns) {
		return
	}
	q.from += " JOIN " + p.rows(src.tables, src.key()) + " AS " + j + " ON " + equal(qualify(j, src.key()), columns)
	if src.filter != "" {
		q.where = append(q.where, j+"."+identifier(src.filter)+" = "+literal(src.value))
	}
}

// narrowSubject is narrow for the subject of a group. A discriminator in
// another table is not asked: that a row is linked says more than the name of
// its type, which would leave the subtypes out.
func (p *planner) narrowSubject(g *group) {
	words, e := p.in.subject.words, g.first.from
	if src, ok := p.find(words, e.target); !ok || src.filter != "" && !e.own {
		return
	}
	p.narrow(&g.query, words, e, g.alias, g.by)
	p.bounds(&g.query, p.in.subject, g.by)
}

// bounds adds the conditions on how many of other things the owner has.
func (p *planner) bounds(q *query, owner mention, columns []string) bool {
	for _, b := range owner.counts {
		g, ok := p.walk(mention{words: owner.words}, []mention{b.of})
		if !ok || !p.comparable(g.by, columns) {
			return false
		}
		op, in := b.op, " IN ("
		if inverse := map[string]string{"<": ">=", "<=": ">"}[op]; inverse != "" {
			op, in = inverse, " NOT IN ("
		}
		if op == "=" && b.n == 0 {
			op, in = ">", " NOT IN ("
		}
		h := g.query
		h.columns, h.group = g.by, g.by
		h.having = g.count + " " + op + " " + strconv.Itoa(b.n)
		q.where = append(q.where, tuple(columns)+in+h.String()+")")
	}
	return true
}

// rowsOf is the relation's table, with all tables that hold a part of its rows.
func (p *planner) rowsOf(st step) string {
	if !st.from.own && !st.to.own {
		return identifier(st.table.name)
	}
	return p.rows(p.holders(st.table), append(st.from.columns[:len(st.from.columns):len(st.from.columns)], st.to.columns...))
}

// alias is a new one, for the table or a subquery.
func (p *planner) alias(t *table) string {
	p.aliases = append(p.aliases, t)
	return "t" + strconv.Itoa(len(p.aliases))
}

// comparable reports whether two lists of qualified columns are as long and
// have types that compare.
func (p *planner) comparable(a, b []string) bool {
	for i := range min(len(a), len(b)) {
		c, d := p.behind(a[i]), p.behind(b[i])
		if c != nil && d != nil && kindOf(c.kind) != kindOf(d.kind) {
			return false
		}
	}
	return len(a) == len(b)
}

// behind is the column of a table that an alias and a name stand for, or nil.
func (p *planner) behind(qualified string) *column {
	alias, name, _ := strings.Cut(qualified, ".")
	n, err := strconv.Atoi(strings.TrimPrefix(alias, "t"))
	if err != nil || n < 1 || n > len(p.aliases) || p.aliases[n-1] == nil {
		return nil
	}
	for i, c := range p.aliases[n-1].columns {
		if identifier(c.name) == name {
			return &p.aliases[n-1].columns[i]
		}
	}
	return nil
}

// fallback selects the key of the first entity, so that there is an answer.
func fallback(s *shape) string {
	for _, t := range append(s.entities, s.tables...) {
		if len(t.columns) > 0 {
			keys := identifiers(keyOf(t))
			return query{columns: keys, from: identifier(t.name), order: keys}.String()
		}
	}
	return "SELECT 1"
}
