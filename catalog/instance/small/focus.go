package small

import (
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
)

// Focus is what matters of a model.
type Focus struct {
	model         *er.Model
	roots         map[*er.EntityType]bool // hierarchies with entities
	types         map[*er.EntityType]bool // whose membership matters
	relationships map[*er.Relationship]bool
	attributes    map[*er.Attribute]bool // whose values vary
	texts         []string               // constants worth trying
}

// How many values one attribute takes, NULL aside, and how many of them are
// constants.
const (
	maxValues    = 6
	maxConstants = 3
)

// NewFocus takes what some E/R views show; varies says whether a column's values
// matter, and constants are texts of values worth trying, of any type: 3, 1080p,
// 2026-01-01.
func NewFocus(m *er.Model, views []er.View, varies func(er.ViewColumn) bool, constants []string) *Focus {
	f := &Focus{model: m, roots: map[*er.EntityType]bool{}, types: map[*er.EntityType]bool{},
		relationships: map[*er.Relationship]bool{}, attributes: map[*er.Attribute]bool{}, texts: constants}
	for _, v := range views {
		if r := v.Relationship; r != nil {
			f.relationships[r] = true
			f.entity(r.From.Type)
			f.entity(r.To.Type)
		} else {
			f.entity(v.Type)
		}
		for _, c := range v.Columns {
			if v.Attribute != nil && c.Source == v.Attribute || !c.Key && varies(c) {
				f.attributes[c.Source] = true
			}
		}
	}
	return f
}

// entity makes a type matter, and the owners of weak ones.
func (f *Focus) entity(t *er.EntityType) {
	for t != nil {
		f.types[t], f.roots[t.Root()] = true, true
		t = t.Root().Owner
	}
}

// representatives gives, for each set of types that matter, one type whose
// entities are members of just these.
func (f *Focus) representatives(root *er.EntityType) []*er.EntityType {
	var chosen []*er.EntityType
	var seen []string
	for _, t := range root.Subtree() {
		if t.Abstract {
			continue
		}
		var member strings.Builder
		for _, up := range t.Path() {
			if f.types[up] {
				member.WriteString(up.Name + "\x00")
			}
		}
		if !slices.Contains(seen, member.String()) {
			chosen, seen = append(chosen, t), append(seen, member.String())
		}
	}
	return chosen
}

// values are those that an attribute of the type takes: constants that are of the
// type, ordinary values, and what is next to the constants.
func (f *Focus) values(t er.Type) []string {
	var all []string
	add := func(most int, texts ...string) {
		for _, text := range texts {
			if len(all) < most && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	var next []string
	for _, c := range f.texts {
		if around := near(t, c); len(around) > 0 {
			add(maxConstants, around[0])
			next = append(next, around[1:]...)
		}
	}
	add(maxValues, ordinaryOf(t)...)
	add(maxValues, next...)
	return all
}

// ordinary are values of each type.
var ordinary = map[er.Base][]string{
	er.Integer: {"1", "2"}, er.Bigint: {"1", "2"}, er.Numeric: {"1", "2"}, er.Float: {"1", "2"},
	er.Text: {"a", "b"}, er.Boolean: {"t", "f"}, er.JSON: {"{}", `{"a": 1}`},
	er.Date: {"2025-01-01", "2026-06-30"}, er.Timestamp: {"2025-01-01 00:00:00+00", "2026-06-30 12:00:00+00"},
}

// allFraction says whether a number of the type has no digit before the point.
func allFraction(t er.Type) bool {
	return t.Base == er.Numeric && t.Precision == t.Scale
}

func ordinaryOf(t er.Type) []string {
	if allFraction(t) {
		return []string{"0.1", "0.2"}
	}
	return ordinary[t.Base]
}

// holds says whether a number of the type has enough digits before the point.
func holds(t er.Type, n int) bool {
	return t.Base != er.Numeric || len(strconv.Itoa(n)) <= t.Precision-t.Scale
}

// near gives a constant of the type and its neighbours, or nothing where it is of
// another type.
func near(t er.Type, constant string) []string {
	switch t.Base {
	case er.Integer, er.Bigint, er.Numeric, er.Float:
		n, err := strconv.Atoi(constant)
		if err != nil || n < 1 || n > 1_000_000 || !holds(t, n+1) {
			return nil
		}
		return []string{constant, strconv.Itoa(n + 1), strconv.Itoa(n - 1)}
	case er.Text:
		if _, err := strconv.ParseFloat(constant, 64); err == nil || isDay(constant) {
			return nil
		}
		return []string{constant, swapCase(constant)}
	case er.Date, er.Timestamp:
		if !isDay(constant) {
			return nil
		}
		return instants(t, constant[:len("2006-01-02")])
	}
	return nil
}

// swapCase gives a text that is the same up to case, if there is one.
func swapCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}
