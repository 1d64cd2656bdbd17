package lexical

import (
	"slices"
	"strconv"
	"strings"
	"time"
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
	plain    []*attribute // attributes that are named without a condition
}

// clause reads the tokens from lo up to hi. The first thing is the subject
// unless subject says what it is.
func (p *phrases) clause(lo, hi int, subject *mention) clause {
	var c clause
	var waiting []condition // adjectives in front of their noun
	if subject != nil {
		c.nodes = []node{{mention: *subject}}
	}
	owner := func(cond condition) {
		if len(c.nodes) == 0 {
			waiting = append(waiting, cond)
			return
		}
		last := &c.nodes[len(c.nodes)-1]
		last.conditions = append(last.conditions, cond)
	}
	for i := lo; i < hi; i++ {
		if a := p.attrs[i]; a != nil {
			end := p.ends[i]
			cond, ok := p.condition(a, i, end, hi)
			if m := p.mentionAt(end); ok && cond.op == opTrue && m != nil && end < hi && !p.excluded(i, m) {
				waiting = append(waiting, cond)
			} else if ok {
				owner(cond)
				end = p.after(cond, a, end, hi)
				c.more(p, a, end, hi)
			} else {
				c.plain = append(c.plain, a)
			}
			i = max(end, i+1) - 1
			continue
		}
		m := p.mentionAt(i)
		if m == nil {
			continue
		}
		i = m.end - 1
		switch {
		case p.excluded(m.at, m):
			c.except = append(c.except, m.words)
		case p.phrase(m.end, "included") || p.token(m.at-1) == "including":
			c.includes = append(c.includes, m.words)
		default:
			n := node{mention: *m}
			n.conditions, waiting = waiting, nil
			if b, ok := p.bounded[p.index(m)]; ok {
				n.bound = &b
			}
			if len(c.nodes) > 0 && p.denied(c.nodes[len(c.nodes)-1].end, m.at) {
				n.bound = &bound{op: "="}
			}
			c.nodes = append(c.nodes, n)
		}
	}
	if len(waiting) > 0 && len(c.nodes) > 0 {
		c.nodes[0].conditions = append(c.nodes[0].conditions, waiting...)
	}
	return c
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

// more reads "but not V" and "and V" behind the value of an attribute.
func (c *clause) more(p *phrases, a *attribute, i, hi int) {
	if len(c.nodes) == 0 {
		return
	}
	last := &c.nodes[len(c.nodes)-1]
	for i < hi {
		next := condition{attr: a}
		if p.phrase(i, "and") && (p.compares(&next, a, i+1, hi) || p.dated(&next, a, i+1, hi)) {
			last.conditions = append(last.conditions, next)
			return
		}
		not := p.phrase(i, "but", "not") || p.phrase(i, "and", "not")
		j := i + 1
		if not {
			j++
		}
		if !not && !p.phrase(i, "and") || j >= hi || !p.value(j, a) && (!not || !p.common(j)) || p.taken(j) {
			return
		}
		last.conditions = append(last.conditions, condition{attr: a, op: opValue, text: p.raw[j], not: not})
		i = j + 1
	}
}

// after is the token behind the value of the condition.
func (p *phrases) after(cond condition, a *attribute, end, hi int) int {
	if cond.op != opValue {
		for i := end; i < min(end+6, hi); i++ {
			if c := cond.n + cond.text; c != "" && p.isFigure(i) && p.phrase(i+1, "and") && cond.op != opBetween {
				return i + 1
			}
		}
		return end
	}
	for i := end; i < min(end+4, hi); i++ {
		if p.raw[i] == cond.text {
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
func (p *phrases) excluded(i int, m *mention) bool {
	for i--; i >= 0 && (articles[p.tokens[i]] || p.phrase(i, "also")) && !p.phrase(i, "no"); i-- {
	}
	return p.phrase(i, "not") || p.phrase(i, "except") || p.phrase(i, "nor") && m != nil
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

// comparisons by adjective; those with "than" behind them.
var comparatives = map[string]string{
	"heavier": ">", "taller": ">", "newer": ">", "lighter": "<", "cheaper": "<", "more": ">", "greater": ">", "larger": ">", "longer": ">", "higher": ">", "bigger": ">", "older": ">", "above": ">", "over": ">", "after": ">", "later": ">", "since": ">=",
	"exceeding": ">", "exceeds": ">", "less": "<", "fewer": "<", "smaller": "<", "shorter": "<", "lower": "<", "younger": "<", "below": "<", "under": "<", "before": "<", "earlier": "<",
}

// compares reads "is larger than 6000 MB", "of at least 3" and "before 2024".
func (p *phrases) compares(c *condition, a *attribute, i, hi int) bool {
	for i < hi && (copulas[p.token(i)] || p.phrase(i, "of") || p.phrase(i, "a")) {
		i++
	}
	switch {
	case p.phrase(i, "between") && i+3 < hi && p.phrase(i+2, "and"):
		c.op, c.n, c.text, c.unit = opBetween, p.tokens[i+1], p.tokens[i+3], singular(p.token(i+4))
		return !c.attr.temporal() && decimal(c.n) && decimal(c.text) || isDate(c.n) && isDate(c.text)
	case p.phrase(i, "at", "least"):
		c.op, i = ">=", i+2
	case p.phrase(i, "at", "most"):
		c.op, i = "<=", i+2
	case comparatives[p.token(i)] != "":
		c.op, i = comparatives[p.token(i)], i+1
		if p.phrase(i, "than") {
			i++
		}
	default:
		return false
	}
	if i >= hi || !p.figure(i) {
		return false
	}
	c.n, c.unit = p.tokens[i], singular(p.token(i+1))
	if n, ok := numbers[c.n]; ok {
		c.n = strconv.Itoa(n)
	}
	return c.temporal() || decimal(c.n)
}

// temporal turns the number of a comparison with a date into a date: the first
// day of a year, or of the next one.
func (c *condition) temporal() bool {
	if !c.attr.temporal() {
		return false
	}
	date := c.n
	if y, err := strconv.Atoi(date); err == nil && len(date) == 4 {
		if c.op == ">" || c.op == "<=" {
			y++
			c.op = map[string]string{">": ">=", "<=": "<"}[c.op]
		}
		date = strconv.Itoa(y) + "-01-01"
	}
	c.text, c.n = date, ""
	return isDate(date)
}

// isDate reports whether s is YYYY-MM-DD and a day of the calendar.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil && s >= "0001"
}

func (p *phrases) isFigure(i int) bool { return i < len(p.tokens) && p.figure(i) }

func (p *phrases) figure(i int) bool {
	t := p.token(i)
	_, word := numbers[t]
	return word || t != "" && t[0] >= '0' && t[0] <= '9'
}

// dated reads "in 2024" and "in the year 2024".
func (p *phrases) dated(c *condition, a *attribute, i, hi int) bool {
	if !a.temporal() {
		return false
	}
	for i < hi && (copulas[p.token(i)] || p.phrase(i, "in") || p.phrase(i, "during") || p.phrase(i, "the") || p.phrase(i, "year") || p.phrase(i, "from")) {
		i++
	}
	if y := p.token(i); i < hi && len(y) == 4 && strings.Trim(y, "0123456789") == "" && y > "0000" && y < "9999" {
		c.op, c.text = opYear, y
		return true
	}
	return false
}

// valued reads a value next to the attribute: "the size XL", "size is XL",
// "the XL size".
func (p *phrases) valued(c *condition, a *attribute, i, end, hi int) bool {
	j := end
	for j < hi && (copulas[p.token(j)] || p.phrase(j, "of") || including[p.token(j)] || p.phrase(j, "in") && j+1 < hi && p.quoted[j+1]) {
		j++
	}
	c.op, c.text, c.n = opValue, "", ""
	if p.phrase(j, "not") && j < hi && p.value(j+1, a) {
		c.not, j = true, j+1
	}
	switch {
	case j < hi && !p.taken(j) && (p.value(j, a) || p.bare(i, end, j)):
		c.text = p.raw[j]
	case i > 0 && !p.taken(i-1) && p.value(i-1, a) && p.token(i-2) != "top" && !p.isNumber(i-1):
		c.text = p.raw[i-1]
	default:
		return false
	}
	if !a.wordy() && !a.several() {
		c.op, c.n = "=", c.text
		return decimal(c.text)
	}
	if v := a.declared(c.text); v != "" {
		c.text = v
	}
	return true
}

func decimal(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && len(s) < 18 && strings.Trim(s, "0123456789.") == ""
}

var including = set("include includes including")

// bare reports whether the word at j, behind an attribute in the singular with
// "the" or "is", is its value.
func (p *phrases) bare(i, end, j int) bool {
	adjacent := j == end && (p.phrase(i-1, "the") || p.phrase(i-1, "of") || p.phrase(i-1, "in"))
	if including[p.token(j-1)] {
		return p.common(j)
	}
	return !plural(p.tokens[max(end-1, i)]) && (adjacent || j > end && p.phrase(i-1, "whose")) && p.common(j)
}

// common reports whether the word at j has no meaning of grammar or counting.
func (p *phrases) common(j int) bool {
	t := p.token(j)
	return t != "" && !p.taken(j) && !stops[t] && !p.plain(j) && !copulas[t] && comparatives[t] == "" && !participle(t) && !plural(t) &&
		!set("known unknown missing empty null include included")[t]
}

// declared is the spelling in which the dump allows the value, or "".
func (a *attribute) declared(text string) string {
	for _, pl := range a.places {
		for _, v := range pl.values {
			if strings.EqualFold(v, text) {
				return v
			}
		}
	}
	return ""
}

// value reports whether the token at i is a value: in quotes, with a digit,
// with a capital inside a sentence, or one that the dump allows.
func (p *phrases) value(i int, a *attribute) bool {
	if i >= len(p.tokens) || i < 0 {
		return false
	}
	raw := p.raw[i]
	capital := i > 0 && p.tokens[i-1] != "." && raw != strings.ToLower(raw)
	return p.quoted[i] || strings.ContainsAny(raw, "0123456789") || capital || a.declared(raw) != ""
}
