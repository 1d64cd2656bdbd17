package variants

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

// What the mixed rule goes by.
const (
	defaultMeanLength = 3
	largeCollection   = 4 // from this mean length on, it takes a table
)

// UnknownPresetError says that no preset has this name.
type UnknownPresetError struct {
	Name  string
	Names []string // those that there are
}

func (e *UnknownPresetError) Error() string {
	return fmt.Sprintf("there is no preset %q; there are %s", e.Name, strings.Join(e.Names, ", "))
}

// preset is a policy: what to choose at each point, from the shape of a model.
type preset struct {
	name        string
	inheritance func(shape, *er.EntityType) string
	multiValued func(shape, *er.Attribute) string
	toOne       func(shape, *er.Relationship) string // M:1 and 1:1
	junctionKey func(shape, *er.Relationship) string // nil: composite
}

// presets are the ten of the paper's Table 1, in its order.
var presets = []preset{
	{name: "full_sti", inheritance: all(choice.Merged), multiValued: shape.nested, toOne: shape.foreignKey},
	{name: "full_cti", inheritance: all(choice.Own), multiValued: childTable, toOne: shape.foreignKey},
	{name: "full_concrete", inheritance: all(choice.Concrete), multiValued: childTable, toOne: shape.foreignKey},
	{name: "full_normalized", inheritance: all(choice.Own), multiValued: childTable, toOne: linkTable},
	{name: "concrete_all_tables", inheritance: all(choice.Replicated), multiValued: childTable, toOne: shape.tableIfPartial},
	{name: "hybrid_roots_merged", inheritance: rootsMerged, multiValued: shape.mixed, toOne: shape.foreignKey},
	{name: "hybrid_leaves_merged", inheritance: leavesMerged, multiValued: shape.mixed, toOne: shape.foreignKey},
	{name: "mixed_sti_cti", inheritance: shape.firstMerged, multiValued: shape.mixed, toOne: shape.foreignKey},
	{name: "sti_junction_fks", inheritance: all(choice.Merged), multiValued: childTable, toOne: shape.foreignKey},
	{name: "kitchen_sink", inheritance: shape.everyStyle, multiValued: shape.inTurn, toOne: shape.toOneInTurn, junctionKey: shape.keyInTurn},
}

