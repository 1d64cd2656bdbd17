package pgsql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

// person and student: the view of persons has the name of a table that the view
// of students reads.
func twoTypes(t *testing.T) *shred.Layout {
	t.Helper()
	id := er.AttributeSpec{Name: "id", Type: er.Type{Base: er.Integer}}
	name := er.AttributeSpec{Name: "name", Type: er.Type{Base: er.Text}}
	m, err := er.New(er.Spec{Name: "m", EntityTypes: []er.EntityTypeSpec{
		{Name: "Person", Plural: "person", Key: []er.AttributeSpec{id}, Attributes: []er.AttributeSpec{name}},
		{Name: "Student", IsA: "Person"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return layout(t, m, choice.Own)
}

func layout(t *testing.T, m *er.Model, inheritance string) *shred.Layout {
	t.Helper()
	set, err := choice.Build(m, func(p choice.Point) string {
		if p.Kind == choice.Inheritance {
			return inheritance
		}
		return p.Choices[0]
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := shred.New(m, set)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const (
	personView  = "person AS (\n    SELECT t.id, t.name\n    FROM person AS t\n)"
	studentView = "student AS (\n    SELECT t.id, t1.name\n    FROM students AS t\n    LEFT JOIN person AS t1 ON t1.id = t.id\n)"
)

func TestInline(t *testing.T) {
	l := twoTypes(t)
	for _, test := range []struct{ name, sql, want string }{
		{"none", "SELECT 'person' -- student", "SELECT 'person' -- student"},
		{"one", "SELECT id FROM Person", "WITH " + personView + "\nSELECT id FROM Person"},
		{"quoted", `SELECT id FROM "student"`, "WITH " + studentView + "\n" + `SELECT id FROM "student"`},
		{"another name in quotes", `SELECT "Person" FROM x`, `SELECT "Person" FROM x`},
		{"the view that reads the other's table first", "TABLE person UNION ALL TABLE student",
			"WITH " + studentView + ",\n" + personView + "\nTABLE person UNION ALL TABLE student"},
		{"with", "-- note\nWITH x AS (SELECT 1 FROM person) TABLE x",
			"-- note\nWITH " + personView + ", x AS (SELECT 1 FROM person) TABLE x"},
		{"with recursive", "with recursive x AS (SELECT id FROM person) TABLE x",
			"WITH " + personView + "\n(\nwith recursive x AS (SELECT id FROM person) TABLE x\n)"},
		{"a name of its own", "WITH person AS (SELECT id FROM person) TABLE person",
			"WITH " + personView + "\n(\nWITH person AS (SELECT id FROM person) TABLE person\n)"},
		{"an alias", "WITH x AS (SELECT 1) SELECT person.id FROM student AS person",
			"WITH " + studentView + ",\n" + personView + ", x AS (SELECT 1) SELECT person.id FROM student AS person"},
		{"empty", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, pgsql.Inline(l, test.sql)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestInlineInACircle: two views that have the names of each other's tables
// still read the tables.
func TestInlineInACircle(t *testing.T) {
	id := er.AttributeSpec{Name: "id", Type: er.Type{Base: er.Integer}}
	m, err := er.New(er.Spec{Name: "m", EntityTypes: []er.EntityTypeSpec{
		{Name: "A", Plural: "b", Key: []er.AttributeSpec{id}}, {Name: "B", Plural: "a", Key: []er.AttributeSpec{id}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := pgsql.Inline(layout(t, m, ""), "TABLE a UNION ALL TABLE b")
	want := strings.Join([]string{
		"WITH table_b AS (\n    SELECT * FROM b\n)", "table_a AS (\n    SELECT * FROM a\n)",
		"a AS (\n    SELECT t.id\n    FROM table_b AS t\n)", "b AS (\n    SELECT t.id\n    FROM table_a AS t\n)",
	}, ",\n") + "\nTABLE a UNION ALL TABLE b"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
