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
		if v := refuse(s, p); v.refused() {
			faults = append(faults, Fault{p, s.Get(p), v.reason, v.hint})
		}
	}
	if len(faults) > 0 {
		return &Error{faults}
	}
	return nil
}

// undecided is the choice at a point that a walk over the space has yet to reach.
const undecided = ""

// verdict is what is to be said of the choice at a point.
type verdict struct {
	reason, hint string // why it is refused; "" when it stands
	open         bool   // it stands only if an undecided point turns out right, as at least one choice there does
}

func (v verdict) refused() bool { return v.reason != "" }

// refuse judges the choice at a point. In a set with undecided points, all those
// before p are decided, and what stands there can be completed to a valid set.
// What it looks at besides p must be among the ties of p.
func refuse(s Set, p Point) verdict {
	switch {
	case p.Kind == Inheritance && s.Get(p) == Concrete:
		return refuseConcrete(s, p.Type)
	case p.Kind == Inheritance && s.Get(p) == Own:
		return refuseOwn(s, p.Type)
	case p.Kind == MultiValued && s.Get(p) == JSONB:
		return refuseNestedJSON(p.Attribute)
	case p.Kind == Composite && s.Get(p) == JSONB:
		return refuseNullableJSON(p.Attribute)
	case p.Kind == Discriminator && s.Get(p) == EnumType:
		return refuseLongLabels(p.Type)
	case p.Kind == Weak && s.Get(p) == JSONB:
		return refuseNested(s, p.Type)
	case p.Kind == Relationship:
		return refuseRelationship(s, p)
	}
	return verdict{}
}

func refuseRelationship(s Set, p Point) verdict {
	switch s.Get(p) {
	case FK, FKFrom, FKTo:
		return refuseLinkInside(s, p)
	case Split:
		return refuseSplit(s, p.Relationship)
	case ArrayFrom, ArrayTo:
		return refuseArray(s, p.Relationship)
	}
	return verdict{}
}

// ties names what a point's refusal hangs on: two points can only have to do
// with each other's refusals when they share a tie, or are linked by points that
// do.
func ties(p Point) []any {
	if p.Kind == Inheritance {
		return []any{p.Type.Root()}
	}
	all := []any{p.ref()}
	switch {
	case p.Kind == Weak:
		all = append(all, weakTies(p.Type)...)
	case p.Kind == Relationship && p.Relationship.Cardinality == er.ManyToMany:
		all = append(all, p.Relationship.From.Type.Root(), p.Relationship.To.Type.Root())
	case p.Kind == Relationship:
		all = append(all, linkTies(p.Relationship)...)
	}
	return all
}

// refuseConcrete: a replicated type's table has every member, a concrete type's
// entities are in no other table.
func refuseConcrete(s Set, t *er.EntityType) verdict {
	for up := t.Parent; up != nil; up = up.Parent {
		if s.Inheritance(up) == Replicated {
			return verdict{
				reason: fmt.Sprintf("%s is above it and replicated, so its table must hold these entities too", up.Name),
				hint:   "choose replicated, own or merged here, or another choice for " + up.Name}
		}
	}
	return verdict{}
}

// refuseOwn: an own table refers to the parent's. An abstract type that is
// concrete has a table only for what is merged into it or copied to it.
func refuseOwn(s Set, t *er.EntityType) verdict {
	up := s.Holder(t.Parent)
	if s.Inheritance(up) != Concrete {
		return verdict{}
	}
	there, open := tableOfItsOwn(s, up)
	if there || open {
		return verdict{open: !there}
	}
	return verdict{
		reason: fmt.Sprintf("%s is abstract and concrete, so there is no table to refer to", up.Name),
		hint:   "choose concrete or merged here, or another choice for " + up.Name}
}

// tableOfItsOwn says whether some entity has a row in the type's table without
// an own table below sending it there, and else whether an undecided subtype,
// which could be replicated, leaves that open.
func tableOfItsOwn(s Set, t *er.EntityType) (there, open bool) {
	if !t.Abstract {
		return true, false
	}
	for _, c := range t.Children {
		switch s.Inheritance(c) {
		case Replicated:
			return true, false
		case undecided:
			open = true
		case Merged:
			below, undecidedBelow := tableOfItsOwn(s, c)
			if below {
				return true, false
			}
			open = open || undecidedBelow
		}
	}
	return false, open
}

func refuseNestedJSON(a *er.Attribute) verdict {
	if a.Type.Base != er.JSON {
		return verdict{}
	}
	return verdict{
		reason: "its values are JSON themselves and could be null in it",
		hint:   "choose " + Table + " or " + Array}
}

func refuseNullableJSON(a *er.Attribute) verdict {
	if c := nullableJSON(a); c != nil {
		return verdict{reason: lookAlike(c), hint: "choose " + Columns}
	}
	return verdict{}
}

// MaxLabel is how many bytes a label of an enum can have in Postgres.
const MaxLabel = 63

// refuseLongLabels looks at all types that could be labels, merged or not: so the
// point has nothing to do with others, and the space can be counted.
func refuseLongLabels(t *er.EntityType) verdict {
	for _, sub := range t.Subtree() {
		if len(sub.Name) > MaxLabel {
			return verdict{
				reason: fmt.Sprintf("the name %s has %d bytes; a label of an enum has at most %d", sub.Name, len(sub.Name), MaxLabel),
				hint:   "choose " + PlainText + " or " + CheckedText}
		}
	}
	return verdict{}
}
