package shred

import (
	"fmt"
	"slices"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

// maxColumns is how many columns Postgres allows in a table.
const maxColumns = 1600

// maxTables is how many tables there may be when relationships are split: a
// transaction that drops them, with their indexes, needs a lock for each.
const maxTables = 5000

// tooMany refuses to split a relationship over so many tables.
func (l *Layout) tooMany(r *er.Relationship, more int) choice.Fault {
	points := l.Choices.Points()
	i := slices.IndexFunc(points, func(p choice.Point) bool { return p.Kind == choice.Relationship && p.Relationship == r })
	return choice.Fault{Point: points[i], Choice: choice.Split,
		Reason: fmt.Sprintf("it would take %d tables of %d in all; at most %d are possible", more, len(l.Tables)+more, maxTables),
		Hint:   "choose " + choice.Junction + ", or " + choice.Merged + " for some of the subtypes"}
}

// checkLimits refuses tables that Postgres would refuse, at the decision point
// that could make them narrower, or fewer. The error is a *choice.Error.
func (l *Layout) checkLimits() error {
	faults := l.refused
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
