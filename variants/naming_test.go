package variants_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"ercheck/catalog"
	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestNamings keeps a preset's dump and description in each naming as files, each
// with another kind of discriminator.
func TestNamings(t *testing.T) {
	base := preset(t, socialModel(t), "hybrid_leaves_merged")
	for naming, discriminator := range map[string]string{choice.Singular: choice.CheckedText, choice.CamelCase: choice.EnumType, choice.Legacy: choice.EnumType} {
		t.Run(naming, func(t *testing.T) {
			v := changed(t, base, map[string]string{"naming": naming, "discriminator:LiveContent": discriminator, "discriminator:RecordedContent": discriminator})
			golden(t, naming+".sql", v.Dump())
			golden(t, naming+".txt", v.Describe())
		})
	}
}

func changed(t testing.TB, v variants.Variant, choices map[string]string) variants.Variant {
	t.Helper()
	set, err := v.Choices.With(v.Layout.Model, choices)
	if err == nil {
		v, err = variants.New(v.Layout.Model, "", set)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// identifiers lists all names of a schema that a dump or an error can show, but
// for the columns.
func identifiers(s *relation.Schema) []string {
	var all []string
	for _, e := range s.Enums {
		all = append(all, e.Name)
	}
	for _, t := range s.Tables {
		all = append(all, t.Name, t.PrimaryKey.Name)
		for _, k := range append(t.Uniques, t.Indexes...) {
			all = append(all, k.Name)
		}
	}
	return all
}

// TestNamesAreUnique: whatever the model and the naming, also to a reader who does
// not look at letter case; and each is said to mean something.
func TestNamesAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		v, err := variants.New(m, "", varianttest.Choices(m, rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		allDiffer(t, v, identifiers(v.Layout.Schema()))
		names := v.Names()
		for _, table := range v.Layout.Schema().Tables {
			var own []string
			for _, f := range table.ForeignKeys {
				own = append(own, f.Name)
			}
			for _, c := range table.Checks {
				own = append(own, c.Name)
			}
			allDiffer(t, v, own)
			allDiffer(t, v, table.ColumnNames())
			for i, column := range append([]string{""}, table.ColumnNames()...) {
				if n := names[i]; n.Table != table.Name || n.Column != column || strings.Trim(n.Means, ".") == "" {
					t.Errorf("%s.%s is said to be %+v", table.Name, column, n)
				}
			}
			names = names[1+len(table.Columns):]
		}
	})
}

func allDiffer(t *rapid.T, v variants.Variant, names []string) {
	seen := map[string]bool{}
	for _, n := range names {
		if folded := strings.ToLower(n); seen[folded] || n == "" || len(n) > relation.MaxIdentifier {
			t.Errorf("%q is there twice, or no identifier\n%s", n, v.Dump())
		} else {
			seen[folded] = true
		}
	}
}

// TestLegacyNamesTellNothing: no identifier has a word of the model of four letters
// or more, in any variant of the built-in domains.
func TestLegacyNamesTellNothing(t *testing.T) {
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		words := wordsOf(d.Model)
		drawn, err := variants.Random(d.Model, 40, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range drawn.Variants {
			v = changed(t, v, map[string]string{"naming": choice.Legacy})
			all := identifiers(v.Layout.Schema())
			for _, table := range v.Layout.Schema().Tables {
				all = append(all, table.ColumnNames()...)
				for _, f := range table.ForeignKeys {
					all = append(all, f.Name)
				}
				for _, c := range table.Checks {
					all = append(all, c.Name)
				}
			}
			for _, identifier := range all {
				for word := range words {
					if strings.Contains(identifier, word) {
						t.Fatalf("%s: %s has %q", name, identifier, word)
					}
				}
			}
		}
	}
}

// wordsOf collects the words of four letters or more in all names of a model.
func wordsOf(m *er.Model) map[string]bool {
	words := map[string]bool{}
	add := func(names ...string) {
		for _, n := range names {
			for _, w := range strings.FieldsFunc(er.Snake(n), func(r rune) bool { return !unicode.IsLetter(r) }) {
				if len(w) >= 4 {
					words[w] = true
				}
			}
		}
	}
	for _, t := range m.EntityTypes {
		add(t.Name, t.Plural)
	}
	for _, r := range m.Relationships {
		add(r.Name, r.From.Name, r.To.Name)
	}
	for _, v := range m.Views() {
		for _, c := range v.Columns {
			add(c.Name)
		}
	}
	return words
}

// TestNamesStay: in one naming a thing has the same name in every variant.
func TestNamesStay(t *testing.T) {
	m := socialModel(t)
	drawn, err := variants.Random(m, 60, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, naming := range []string{choice.PaperNames, choice.Singular, choice.CamelCase, choice.Legacy} {
		known := map[string]string{}
		for _, v := range drawn.Variants {
			v = changed(t, v, map[string]string{"naming": naming})
			for _, table := range v.Layout.Tables {
				if table.Type != nil && table.Attribute == nil {
					stays(t, known, "table of "+table.Type.Name, table.Name)
				}
				if table.Relation != nil {
					stays(t, known, "table of "+table.Relation.Name+v.Choices.Relationship(table.Relation)+endsOf(v, table), table.Name)
				}
				for _, c := range table.Columns {
					if c.Attribute != nil && c.Component == nil {
						stays(t, known, fmt.Sprintf("%s.%s, %d as %d", c.Attribute.Of.Name, c.Attribute.Name, c.Holds, c.Form), c.Name)
					}
				}
			}
		}
	}
}

// endsOf says which of the tables of a split relationship one is; "" where there
// is one.
func endsOf(v variants.Variant, table *shred.Table) string {
	ends := ""
	for _, end := range []struct {
		home *shred.Table
		of   *er.EntityType
	}{{table.From, table.Relation.From.Type}, {table.To, table.Relation.To.Type}} {
		if end.home != nil && v.Layout.Home(end.of) == nil {
			ends += " in " + end.home.Type.Name
		} else {
			ends += " together"
		}
	}
	return ends
}

func stays(t *testing.T, known map[string]string, what, name string) {
	t.Helper()
	if before, ok := known[what]; ok && before != name {
		t.Errorf("%s: %s, and elsewhere %s", what, name, before)
	}
	known[what] = name
}

// TestDiscriminatorsCount: the point of a type counts exactly where its table has
// the column, which is then as chosen.
func TestDiscriminatorsCount(t *testing.T) {
	columns := 0
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{MaxSubtypes: 10, MaxRelationships: -1, MaxAttributes: 1})
		v, err := variants.New(m, "", varianttest.Choices(m, rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		discriminators := map[*er.EntityType]string{}
		for _, table := range v.Layout.Tables {
			d := table.Discriminator()
			if d == "" {
				continue
			}
			columns++
			kind := choice.PlainText
			if table.Column(d).Type.Enum != nil {
				kind = choice.EnumType
			}
			for _, c := range table.Checks {
				if c.Column == d {
					kind = choice.CheckedText
				}
			}
			discriminators[table.Type] = kind
		}
		for _, p := range v.Choices.Points() {
			if p.Kind != choice.Discriminator {
				continue
			}
			if kind, there := discriminators[p.Type]; there != v.Choices.Counts(p) || there && kind != v.Choices.Get(p) {
				t.Errorf("%s=%s counts: %t, and the column is %q\n%s", p.ID(), v.Choices.Get(p), v.Choices.Counts(p), kind, v.Dump())
			}
		}
	})
	if columns < 100 {
		t.Errorf("only %d discriminators were looked at", columns)
	}
}

// TestDiscriminatorsSayTypes: every label of an enum or a check can occur, and no
// other does.
func TestDiscriminatorsSayTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{MaxSubtypes: 8, MaxRelationships: -1, MaxAttributes: 1})
		seed := rapid.Uint64().Draw(t, "seed")
		v, err := variants.New(m, "", varianttest.Choices(m, seed))
		if err != nil {
			t.Fatal(err)
		}
		src := varianttest.Instance(m, seed, 4)
		for _, table := range v.Layout.Tables {
			d := table.Discriminator()
			if d == "" {
				continue
			}
			allowed := map[string]bool{}
			for _, name := range v.Layout.TypeNames(table) {
				allowed[name] = true
			}
			at := 0
			for table.Columns[at].Name != d {
				at++
			}
			for row, err := range v.Layout.Rows(context.Background(), table.Table, src, 0) {
				if err != nil || !allowed[row[at].Text] {
					t.Fatalf("%q in %s, which allows %v, %v", row[at].Text, table.Name, allowed, err)
				}
			}
		}
	})
}
