package choice_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

func text(name string) er.AttributeSpec {
	return er.AttributeSpec{Name: name, Type: er.Type{Base: er.Text}}
}

// model has a chain A, B (abstract), C, D, with one attribute and one
// relationship of every kind.
func model(t *testing.T) *er.Model {
	t.Helper()
	return valid(t, spec())
}

// larger adds weak types of several kinds, one of them weak of another, and links
// that not everything can hold.
func larger(t *testing.T) *er.Model {
	t.Helper()
	s := spec()
	many, how := text("lots"), er.AttributeSpec{Name: "how", Type: er.Type{Base: er.JSON}, Nullable: true}
	many.Multi = true
	s.EntityTypes = append(s.EntityTypes,
		er.EntityTypeSpec{Name: "X", Owner: "W", Key: []er.AttributeSpec{text("x")}},
		er.EntityTypeSpec{Name: "Y", Owner: "C", Key: []er.AttributeSpec{text("y")}},
		er.EntityTypeSpec{Name: "Z", IsA: "Y", Attributes: []er.AttributeSpec{many}},
		er.EntityTypeSpec{Name: "U", Owner: "E.e", Key: []er.AttributeSpec{text("u")}, Attributes: s.EntityTypes[0].Attributes[1:]})
	link := func(name, from string, c er.Cardinality, attributes ...er.AttributeSpec) er.RelationshipSpec {
		return er.RelationshipSpec{Name: name, Cardinality: c, From: er.RoleSpec{Type: from}, To: er.RoleSpec{Type: "E.e"}, Attributes: attributes}
	}
	s.Relationships = append(s.Relationships, link("rated", "C", er.ManyToMany, text("stars")), link("parts", "W", er.ManyToMany),
		link("seen", "W", er.OneToOne, how))
	return valid(t, s)
}

