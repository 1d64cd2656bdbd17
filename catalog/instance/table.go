package instance

import (
	"cmp"
	"slices"

	"ercheck/catalog/er"
)

// linkTable holds the links of one relationship from both ends, while the cuts
// are settled.
type linkTable struct {
	rel  *er.Relationship
	plan *plan // nil for 1:1
	ends [2]span
	by   [2][][]int64 // partners by end and offset
	most [2][]int64   // linked entities of an end, those with the most links first; made when asked for
	used [2]int
	idle [2]int64 // entities of an end without links
}

func (g *Generator) newLinkTable(r *er.Relationship) *linkTable {
	t := &linkTable{rel: r, plan: g.plans[r], ends: [2]span{g.at.members[r.From.Type], g.at.members[r.To.Type]}}
	for i := range t.by {
		t.by[i] = make([][]int64, t.ends[i].n)
		t.idle[i] = t.ends[i].n
	}
	var c chooser
	near := from
	if t.plan != nil {
		near = t.plan.driver
	}
	for i := range t.ends[near].n {
		ordinal := t.ends[near].first + i
		for _, far := range g.partnersOf(t, &c, ordinal) {
			t.put(near, ordinal, far)
		}
	}
	return t
}

func (g *Generator) partnersOf(t *linkTable, c *chooser, ordinal int64) []int64 {
	if t.rel.Cardinality == er.ManyToMany {
		return t.plan.partners(c, ordinal)
	}
	find := func(ordinal int64) int64 { return g.pairings[t.rel].partner(from, ordinal) }
	if t.plan != nil {
		find = t.plan.partner
	}
	c.reset()
	if far := find(ordinal); far >= 0 {
		c.add(far)
	}
	return c.partners
}

func (t *linkTable) put(near side, ordinal, far int64) {
	t.insert(near, ordinal, far)
	t.insert(1-near, far, ordinal)
}

func (t *linkTable) insert(at side, ordinal, partner int64) {
	i := ordinal - t.ends[at].first
	if t.by[at][i] = append(t.by[at][i], partner); len(t.by[at][i]) == 1 {
		t.idle[at]--
	}
}

// mayLink says whether an entity can get a link: the last one without any must
// stay so, unless nothing is asked of that end.
func (t *linkTable) mayLink(at side, ordinal int64) bool {
	return t.idle[at] > 1 || len(t.of(at, ordinal)) > 0
}

func (t *linkTable) remove(at side, ordinal, partner int64) {
	i := ordinal - t.ends[at].first
	if n := slices.Index(t.by[at][i], partner); n >= 0 {
		if t.by[at][i] = slices.Delete(t.by[at][i], n, n+1); len(t.by[at][i]) == 0 {
			t.idle[at]++
		}
	}
}

// of are the partners of an entity at one end; none when it is of another type.
func (t *linkTable) of(at side, ordinal int64) []int64 {
	if !t.ends[at].contains(ordinal) {
		return nil
	}
	return t.by[at][ordinal-t.ends[at].first]
}

func (t *linkTable) has(at side, ordinal, partner int64) bool {
	// The shorter list is enough: popular partners have thousands.
	mine, theirs := t.of(at, ordinal), t.of(1-at, partner)
	if len(theirs) < len(mine) {
		return slices.Contains(theirs, ordinal)
	}
	return slices.Contains(mine, partner)
}

// add puts a link into an M:N relationship.
func (t *linkTable) add(at side, ordinal, partner int64) {
	t.put(at, ordinal, partner)
	near, far := t.oriented(at, ordinal, partner)
	if t.plan.added == nil {
		t.plan.added = map[int64][]int64{}
	}
	t.plan.added[near] = append(t.plan.added[near], far)
}

// take undoes add.
func (t *linkTable) take(at side, ordinal, partner int64) {
	t.remove(at, ordinal, partner)
	t.remove(1-at, partner, ordinal)
	near, far := t.oriented(at, ordinal, partner)
	all := t.plan.added[near]
	if n := slices.Index(all, far); n >= 0 {
		all = slices.Delete(all, n, n+1)
	}
	if t.plan.added[near] = all; len(all) == 0 {
		delete(t.plan.added, near)
	}
}

func (t *linkTable) oriented(at side, ordinal, partner int64) (near, far int64) {
	if at == t.plan.driver {
		return ordinal, partner
	}
	return partner, ordinal
}

// move gives one of the many of an M:1 relationship another partner.
func (t *linkTable) move(many, partner int64) {
	for _, before := range t.of(from, many) {
		t.remove(to, before, many)
	}
	for _, before := range slices.Clone(t.of(from, many)) {
		t.remove(from, many, before)
	}
	t.put(from, many, partner)
	if t.plan.moved == nil {
		t.plan.moved = map[int64]int64{}
	}
	t.plan.moved[many] = partner
}

// popular lists the linked entities of an end, the one with the most links
// first: adding a link to one near the front changes no order among the others.
func (t *linkTable) popular(at side) []int64 {
	if t.most[at] == nil {
		for i, partners := range t.by[at] {
			if len(partners) > 0 {
				t.most[at] = append(t.most[at], t.ends[at].first+int64(i))
			}
		}
		slices.SortStableFunc(t.most[at], func(a, b int64) int {
			return cmp.Compare(len(t.of(at, b)), len(t.of(at, a)))
		})
	}
	return t.most[at]
}

// candidates yields popular entities, beginning with another of the first few
// each time, so that not one of them gets all.
func (t *linkTable) candidates(at side, few int) []int64 {
	all := t.popular(at)
	if len(all) == 0 {
		return nil
	}
	start := t.used[at] % min(few, len(all))
	t.used[at]++
	return append(slices.Clone(all[start:min(start+maxCandidates, len(all))]), all[:start]...)
}

// maxCandidates bounds the search for one more partner.
const maxCandidates = 400
