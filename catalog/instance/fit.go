package instance

import (
	"fmt"

	"ercheck/catalog/er"
)

// fit makes the population satisfy what the model demands of it: no more
// members than their keys and unique attributes have values for, a partner for
// every total end. Numbers only fall, so it ends; a number that somebody fixed
// is an error instead.
func (p *Profile) fit(n *population) error {
	for changed := true; changed; {
		changed = false
		for _, d := range p.demands(n) {
			have := n.members(d.of)
			if have <= d.most {
				continue
			}
			if fixed := n.fixedIn(d.of); fixed != nil {
				return &CountError{fmt.Sprintf("%d %s are too many: %s", have, d.of.Plural, d.because),
					fmt.Sprintf("set count.%s to at most %d, or change what limits it", joinPath(fixed.Name), d.most)}
			}
			n.shrink(d.of, d.keep, d.most)
			changed = true
		}
	}
	return nil
}

// demand is an upper bound of a type's members.
type demand struct {
	of      *er.EntityType
	keep    *er.EntityType // whose members shrink last; may be nil
	most    int64
	because string
}

func (p *Profile) demands(n *population) []demand {
	var all []demand
	for _, t := range p.model.EntityTypes {
		all = append(all, p.roomFor(n, t)...)
	}
	for _, r := range p.model.Relationships {
		all = append(all, partnersFor(n, r)...)
	}
	return all
}

// roomFor bounds a type by its key and its unique attributes.
func (p *Profile) roomFor(n *population, t *er.EntityType) []demand {
	var all []demand
	if t.Parent == nil {
		room := int64(1)
		for _, k := range t.Key {
			room = saturate(room, p.specs[k].Capacity())
		}
		if t.Owner != nil {
			room = saturate(room, n.members(t.Owner))
		}
		all = append(all, demand{t, nil, room, fmt.Sprintf("there are %d different keys", room)})
	}
	for _, a := range t.Attributes {
		if a.Unique && !a.Composite() {
			room := p.specs[a].Capacity()
			all = append(all, demand{t, nil, room, fmt.Sprintf("the unique attribute %s has %d different values", a.Name, room)})
		}
	}
	return all
}

// saturate multiplies up to 2^62.
func saturate(a, b int64) int64 {
	if a > 0 && b > (1<<62)/a {
		return 1 << 62
	}
	return a * b
}

// partnersFor bounds the ends of a relationship that must all have a partner.
func partnersFor(n *population, r *er.Relationship) []demand {
	f, t := r.From.Type, r.To.Type
	because := func(r *er.Relationship, near, far er.Role) string {
		return fmt.Sprintf("in %s every %s has a %s, of which there are %d", r.Name, near.Name, far.Name, n.members(far.Type))
	}
	var all []demand
	if r.From.Total && (r.Cardinality == er.OneToOne || n.members(t) == 0) {
		all = append(all, demand{f, t, n.members(t), because(r, r.From, r.To)})
	}
	if r.To.Total && (r.Cardinality != er.ManyToMany || n.members(f) == 0) {
		all = append(all, demand{t, f, n.members(f), because(r, r.To, r.From)})
	}
	return all
}

// fixedIn is a type at or below t, or above it, whose number somebody fixed.
func (n *population) fixedIn(t *er.EntityType) *er.EntityType {
	for _, sub := range t.Subtree() {
		if n.fixed[sub] {
			return sub
		}
	}
	for up := t.Parent; up != nil; up = up.Parent {
		if n.fixed[up] {
			return t
		}
	}
	return nil
}

// shrink takes entities away from t until it has most members: first those that
// are no keep, from the largest plain type each time by half of what is too
// much, so that small types stay.
func (n *population) shrink(t, keep *er.EntityType, most int64) {
	for excess := n.members(t) - most; excess > 0; excess = n.members(t) - most {
		var largest *er.EntityType
		for _, sub := range t.Subtree() {
			spare := keep == nil || !sub.IsA(keep)
			if spare && (largest == nil || n.plain[sub] > n.plain[largest]) {
				largest = sub
			}
		}
		if largest == nil || n.plain[largest] == 0 {
			keep = nil
			continue
		}
		n.plain[largest] -= n.spare(largest, (excess+1)/2)
	}
}

// spare is how many of the wanted members a type can give away at once.
func (n *population) spare(t *er.EntityType, wanted int64) int64 {
	has := n.plain[t]
	if n.inner && len(t.Children) > 0 && has > 1 {
		has -= max(1, has/4)
	}
	return min(has, wanted)
}
