package instance

import (
	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// someItself is how many entities are just of the type, beside its subtypes'. A
// kind with plain members wants some even where the scale leaves none, unless a
// parameter sets the number.
func (p *Profile) someItself(t *er.EntityType, members, rest int64) int64 {
	wanted := p.traits.plain && len(t.Children) > 0 && !t.Abstract && members > 0 && p.members[t].count < 0
	if !wanted {
		return rest
	}
	return max(rest, members/8, 2)
}

// vacate takes all members away from one entity type, drawn among those that
// nobody else needs. Where each is needed by another, those go with it.
func (p *Profile) vacate(n *population, key chance.Key) {
	var free, rest []*er.EntityType
	for _, t := range p.model.EntityTypes {
		switch {
		case p.mustStay(t) || n.members(t) == 0:
		case p.holds(n.without(t)):
			free = append(free, t)
		default:
			rest = append(rest, t)
		}
	}
	if len(free) == 0 {
		free = rest
	}
	if len(free) == 0 {
		return
	}
	stream := key.At(0)
	*n = *n.without(free[stream.Below(int64(len(free)))])
	p.follow(n)
}

// follow takes away what needs others that are gone, whoever fixed the number.
func (p *Profile) follow(n *population) {
	for changed := true; changed; {
		changed = false
		for _, d := range p.demands(n) {
			if have := n.members(d.of); have > d.most {
				n.shrink(d.of, d.keep, d.most)
				changed = true
			}
		}
	}
}

// fewMembers is how many entities are of one type where there are few.
const fewMembers = 3

// thin leaves few entities of each type, unless a parameter gives it more.
func (p *Profile) thin(n *population) {
	for t, count := range n.plain {
		if p.members[t].count < 0 {
			n.plain[t] = min(count, fewMembers)
		}
	}
	p.follow(n)
}

// mustStay says whether a parameter gives the type, or one below, members.
func (p *Profile) mustStay(t *er.EntityType) bool {
	for _, sub := range t.Subtree() {
		if p.members[sub].count > 0 {
			return true
		}
	}
	return false
}

// holds says whether nothing is demanded that is not there.
func (p *Profile) holds(n *population) bool {
	for _, d := range p.demands(n) {
		if n.members(d.of) > d.most {
			return false
		}
	}
	return true
}

// without is the population with no members of t.
func (n *population) without(t *er.EntityType) *population {
	c := &population{map[*er.EntityType]int64{}, n.fixed, n.inner}
	for other, count := range n.plain {
		if !other.IsA(t) {
			c.plain[other] = count
		}
	}
	return c
}
