package choice

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
)

// Set is a choice at every decision point of a model. It never changes.
type Set struct {
	points  []Point
	choices []string // one for each point
	index   map[ref]int
}

// ref finds a point by what it is about.
type ref struct {
	kind Kind
	on   any // *er.EntityType, *er.Attribute, *er.Relationship or nil
}

func (p Point) ref() ref {
	switch {
	case p.Type != nil:
		return ref{p.Kind, p.Type}
	case p.Attribute != nil:
		return ref{p.Kind, p.Attribute}
	case p.Relationship != nil:
		return ref{p.Kind, p.Relationship}
	}
	return ref{kind: p.Kind}
}

// Build asks choose at every point of the model, in the order of Points, and
// checks the result. The error is an *Error.
func Build(m *er.Model, choose func(Point) string) (Set, error) {
	s := Set{points: Points(m), index: map[ref]int{}}
	var faults []Fault
	for i, p := range s.points {
		c := choose(p)
		if !slices.Contains(p.Choices, c) {
			faults = append(faults, unknownChoice(p, c))
		}
		s.choices = append(s.choices, c)
		s.index[p.ref()] = i
	}
	if len(faults) > 0 {
		return Set{}, &Error{faults}
	}
	if err := Check(m, s); err != nil {
		return Set{}, err
	}
	return s, nil
}

// New makes a set from choices by point ID, as Map gives them. Every point needs
// one. The error is an *Error for choices that are unknown or cannot be
// combined, and an *UnknownPointError for points that the model does not have.
func New(m *er.Model, choices map[string]string) (Set, error) {
	if err := known(Points(m), choices); err != nil {
		return Set{}, err
	}
	return Build(m, func(p Point) string { return choices[p.ID()] })
}

// With returns the set with some choices changed, by point ID; errors as New.
func (s Set) With(m *er.Model, choices map[string]string) (Set, error) {
	if err := known(s.points, choices); err != nil {
		return Set{}, err
	}
	all := s.Map()
	maps.Copy(all, choices)
	return New(m, all)
}

func known(points []Point, choices map[string]string) error {
	all := ids(points)
	there := make(map[string]bool, len(all))
	for _, id := range all {
		there[id] = true
	}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(choices)) {
		if !there[id] {
			errs = append(errs, &UnknownPointError{ID: id, Points: all})
		}
	}
	return errors.Join(errs...)
}

func ids(points []Point) []string {
	all := make([]string, len(points))
	for i, p := range points {
		all[i] = p.ID()
	}
	return all
}

// Map gives the choices by point ID, in a new map.
func (s Set) Map() map[string]string {
	all := make(map[string]string, len(s.points))
	for i, p := range s.points {
		all[p.ID()] = s.choices[i]
	}
	return all
}

// Points lists the points in model order.
func (s Set) Points() []Point { return slices.Clone(s.points) }

// Get returns the choice at a point of the set's own model.
func (s Set) Get(p Point) string { return s.get(p.ref()) }

func (s Set) get(r ref) string {
	i, ok := s.index[r]
	if !ok {
		panic(fmt.Sprintf("choice: no %s point here", r.kind)) // a caller's mistake: a type, attribute or relationship of another model
	}
	return s.choices[i]
}

// Inheritance is the choice for a type; "" for a root, which has none.
func (s Set) Inheritance(t *er.EntityType) string {
	if t.Parent == nil {
		return ""
	}
	return s.get(ref{Inheritance, t})
}

// MultiValued is the choice for a multi-valued attribute.
func (s Set) MultiValued(a *er.Attribute) string { return s.get(ref{MultiValued, a}) }

// Composite is the choice for a composite attribute.
func (s Set) Composite(a *er.Attribute) string { return s.get(ref{Composite, a}) }

// Relationship is the choice for a relationship.
func (s Set) Relationship(r *er.Relationship) string { return s.get(ref{Relationship, r}) }

// HasJunctions says whether an M:N relationship's links are pairs in tables of
// their own.
func (s Set) HasJunctions(r *er.Relationship) bool {
	c := s.Relationship(r)
	return c == Junction || c == Split
}

// JunctionKey is the choice for the key of an M:N relationship's junctions.
func (s Set) JunctionKey(r *er.Relationship) string { return s.get(ref{JunctionKey, r}) }

// Discriminator is the choice for the column that tells the types apart which are
// merged into the table of t; "" for a type without subtypes, which has none.
func (s Set) Discriminator(t *er.EntityType) string {
	if len(t.Children) == 0 {
		return ""
	}
	return s.get(ref{Discriminator, t})
}

// Naming is the convention for the names of the schema.
func (s Set) Naming() string { return s.get(ref{kind: Naming}) }

// Digest identifies the choices within a model: 64 hex digits.
func (s Set) Digest() string {
	var texts []string
	for i, p := range s.points {
		texts = append(texts, p.ID(), s.choices[i])
	}
	return digest.OfTexts(texts...)
}

// Equal says whether two sets over the same model choose alike.
func (s Set) Equal(o Set) bool { return s.Digest() == o.Digest() }

// SpaceSize is the number of combinations of choices, possible or not.
func SpaceSize(m *er.Model) *big.Int { return NewSpace(m).Size() }
