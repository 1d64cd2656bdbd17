package lexical

import (
	"slices"
	"strings"
)

// asker plans the questions about values: of attributes, by attributes, or of
// members that conditions on attributes pick.
type asker struct {
	*planner
	*phrases
}

// ask answers a question about values, or gives "" when it is none or when a
// part of it finds no place in the schema.
func ask(s *shape, question string) string {
	p := mark(question, s)
	in := intent{roots: map[string]bool{}}
	for _, t := range p.tokens {
		if !stops[t] {
			in.roots[root(t)] = true
		}
	}
	a := &asker{&planner{shape: s, in: in}, p}
	many := a.each("how", "many")
	numbered := slices.DeleteFunc(a.each("number", "of"), func(i int) bool { return folds[a.token(i-1)] != "" })
	if len(many) == 0 && len(numbered) > 0 && a.mentionFrom(0) >= 0 && a.mentions[a.mentionFrom(0)].at > numbered[0] || a.phrase(0, "count", "the") {
		many = append(numbered, 0)[:1]
	}
	each := a.reader.find(func(i int) bool {
		return set("each every per")[a.tokens[i]] || a.phrase(i, "by") && len(many) > 0 && a.attrs[i+1] != nil
	})
	denied := len(a.attrs) == 0 && a.denied(0, len(a.tokens))
	switch {
	case len(a.attrs) > 0 && each >= 0:
		return a.perEach(each)
	case len(a.attrs) > 0 && a.superlative() >= 0:
		return a.rankBy(a.superlative())
	case len(a.attrs) == 0 && each >= 0:
		return ""
	case len(many) > 0 && (many[0] == 0 || len(a.each("how", "many")) == 0) && (len(a.attrs) > 0 || len(many) > 1 || denied || many[0] > 0 || a.phrase(0, "count")):
		return a.totals(many)
	case len(a.attrs) > 0 && a.folding() >= 0:
		return a.folded(a.folding())
	}
	return a.listed()
}

// each gives the tokens where the words stand.
func (a *asker) each(words ...string) []int {
	var out []int
	for i := range a.tokens {
		if a.phrase(i, words...) {
			out = append(out, i)
		}
	}
	return out
}

// sentence is the token that ends the sentence of token i.
func (a *asker) sentence(i int) int {
	for i < len(a.tokens) && a.tokens[i] != "." {
		i++
	}
	return i
}

// asking is the first word of asking from lo on, or the end.
func (a *asker) asking(lo int) int {
	for i := lo; i < len(a.tokens); i++ {
		if verbs[a.tokens[i]] || a.phrase(i, "how", "many") || a.phrase(i, "what", "is") || a.phrase(i, "what", "are") {
			return i
		}
	}
	return len(a.tokens)
}

// superlative is where "highest" and its like stand before an attribute, of
// which something is to be ranked, or -1.
func (a *asker) superlative() int {
	return a.reader.find(func(i int) bool {
		ranking := most[a.tokens[i]] || least[a.tokens[i]] || a.phrase(i, "by") && len(a.each("top")) > 0
		if !ranking || a.phrase(i-1, "at") {
			return false
		}
		before := a.mentionFrom(0)
		return a.target(i+1, len(a.tokens)) != nil && before >= 0 && a.mentions[before].at < i && len(a.mentions[before].words) > 0
	})
}

// target is the attribute at i, fillers and words of folding aside.
func (a *asker) target(i, hi int) *attribute {
	for i < hi && a.attrs[i] == nil && (fillers[singular(a.tokens[i])] || folds[a.tokens[i]] != "" || articles[a.tokens[i]]) {
		i++
	}
	if i >= hi {
		return nil
	}
	return a.attrs[i]
}

// folding is where a word of folding stands before an attribute, or -1.
func (a *asker) folding() int {
	return a.reader.find(func(i int) bool {
		return folds[a.tokens[i]] != "" && !a.phrase(i-1, "at") && a.target(i+1, len(a.tokens)) != nil
	})
}

