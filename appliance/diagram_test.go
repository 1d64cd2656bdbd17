package appliance

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/appliance/record"
	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
)

func TestDiagramOfEveryShape(t *testing.T) {
	text, integer := er.Type{Base: er.Text}, er.Type{Base: er.Integer}
	m, err := er.New(er.Spec{
		Name: "shapes",
		EntityTypes: []er.EntityTypeSpec{
			{Name: "base", Abstract: true, Key: []er.AttributeSpec{{Name: "id", Type: integer}}, Attributes: []er.AttributeSpec{
				{Name: "full", Components: []er.AttributeSpec{{Name: "first", Type: text}, {Name: "last", Type: text, Nullable: true}}},
				{Name: "price", Type: er.Type{Base: er.Numeric, Precision: 10, Scale: 2}},
				{Name: "marks", Type: text, Multi: true}}},
			{Name: "sub", IsA: "base"},
			{Name: "weak", Owner: "sub", OwnerRole: "whole", Key: []er.AttributeSpec{{Name: "nr", Type: integer}}},
		},
		Relationships: []er.RelationshipSpec{{
			Name: "likes", Cardinality: er.ManyToOne, From: er.RoleSpec{Type: "sub", Name: "fan", Total: true}, To: er.RoleSpec{Type: "base"},
			Attributes: []er.AttributeSpec{{Name: "since", Type: er.Type{Base: er.Date}, Nullable: true}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := &record.Diagram{
		EntityTypes: []record.DiagramType{
			{Name: "base", Abstract: true, Key: []record.DiagramAttribute{{Name: "id", Type: "integer"}}, Attributes: []record.DiagramAttribute{
				{Name: "full", Composite: []record.DiagramAttribute{{Name: "first", Type: "text"}, {Name: "last", Type: "text", Nullable: true}}},
				{Name: "price", Type: "numeric(10,2)"},
				{Name: "marks", Type: "text", Multi: true}}},
			{Name: "sub", Parent: "base"},
			{Name: "weak", Owner: "sub", OwnerRole: "whole", Key: []record.DiagramAttribute{{Name: "nr", Type: "integer"}}},
		},
		Relationships: []record.DiagramRelationship{{
			Name: "likes", Cardinality: "M:1", From: record.DiagramEnd{Type: "sub", Role: "fan", Total: true},
			To: record.DiagramEnd{Type: "base", Role: "base"}, Attributes: []record.DiagramAttribute{{Name: "since", Type: "date", Nullable: true}},
		}},
	}
	if diff := cmp.Diff(want, DiagramOf(m)); diff != "" {
		t.Error(diff)
	}
}

// Of any model every type and relationship is there, at its place and with its
// ends.
func TestDiagramKeepsTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		d := DiagramOf(m)
		if len(d.EntityTypes) != len(m.EntityTypes) || len(d.Relationships) != len(m.Relationships) {
			t.Fatalf("%d types and %d relationships, want %d and %d",
				len(d.EntityTypes), len(d.Relationships), len(m.EntityTypes), len(m.Relationships))
		}
		for i, s := range d.EntityTypes {
			e := m.EntityTypes[i]
			if s.Name != e.Name || len(s.Key) != len(e.Key) || len(s.Attributes) != len(e.Attributes) ||
				(s.Parent == "") != (e.Parent == nil) || (s.Owner == "") != (e.Owner == nil) {
				t.Fatalf("%+v of %+v", s, e)
			}
		}
		for i, r := range d.Relationships {
			if e := m.Relationships[i]; r.From.Type != e.From.Type.Name || r.To.Type != e.To.Type.Name || r.Cardinality != string(e.Cardinality) {
				t.Fatalf("%+v of %+v", r, e)
			}
		}
	})
}
