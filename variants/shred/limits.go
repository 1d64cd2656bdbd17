package shred

import (
	"fmt"
	"slices"

	"ercheck/variants/choice"
)

// maxColumns is how many columns Postgres allows in a table.
const maxColumns = 1600

// checkWidth refuses tables that Postgres would refuse, at the decision point
// that could make them narrower. The error is a *choice.Error.
func (l *Layout) checkWidth() error {
	var faults []choice.Fault
	for _, t := range slices.Concat(l.Tables, l.Nested) {
		if len(t.Columns) <= maxColumns {
			continue
		}
		for _, p := range l.Choices.Points() {
			if !l.widens(t, p) {
				continue
			}
			faults = append(faults, choice.Fault{Point: p, Choice: l.Choices.Get(p),
				Reason: fmt.Sprintf("table %s would have %d columns; at most %d are possible", t.Name, len(t.Columns), maxColumns),
				Hint:   "choose " + choice.Own + " for a subtype, or " + choice.Table + " for a relationship"})
			break
		}
	}
	if len(faults) > 0 {
		return &choice.Error{Faults: faults}
	}
	return nil
}

// widens says whether the choice at a point brought columns into the table that
// another choice would not.
func (l *Layout) widens(t *Table, p choice.Point) bool {
	if p.Kind == choice.Weak {
		return t.In != nil && t.Type == p.Type
	}
	for _, c := range t.Columns {
		switch {
		case p.Kind == choice.Inheritance && l.Choices.Get(p) != choice.Own && c.Of != nil && (c.Of == p.Type || t.Type == p.Type):
			return true
		case p.Kind == choice.Relationship && c.Holds == PartnerKey && c.End.Relationship == p.Relationship:
			return true
		}
	}
	return false
}
