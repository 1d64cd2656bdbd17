package shred_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

func attr(name string, base er.Base) er.AttributeSpec {
	return er.AttributeSpec{Name: name, Type: er.Type{Base: base}}
}

func newModel(t *testing.T, s er.Spec) *er.Model {
	t.Helper()
	s.Name = "m"
	m, err := er.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// plan chooses the first choice but where change says otherwise.
func plan(t *testing.T, m *er.Model, change map[string]string) *shred.Layout {
	t.Helper()
	set, err := choice.Build(m, func(p choice.Point) string {
		if c, ok := change[p.ID()]; ok {
			return c
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

// columns lists a table's columns, those that cannot be NULL with "!".
func columns(t *testing.T, l *shred.Layout, table string) string {
	t.Helper()
	found := l.Schema().Table(table)
	if found == nil {
		t.Fatalf("there is no table %s", table)
	}
	var all []string
	for _, c := range found.Columns {
		name := c.Name
		if c.NotNull {
			name += "!"
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

// TestSiblings: two subtypes in one table keep attributes of one name apart, a
// clash with the discriminator moves it, and two relationships with one role
// name are told apart by theirs.
func TestSiblings(t *testing.T) {
	m := newModel(t, er.Spec{EntityTypes: []er.EntityTypeSpec{
		{Name: "Product", Key: []er.AttributeSpec{attr("product_id", er.Integer)}, Attributes: []er.AttributeSpec{attr("type", er.Text)}},
		{Name: "Apparel", IsA: "Product", Attributes: []er.AttributeSpec{attr("category", er.Text)}},
		{Name: "Tool", IsA: "Product", Attributes: []er.AttributeSpec{attr("category", er.Integer), attr("xmin", er.Integer)}},
		{Name: "Maker", Key: []er.AttributeSpec{attr("code", er.Text)}},
	}, Relationships: []er.RelationshipSpec{
		{Name: "made_by", From: er.RoleSpec{Type: "Apparel", Total: true}, To: er.RoleSpec{Type: "Maker"}, Cardinality: er.ManyToOne},
		{Name: "sold_by", From: er.RoleSpec{Type: "Product", Total: true}, To: er.RoleSpec{Type: "Maker"}, Cardinality: er.ManyToOne},
	}})
	want := "product_id! products_type! type! sold_by_maker_id! apparel_category made_by_maker_id tool_category xmin_"
	if got := columns(t, plan(t, m, nil), "products"); got != want {
		t.Errorf("merged: %s", got)
	}
	own := plan(t, m, map[string]string{"inheritance:Apparel": choice.Own, "inheritance:Tool": choice.Own})
	if got := columns(t, own, "apparels"); got != "product_id! category! maker_id!" {
		t.Errorf("own: %s", got)
	}
}

// university has the shapes that the social model lacks.
func university(t *testing.T) *er.Model {
	name := er.AttributeSpec{Name: "name", Components: []er.AttributeSpec{attr("first_name", er.Text), attr("last_name", er.Text)}}
	return newModel(t, er.Spec{EntityTypes: []er.EntityTypeSpec{
		{Name: "Person", Plural: "people", Key: []er.AttributeSpec{attr("person_id", er.Integer)}, Attributes: []er.AttributeSpec{name}},
		{Name: "Student", IsA: "Person"},
		{Name: "Course", Key: []er.AttributeSpec{attr("course_id", er.Integer)}},
		{Name: "Section", Owner: "Course", Key: []er.AttributeSpec{attr("sec_id", er.Integer), attr("year", er.Integer)}},
	}, Relationships: []er.RelationshipSpec{
		{Name: "takes", From: er.RoleSpec{Type: "Student"}, To: er.RoleSpec{Type: "Section"}, Cardinality: er.ManyToMany, Attributes: []er.AttributeSpec{attr("grade", er.Text)}},
		{Name: "prereq", From: er.RoleSpec{Type: "Course", Name: "course"}, To: er.RoleSpec{Type: "Course", Name: "prerequisite"}, Cardinality: er.ManyToMany},
		{Name: "assists", From: er.RoleSpec{Type: "Student", Name: "assistant"}, To: er.RoleSpec{Type: "Section"}, Cardinality: er.ManyToOne, Attributes: []er.AttributeSpec{attr("since", er.Date)}},
		{Name: "mentors", From: er.RoleSpec{Type: "Student", Name: "mentor", Total: true}, To: er.RoleSpec{Type: "Student", Name: "mentee"}, Cardinality: er.OneToOne},
	}})
}

func TestKeysOfManyColumns(t *testing.T) {
	l := plan(t, university(t), map[string]string{"inheritance:Student": choice.Own, "relationship:mentors": choice.FKTo})
	for table, want := range map[string]string{
		"people":         "person_id! first_name! last_name!",
		"sections":       "course_id! sec_id! year!",
		"students_takes": "student_id! section_course_id! section_sec_id! section_year! grade!",
		"courses_prereq": "course_id! prerequisite_id!",
		"students":       "person_id! section_course_id section_sec_id section_year since mentor_id",
	} {
		if got := columns(t, l, table); got != want {
			t.Errorf("%s: %s", table, got)
		}
	}
	students := l.Schema().Table("students")
	check := students.Checks[0]
	if diff := cmp.Diff([]string{"section_course_id", "section_sec_id", "section_year", "since"}, check.Together); diff != "" || check.Only != nil {
		t.Errorf("checks %+v: %s", students.Checks, diff)
	}
	if len(students.Uniques) != 1 || students.Uniques[0].Columns[0] != "mentor_id" {
		t.Errorf("unique keys %+v", students.Uniques)
	}
	if keys := l.Schema().Table("sections").ForeignKeys; len(keys) != 1 || keys[0].References != "courses" || len(keys[0].Columns) != 1 {
		t.Errorf("foreign keys of a weak type's table: %+v", keys)
	}
}

func TestCompositeAsJSON(t *testing.T) {
	l := plan(t, university(t), map[string]string{"composite:Person.name": choice.JSONB})
	if got := columns(t, l, "people"); !strings.HasPrefix(got, "person_id! type! name! ") {
		t.Error(got)
	}
}

// TestCopies: a replicated type's rows are in every table above, a concrete
// type's in its own only; foreign keys follow where all entities are.
func TestCopies(t *testing.T) {
	m := newModel(t, er.Spec{EntityTypes: []er.EntityTypeSpec{
		{Name: "A", Plural: "as", Key: []er.AttributeSpec{attr("id", er.Integer)}},
		{Name: "B", Plural: "bs", IsA: "A"}, {Name: "C", Plural: "cs", IsA: "B"}, {Name: "D", Plural: "ds", IsA: "A"},
	}, Relationships: []er.RelationshipSpec{
		{Name: "r", From: er.RoleSpec{Type: "B", Name: "b", Total: true}, To: er.RoleSpec{Type: "A", Name: "a"}, Cardinality: er.ManyToOne}}})
	l := plan(t, m, map[string]string{"inheritance:B": "replicated", "inheritance:C": "merged", "inheritance:D": "concrete"})
	for name, want := range map[string]string{"A": "as", "B": "bs as", "C": "bs as", "D": "ds"} {
		var got []string
		for _, table := range l.Walk(m.EntityType(name)) {
			got = append(got, table.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("an entity of %s is in %v", name, got)
		}
	}
	if l.Home(m.EntityType("A")) != nil || l.Home(m.EntityType("B")).Name != "bs" {
		t.Error("A must be spread and B not")
	}
	keys := l.Schema().Table("bs").ForeignKeys
	if len(keys) != 1 || keys[0].References != "as" || keys[0].Columns[0] != "id" {
		t.Errorf("foreign keys %+v", keys)
	}
}

// TestTooWide: a table that Postgres could not have is refused by name of the
// decision point.
func TestTooWide(t *testing.T) {
	types := []er.EntityTypeSpec{{Name: "R", Key: []er.AttributeSpec{attr("id", er.Integer)}}}
	for i := range 20 {
		sub := er.EntityTypeSpec{Name: fmt.Sprintf("S%d", i), IsA: "R"}
		for j := range 90 {
			sub.Attributes = append(sub.Attributes, attr(fmt.Sprintf("a%d_%d", i, j), er.Integer))
		}
		types = append(types, sub)
	}
	m := newModel(t, er.Spec{EntityTypes: types})
	set, err := choice.Build(m, func(p choice.Point) string { return p.Choices[0] })
	if err != nil {
		t.Fatal(err)
	}
	_, err = shred.New(m, set)
	var refused *choice.Error
	if !errors.As(err, &refused) || refused.Faults[0].Point.ID() != "inheritance:S0" || !strings.Contains(err.Error(), "1802 columns") {
		t.Errorf("error %v", err)
	}
}

// TestTooManyTables: a relationship that would be split over more tables than can
// be dropped again is refused by name.
func TestTooManyTables(t *testing.T) {
	types := []er.EntityTypeSpec{{Name: "R", Key: []er.AttributeSpec{attr("id", er.Integer)}}}
	for i := range 80 {
		types = append(types, er.EntityTypeSpec{Name: fmt.Sprintf("S%d", i), IsA: "R"})
	}
	m := newModel(t, er.Spec{EntityTypes: types, Relationships: []er.RelationshipSpec{
		{Name: "near", From: er.RoleSpec{Type: "R", Name: "a"}, To: er.RoleSpec{Type: "S0", Name: "b"}, Cardinality: er.ManyToMany},
		{Name: "far", From: er.RoleSpec{Type: "R", Name: "a"}, To: er.RoleSpec{Type: "R", Name: "b"}, Cardinality: er.ManyToMany}}})
	split := func(p choice.Point) string {
		switch p.Kind {
		case choice.Inheritance:
			return choice.Concrete
		case choice.Relationship:
			return choice.Split
		}
		return p.Choices[0]
	}
	set, err := choice.Build(m, split)
	if err != nil {
		t.Fatal(err)
	}
	_, err = shred.New(m, set)
	var refused *choice.Error
	if !errors.As(err, &refused) || len(refused.Faults) != 1 || !strings.Contains(err.Error(), "relationship:far=split: it would take 6561 tables of 6723 in all") {
		t.Errorf("error %v", err)
	}
}

// TestForeignInstance: an instance of an equal but other model is an error, not
// an empty table.
func TestForeignInstance(t *testing.T) {
	l := plan(t, university(t), nil)
	for _, err := range l.Rows(context.Background(), l.Schema().Tables[0], instance.NewMemory(university(t)), 0) {
		if err == nil {
			t.Error("a row of another model's instance")
		}
		return
	}
	t.Error("no rows and no error")
}
