package instance

import (
	"slices"

	"ercheck/catalog/er"
)

// Clone copies an entity, so that it outlives the stream's next step.
func (e *Entity) Clone() Entity {
	c := Entity{Type: e.Type, Key: slices.Clone(e.Key), Values: cloneValues(e.Values), ToOne: slices.Clone(e.ToOne)}
	for i, p := range c.ToOne {
		c.ToOne[i] = Partner{slices.Clone(p.Key), cloneValues(p.Values)}
	}
	return c
}

// Clone copies a link, likewise.
func (l *Link) Clone() Link {
	return Link{l.Relationship, slices.Clone(l.From), slices.Clone(l.To), cloneValues(l.Values)}
}

func cloneValues(values []er.Value) []er.Value {
	all := slices.Clone(values)
	for i, v := range all {
		all[i].Set = slices.Clone(v.Set)
		all[i].Parts = cloneValues(v.Parts)
	}
	return all
}
