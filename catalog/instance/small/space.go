// Package small makes small instances of a model, all of them or by chance: what
// a search needs that looks for the least data on which two queries differ.
//
//  1. A Focus says which entity types, relationships and attributes matter, and
//     which values are worth trying (focus.go). All else is left out, or has one
//     value.
//  2. Build makes one instance by asking a Chooser at every point where there is
//     a choice: how many entities, of which type, with which values and partners
//     (build.go, links.go).
//  3. An Odometer chooses so that repeated builds give every instance once; chance
//     draws them (choose.go).
//
// What is made keeps the rules of the model as far as the focus reaches: keys,
// uniqueness, cardinalities, total participation. Relationships outside it have
// no links, even where participation is total.
//
// It does not know queries, how a model is stored, or what a search is for.
package small

import (
	"slices"

	"ercheck/catalog/er"
)

// Space is the set of instances with at most so many entities of each hierarchy.
type Space struct {
	focus *Focus
	most  int // of each hierarchy, at least 1
	roots []*er.EntityType
	types map[*er.EntityType][]*er.EntityType // by root: one for each way to be member of what matters
}

// NewSpace plans the instances.
func NewSpace(f *Focus, most int) *Space {
	s := &Space{focus: f, most: most, types: map[*er.EntityType][]*er.EntityType{}}
	for _, r := range f.model.Roots() {
		if f.roots[r] {
			s.roots = append(s.roots, r)
			s.types[r] = f.representatives(r)
		}
	}
	s.roots = ownersFirst(s.roots)
	return s
}

// ownersFirst puts every weak entity type behind its owner's hierarchy.
func ownersFirst(roots []*er.EntityType) []*er.EntityType {
	var ordered []*er.EntityType
	var add func(r *er.EntityType)
	add = func(r *er.EntityType) {
		if slices.Contains(ordered, r) {
			return
		}
		if r.Owner != nil {
			add(r.Owner.Root())
		}
		ordered = append(ordered, r)
	}
	for _, r := range roots {
		add(r)
	}
	return ordered
}
