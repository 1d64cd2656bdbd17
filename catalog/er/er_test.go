package er_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/fault"
)

var integer, text = er.Type{Base: er.Integer}, er.Type{Base: er.Text}

// university has what the other shapes lack: a weak entity type, a composite, a
// relationship of a type with itself and one with an attribute.
func university() er.Spec {
	return er.Spec{
		Name: "university", Title: "People and courses",
		EntityTypes: []er.EntityTypeSpec{
			{Name: "student", IsA: "person", Attributes: []er.AttributeSpec{{Name: "tot_cred", Type: er.Type{Base: er.Numeric, Precision: 3}}}},
			{Name: "person", Abstract: true, Plural: "people", Key: []er.AttributeSpec{{Name: "person_id", Type: text}},
				Attributes: []er.AttributeSpec{
					{Name: "name", Components: []er.AttributeSpec{{Name: "first_name", Type: text}, {Name: "last_name", Type: text, Nullable: true}}},
					{Name: "phone", Type: text, Multi: true}, {Name: "email", Type: text, Unique: true}}},
			{Name: "course", Key: []er.AttributeSpec{{Name: "course_id", Type: text}}},
			{Name: "section", Owner: "course", OwnerRole: "subject", Key: []er.AttributeSpec{{Name: "sec_id", Type: integer}, {Name: "year", Type: integer}}},
		},
		Relationships: []er.RelationshipSpec{
			{Name: "takes", From: er.RoleSpec{Type: "student"}, To: er.RoleSpec{Type: "section"}, Cardinality: er.ManyToMany,
				Attributes: []er.AttributeSpec{{Name: "grade", Type: text, Nullable: true}}},
			{Name: "prereq", From: er.RoleSpec{Type: "course", Name: "course"}, To: er.RoleSpec{Type: "course", Name: "prerequisite"}, Cardinality: er.ManyToMany},
			{Name: "advisor", From: er.RoleSpec{Type: "student", Total: true}, To: er.RoleSpec{Type: "person", Name: "mentor"}, Cardinality: er.ManyToOne},
		},
	}
}

func mustNew(t *testing.T, s er.Spec) *er.Model {
	t.Helper()
	m, err := er.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestViews(t *testing.T) {
	var got []string
	for _, v := range mustNew(t, university()).Views() {
		columns := make([]string, len(v.Columns))
		for i, c := range v.Columns {
			columns[i] = c.Name
			if c.Key {
				columns[i] += "*"
			}
			if c.Nullable {
				columns[i] += "?"
			}
		}
		got = append(got, v.Name+"("+strings.Join(columns, ", ")+")")
	}
	want := []string{
		"person(person_id*, first_name, last_name?, email)",
		"student(person_id*, first_name, last_name?, email, tot_cred)",
		"course(course_id*)",
		"section(course_id*, sec_id*, year*)",
		"person_phone(person_id*, value*)",
		"takes(student_person_id*, section_course_id*, section_sec_id*, section_year*, grade?)",
		"prereq(course_course_id*, prerequisite_course_id*)",
		"advisor(student_person_id*, mentor_person_id*)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestDescribe(t *testing.T) {
	want := `E/R model university: People and courses

Entity types
- person is identified by person_id (text). Attributes: name (composed of first_name (text), last_name (text, may be missing)), phone (any number of different text values), email (text, unique). Each is exactly one of student.
- student is a subtype of person and has its key and attributes. Attributes: tot_cred (numeric(3,0)).
- course is identified by course_id (text).
- section is a weak entity type: each belongs to exactly one course, its subject, and is identified by it together with sec_id (integer), year (integer).

Relationships
- takes: each student has any number of section, and each section has any number of student. Each such pair has grade (text, may be missing).
- prereq: each course has any number of course (as prerequisite), and each course has any number of course.
- advisor: each student has exactly one person (as mentor), and each person has any number of student.
`
	if diff := cmp.Diff(want, mustNew(t, university()).Describe()); diff != "" {
		t.Error(diff)
	}
}

func TestWalk(t *testing.T) {
	m := mustNew(t, university())
	for _, c := range []struct {
		of   string
		path string
		want string // the roles walked to, or the error
	}{
		{"student", "takes", "section"},
		{"section", "takes advisor", "student mentor"},
		{"person", "takes", "section"}, // some persons are students
		{"course", "prereq prereq", "prerequisite prerequisite"},
		{"course", "takes", `relationship "takes" links "student" with "section", and the path has reached "course"`},
		{"course", "nothing", `there is no relationship "nothing"`},
	} {
		ends, err := m.Walk(m.EntityType(c.of), strings.Fields(c.path))
		var roles []string
		for _, e := range ends {
			roles = append(roles, e.Far().Name)
		}
		got := strings.Join(roles, " ")
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("from %s over %s: got %q, want %q", c.of, c.path, got, c.want)
		}
	}
}

func TestParseType(t *testing.T) {
	for in, want := range map[string]er.Type{
		"text": text, "numeric(10,2)": {Base: er.Numeric, Precision: 10, Scale: 2}, "numeric( 10 , 2 )": {Base: er.Numeric, Precision: 10, Scale: 2},
		"numeric(5)": {Base: er.Numeric, Precision: 5}, "text(5": {Base: "text(5"}, "": {}, "TEXT": {Base: "TEXT"},
		"numeric(99999999999999999999,1)": {Base: "numeric(99999999999999999999,1)"},
	} {
		if got := er.ParseType(in); got != want {
			t.Errorf("ParseType(%q) = %+v, want %+v", in, got, want)
		}
	}
	for _, b := range er.Bases() {
		typ := er.Type{Base: b}
		if b == er.Numeric {
			typ.Precision, typ.Scale = 12, 3
		}
		if got := er.ParseType(typ.String()); got != typ {
			t.Errorf("%v is read back as %v", typ, got)
		}
	}
}

// A spec is data: whatever it holds, New answers with a model or with faults.
func TestNewOnBrokenModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := ertest.Spec(t)
		for range rapid.IntRange(1, 5).Draw(t, "breaks") {
			breakSpec(t, &s)
		}
		m, err := er.New(s)
		if (m == nil) == (err == nil) {
			t.Fatalf("model %v, error %v", m, err)
		}
		if err == nil {
			m.Views()
			m.Describe()
			return
		}
		if faults := err.(*fault.Error).Faults; len(faults) == 0 || faults[0].Message == "" || faults[0].Hint == "" {
			t.Fatalf("faults without words: %+v", faults)
		}
	})
}

