package ertest

import (
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

// The generator is only worth something if it reaches every shape.
func TestModelsReachEveryShape(t *testing.T) {
	seen := map[string]int{}
	see := func(shape string, there bool) {
		if there {
			seen[shape]++
		}
	}
	models := rapid.Custom(func(t *rapid.T) *er.Model { return Model(t, Options{}) })
	for seed := range 400 {
		m := models.Example(seed)
		for _, e := range m.EntityTypes {
			seeType(e, see)
		}
		for _, r := range m.Relationships {
			seeRelationship(r, see)
		}
	}
	for _, shape := range []string{"depth 4", "abstract", "siblings", "weak", "weak of weak", "weak subtype", "key of several", "text key",
		"long name", "awkward name", "name in two types", "self", "M:1", "M:N", "1:1", "total", "partial", "to total", "link attribute",
		"composite of a link", "M:1 from weak", "M:1 to weak", "M:N with weak", "1:1 with weak", "weak owned by a subtype", "multi", "composite", "nullable", "unique", "own role"} {
		if seen[shape] == 0 {
			t.Errorf("no model has: %s", shape)
		}
	}
	for _, b := range er.Bases() {
		if seen[string(b)] == 0 || b != er.JSON && seen["multi "+string(b)] == 0 {
			t.Errorf("no attribute is %s, single and multi-valued", b)
		}
	}
}

func seeType(e *er.EntityType, see func(string, bool)) {
	see("depth 4", e.Depth() == 4)
	see("abstract", e.Abstract)
	see("siblings", len(e.Children) > 1)
	see("weak", e.Owner != nil)
	see("weak of weak", e.Owner != nil && e.Owner.Root().Owner != nil)
	see("weak owned by a subtype", e.Owner != nil && e.Owner.Parent != nil)
	see("weak subtype", e.Parent != nil && e.Root().Owner != nil)
	see("key of several", len(e.Key) > 1)
	see("text key", len(e.Key) > 0 && e.Key[0].Type.Base == er.Text)
	see("long name", len(e.Name) > 63)
	see("awkward name", e.Name == `say "hi"` || e.Name == "order")
	see("name in two types", len(e.Attributes) > 0 && e.Attributes[0].Name == "name" && e.Parent == nil)
	for _, a := range e.Attributes {
		see("multi", a.Multi)
		see("composite", a.Composite())
		see("nullable", a.Nullable)
		see("unique", a.Unique)
		see(string(a.Type.Base), !a.Multi)
		see("multi "+string(a.Type.Base), a.Multi)
	}
}

func seeRelationship(r *er.Relationship, see func(string, bool)) {
	see("self", r.Self())
	see(string(r.Cardinality), true)
	see("total", r.From.Total)
	see("partial", !r.From.Total)
	see("to total", r.To.Total)
	fromWeak, toWeak := r.From.Type.Root().Owner != nil, r.To.Type.Root().Owner != nil
	see(string(r.Cardinality)+" from weak", fromWeak && !toWeak)
	see(string(r.Cardinality)+" to weak", toWeak && !fromWeak)
	see(string(r.Cardinality)+" with weak", fromWeak != toWeak)
	see("link attribute", len(r.Attributes) > 0)
	see("own role", er.Snake(r.From.Name) != er.Snake(r.From.Type.Name))
	for _, a := range r.Attributes {
		see("composite of a link", a.Composite())
	}
}

func TestOptionsRestrict(t *testing.T) {
	o := Options{MaxRoots: 2, PlainNames: true, IntegerKeys: true, NoHierarchies: true, NoWeak: true, NoMulti: true,
		NoComposites: true, NoJSON: true, NoFloat: true, NoUnique: true, NoSelf: true, NoToTotal: true, NoLinkAttribute: true}
	rapid.Check(t, func(t *rapid.T) {
		m := Model(t, o)
		if len(m.EntityTypes) > 2 {
			t.Fatalf("%d entity types", len(m.EntityTypes))
		}
		for _, e := range m.EntityTypes {
			if e.Parent != nil || e.Owner != nil || len(e.Key) != 1 || e.Key[0].Type.Base != er.Integer {
				t.Fatalf("%q breaks an option", e.Name)
			}
			for _, a := range e.Attributes {
				if a.Multi || a.Composite() || a.Unique || a.Type.Base == er.JSON || a.Type.Base == er.Float {
					t.Fatalf("%q.%q breaks an option", e.Name, a.Name)
				}
			}
		}
		for _, r := range m.Relationships {
			if r.Self() || r.To.Total || len(r.Attributes) > 0 {
				t.Fatalf("%q breaks an option", r.Name)
			}
		}
	})
}
