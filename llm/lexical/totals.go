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
		if !ok || !a.comparable(b.key(), outer.key()) {
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