func valid(t *testing.T, s er.Spec) *er.Model {
	t.Helper()
	m, err := er.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func spec() er.Spec {
	many := text("many")
	many.Multi = true
	composite := er.AttributeSpec{Name: "pair", Components: []er.AttributeSpec{text("left"),
		{Name: "right", Type: er.Type{Base: er.JSON}, Nullable: true}}}
	link := func(name string, c er.Cardinality) er.RelationshipSpec {
		return er.RelationshipSpec{Name: name, Cardinality: c, From: er.RoleSpec{Type: "C"}, To: er.RoleSpec{Type: "E.e"}}
	}
	return er.Spec{Name: "test", EntityTypes: []er.EntityTypeSpec{
		{Name: "A", Key: []er.AttributeSpec{text("a_id")}, Attributes: []er.AttributeSpec{many, composite}},
		{Name: "B", IsA: "A", Abstract: true},
		{Name: "C", IsA: "B"},
		{Name: "D", IsA: "C"},
		{Name: "E.e", Key: []er.AttributeSpec{text("e_id")}},
		{Name: "W", Owner: "E.e", Key: []er.AttributeSpec{text("part")}},
	}, Relationships: []er.RelationshipSpec{link("one", er.ManyToOne), link("single", er.OneToOne), link("pairs", er.ManyToMany)}}
}

// defaults takes the first choice everywhere.
func defaults(p choice.Point) string { return p.Choices[0] }

func TestPoints(t *testing.T) {
	var got []string
	for _, p := range choice.Points(model(t)) {
		got = append(got, p.ID()+" = "+strings.Join(p.Choices, " "))
	}
	want := []string{
		"inheritance:B = merged own concrete replicated",
		"inheritance:C = merged own concrete replicated",
		"inheritance:D = merged own concrete replicated",
		"multivalued:A.many = table array jsonb",
		"composite:A.pair = columns jsonb",
		"weak:W = table jsonb",
		"relationship:one = fk table",
		"relationship:single = fk-from fk-to table",
		"relationship:pairs = junction split array-from array-to",
		"junction_key:pairs = composite surrogate",
		"discriminator:A = text check enum",
		"discriminator:B = text check enum",
		"discriminator:C = text check enum",
		"naming = paper singular camel legacy",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if size := choice.SpaceSize(model(t)).Int64(); size != 4*4*4*3*2*2*2*3*4*2*3*3*3*4 {
		t.Errorf("the space has %d sets", size)
	}
}

func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  map[string]string
		refused []string // points
		reason  string
	}{
		{"concrete under replicated", map[string]string{"inheritance:B": "replicated", "inheritance:D": "concrete"},
			[]string{"inheritance:D"}, "B is above it and replicated"},
		{"own under an abstract type without a table", map[string]string{"inheritance:B": "concrete", "inheritance:C": "own"},
			[]string{"inheritance:C"}, "B is abstract and concrete"},
		{"own, merged in between", map[string]string{"inheritance:B": "concrete", "inheritance:C": "merged", "inheritance:D": "own"}, nil, ""},
		{"own under a copy", map[string]string{"inheritance:B": "replicated", "inheritance:C": "own"}, nil, ""},
		{"a missing value and a JSON null", map[string]string{"composite:A.pair": "jsonb"}, []string{"composite:A.pair"}, "missing right"},
		{"nothing is spread", map[string]string{"relationship:pairs": "split"}, []string{"relationship:pairs"}, "neither C nor E.e is spread"},
		{"split", map[string]string{"inheritance:D": "concrete", "relationship:pairs": "split"}, nil, ""},
		{"an end is spread", map[string]string{"inheritance:D": "concrete", "relationship:pairs": "array-to"}, []string{"relationship:pairs"}, "C is spread"},
		{"a copy is not spread", map[string]string{"inheritance:D": "replicated", "relationship:pairs": "array-from"}, nil, ""},
		{"a pair has an attribute", map[string]string{"relationship:rated": "array-from"}, []string{"relationship:rated"}, "a pair has stars"},
		{"a key of two columns", map[string]string{"relationship:parts": "array-to"}, []string{"relationship:parts"}, "the key of W has 2 columns"},
		{"nested", map[string]string{"weak:W": "jsonb", "weak:X": "jsonb", "relationship:seen": "table"}, nil, ""},
		{"nested in what is spread", map[string]string{"weak:Y": "jsonb", "inheritance:D": "concrete"}, []string{"weak:Y"}, "no one table has all of C"},
		{"nested in what is copied", map[string]string{"weak:Y": "jsonb", "inheritance:D": "replicated"}, []string{"weak:Y"}, "a row of C is written down more than once"},
		{"nested in a copy", map[string]string{"weak:Y": "jsonb", "inheritance:C": "replicated"}, []string{"weak:Y"}, "a row of C is written down more than once"},
		{"nested below a copy", map[string]string{"weak:Y": "jsonb", "inheritance:B": "replicated", "inheritance:C": "own"}, nil, ""},
		{"nested, but for a subtype", map[string]string{"weak:Y": "jsonb", "inheritance:Z": "own"}, []string{"weak:Y"}, "Z has rows of its own"},
		{"an array in JSON", map[string]string{"weak:Y": "jsonb", "multivalued:Z.lots": "array"}, []string{"weak:Y"}, "the values of lots are an array"},
		{"a list in JSON", map[string]string{"weak:Y": "jsonb", "multivalued:Z.lots": "jsonb"}, nil, ""},
		{"a missing value in nested JSON", map[string]string{"weak:U": "jsonb"}, []string{"weak:U"}, "a missing right"},
		{"a missing value of a nested link", map[string]string{"weak:W": "jsonb", "relationship:seen": "fk-from"}, []string{"relationship:seen"}, "a missing how"},
		{"a nested weak type with a link outside", map[string]string{"weak:W": "jsonb", "relationship:seen": "table"}, nil, ""},
		{"a missing value from the other end", map[string]string{"weak:W": "jsonb", "relationship:seen": "fk-to"}, nil, ""},
		{"unknown choice", map[string]string{"relationship:one": "fk-from", "naming": "Camel"},
			[]string{"relationship:one", "naming"}, "no such choice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := larger(t)
			set, err := choice.Build(m, defaults)
			if err != nil {
				t.Fatal(err)
			}
			_, err = set.With(m, test.change)
			var refused *choice.Error
			if test.refused == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !errors.As(err, &refused) {
				t.Fatalf("error %v", err)
			}
			var points []string
			for _, f := range refused.Faults {
				points = append(points, f.Point.ID())
			}
			if diff := cmp.Diff(test.refused, points); diff != "" || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

func TestSet(t *testing.T) {
	m := model(t)
	set, err := choice.Build(m, defaults)
	if err != nil {
		t.Fatal(err)
	}
	again, err := choice.New(m, set.Map())
	if err != nil || !again.Equal(set) {
		t.Errorf("a set made of a set's map differs: %v", err)
	}
	other, err := set.With(m, map[string]string{"relationship:one": "table"})
	if err != nil || other.Equal(set) || other.Relationship(m.Relationship("one")) != choice.Table {
		t.Errorf("a changed set is %v, %v", other.Map(), err)
	}
	var unknown *choice.UnknownPointError
	if _, err := set.With(m, map[string]string{"inheritance:Z": "own"}); !errors.As(err, &unknown) || unknown.ID != "inheritance:Z" {
		t.Errorf("an unknown point gives %v", err)
	}
	missing := set.Map()
	delete(missing, "naming")
	if _, err := choice.New(m, missing); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a missing choice gives %v", err)
	}
}

// TestLongLabels: a name that Postgres does not take as a label of an enum is
// refused as one, at the types that it could be merged into and nowhere else.
func TestLongLabels(t *testing.T) {
	long := strings.Repeat("é", choice.MaxLabel/2) + "xx" // one byte too many
	m, err := er.New(er.Spec{Name: "test", EntityTypes: []er.EntityTypeSpec{
		{Name: "A", Key: []er.AttributeSpec{text("a_id")}}, {Name: "B", IsA: "A"}, {Name: long, IsA: "B"},
		{Name: "C", Key: []er.AttributeSpec{text("c_id")}}, {Name: strings.Repeat("y", choice.MaxLabel), IsA: "C"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = choice.Build(m, func(p choice.Point) string { return p.Choices[len(p.Choices)-1] })
	var refused *choice.Error
	if !errors.As(err, &refused) {
		t.Fatalf("error %v", err)
	}
	var points []string
	for _, f := range refused.Faults {
		if f.Point.Kind == choice.Discriminator {
			points = append(points, f.Point.ID()+" "+f.Hint)
		}
	}
	if diff := cmp.Diff([]string{"discriminator:A choose text or check", "discriminator:B choose text or check"}, points); diff != "" {
		t.Error(diff)
	}
}

// TestMeanings: every choice that a point can have is explained, in the order of
// the points, and nothing else is.
func TestMeanings(t *testing.T) {
	points := choice.Points(model(t))
	for _, m := range choice.Meanings() {
		explained := map[string]bool{}
		for _, c := range m.Choices {
			explained[c.Choice] = c.Meaning != "" && !explained[c.Choice]
		}
		used := map[string]bool{}
		for len(points) > 0 && points[0].Kind == m.Kind {
			for _, c := range points[0].Choices {
				used[c] = true
			}
			if points[0].When() != m.When {
				t.Errorf("%s counts %q", points[0].ID(), points[0].When())
			}
			points = points[1:]
		}
		if diff := cmp.Diff(used, explained); diff != "" || m.Decides == "" {
			t.Errorf("%s: %s", m.Kind, diff)
		}
	}
	if len(points) > 0 {
		t.Errorf("%s is not explained", points[0].ID())
	}
}
