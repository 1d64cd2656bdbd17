package choice

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
)

// Error is every reason why choices cannot stand. Never empty.
type Error struct {
	Faults []Fault
}

// Fault is one choice that is refused.
type Fault struct {
	Point  Point
	Choice string
	Reason string
	Hint   string // what to choose instead
}

// Error gives "point=choice: reason (hint)".
func (f Fault) Error() string {
	return fmt.Sprintf("%s=%s: %s (%s)", f.Point.ID(), f.Choice, f.Reason, f.Hint)
}

// Error gives one line a fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// UnknownPointError says that a model has no such decision point.
type UnknownPointError struct {
	ID     string
	Points []string // the IDs that the model has, in model order
}

func (e *UnknownPointError) Error() string {
	return fmt.Sprintf("there is no decision point %q", e.ID)
}

func unknownChoice(p Point, c string) Fault {
	reason := "there is no such choice"
	if c == "" {
		reason = "a choice is missing"
	}
	return Fault{p, c, reason, "choose " + strings.Join(p.Choices, ", ")}
}

// Check refuses combinations that no schema can have. The error is an *Error.
func Check(m *er.Model, s Set) error {
	var faults []Fault
	for _, p := range s.points {
		reason, hint := refuse(s, p)
		if reason != "" {
			faults = append(faults, Fault{p, s.Get(p), reason, hint})
		}
	}
	if len(faults) > 0 {
		return &Error{faults}
	}
	return nil
}

func refuse(s Set, p Point) (reason, hint string) {
	switch {
	case p.Kind == Inheritance && s.Get(p) == Concrete:
		return refuseConcrete(s, p.Type)
	case p.Kind == Inheritance && s.Get(p) == Own:
		return refuseOwn(s, p.Type)
	case p.Kind == MultiValued && s.Get(p) == JSONB:
		return refuseNestedJSON(p.Attribute)
	case p.Kind == Composite && s.Get(p) == JSONB:
		return refuseNullableJSON(p.Attribute)
	}
	return "", ""
}

// refuseConcrete: a replicated type's table has every member, a concrete type's
// entities are in no other table.
func refuseConcrete(s Set, t *er.EntityType) (reason, hint string) {
	for up := t.Parent; up != nil; up = up.Parent {
		if s.Inheritance(up) == Replicated {
			return fmt.Sprintf("%s is above it and replicated, so its table must hold these entities too", up.Name),
				"choose replicated, own or merged here, or another choice for " + up.Name
		}
	}
	return "", ""
}

// refuseOwn: an own table refers to the parent's. An abstract type that is
// concrete has a table only for what is merged into it or copied to it.
func refuseOwn(s Set, t *er.EntityType) (reason, hint string) {
	up := t.Parent
	for s.Inheritance(up) == Merged {
		up = up.Parent
	}
	if s.Inheritance(up) != Concrete || tableOfItsOwn(s, up) {
		return "", ""
	}
	return fmt.Sprintf("%s is abstract and concrete, so there is no table to refer to", up.Name),
		"choose concrete or merged here, or another choice for " + up.Name
}

// tableOfItsOwn says whether some entity has a row in the type's table without
// an own table below sending it there.
func tableOfItsOwn(s Set, t *er.EntityType) bool {
	if !t.Abstract {
		return true
	}
	for _, c := range t.Children {
		switch s.Inheritance(c) {
		case Replicated:
			return true
		case Merged:
			if tableOfItsOwn(s, c) {
				return true
			}
		}
	}
	return false
}

func refuseNestedJSON(a *er.Attribute) (reason, hint string) {
	if a.Type.Base != er.JSON {
		return "", ""
	}
	return "its values are JSON themselves and could be null in it", "choose " + Table + " or " + Array
}

func refuseNullableJSON(a *er.Attribute) (reason, hint string) {
	for _, c := range a.Components {
		if c.Type.Base == er.JSON && c.Nullable {
			return fmt.Sprintf("a missing %s and the JSON value null would look the same", c.Name), "choose " + Columns
		}
	}
	return "", ""
}
