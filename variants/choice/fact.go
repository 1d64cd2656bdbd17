package choice

import (
	"math/big"
	"slices"

	"ercheck/catalog/er"
)

// fact is all that the refusals at one point look at in the choices of others
// that share a tie: whether a type is spread, say, and not how. So a group can be
// counted by its facts although it has far too many ways to be gone through.
type fact struct {
	tie   any
	about [2]any // a word and what it is said of, which identify the fact
	holds func(Set) bool
}

// facts lists what the point's refusals look at behind ties that are not its own.
func facts(p Point) []fact {
	switch {
	case p.Kind == Weak:
		return weakFacts(p.Type)
	case p.Kind == Relationship && p.Relationship.Cardinality == er.ManyToMany:
		spread := func(t *er.EntityType) fact {
			return fact{t.Root(), [2]any{"spread", t}, func(s Set) bool { return s.Spread(t) }}
		}
		return []fact{spread(p.Relationship.From.Type), spread(p.Relationship.To.Type)}
	}
	return nil
}

func weakFacts(t *er.EntityType) []fact {
	all := []fact{
		{t.Owner.Root(), [2]any{"spread or copied", t.Owner}, func(s Set) bool { return s.Spread(t.Owner) || s.copied(t.Owner) }},
		{t, [2]any{"not merged", t}, func(s Set) bool { return notMerged(s, t) != nil }},
	}
	for _, a := range featuresBelow(t) {
		if a.Multi {
			all = append(all, fact{ref{MultiValued, a}, [2]any{"array", a}, func(s Set) bool { return s.MultiValued(a) == Array }})
		}
	}
	return all
}

// innerTies are those that are not behind a fact.
func innerTies(p Point) []any {
	all := ties(p)
	for _, f := range facts(p) {
		all = slices.DeleteFunc(all, func(tie any) bool { return tie == f.tie })
	}
	return all
}

// outcome is the ways to decide some points that lead to the same facts.
type outcome struct {
	choices []string // one of the ways
	ways    int64
}

// counter counts the ways to decide a group: for all combinations of facts, the
// ways to have them times the ways to decide the points that look at them.
type counter struct {
	space *Space
	walk  *walk
	cores [][]int     // points that look at no facts, apart where only facts link them
	kinds [][]outcome // of each core
	rest  [][]int     // the others, likewise
	left  int64       // how many more ways may be gone through
	work  int64       // how many more facts may be looked at
}

func newCounter(s *Space, group []int) *counter {
	c := &counter{space: s, walk: s.start(), left: maxCounted, work: maxLooks}
	for _, part := range grouped(s.points, group, innerTies) {
		if slices.ContainsFunc(part, func(i int) bool { return facts(s.points[i]) != nil }) {
			c.rest = append(c.rest, part)
		} else {
			c.cores = append(c.cores, part)
		}
	}
	return c
}

// count is not ok when there is too much to go through.
func (c *counter) count() (n *big.Int, ok bool) {
	for _, core := range c.cores {
		kinds, ok := c.outcomes(core, c.looks(core))
		if !ok {
			return nil, false
		}
		c.kinds = append(c.kinds, kinds)
	}
	n = new(big.Int)
	return n, c.join(0, big.NewInt(1), n)
}

// looks lists the facts that hang on a core.
func (c *counter) looks(core []int) []fact {
	var all []fact
	seen := map[[2]any]bool{}
	own := ties(c.space.points[core[0]]) // a core's points have all their ties in common
	for _, part := range c.rest {
		for _, i := range part {
			for _, f := range facts(c.space.points[i]) {
				if slices.Contains(own, f.tie) && !seen[f.about] {
					seen[f.about] = true
					all = append(all, f)
				}
			}
		}
	}
	return all
}

func (c *counter) outcomes(core []int, looks []fact) (kinds []outcome, ok bool) {
	at := map[string]int{}
	ok = c.space.start().each(core, func(w *walk) bool {
		signature := make([]byte, len(looks))
		for i, f := range looks {
			if f.holds(w.set) {
				signature[i] = 1
			}
		}
		k, seen := at[string(signature)]
		if !seen {
			k = len(kinds)
			at[string(signature)] = k
			kinds = append(kinds, outcome{choices: pickAt(w.set.choices, core)})
		}
		kinds[k].ways++
		c.left--
		c.work -= int64(1 + len(looks))
		return c.left >= 0 && c.work >= 0
	})
	c.left = maxCounted
	return kinds, ok
}

func pickAt(all []string, positions []int) []string {
	var picked []string
	for _, i := range positions {
		picked = append(picked, all[i])
	}
	return picked
}

// join adds to total, for every combination of outcomes from the nth core on, its
// ways times those of the cores before.
func (c *counter) join(n int, before, total *big.Int) bool {
	if n == len(c.cores) {
		ways, ok := c.decideRest()
		total.Add(total, ways.Mul(ways, before))
		return ok
	}
	for _, k := range c.kinds[n] {
		for j, i := range c.cores[n] {
			c.walk.set.choices[i] = k.choices[j]
		}
		if !c.join(n+1, new(big.Int).Mul(before, big.NewInt(k.ways)), total) {
			return false
		}
	}
	return true
}

// decideRest counts the ways to decide what looks at the facts that hold now.
func (c *counter) decideRest() (*big.Int, bool) {
	product := big.NewInt(1)
	for _, part := range c.rest {
		ways := int64(0)
		c.walk.each(part, func(*walk) bool {
			ways++
			c.left--
			return c.left >= 0
		})
		product.Mul(product, big.NewInt(ways))
	}
	return product, c.left >= 0
}
