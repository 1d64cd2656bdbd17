// Package ertest makes random valid E/R models for property tests: hierarchies,
// abstract types, weak entity types, every kind of attribute and relationship,
// and names that break whoever forgets to quote.
//
//  1. Entity types are made root by root, parents before subtypes, weak ones
//     after their owners.
//  2. Relationships link any two types, itself included.
//  3. Names are unique where a model needs it and otherwise repeat freely, as
//     created_at does in real models. Should two names made from several clash
//     (type a with attribute b_c, type a_b with attribute c), all are numbered.
//
// It knows what er calls valid, and nothing of how a model is stored.
package ertest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

// Options restrict what a random model has. The zero value allows everything.
type Options struct {
	MaxRoots         int // of hierarchies that are not weak, at least 1; 0 = 3
	MaxSubtypes      int // below one root; 0 = 6
	MaxDepth         int // of a hierarchy; 0 = 4
	MaxRelationships int // 0 = 6; negative = none
	MaxAttributes    int // of one entity type; 0 = 4

	PlainNames      bool // a1, b2: for tests whose failures people read
	IntegerKeys     bool // one integer column
	NoHierarchies   bool
	NoAbstract      bool
	NoWeak          bool
	NoWeakSubtypes  bool // weak entity types stand alone
	NoMulti         bool
	NoComposites    bool
	NoJSON          bool
	NoFloat         bool
	NoUnique        bool
	NoSelf          bool // no relationship within one hierarchy
	NoToTotal       bool // total participation of the From end only
	NoLinkAttribute bool // no attributes of relationships
}

// Spec draws a random valid model without restrictions.
func Spec(t *rapid.T) er.Spec { return SpecWith(t, Options{}) }

// SpecWith draws a random valid model.
func SpecWith(t *rapid.T, o Options) er.Spec {
	g := &generator{t: t, o: o.withDefaults(), snakes: map[string]bool{}, of: map[string]*typeInfo{}}
	g.entityTypes()
	g.relationships()
	if _, err := er.New(g.spec); err == nil {
		return g.spec
	}
	numbered := numberNames(g.spec)
	if _, err := er.New(numbered); err != nil {
		t.Fatalf("the random model is not valid: %v\n%+v", err, numbered)
	}
	return numbered
}

// Model draws a random model.
func Model(t *rapid.T, o Options) *er.Model {
	m, err := er.New(SpecWith(t, o))
	if err != nil {
		t.Fatalf("the random model is not valid: %v", err)
	}
	return m
}