// PresetNames lists the presets in the order of the table.
func PresetNames() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Presets applies all presets to a model, in the order of the table. Where its
// shape makes two of them alike, both are there (see Same). meanLength says how
// many values a multi-valued attribute has on average in the data to come; nil
// means 3 for all.
func Presets(m *er.Model, meanLength func(*er.Attribute) int) ([]Variant, error) {
	var all []Variant
	for _, p := range presets {
		v, err := p.apply(m, meanLength)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Preset applies one preset; meanLength as for Presets. The error is an *UnknownPresetError, or a
// *choice.Error when the model does not allow what the preset would choose.
func Preset(m *er.Model, name string, meanLength func(*er.Attribute) int) (Variant, error) {
	for _, p := range presets {
		if p.name == name {
			return p.apply(m, meanLength)
		}
	}
	return Variant{}, &UnknownPresetError{name, PresetNames()}
}

func (p preset) apply(m *er.Model, meanLength func(*er.Attribute) int) (Variant, error) {
	s := newShape(m, meanLength)
	set, err := choice.Build(m, func(point choice.Point) string { return p.choose(s, point) })
	if err != nil {
		return Variant{}, fmt.Errorf("preset %s: %w", p.name, err)
	}
	return New(m, p.name, set)
}

// choose decides one point; what no preset varies has its first choice.
func (p preset) choose(s shape, point choice.Point) string {
	switch {
	case point.Kind == choice.Inheritance:
		return p.inheritance(s, point.Type)
	case point.Kind == choice.MultiValued:
		return p.multiValued(s, point.Attribute)
	case point.Kind == choice.Relationship && point.Relationship.Cardinality != er.ManyToMany:
		return p.toOne(s, point.Relationship)
	case point.Kind == choice.JunctionKey && p.junctionKey != nil:
		return p.junctionKey(s, point.Relationship)
	}
	return point.Choices[0]
}

// shape is what policies look at: positions in model order.
type shape struct {
	hierarchies []*er.EntityType // roots that have subtypes
	multiValued []*er.Attribute
	manyToOne   []*er.Relationship
	manyToMany  []*er.Relationship
	meanLength  func(*er.Attribute) int
}

func newShape(m *er.Model, meanLength func(*er.Attribute) int) shape {
	s := shape{meanLength: meanLength}
	if s.meanLength == nil {
		s.meanLength = func(*er.Attribute) int { return defaultMeanLength }
	}
	for _, t := range m.Roots() {
		if len(t.Children) > 0 {
			s.hierarchies = append(s.hierarchies, t)
		}
	}
	for _, p := range choice.Points(m) {
		switch {
		case p.Kind == choice.MultiValued:
			s.multiValued = append(s.multiValued, p.Attribute)
		case p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToOne:
			s.manyToOne = append(s.manyToOne, p.Relationship)
		case p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToMany:
			s.manyToMany = append(s.manyToMany, p.Relationship)
		}
	}
	return s
}

// turn gives the choices in rotation over a list.
func turn[T comparable](list []T, item T, choices ...string) string {
	return choices[slices.Index(list, item)%len(choices)]
}

func all(c string) func(shape, *er.EntityType) string {
	return func(shape, *er.EntityType) string { return c }
}

func rootsMerged(_ shape, t *er.EntityType) string {
	if t.Depth() == 1 {
		return choice.Merged
	}
	return choice.Own
}

func leavesMerged(_ shape, t *er.EntityType) string {
	if t.Depth() > 1 && len(t.Children) == 0 {
		return choice.Merged
	}
	return choice.Own
}

func (s shape) firstMerged(t *er.EntityType) string {
	if t.Root() == s.hierarchies[0] {
		return choice.Merged
	}
	return choice.Own
}

// everyStyle: hierarchies take turns between roots merged, and a first level
// that is own and concrete in turn with everything below it alike.
func (s shape) everyStyle(t *er.EntityType) string {
	if turn(s.hierarchies, t.Root(), choice.Merged, choice.Own) == choice.Merged {
		return rootsMerged(s, t)
	}
	return turn(t.Root().Children, t.Path()[1], choice.Own, choice.Concrete)
}

func childTable(shape, *er.Attribute) string { return choice.Table }

func (s shape) nested(a *er.Attribute) string {
	if a.Type.Base == er.Text {
		return choice.Array
	}
	return choice.JSONB
}

func (s shape) mixed(a *er.Attribute) string {
	if s.meanLength(a) >= largeCollection {
		return choice.Table
	}
	return s.nested(a)
}

func (s shape) inTurn(a *er.Attribute) string {
	return turn(s.multiValued, a, choice.Table, choice.Array, choice.JSONB)
}

// foreignKey puts the key into the From end's table, except for a 1:1
// relationship that is total only at the other end.
func (s shape) foreignKey(r *er.Relationship) string {
	switch {
	case r.Cardinality == er.ManyToOne:
		return choice.FK
	case r.To.Total && !r.From.Total:
		return choice.FKTo
	}
	return choice.FKFrom
}

func linkTable(shape, *er.Relationship) string { return choice.Table }

func (s shape) tableIfPartial(r *er.Relationship) string {
	if r.From.Total || r.Cardinality == er.OneToOne && r.To.Total {
		return s.foreignKey(r)
	}
	return choice.Table
}

// toOneInTurn alternates over the M:1 relationships.
func (s shape) toOneInTurn(r *er.Relationship) string {
	if r.Cardinality == er.OneToOne {
		return s.foreignKey(r)
	}
	return turn(s.manyToOne, r, choice.FK, choice.Table)
}

func (s shape) keyInTurn(r *er.Relationship) string {
	return turn(s.manyToMany, r, choice.CompositeKey, choice.Surrogate)
}
