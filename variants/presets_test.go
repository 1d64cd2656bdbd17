package variants_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/variants"
	"ercheck/variants/choice"
)

// TestPresetChoices states the rules on the social model in one line a preset:
// inheritance in model order by first letter, multi-valued attributes, M:1
// relationships, junction keys.
func TestPresetChoices(t *testing.T) {
	want := []string{
		"full_sti             mmmm mmmm | jsonb array array jsonb array | fk fk fk | c c c c c c",
		"full_cti             oooo oooo | table table table table table | fk fk fk | c c c c c c",
		"full_concrete        cccc cccc | table table table table table | fk fk fk | c c c c c c",
		"full_normalized      oooo oooo | table table table table table | table table table | c c c c c c",
		"concrete_all_tables  rrrr rrrr | table table table table table | fk fk table | c c c c c c",
		"hybrid_roots_merged  mmoo mmoo | table array array table array | fk fk fk | c c c c c c",
		"hybrid_leaves_merged oomm oomm | table array array table array | fk fk fk | c c c c c c",
		"mixed_sti_cti        mmmm oooo | table array array table array | fk fk fk | c c c c c c",
		"sti_junction_fks     mmmm mmmm | table table table table table | fk fk fk | c c c c c c",
		"kitchen_sink         mmoo ococ | table array jsonb table array | fk table fk | c s c s c s",
	}
	var got []string
	for _, v := range socialPresets(t) {
		got = append(got, fmt.Sprintf("%-20s %s", v.Name, summary(v)))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func summary(v variants.Variant) string {
	parts := map[string]string{}
	root := ""
	for _, p := range v.Choices.Points() {
		c := v.Choices.Get(p)
		switch {
		case p.Kind == choice.Inheritance:
			if r := p.Type.Root().Name; root != "" && r != root {
				parts["inheritance"] += " "
			}
			root = p.Type.Root().Name
			parts["inheritance"] += c[:1]
		case p.Kind == choice.MultiValued:
			parts["multi"] += " " + c
		case p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToOne:
			parts["one"] += " " + c
		case p.Kind == choice.Weak, p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToMany && c != choice.Junction:
			parts["key"] += " " + c
		case p.Kind == choice.JunctionKey:
			parts["key"] += " " + c[:1]
		}
	}
	return parts["inheritance"] + " |" + parts["multi"] + " |" + parts["one"] + " |" + parts["key"]
}

// TestKitchenSinkTables: what the paper says of the schema by name.
func TestKitchenSinkTables(t *testing.T) {
	v, err := variants.Preset(socialModel(t), "kitchen_sink", nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.Layout.Table("creator_accounts") != nil || v.Layout.Table("streamers") == nil {
		t.Error("creators must be in accounts, and streamers have a table")
	}
}

// TestEqualTables: these tables are the same in two presets, so that one text of
// a query is right on both.
func TestEqualTables(t *testing.T) {
	m := socialModel(t)
	a, errA := variants.Preset(m, "concrete_all_tables", nil)
	b, errB := variants.Preset(m, "full_concrete", nil)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"subscribers", "subscribers_subscribes_to", "creator_accounts_owns"} {
		if diff := cmp.Diff(a.Layout.Table(name).Table.Columns, b.Layout.Table(name).Table.Columns); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func preset(t testing.TB, m *er.Model, name string) variants.Variant {
	t.Helper()
	v, err := variants.Preset(m, name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestShapes: presets on models that lack what they vary, or have more of it.
func TestShapes(t *testing.T) {
	id := []er.AttributeSpec{attribute("id", er.Integer)}
	root := func(name string) er.EntityTypeSpec { return er.EntityTypeSpec{Name: name, Key: id} }
	sub := func(name, of string) er.EntityTypeSpec { return er.EntityTypeSpec{Name: name, IsA: of} }
	model := func(types []er.EntityTypeSpec, links ...er.RelationshipSpec) *er.Model {
		m, err := er.New(er.Spec{Name: "m", EntityTypes: types, Relationships: links})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	t.Run("no hierarchy", func(t *testing.T) {
		m := model([]er.EntityTypeSpec{root("A")})
		all, err := variants.Presets(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if !variants.Same(v, all[0]) {
				t.Errorf("%s differs from %s", v.Name, all[0].Name)
			}
		}
	})
	t.Run("one level", func(t *testing.T) {
		m := model([]er.EntityTypeSpec{root("A"), sub("B", "A")})
		if !variants.Same(preset(t, m, "hybrid_leaves_merged"), preset(t, m, "full_cti")) {
			t.Error("a first level is own even when it is a leaf")
		}
		if variants.Same(preset(t, m, "full_sti"), preset(t, m, "full_cti")) {
			t.Error("merged and own are the same")
		}
	})
	t.Run("three hierarchies", func(t *testing.T) {
		m := model([]er.EntityTypeSpec{root("A"), sub("A1", "A"), root("B"), sub("B1", "B"), sub("B2", "B"), sub("B21", "B2"), root("C"), sub("C1", "C"), sub("C11", "C1")})
		if got := strings.ReplaceAll(summary(preset(t, m, "kitchen_sink")), " ", ""); got != "mocc"+"mo|||" {
			t.Errorf("kitchen_sink chooses %s", got)
		}
	})
	t.Run("1:1", func(t *testing.T) {
		link := er.RelationshipSpec{Name: "r", Cardinality: er.OneToOne, From: er.RoleSpec{Type: "A"}, To: er.RoleSpec{Type: "B", Total: true}}
		m := model([]er.EntityTypeSpec{root("A"), root("B")}, link)
		for name, want := range map[string]string{"full_cti": choice.FKTo, "full_normalized": choice.Table, "concrete_all_tables": choice.FKTo} {
			if got := preset(t, m, name).Choices.Relationship(m.Relationship("r")); got != want {
				t.Errorf("%s chooses %s", name, got)
			}
		}
	})
}

func TestNames(t *testing.T) {
	m := socialModel(t)
	set := preset(t, m, "full_cti").Choices
	v, err := variants.New(m, "", set)
	if err != nil || len(v.Name) != 12 || !strings.HasPrefix(v.Name, "v_") {
		t.Errorf("a variant without a name is called %q, %v", v.Name, err)
	}
	var bad *variants.NameError
	for _, name := range []string{"A", "1", "a-b", "é", strings.Repeat("a", 49), `a"`, " "} {
		if _, err := variants.New(m, name, set); !errors.As(err, &bad) {
			t.Errorf("the name %q gives %v", name, err)
		}
	}
	var unknown *variants.UnknownPresetError
	if _, err := variants.Preset(m, "no_such", nil); !errors.As(err, &unknown) || len(unknown.Names) != 10 {
		t.Errorf("an unknown preset gives %v", err)
	}
}