func (o Options) withDefaults() Options {
	o.MaxRoots = orDefault(o.MaxRoots, 3)
	o.MaxSubtypes = orDefault(o.MaxSubtypes, 6)
	o.MaxDepth = orDefault(o.MaxDepth, 4)
	o.MaxRelationships = max(0, orDefault(o.MaxRelationships, 6))
	o.MaxAttributes = orDefault(o.MaxAttributes, 4)
	return o
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

type generator struct {
	t      *rapid.T
	o      Options
	spec   er.Spec
	snakes map[string]bool // of entity types and relationships
	of     map[string]*typeInfo
}

// typeInfo is what later draws need to know of an entity type.
type typeInfo struct {
	root  string
	depth int
	names map[string]bool // in snake case: keys and attributes on the path to it
	keys  int             // columns of the full key
}

func (g *generator) entityTypes() {
	g.spec.Name = "random"
	for range g.between(1, g.o.MaxRoots, "roots") {
		g.hierarchy("")
	}
	if !g.o.NoWeak {
		for range g.between(0, 2, "weak types") {
			g.hierarchy(g.anyType("owner"))
		}
	}
	g.makeAbstract()
}

// hierarchy adds a root, weak when it has an owner, and its subtypes.
func (g *generator) hierarchy(owner string) {
	info := &typeInfo{names: map[string]bool{}}
	ts := er.EntityTypeSpec{Name: g.globalName("entity type"), Owner: owner}
	if owner != "" {
		info.keys = g.of[owner].keys
		g.ownerNames(owner, info.names)
		if g.coin("owner role") {
			ts.OwnerRole = g.name("owner role")
		}
	}
	info.root = ts.Name
	ts.Key = g.key(info)
	g.addType(ts, info)
	if g.o.NoHierarchies || owner != "" && g.o.NoWeakSubtypes {
		return
	}
	for range g.between(0, g.o.MaxSubtypes, "subtypes") {
		g.subtype(info.root)
	}
}

// ownerNames marks the columns of the owner's full key as taken.
func (g *generator) ownerNames(owner string, taken map[string]bool) {
	for owner != "" {
		root := g.typeSpec(g.of[owner].root)
		for _, k := range root.Key {
			taken[er.Snake(k.Name)] = true
		}
		owner = root.Owner
	}
}

func (g *generator) typeSpec(name string) er.EntityTypeSpec {
	for _, ts := range g.spec.EntityTypes {
		if ts.Name == name {
			return ts
		}
	}
	panic("no entity type " + name)
}

func (g *generator) subtype(root string) {
	var parents []string
	for _, ts := range g.spec.EntityTypes {
		if info := g.of[ts.Name]; info.root == root && info.depth < g.o.MaxDepth {
			parents = append(parents, ts.Name)
		}
	}
	parent := rapid.SampledFrom(parents).Draw(g.t, "parent")
	above := g.of[parent]
	info := &typeInfo{root: root, depth: above.depth + 1, names: map[string]bool{}, keys: above.keys}
	for name := range above.names {
		info.names[name] = true
	}
	g.addType(er.EntityTypeSpec{Name: g.globalName("entity type"), IsA: parent}, info)
}

func (g *generator) addType(ts er.EntityTypeSpec, info *typeInfo) {
	for range g.between(0, g.o.MaxAttributes, "attributes") {
		ts.Attributes = append(ts.Attributes, g.attribute(info.names))
	}
	g.spec.EntityTypes = append(g.spec.EntityTypes, ts)
	g.of[ts.Name] = info
}

// makeAbstract turns some types that have subtypes into abstract ones.
func (g *generator) makeAbstract() {
	if g.o.NoAbstract {
		return
	}
	inner := map[string]bool{}
	for _, ts := range g.spec.EntityTypes {
		inner[ts.IsA] = true
	}
	for i := range g.spec.EntityTypes {
		ts := &g.spec.EntityTypes[i]
		ts.Abstract = inner[ts.Name] && g.between(0, 3, "abstract") == 3
	}
}

func (g *generator) anyType(label string) string {
	return rapid.SampledFrom(g.spec.EntityTypes).Draw(g.t, label).Name
}

func (g *generator) between(low, high int, label string) int {
	return rapid.IntRange(low, high).Draw(g.t, label)
}

func (g *generator) coin(label string) bool { return rapid.Bool().Draw(g.t, label) }

// numberNames puts a number of its own behind every name, so that no two names
// made from several can be equal.
func numberNames(s er.Spec) er.Spec {
	n := 0
	number := func(name string) string {
		n++
		if name == "" {
			return ""
		}
		suffix := fmt.Sprintf(" n%d", n)
		for len(name)+len(suffix) > er.MaxNameBytes {
			runes := []rune(name)
			name = strings.TrimSpace(string(runes[:len(runes)-1]))
		}
		return name + suffix
	}
	renamed := map[string]string{"": ""}
	for i := range s.EntityTypes {
		ts := &s.EntityTypes[i]
		old := ts.Name
		ts.Name = number(old)
		renamed[old] = ts.Name
		ts.Plural = number(ts.Plural)
		numberAttributes(ts.Key, number)
		numberAttributes(ts.Attributes, number)
	}
	for i := range s.EntityTypes {
		ts := &s.EntityTypes[i]
		ts.IsA, ts.Owner = renamed[ts.IsA], renamed[ts.Owner]
	}
	for i := range s.Relationships {
		r := &s.Relationships[i]
		r.Name = number(r.Name)
		r.From.Type, r.To.Type = renamed[r.From.Type], renamed[r.To.Type]
		r.From.Name, r.To.Name = number(r.From.Name), number(r.To.Name)
		numberAttributes(r.Attributes, number)
	}
	return s
}

func numberAttributes(specs []er.AttributeSpec, number func(string) string) {
	for i := range specs {
		specs[i].Name = number(specs[i].Name)
		numberAttributes(specs[i].Components, number)
	}
}
