package lexical

import (
	"slices"
	"strconv"
)

// condition is what a question demands of an attribute.
type condition struct {
	attr *attribute
	op   string // a comparison of SQL, or one of the operators below
	n    string // a number, for comparisons and opCount
	unit string // the word behind the number, or ""
	text string // the value of opValue; the date or year of opYear and comparisons
	not  bool
	args []condition // for opNone: what the missing values would be like
}

const (
	opTrue    = "true"    // the boolean holds
	opMissing = "missing" // there is no value
	opKnown   = "known"   // there is a value
	opValue   = "value"   // the value, or one of several, is text
	opYear    = "year"    // the date lies in the year
	opNone    = "none"    // there is no value of several, or none like args
	opBetween = "between" // from n to text
	opCount   = "count"   // the number of values compares so: op is in text
)

// node is a thing in a clause with what is demanded of it.
type node struct {
	mention
	bound *bound // how many of it the thing before it has; nil for any
}

// clause is a noun with its conditions: the members asked about, what leads
// from them to other things, what they are not, and which subtypes are among
// them.
type clause struct {
	nodes    []node
	except   [][]string
	includes [][]string
}

// clause reads the tokens from lo up to hi. The first thing is the subject
// unless subject says what it is.
func (p *phrases) clause(lo, hi int, subject *mention) clause {
	r := clauseReader{phrases: p, hi: hi}
	if subject != nil {
		r.nodes = []node{{mention: *subject}}
	}
	for i := lo; i < hi; i++ {
		if a := p.attrs[i]; a != nil {
			i = max(r.attribute(a, i), i+1) - 1
		} else if m := p.mentionAt(i); m != nil {
			r.thing(m)
			i = m.end - 1
		}
	}
	if len(r.waiting) > 0 && len(r.nodes) > 0 {
		r.nodes[0].conditions = append(r.nodes[0].conditions, r.waiting...)
	}
	return r.clause
}

// clauseReader is a clause in the making.
type clauseReader struct {
	clause
	*phrases
	hi      int
	waiting []condition // adjectives in front of their noun
}

// attribute reads the mention of an attribute at i, with what is demanded of
// it, and gives the token behind.
func (r *clauseReader) attribute(a *attribute, i int) int {
	end := r.ends[i]
	cond, ok := r.condition(a, i, end, r.hi)
	switch m := r.mentionAt(end); {
	case !ok:
		return end
	case cond.op == opTrue && m != nil && end < r.hi && !r.excluded(i), len(r.nodes) == 0:
		r.waiting = append(r.waiting, cond)
		return end
	}
	last := &r.nodes[len(r.nodes)-1]
	last.conditions = append(last.conditions, cond)
	end = r.after(cond, end)
	r.more(a, end)
	return end
}

// thing reads the mention of a thing.
func (r *clauseReader) thing(m *mention) {
	switch {
	case r.excluded(m.at):
		r.except = append(r.except, m.words)
		return
	case r.phrase(m.end, "included") || r.phrase(m.at-1, "including"):
		r.includes = append(r.includes, m.words)
		return
	}
	n := node{mention: *m}
	n.conditions, r.waiting = r.waiting, nil
	if b, ok := r.bounded[r.index(m)]; ok {
		n.bound = &b
	}
	if k := len(r.nodes); k > 0 && r.denied(r.nodes[k-1].end, m.at) {
		n.bound = &bound{op: "="}
	}
	r.nodes = append(r.nodes, n)
}

// denied reports "not", "never" or "without" between two things.
func (p *phrases) denied(lo, hi int) bool {
	for i := max(lo, 0); i < hi; i++ {
		if p.phrase(i, "not") || p.phrase(i, "never") || p.phrase(i, "without") {
			return true
		}
	}
	return false
}

// more reads "but not V", "and V" and "and before V" behind a condition.
func (r *clauseReader) more(a *attribute, i int) {
	last := &r.nodes[len(r.nodes)-1]
	for i < r.hi {
		next := condition{attr: a}
		if r.phrase(i, "and") && (r.compares(&next, a, i+1, r.hi) || r.dated(&next, a, i+1, r.hi)) {
			last.conditions = append(last.conditions, next)
			return
		}
		j := i + 1
		not := r.phrase(i, "but", "not") || r.phrase(i, "and", "not")
		if not {
			j++
		}
		value := j < r.hi && !r.taken(j) && (r.value(j, a) || not && r.common(j))
		if !value || !not && !r.phrase(i, "and") {
			return
		}
		last.conditions = append(last.conditions, condition{attr: a, op: opValue, text: r.raw[j], not: not})
		i = j + 1
	}
}

