package variants_test

import (
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

// houseModel has weak entity types two deep, one with a subtype and a link, and
// relationships that can be arrays or be split.
func houseModel(t *testing.T) *er.Model {
	t.Helper()
	key := func(name string) []er.AttributeSpec { return []er.AttributeSpec{attribute(name, er.Integer)} }
	role := func(typ string) er.RoleSpec { return er.RoleSpec{Type: typ} }
	size := er.AttributeSpec{Name: "size", Components: []er.AttributeSpec{attribute("width", er.Numeric), nullable(attribute("height", er.Numeric))}}
	m, err := er.New(er.Spec{Name: "houses", EntityTypes: []er.EntityTypeSpec{
		{Name: "House", Key: key("house_id"), Attributes: []er.AttributeSpec{attribute("built", er.Date)}},
		{Name: "Floor", Owner: "House", Key: key("level"), Attributes: []er.AttributeSpec{attribute("swept", er.Timestamp), multi(attribute("colours", er.Text)), size}},
		{Name: "Attic", IsA: "Floor", Attributes: []er.AttributeSpec{attribute("dry", er.Boolean)}},
		{Name: "Window", Owner: "Floor", Key: key("number"), Attributes: []er.AttributeSpec{attribute("facing", er.Text)}},
		{Name: "Guest", Key: key("guest_id")},
		{Name: "Ghost", IsA: "Guest", Attributes: []er.AttributeSpec{attribute("since", er.Date)}},
	}, Relationships: []er.RelationshipSpec{
		{Name: "sleeps_on", From: role("Guest"), To: role("Floor"), Cardinality: er.ManyToOne},
		{Name: "cleaned_by", From: role("Floor"), To: role("Guest"), Cardinality: er.ManyToOne, Attributes: []er.AttributeSpec{attribute("paid", er.Numeric)}},
		{Name: "likes", From: role("Ghost"), To: role("House"), Cardinality: er.ManyToMany},
		{Name: "visits", From: role("Guest"), To: role("House"), Cardinality: er.ManyToMany},
		{Name: "opens", From: role("Guest"), To: role("Window"), Cardinality: er.ManyToMany},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestNested compares all texts of a variant that nests what it can, and splits
// the rest, with a file.
func TestNested(t *testing.T) {
	base := preset(t, houseModel(t), "full_sti")
	v, err := variants.Apply(base, "nested", []string{"weak:Floor=jsonb", "weak:Window=jsonb", "multivalued:Floor.colours=jsonb", "relationship:likes=array-from",
		"relationship:visits=split", "inheritance:Ghost=concrete", "relationship:opens=split", "junction_key:opens=surrogate"})
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{v.Describe(), v.Dump(), strings.Join(pgsql.CreateViews(v.Layout, "er__nested", ""), ";\n\n") + ";\n"}
	for _, table := range v.Layout.Tables {
		texts = append(texts, "-- "+table.Name+"\n"+pgsql.TableQuery(v.Layout, table, "er__nested")+";\n")
	}
	golden(t, "nested.txt", strings.Join(texts, "\n"))
}
