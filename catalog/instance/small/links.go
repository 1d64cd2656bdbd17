package small

import (
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// toOne chooses partners where an entity has at most one.
func (b *build) toOne() bool {
	for _, root := range b.space.roots {
		for _, e := range b.members[root] {
			e.ToOne = make([]instance.Partner, len(e.Type.ToOne()))
		}
	}
	for _, r := range b.space.focus.model.Relationships {
		if r.Cardinality != er.ManyToMany && b.space.focus.relationships[r] && !b.partners(r) {
			return false
		}
	}
	return true
}

// partners links every entity at the From end of a relationship to one at most.
func (b *build) partners(r *er.Relationship) bool {
	to := b.of(r.To.Type)
	linked := map[*instance.Entity]bool{}
	for _, e := range b.of(r.From.Type) {
		n := len(to)
		if !r.From.Total {
			n++
		}
		if n == 0 {
			return false
		}
		at := b.choose(n)
		if at == len(to) {
			continue
		}
		if far := to[at]; r.Cardinality == er.OneToOne && linked[far] {
			return false
		}
		linked[to[at]] = true
		values := b.attributes(r)
		place(e, er.End{Relationship: r}, to[at].Key, values)
		if r.Cardinality == er.OneToOne {
			place(to[at], er.End{Relationship: r, AtTo: true}, e.Key, values)
		}
	}
	return !r.To.Total || len(linked) == len(to)
}

// place sets an entity's partner at an end.
func place(e *instance.Entity, end er.End, key []string, values []er.Value) {
	for i, at := range e.Type.ToOne() {
		if at == end {
			e.ToOne[i] = instance.Partner{Key: key, Values: values}
		}
	}
}

// toMany chooses the links of M:N relationships: each pair is there or not.
func (b *build) toMany() bool {
	for _, r := range b.space.focus.model.Relationships {
		if r.Cardinality == er.ManyToMany && b.space.focus.relationships[r] && !b.pairs(r) {
			return false
		}
	}
	return true
}

func (b *build) pairs(r *er.Relationship) bool {
	from, to := b.of(r.From.Type), b.of(r.To.Type)
	linked := map[[2]any]bool{} // role and entity
	for _, f := range from {
		for _, t := range to {
			if b.choose(2) == 0 {
				continue
			}
			linked[[2]any{"from", f}], linked[[2]any{"to", t}] = true, true
			b.links = append(b.links, instance.Link{Relationship: r, From: f.Key, To: t.Key, Values: b.attributes(r)})
		}
	}
	return all("from", from, linked, r.From.Total) && all("to", to, linked, r.To.Total)
}

// all says whether every entity is linked in a role where it must be.
func all(role string, entities []*instance.Entity, linked map[[2]any]bool, must bool) bool {
	for _, e := range entities {
		if must && !linked[[2]any{role, e}] {
			return false
		}
	}
	return true
}

func (b *build) attributes(r *er.Relationship) []er.Value {
	var values []er.Value
	for _, a := range r.Attributes {
		v, _ := b.value(a, 0)
		values = append(values, v)
	}
	return values
}