// folded gives one figure: the average, sum, largest of an attribute.
func (a *asker) folded(at int) string {
	attr := a.target(at+1, len(a.tokens))
	end := at
	for i, x := range a.attrs {
		if x == attr && i > at && (end == at || i < end) {
			end = a.ends[i]
		}
	}
	c := a.clause(end, a.sentence(end), nil)
	b, ok := a.those(c, attr)
	if !ok {
		return ""
	}
	expr, ok := a.measure(b, attr)
	if !ok {
		return ""
	}
	q := b.query()
	q.columns = []string{folds[a.tokens[at]] + "(" + expr + ")"}
	return q.String()
}

// measure is the attribute's value, or how many it has.
func (a *asker) measure(b *base, attr *attribute) (string, bool) {
	if attr.several() {
		if v, ok := b.several(attr); ok {
			return v.inside("count(*)"), true
		}
	}
	expr, pl, ok := b.single(attr)
	return expr, ok && !strings.HasPrefix(pl.kind, "json") && !strings.HasPrefix(pl.kind, "bool")
}

// rankBy gives the members with the highest or lowest values.
func (a *asker) rankBy(at int) string {
	attr := a.target(at+1, len(a.tokens))
	c := a.clause(0, at, nil)
	b, ok := a.those(c)
	if !ok {
		if b, ok = a.those(c, attr); !ok {
			return ""
		}
	}
	expr, ok := a.measure(b, attr)
	if !ok {
		if expr, ok = a.foldedRank(at, attr, b, c); !ok {
			return ""
		}
	}
	direction := " DESC NULLS LAST"
	if least[a.tokens[at]] {
		direction = ""
	}
	columns := b.key()
	if r := a.asking(at); r < len(a.tokens) {
		list, ok := a.named(b, a.items(r, a.sentence(r), attr), expr)
		if !ok {
			return ""
		}
		columns = list
	}
	q := b.query()
	q.columns, q.order, q.limit = columns, append([]string{expr + direction}, b.key()...), a.limit()
	return q.String()
}

// foldedRank is the attribute of linked things folded for each member.
func (a *asker) foldedRank(at int, attr *attribute, b *base, c clause) (string, bool) {
	it := item{attr: attr, fold: folds[a.tokens[at]]}
	i := at + 1
	for ; i < len(a.tokens) && a.attrs[i] != attr; i++ {
		if f := folds[a.tokens[i]]; f != "" {
			it.fold = f
		}
	}
	of := a.clause(a.ends[i], a.sentence(at), nil)
	if len(c.nodes) > 0 {
		if n, ok := a.foldedLink(b, c.nodes[0].words, it); ok {
			return n, true
		}
	}
	if len(of.nodes) == 0 || len(c.nodes) == 0 {
		return "", false
	}
	return a.foldedOver(b, c.nodes[0].words, it, of.nodes)
}

// named are the columns for items that are attributes or keys of the members.
// value stands for the attribute that was spoken of before.
func (a *asker) named(b *base, items []item, value string) ([]string, bool) {
	var out []string
	for _, it := range items {
		switch {
		case it.key:
			out = append(out, b.key()...)
		case it.again && value != "":
			out = append(out, value)
		case it.attr == nil || it.count || it.fold != "":
			return nil, false
		default:
			column, ok := a.plainly(b, it.attr)
			if !ok {
				return nil, false
			}
			out = append(out, column)
		}
	}
	if len(out) == 0 {
		return b.key(), true
	}
	return out, true
}

// plainly is the attribute as a column: one value, or several as an array.
func (a *asker) plainly(b *base, attr *attribute) (string, bool) {
	if attr.several() {
		if v, ok := b.several(attr); ok {
			return v.inside("array_agg(" + v.value + " ORDER BY " + v.value + ")"), true
		}
	}
	expr, _, ok := b.single(attr)
	return expr, ok
}

