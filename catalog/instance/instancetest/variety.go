package instancetest

import (
	"slices"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// Rules lists what the data of a domain should have and this instance lacks. It
// takes for granted what Integrity finds.
func Rules(t testing.TB, src instance.Source, cuts ...instance.Cut) []string {
	w := read(t, src)
	w.problems = nil
	w.checkRules(src, cuts)
	return w.problems
}

func (w *whole) checkRules(src instance.Source, cuts []instance.Cut) {
	for _, kind := range w.model.EntityTypes {
		if n := src.Count(kind); n == 0 && !kind.Abstract {
			w.add("no entity is just a %s", kind.Name)
		}
		for _, a := range kind.Attributes {
			w.checkVariety(kind, a)
		}
	}
	for i, r := range w.model.Relationships {
		w.checkPartners(r)
		for _, other := range w.model.Relationships[:i] {
			w.checkCombinations(other, r)
		}
	}
	for _, c := range cuts {
		w.checkCut(c)
	}
}

// checkVariety wants NULL and values, empty and longer sets.
func (w *whole) checkVariety(kind *er.EntityType, a *er.Attribute) {
	nulls, empty, longer, n := 0, 0, 0, 0
	for _, e := range w.entities[kind.Root()] {
		if !e.kind.IsA(kind) {
			continue
		}
		v := e.values[slices.Index(e.kind.AllAttributes(), a)]
		n++
		if v.Null {
			nulls++
		}
		if len(v.Set) == 0 {
			empty++
		}
		if len(v.Set) > 1 {
			longer++
		}
	}
	if a.Nullable && (nulls == 0 || nulls == n) {
		w.add("%s.%s: %d of %d are NULL", kind.Name, a.Name, nulls, n)
	}
	if a.Multi && (empty == 0 || longer == 0) {
		w.add("%s.%s: of %d sets %d are empty and %d have more than one value", kind.Name, a.Name, n, empty, longer)
	}
}

// checkPartners wants entities without a link at each partial end, and such
// with several where the cardinality allows it.
func (w *whole) checkPartners(r *er.Relationship) {
	degrees := [2]map[string]int{{}, {}}
	for _, l := range w.links[r] {
		degrees[0][l.from]++
		degrees[1][l.to]++
	}
	for i, role := range []er.Role{r.From, r.To} {
		members := len(w.members(role.Type))
		if len(degrees[i]) == 0 {
			w.add("%s has no links", r.Name)
		}
		if !role.Total && len(degrees[i]) == members {
			w.add("%s: every %s has a link, although not all must", r.Name, role.Name)
		}
		many := r.Cardinality == er.ManyToMany || r.Cardinality == er.ManyToOne && i == 1
		most := 0
		for _, n := range degrees[i] {
			most = max(most, n)
		}
		if many && most < 2 {
			w.add("%s: no %s has more than one link", r.Name, role.Name)
		}
	}
}

// checkCombinations wants, for two relationships that can link the same two
// entities, pairs in both and pairs in one only.
func (w *whole) checkCombinations(a, b *er.Relationship) {
	if a.Cardinality == er.OneToOne || b.Cardinality == er.OneToOne {
		return
	}
	if overlap(a.From.Type, b.From.Type) && overlap(a.To.Type, b.To.Type) {
		w.compare(a, b, func(l link) link { return l })
	}
	if overlap(a.From.Type, b.To.Type) && overlap(a.To.Type, b.From.Type) {
		w.compare(a, b, func(l link) link { return link{l.to, l.from} })
	}
}

func overlap(a, b *er.EntityType) bool { return a.IsA(b) || b.IsA(a) }

func (w *whole) compare(a, b *er.Relationship, turn func(link) link) {
	inA := map[link]bool{}
	for _, l := range w.links[a] {
		if l = turn(l); w.member(b.From.Type, l.from) && w.member(b.To.Type, l.to) {
			inA[l] = true
		}
	}
	both, onlyB := 0, 0
	for _, l := range w.links[b] {
		switch first := turn(l); {
		case inA[l]:
			both++
		case w.member(a.From.Type, first.from) && w.member(a.To.Type, first.to):
			onlyB++
		}
	}
	if both == 0 || onlyB == 0 || len(inA) == both {
		w.add("%s and %s: %d pairs are in both, %d only in the first, %d only in the second", a.Name, b.Name, both, len(inA)-both, onlyB)
	}
}

// checkCut computes a measure by following keys.
func (w *whole) checkCut(c instance.Cut) {
	of := w.model.EntityType(c.Measure.Of)
	var scores []int
	linked := 0
	follow := w.follower(c)
	for _, key := range w.members(of) {
		n := follow(key)
		scores = append(scores, n)
		if n > 0 {
			linked++
		}
	}
	slices.Sort(scores)
	slices.Reverse(scores)
	switch {
	case linked <= c.Limit:
		w.add("%s: only %d %s have a link; the question asks for %d", c.Name, linked, of.Plural, c.Limit)
	case scores[c.Limit-1] == scores[c.Limit]:
		w.add("%s: tie at the cut of %d: both sides have %d", c.Name, c.Limit, scores[c.Limit])
	}
}

func (w *whole) follower(c instance.Cut) func(key string) int {
	at := w.model.EntityType(c.Measure.Of)
	var steps []map[string][]string
	for _, name := range c.Measure.Path {
		var next map[string][]string
		next, at = w.partners(name, at)
		steps = append(steps, next)
	}
	enough := func(string) bool { return true }
	if th := c.Measure.AtLeast; th != nil {
		partners, _ := w.partners(th.Relationship, at)
		enough = func(key string) bool { return len(partners[key]) >= th.Count }
	}
	return func(key string) int {
		ends := map[string]bool{key: true}
		for _, step := range steps {
			next := map[string]bool{}
			for near := range ends {
				for _, far := range step[near] {
					next[far] = true
				}
			}
			ends = next
		}
		n := 0
		for end := range ends {
			if enough(end) {
				n++
			}
		}
		return n
	}
}

// partners maps each entity at one end to those at the other, walked from a
// type, and gives the other end's.
func (w *whole) partners(name string, at *er.EntityType) (map[string][]string, *er.EntityType) {
	r := w.model.Relationship(name)
	all := map[string][]string{}
	forward := overlap(r.From.Type, at)
	for _, l := range w.links[r] {
		if forward {
			all[l.from] = append(all[l.from], l.to)
		} else {
			all[l.to] = append(all[l.to], l.from)
		}
	}
	if forward {
		return all, r.To.Type
	}
	return all, r.From.Type
}

// Cut lists what is wrong with one cut: a tie, or too few with a link.
func Cut(t testing.TB, src instance.Source, c instance.Cut) []string {
	w := read(t, src)
	w.problems = nil
	w.checkCut(c)
	return w.problems
}