// after is the token behind the value or the figure of the condition whose
// attribute ends at end, as far as more has to know.
func (r *clauseReader) after(c condition, end int) int {
	for i := end; i < min(end+6, r.hi); i++ {
		switch {
		case c.op == opValue && i < end+4 && r.raw[i] == c.text,
			c.op != opValue && c.op != opBetween && c.n+c.text != "" && r.figure(i) && r.phrase(i+1, "and"):
			return i + 1
		}
	}
	return end
}

func (p *phrases) mentionAt(i int) *mention {
	for k := range p.mentions {
		if m := &p.mentions[k]; m.at == i && len(m.words) > 0 {
			return m
		}
	}
	return nil
}

func (p *phrases) index(m *mention) int {
	return slices.IndexFunc(p.mentions, func(o mention) bool { return o.at == m.at })
}

// excluded reports whether "not" stands before the thing at i.
func (p *phrases) excluded(i int) bool {
	for i--; i >= 0 && (articles[p.tokens[i]] || p.phrase(i, "also")) && !p.phrase(i, "no"); i-- {
	}
	return p.phrase(i, "not") || p.phrase(i, "except") || p.phrase(i, "nor")
}

// condition reads what is demanded of the attribute mentioned at [i, end).
func (p *phrases) condition(a *attribute, i, end, hi int) (condition, bool) {
	c := condition{attr: a}
	before := p.back(i)
	switch {
	case a.boolean():
		c.op, c.not = opTrue, p.negated(i)
		return c, true
	case p.phrase(before, "no"), p.phrase(before, "without"), p.phrase(before, "lack"), p.phrase(before, "lacks"), p.phrase(before, "not"):
		if p.compares(&c, a, end, hi) || p.dated(&c, a, end, hi) {
			return condition{attr: a, op: opNone, args: []condition{c}}, true
		}
		c.op = opMissing
		if a.several() {
			c.op = opNone
		}
		return c, true
	case p.phrase(before, "known"), p.is(end, hi, "known", "set", "given"):
		c.op = opKnown
		return c, true
	case p.is(end, hi, "unknown", "missing", "empty", "null"), p.negated(end+2) && p.is(end, hi, "known", "not"):
		c.op = opMissing
		return c, true
	}
	if n, op := p.boundBefore(i); op != "" {
		c.op, c.n = op, n
		if a.several() {
			c.op, c.text = opCount, op
		}
		return c, true
	}
	if p.compares(&c, a, end, hi) || p.dated(&c, a, end, hi) || p.valued(&c, a, i, end, hi) {
		return c, true
	}
	return p.had(c, i)
}

// had reads "with a thing" and "have things".
func (p *phrases) had(c condition, i int) (condition, bool) {
	before := p.token(p.back(i))
	if before != "with" && before != "have" && before != "has" {
		return c, false
	}
	c.op = opKnown
	if c.attr.several() {
		c.op, c.text, c.n = opCount, ">", "0"
	}
	return c, true
}

// back is the token before i, fillers and articles aside.
func (p *phrases) back(i int) int {
	for i--; i > 0 && (fillers[p.tokens[i]] || articles[p.tokens[i]] && !p.phrase(i, "no")); i-- {
	}
	return i
}

// negated reports "not" among the two tokens before i, or "un…" for "not".
func (p *phrases) negated(i int) bool { return p.phrase(i-1, "not") || p.phrase(i-2, "not") }

var copulas = set("is are was were be has have")

// is reports whether a form of to be and one of the words stand at i.
func (p *phrases) is(i, hi int, words ...string) bool {
	return i+1 < hi && copulas[p.token(i)] && slices.Contains(words, p.token(i+1))
}

// boundBefore reads "at least 3" before the attribute at i.
func (p *phrases) boundBefore(i int) (string, string) {
	if n, ok := p.number(i - 1); ok {
		if op := p.comparison(i - 1); op != "" {
			return strconv.Itoa(n), op
		}
	}
	return "", ""
}