// listed gives the members that meet conditions, or named attributes of them.
func (a *asker) listed() string {
	lo := slices.IndexFunc(a.mentions, func(m mention) bool { return len(m.words) > 0 })
	if lo < 0 {
		return ""
	}
	at := a.mentions[lo].at
	for moved := true; moved; {
		moved = false
		for i, x := range a.attrs {
			if a.ends[i] == at && x.boolean() {
				at, moved = i, true
			}
		}
	}
	if a.reader.find(func(i int) bool { return (most[a.tokens[i]] || least[a.tokens[i]]) && !a.phrase(i-1, "at") }) >= 0 {
		return a.rankLinked(at)
	}
	c := a.clause(at, a.sentence(at), nil)
	items := a.items(0, at, nil)
	if r := a.asking(a.sentence(at)); r < len(a.tokens) {
		items = a.items(r, a.sentence(r), nil)
	}
	asked := slices.ContainsFunc(items, func(it item) bool { return it.attr != nil })
	if c = a.never(c); len(c.nodes) == 0 {
		return ""
	}
	demanded := len(c.except) > 0 || slices.ContainsFunc(c.nodes, func(n node) bool { return n.bound != nil && n.bound.op == "=" && n.bound.n == 0 }) || slices.ContainsFunc(c.nodes, func(n node) bool { return len(n.conditions) > 0 })
	if len(c.nodes) == 0 || !asked && !demanded {
		return ""
	}
	var near []*attribute
	for _, it := range items {
		if it.attr != nil {
			near = append(near, it.attr)
		}
	}
	return a.list(c, near, items)
}

// never reads "has never been done", which names no other thing: the other end
// of the relation that the verb names is denied.
func (a *asker) never(c clause) clause {
	for i := range a.tokens {
		if len(c.nodes) != 1 || !a.phrase(i, "never") && !a.phrase(i, "not", "been") {
			continue
		}
		for j := i + 1; j < a.sentence(i); j++ {
			for _, r := range a.relations {
				for k, e := range r.ends {
					other := r.ends[1-k]
					if r.roots[root(a.tokens[j])] && !stops[a.tokens[j]] && a.fit(c.nodes[0].words, e) >= fitPart && other.target != nil && len(c.nodes) == 1 {
						c.nodes = append(c.nodes, node{mention{words: other.target.words}, &bound{op: "="}})
					}
				}
			}
		}
	}
	return c
}

// rankLinked gives attributes of the members with the most or fewest links.
func (a *asker) rankLinked(at int) string {
	s := a.reader.find(func(i int) bool { return (most[a.tokens[i]] || least[a.tokens[i]]) && !a.phrase(i-1, "at") })
	items := a.items(0, at, nil)
	if r := a.asking(a.sentence(at)); r < len(a.tokens) {
		items = append(items, a.items(r, a.sentence(r), nil)...)
	}
	c := a.clause(at, s, nil)
	of := a.clause(s, a.sentence(s), nil)
	if s < at || len(c.nodes) == 0 || len(of.nodes) == 0 || len(items) == 0 {
		return ""
	}
	b, ok := a.those(c)
	if !ok {
		return ""
	}
	n, ok := a.counted(b, c.nodes[0].words, of)
	if !ok {
		return ""
	}
	columns, ok := a.named(b, items, "")
	if !ok {
		return ""
	}
	order := "COALESCE(" + n + ", 0)"
	if most[a.tokens[s]] {
		order += " DESC"
	}
	q := b.query()
	q.columns, q.order, q.limit = columns, append([]string{order}, b.key()...), a.limit()
	return q.String()
}

func (a *asker) list(c clause, near []*attribute, items []item) string {
	b, ok := a.those(c)
	if !ok {
		if b, ok = a.those(c, near...); !ok {
			return ""
		}
	}
	columns, ok := a.named(b, items, "")
	if !ok {
		return ""
	}
	q := b.query()
	q.columns, q.order = columns, b.key()
	return q.String()
}