// breakSpec changes one thing at random, mostly for the worse.
func breakSpec(t *rapid.T, s *er.Spec) {
	ts := &s.EntityTypes[rapid.IntRange(0, len(s.EntityTypes)-1).Draw(t, "type")]
	other := rapid.SampledFrom(s.EntityTypes).Draw(t, "other").Name
	a := er.AttributeSpec{Name: rapid.SampledFrom([]string{"", "value", "x", "\x00", " y", "\xff"}).Draw(t, "name"), Type: text}
	switch rapid.IntRange(0, 9).Draw(t, "break") {
	case 0:
		ts.IsA = other
	case 1:
		ts.Owner = other
	case 2:
		ts.Key = nil
	case 3:
		ts.Key = append(ts.Key, a)
	case 4:
		ts.Attributes = append(ts.Attributes, a, a)
	case 5:
		ts.Name = other
	case 6:
		ts.Abstract = true
	case 7:
		a.Components, a.Multi, a.Type = []er.AttributeSpec{a}, true, er.Type{Base: "string", Scale: -1}
		ts.Attributes = append(ts.Attributes, a)
	case 8:
		s.Relationships = append(s.Relationships, er.RelationshipSpec{Name: ts.Name, From: er.RoleSpec{Type: other}, To: er.RoleSpec{Type: "nobody"}})
	default:
		s.Relationships = append(s.Relationships, er.RelationshipSpec{Name: "r", Cardinality: er.OneToOne,
			From: er.RoleSpec{Type: other}, To: er.RoleSpec{Type: other}, Attributes: []er.AttributeSpec{a}})
	}
}

// Views are the contract between all variants: their names and columns must be
// fit for SQL whatever the model is called.
func TestViewsHaveDistinctNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		views := map[string]bool{}
		for _, v := range ertest.Model(t, ertest.Options{}).Views() {
			if v.Name == "" || views[v.Name] {
				t.Fatalf("view %q twice", v.Name)
			}
			views[v.Name] = true
			columns := map[string]bool{}
			for _, c := range v.Columns {
				if c.Name == "" || columns[c.Name] || c.Type.Base == "" {
					t.Fatalf("view %q: column %q", v.Name, c.Name)
				}
				columns[c.Name] = true
			}
		}
	})
}

func TestSnake(t *testing.T) {
	for in, want := range map[string]string{
		"CreatorAccount": "creator_account", "creator account": "creator_account", "HTTPServer": "http_server",
		"already_snake": "already_snake", "Über Größe": "über_größe", "a-b": "a_b", "A": "a", "": "", "X1Y": "x1_y",
	} {
		if got := er.Snake(in); got != want {
			t.Errorf("Snake(%q) = %q, want %q", in, got, want)
		}
	}
}
