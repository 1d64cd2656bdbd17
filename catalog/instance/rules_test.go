package instance_test

import (
	"context"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
	"ercheck/catalog/question"
)

// school has what the running example lacks: a weak entity type, a relationship
// of a type with itself, attributes of relationships, composites, an abstract
// type, a key of two columns, 1:1, total ends on both sides.
func school(t testing.TB) *er.Model {
	t.Helper()
	text, whole := er.Type{Base: er.Text}, er.Type{Base: er.Integer}
	m, err := er.New(er.Spec{Name: "school",
		EntityTypes: []er.EntityTypeSpec{
			{Name: "Person", Plural: "people", Abstract: true, Key: []er.AttributeSpec{{Name: "person_id", Type: er.Type{Base: er.Bigint}}},
				Attributes: []er.AttributeSpec{{Name: "phones", Type: text, Multi: true},
					{Name: "name", Components: []er.AttributeSpec{{Name: "first", Type: text}, {Name: "last", Type: text, Nullable: true}}}}},
			{Name: "Teacher", IsA: "Person", Attributes: []er.AttributeSpec{{Name: "badge", Type: er.Type{Base: er.Numeric, Precision: 6, Scale: 2}, Unique: true}}},
			{Name: "Student", IsA: "Person", Attributes: []er.AttributeSpec{{Name: "credits", Type: whole, Nullable: true}}},
			{Name: "Course", Key: []er.AttributeSpec{{Name: "code", Type: text}, {Name: "year", Type: er.Type{Base: er.Date}}}},
			{Name: "Section", Owner: "Course", Key: []er.AttributeSpec{{Name: "sec", Type: whole}, {Name: "term", Type: text}}},
			{Name: "Group", Owner: "Course", Key: []er.AttributeSpec{{Name: "no", Type: whole}}},
		},
		Relationships: []er.RelationshipSpec{
			{Name: "takes", From: er.RoleSpec{Type: "Student"}, To: er.RoleSpec{Type: "Section"}, Cardinality: er.ManyToMany,
				Attributes: []er.AttributeSpec{{Name: "grade", Type: text, Nullable: true}}},
			{Name: "drops", From: er.RoleSpec{Type: "Student"}, To: er.RoleSpec{Type: "Section"}, Cardinality: er.ManyToMany},
			{Name: "teaches", From: er.RoleSpec{Type: "Teacher"}, To: er.RoleSpec{Type: "Section", Total: true}, Cardinality: er.ManyToMany},
			{Name: "advisor", From: er.RoleSpec{Type: "Student", Total: true}, To: er.RoleSpec{Type: "Teacher"}, Cardinality: er.ManyToOne},
			{Name: "friend", From: er.RoleSpec{Type: "Student", Name: "who"}, To: er.RoleSpec{Type: "Teacher", Name: "whom"}, Cardinality: er.ManyToOne,
				Attributes: []er.AttributeSpec{{Name: "since", Type: er.Type{Base: er.Timestamp}}}},
			{Name: "requires", From: er.RoleSpec{Type: "Course", Name: "course"}, To: er.RoleSpec{Type: "Course", Name: "prerequisite"}, Cardinality: er.ManyToMany},
			{Name: "replaces", From: er.RoleSpec{Type: "Course", Name: "new"}, To: er.RoleSpec{Type: "Course", Name: "old"}, Cardinality: er.OneToOne},
			{Name: "heads", From: er.RoleSpec{Type: "Teacher"}, To: er.RoleSpec{Type: "Group"}, Cardinality: er.OneToOne},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestDefaultsKeepTheRules(t *testing.T) {
	m := school(t)
	cuts := []instance.Cut{
		{Name: "sections by students", Measure: question.Measure{Of: "Section", Path: []string{"takes"}}, Limit: 10},
		{Name: "students by sections", Measure: question.Measure{Of: "Student", Path: []string{"takes"}}, Limit: 10},
		{Name: "advisors", Measure: question.Measure{Of: "Teacher", Path: []string{"advisor"}}, Limit: 10},
		{Name: "teachers by students taught", Measure: question.Measure{Of: "Teacher", Path: []string{"teaches", "takes"}}, Limit: 10},
		{Name: "advisors of students with many sections", Limit: 10, Measure: question.Measure{Of: "Teacher", Path: []string{"advisor"},
			AtLeast: &question.Threshold{Relationship: "takes", Count: 3}}},
	}
	for seed := range uint64(20) {
		g, err := instance.New(m, nil, instance.Options{Scale: "tiny", Seed: seed, Rankings: cuts})
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Notes()) > 0 {
			t.Errorf("seed %d: %v", seed, g.Notes())
		}
		instancetest.CheckRules(t, g, cuts...)
	}
}

func TestNoColumnOfAKeyIdentifiesAlone(t *testing.T) {
	g, err := instance.New(school(t), nil, instance.Options{Scale: "tiny"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Course", "Section", "Group"} {
		var columns []map[string]int
		for e, err := range g.Entities(context.Background(), g.Model().EntityType(name), 0) {
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range e.Key {
				if i == len(columns) {
					columns = append(columns, map[string]int{})
				}
				columns[i][text]++
			}
		}
		for i, seen := range columns {
			if int64(len(seen)) >= g.Count(g.Model().EntityType(name)) {
				t.Errorf("%s: column %d of the key has no value twice", name, i+1)
			}
		}
	}
}

func TestWeakEntitiesAreNumberedForEachOwner(t *testing.T) {
	g, err := instance.New(school(t), nil, instance.Options{Scale: "tiny", Params: map[string]string{"ownerless.Group": "0.5"}})
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]map[string]bool{}
	for e, err := range g.Entities(context.Background(), g.Model().EntityType("Group"), 0) {
		if err != nil {
			t.Fatal(err)
		}
		owner := instancetest.Key(e.Key[:2])
		if numbers[owner] == nil {
			numbers[owner] = map[string]bool{}
		}
		numbers[owner][e.Key[2]] = true
	}
	most := 0
	for owner, seen := range numbers {
		most = max(most, len(seen))
		if !seen["1"] {
			t.Errorf("course %s has groups but none with number 1", owner)
		}
	}
	if owners := g.Count(g.Model().EntityType("Course")); int64(len(numbers)) != owners/2 || most < 3 {
		t.Errorf("%d of %d courses have groups, one has %d", len(numbers), owners, most)
	}
}

func TestEntitiesDoNotMeetThemselves(t *testing.T) {
	g, err := instance.New(school(t), nil, instance.Options{Scale: "tiny"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"requires", "replaces"} {
		view, _ := g.Model().View(name)
		for row, err := range instance.Rows(context.Background(), g, view) {
			if err != nil {
				t.Fatal(err)
			}
			if row[0].Text == row[2].Text && row[1].Text == row[3].Text {
				t.Errorf("%s: %s is linked with itself", name, row[0].Text)
			}
		}
	}
}
