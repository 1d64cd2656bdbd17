package choice

import (
	"slices"

	"ercheck/catalog/er"
)

// Counts says whether anything hangs on the choice at a point of the set's
// model, given the other choices: nothing does on the discriminator of a type
// into whose table no type is merged that an entity in it can have, or that has no
// table, and on the key of junctions where there is no junction.
func (s Set) Counts(p Point) bool {
	switch p.Kind {
	case Discriminator:
		return s.Inheritance(p.Type) != Merged && !s.Nested(p.Type) && slices.ContainsFunc(p.Type.Children, func(t *er.EntityType) bool {
			return s.Inheritance(t) == Merged && s.hasRows(t)
		})
	case JunctionKey:
		return s.HasJunctions(p.Relationship)
	}
	return true
}

// hasRows says whether some entity of type t has a row in the table that has t's
// own features: those of a concrete type and of what is below have not.
func (s Set) hasRows(t *er.EntityType) bool {
	return !t.Abstract || slices.ContainsFunc(t.Children, func(below *er.EntityType) bool {
		return s.Inheritance(below) != Concrete && s.hasRows(below)
	})
}

// Distance is at how many points two sets over the same model differ, of those
// that count in both.
func Distance(a, b Set) int {
	n := 0
	for i, p := range a.points {
		if a.choices[i] != b.choices[i] && a.Counts(p) && b.Counts(p) {
			n++
		}
	}
	return n
}

// idle stands in a Code for a choice on which nothing hangs.
const idle = 0xff

// Code writes the set as one byte a point, in model order: which of the point's
// choices it has, or 0xff where the point does not count. Sets with one code lead
// to the same schema.
func (s Set) Code() []byte {
	code := make([]byte, len(s.points))
	for i, p := range s.points {
		code[i] = idle
		if s.Counts(p) {
			code[i] = byte(slices.Index(p.Choices, s.choices[i]))
		}
	}
	return code
}

// CodeDistance is Distance by the sets' codes.
func CodeDistance(a, b []byte) int {
	n := 0
	for i, x := range a {
		if y := b[i]; x != y && x != idle && y != idle {
			n++
		}
	}
	return n
}
