package notation

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
)

var update = flag.Bool("update", false, "rewrite the files of testdata")

// shapes has every construct, with names that break whoever forgets to quote.
func shapes(t *testing.T) *er.Model {
	t.Helper()
	text, integer := er.Type{Base: er.Text}, er.Type{Base: er.Integer}
	m, err := er.New(er.Spec{Name: `odd "shapes" & <more>`,
		EntityTypes: []er.EntityTypeSpec{
			{Name: `work "of art"`, Abstract: true, Key: []er.AttributeSpec{{Name: "id", Type: integer}}, Attributes: []er.AttributeSpec{
				{Name: "ukß", Type: text}, {Name: "pkey", Type: text},
				{Name: `back\slash`, Type: text, Unique: true},
				{Name: "marks;", Type: text, Multi: true},
				{Name: "price <net>", Type: er.Type{Base: er.Numeric, Precision: 10, Scale: 2}, Nullable: true},
				{Name: "größe", Components: []er.AttributeSpec{{Name: "2nd", Type: text}, {Name: "graph", Type: text, Nullable: true}}}}},
			{Name: "node", IsA: `work "of art"`},
			{Name: "erDiagram", Owner: "node", OwnerRole: "whole", Key: []er.AttributeSpec{{Name: "PK", Type: integer}}},
		},
		Relationships: []er.RelationshipSpec{
			{Name: "{edge}", Cardinality: er.ManyToOne, From: er.RoleSpec{Type: "node", Name: "fan", Total: true}, To: er.RoleSpec{Type: "node", Name: "idol"},
				Attributes: []er.AttributeSpec{{Name: "%% since", Type: er.Type{Base: er.Date}}}},
			{Name: "pairs", Cardinality: er.OneToOne, From: er.RoleSpec{Type: "node"}, To: er.RoleSpec{Type: "erDiagram", Total: true}},
			{Name: "knows", Cardinality: er.ManyToMany, From: er.RoleSpec{Type: "node"}, To: er.RoleSpec{Type: "erDiagram"}},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryShape(t *testing.T) {
	m := shapes(t)
	for name, got := range map[string]string{"shapes.mermaid": Mermaid(m), "shapes.dot": Dot(m)} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// What a line may be, whatever the model's names are.
var (
	mermaidLine = regexp.MustCompile(`^(erDiagram|  e\d+\["[^"]*"\]( \{)?|  \}|` +
		`    [a-z]+(\[\])? [\p{L}_][\p{L}0-9_]*( PK| UK)?( "[^"]*")?|` +
		`  e\d+ (\|o|\|\||}o|}\|)(--|\.\.)(o\||\|\||o\{|\|\{) e\d+ : "[^"]+")$`)
	keyAsName = regexp.MustCompile(`(?i)^    \S+ (pk|uk|fk)[^a-z0-9_]`)
	quoted    = `"([^"\\]|\\["\\])*"`
	value     = `([a-z0-9]+|sans-serif|` + quoted + `|<<u>[^<>]*</u>>)`
	dotLine   = regexp.MustCompile(`^(graph er \{|\}|  (graph|node|edge|[er][0-9a-z_]+|[er][0-9a-z_]+ -- [er][0-9a-z_]+)( \[[a-z]+=` + value + `(, [a-z]+=` + value + `)*\])?)$`)
)

func TestAnyNamesKeepTheForm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := ertest.Model(rt, ertest.Options{})
		for line := range strings.Lines(Mermaid(m)) {
			if !mermaidLine.MatchString(strings.TrimSuffix(line, "\n")) || keyAsName.MatchString(line) {
				rt.Errorf("Mermaid: %q", line)
			}
		}
		for line := range strings.Lines(Dot(m)) {
			if !dotLine.MatchString(strings.TrimSuffix(line, "\n")) {
				rt.Errorf("Graphviz: %q", line)
			}
		}
	})
}

// Every entity type, attribute and relationship is drawn once.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := ertest.Model(rt, ertest.Options{})
		attributes, columns, above := 0, 0, 0
		count := func(all []*er.Attribute) {
			for _, a := range all {
				attributes += 1 + len(a.Components)
				columns += max(1, len(a.Components))
			}
		}
		for _, e := range m.EntityTypes {
			count(own(e))
			if e.Parent != nil || e.Owner != nil {
				above++
			}
		}
		mermaid := Mermaid(m)
		if got := strings.Count(mermaid, "\n    "); got != columns {
			rt.Errorf("%d attributes in Mermaid, not %d", got, columns)
		}
		if got := strings.Count(mermaid, " : \""); got != len(m.Relationships)+above {
			rt.Errorf("%d relationships in Mermaid, not %d and %d", got, len(m.Relationships), above)
		}
		for _, r := range m.Relationships {
			count(r.Attributes)
		}
		dot := Dot(m)
		if got := strings.Count(dot, "[shape=ellipse"); got != attributes {
			rt.Errorf("%d attributes in Graphviz, not %d", got, attributes)
		}
		if got := strings.Count(dot, "[shape=box"); got != len(m.EntityTypes) {
			rt.Errorf("%d boxes in Graphviz, not %d", got, len(m.EntityTypes))
		}
	})
}
