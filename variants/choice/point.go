// Package choice is the space of ways to store an E/R model: its decision
// points, a choice for each of them, and which combinations are possible.
//
//  1. Points lists a model's decision points with the choices each one has;
//     Meanings explains them.
//  2. A Set makes one choice at every point.
//  3. Check refuses combinations that no schema can have, naming the points.
//  4. A Space is all valid sets: counted, drawn from, walked over, with a distance
//     between any two.
//
// It does not know tables or columns: what a choice leads to is decided where
// it is carried out.
package choice

import (
	"slices"
	"strings"

	"ercheck/catalog/er"
)

// Kind is what a decision point decides.
type Kind string

// The kinds of decision points.
const (
	Inheritance   Kind = "inheritance"   // one per subtype
	MultiValued   Kind = "multivalued"   // one per multi-valued attribute
	Composite     Kind = "composite"     // one per composite attribute
	Weak          Kind = "weak"          // one per weak entity type
	Relationship  Kind = "relationship"  // one per relationship
	JunctionKey   Kind = "junction_key"  // one per M:N relationship; counts where it has junctions
	Discriminator Kind = "discriminator" // one per type that has subtypes; counts where types are merged into its table
	Naming        Kind = "naming"        // one per schema
)

// The choices of Inheritance.
const (
	Merged     = "merged"     // columns in the nearest ancestor's table, nullable, with a discriminator
	Own        = "own"        // own table with own attributes only, its key references the parent's table
	Concrete   = "concrete"   // own table with inherited attributes too, for entities not stored further down
	Replicated = "replicated" // own table with inherited attributes too, for every member of the type
)

// The other choices. Table is one of MultiValued, Weak and Relationship, JSONB
// of MultiValued, Composite and Weak: there an array of objects in the owner's
// row.
const (
	Table        = "table"
	Array        = "array"
	JSONB        = "jsonb"
	Columns      = "columns"
	FK           = "fk"         // M:1: columns with the partner's key
	FKFrom       = "fk-from"    // 1:1: in the table of the From end
	FKTo         = "fk-to"      // 1:1: in the table of the To end
	Junction     = "junction"   // M:N: one table of pairs
	Split        = "split"      // M:N: a table of pairs for each table that holds entities of an end
	ArrayFrom    = "array-from" // M:N: an array of the partners' keys in the row of the From end
	ArrayTo      = "array-to"   // M:N: likewise, in the row of the To end
	CompositeKey = "composite"
	Surrogate    = "surrogate"
	PlainText    = "text"
	CheckedText  = "check"    // text with a CHECK that lists the types
	EnumType     = "enum"     // a type of its own that lists them
	PaperNames   = "paper"    // snake case, plural
	Singular     = "singular" // snake case, singular
	CamelCase    = "camel"    // camelCase, which needs quotes in SQL
	Legacy       = "legacy"   // short and cryptic
)

// Point is one decision point of a model. What it is about is in Type,
// Attribute or Relationship; the others are nil.
type Point struct {
	Kind         Kind
	Subject      string // in the model's words: Clip, Tag.aliases, owns; "" for Naming
	Type         *er.EntityType
	Attribute    *er.Attribute
	Relationship *er.Relationship
	Choices      []string // at least one
}

// ID names the point within its model: inheritance:Clip, multivalued:Tag.aliases,
// naming.
func (p Point) ID() string {
	if p.Subject == "" {
		return string(p.Kind)
	}
	return string(p.Kind) + ":" + p.Subject
}

// Points lists the model's decision points in model order, kind by kind.
func Points(m *er.Model) []Point {
	return slices.Concat(
		typePoints(m, Inheritance, func(t *er.EntityType) bool { return t.Parent != nil }, Merged, Own, Concrete, Replicated),
		attributePoints(m, MultiValued, func(a *er.Attribute) bool { return a.Multi }, Table, Array, JSONB),
		attributePoints(m, Composite, (*er.Attribute).Composite, Columns, JSONB),
		typePoints(m, Weak, func(t *er.EntityType) bool { return t.Owner != nil }, Table, JSONB),
		relationshipPoints(m),
		junctionKeyPoints(m),
		typePoints(m, Discriminator, func(t *er.EntityType) bool { return len(t.Children) > 0 }, PlainText, CheckedText, EnumType),
		[]Point{{Kind: Naming, Choices: []string{PaperNames, Singular, CamelCase, Legacy}}},
	)
}

func typePoints(m *er.Model, kind Kind, has func(*er.EntityType) bool, choices ...string) []Point {
	var points []Point
	for _, t := range m.EntityTypes {
		if has(t) {
			points = append(points, Point{Kind: kind, Subject: escape(t.Name), Type: t, Choices: choices})
		}
	}
	return points
}

func attributePoints(m *er.Model, kind Kind, has func(*er.Attribute) bool, choices ...string) []Point {
	var points []Point
	add := func(owner string, attributes []*er.Attribute) {
		for _, a := range attributes {
			if has(a) {
				points = append(points, Point{Kind: kind, Subject: escape(owner) + "." + escape(a.Name), Attribute: a, Choices: choices})
			}
		}
	}
	for _, t := range m.EntityTypes {
		add(t.Name, t.Attributes)
	}
	for _, r := range m.Relationships {
		add(r.Name, r.Attributes)
	}
	return points
}

func relationshipPoints(m *er.Model) []Point {
	choices := map[er.Cardinality][]string{
		er.ManyToOne: {FK, Table}, er.OneToOne: {FKFrom, FKTo, Table}, er.ManyToMany: {Junction, Split, ArrayFrom, ArrayTo},
	}
	var points []Point
	for _, r := range m.Relationships {
		points = append(points, Point{Kind: Relationship, Subject: escape(r.Name), Relationship: r, Choices: choices[r.Cardinality]})
	}
	return points
}

func junctionKeyPoints(m *er.Model) []Point {
	var points []Point
	for _, r := range m.Relationships {
		if r.Cardinality == er.ManyToMany {
			points = append(points, Point{Kind: JunctionKey, Subject: escape(r.Name), Relationship: r, Choices: []string{CompositeKey, Surrogate}})
		}
	}
	return points
}

// escape keeps subjects apart when names have dots: "a.b" with attribute "c" is
// not "a" with "b.c".
func escape(name string) string { return escaper.Replace(name) }

var escaper = strings.NewReplacer(`\`, `\\`, `.`, `\.`)
