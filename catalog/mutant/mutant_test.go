package mutant_test

import (
	"slices"
	"strings"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/er"
	"ercheck/catalog/mutant"
)

// model is of two hierarchies, one with a relationship to itself.
func model(t testing.TB) *er.Model {
	t.Helper()
	d, err := catalog.Parse("zoo.yaml", []byte(`domain: zoo
entity_types:
  - name: Animal
    key: {animal_id: integer}
    attributes: {name: text, weight: "numeric(6,2)?", colours: "text[]", foods: "text[]"}
  - {name: Bird, is_a: Animal, attributes: {wingspan: "integer?"}}
  - {name: Fish, is_a: Animal}
  - {name: Shark, is_a: Fish}
  - name: Keeper
    key: {keeper_id: integer}
    attributes: {born: date}
relationships:
  - {name: feeds, from: {type: Keeper}, to: {type: Animal}, cardinality: "M:N", attributes: {amount: integer}}
  - {name: tamed_by, from: {type: Bird}, to: {type: Keeper, role: tamer}, cardinality: "M:1"}
  - {name: hunts, from: {type: Animal, role: hunter}, to: {type: Animal, role: prey}, cardinality: "M:N"}
`))
	if err != nil {
		t.Fatal(err)
	}
	return d.Model
}

// TestEachOperator: the mutants of one operator, as texts.
func TestEachOperator(t *testing.T) {
	m := model(t)
	for _, c := range []struct {
		operator, sql string
		want          []string
	}{
		{"join", "SELECT 1 FROM fish f LEFT JOIN feeds x ON x.animal_animal_id = f.animal_id",
			[]string{"SELECT 1 FROM fish f JOIN feeds x ON x.animal_animal_id = f.animal_id"}},
		{"join", "SELECT 1 FROM fish f JOIN feeds x USING (a)", []string{"SELECT 1 FROM fish f LEFT JOIN feeds x USING (a)"}},
		{"join", "SELECT 1 FROM fish CROSS JOIN feeds", nil},
		{"type", "SELECT fish.name FROM fish", []string{"SELECT fish.name FROM animal fish", "SELECT fish.name FROM bird fish", "SELECT fish.name FROM shark fish"}},
		{"type", "WITH fish AS (SELECT 1) SELECT * FROM fish", nil},
		{"type", "SELECT 1 FROM other.fish", nil},
		{"relationship", "SELECT bird_animal_id FROM tamed_by",
			[]string{"SELECT bird_animal_id FROM (SELECT animal_animal_id AS bird_animal_id, keeper_keeper_id AS tamer_keeper_id, amount AS amount FROM feeds) tamed_by"}},
		{"roles", "SELECT prey_animal_id FROM hunts h",
			[]string{"SELECT prey_animal_id FROM (SELECT prey_animal_id AS hunter_animal_id, hunter_animal_id AS prey_animal_id FROM hunts) h"}},
		{"roles", "SELECT 1 FROM feeds", nil},
		{"attribute", "SELECT value FROM animal_colours c", []string{"SELECT value FROM animal_foods c"}},
		{"distinct", "SELECT DISTINCT name FROM fish", []string{"SELECT name FROM fish"}},
		{"distinct", "SELECT name FROM fish", []string{"SELECT DISTINCT name FROM fish"}},
		{"distinct", "SELECT name FROM fish WHERE EXISTS (SELECT 1) GROUP BY name", nil},
		{"distinct", "SELECT count(DISTINCT name), sum(weight), max(weight) FROM fish",
			[]string{"SELECT count(name), sum(weight), max(weight) FROM fish", "SELECT count(DISTINCT name), sum(DISTINCT weight), max(weight) FROM fish"}},
		{"aggregate", "SELECT count(name), max(weight) FROM fish", []string{"SELECT count(*), max(weight) FROM fish", "SELECT count(name), min(weight) FROM fish"}},
		{"zero", "SELECT COALESCE(weight, 0) FROM fish", []string{"SELECT weight FROM fish"}},
		{"filter", "SELECT 1 FROM fish WHERE a AND b", []string{"SELECT 1 FROM fish WHERE b", "SELECT 1 FROM fish WHERE a"}},
		{"filter", "SELECT count(*) FILTER (WHERE a) FROM fish HAVING b", []string{"SELECT count(*) FILTER (WHERE a) FROM fish", "SELECT count(*) FROM fish HAVING b"}},
		{"filter", "SELECT 1 FROM fish f JOIN feeds x ON a", nil},
		{"filter", "SELECT 1 FROM fish f JOIN feeds x ON a AND b", []string{"SELECT 1 FROM fish f JOIN feeds x ON b", "SELECT 1 FROM fish f JOIN feeds x ON a"}},
		{"comparison", "SELECT 1 FROM fish WHERE weight >= 3", []string{"SELECT 1 FROM fish WHERE weight > 3", "SELECT 1 FROM fish WHERE weight <= 3"}},
		{"comparison", "SELECT 1 FROM fish WHERE a = b", nil},
		{"comparison", "SELECT 1 FROM fish WHERE a = 'x'", []string{"SELECT 1 FROM fish WHERE a <> 'x'"}},
		{"comparison", "SELECT 1 FROM fish WHERE a IN ('x', 'y')",
			[]string{"SELECT 1 FROM fish WHERE a NOT IN ('x', 'y')", "SELECT 1 FROM fish WHERE a IN ('y')", "SELECT 1 FROM fish WHERE a IN ('x')"}},
		{"constant", "SELECT 1 FROM fish WHERE weight > 3", []string{"SELECT 2 FROM fish WHERE weight > 3", "SELECT 0 FROM fish WHERE weight > 3",
			"SELECT 1 FROM fish WHERE weight > 4", "SELECT 1 FROM fish WHERE weight > 2"}},
		{"constant", "SELECT name FROM fish WHERE weight > 0.50", []string{"SELECT name FROM fish WHERE weight > 0.51", "SELECT name FROM fish WHERE weight > 0.49"}},
		{"constant", "SELECT a::numeric(5,2) FROM fish WHERE EXISTS (SELECT 1) ORDER BY 1 LIMIT 5", nil},
		{"constant", "SELECT name FROM fish WHERE a = true", []string{"SELECT name FROM fish WHERE a = false"}},
		{"case", "SELECT 1 FROM fish WHERE name = 'x'", []string{"SELECT 1 FROM fish WHERE lower(name) = lower('x')"}},
		{"case", "SELECT 1 FROM fish WHERE lower(name) ILIKE 'x'", []string{"SELECT 1 FROM fish WHERE lower(name) LIKE 'x'", "SELECT 1 FROM fish WHERE name ILIKE 'x'"}},
		{"logic", "SELECT 1 FROM fish JOIN bird ON x AND y WHERE a AND b", []string{"SELECT 1 FROM fish JOIN bird ON x AND y WHERE a OR b"}},
		{"negation", "SELECT 1 FROM fish WHERE NOT EXISTS (SELECT 1)", []string{"SELECT 1 FROM fish WHERE EXISTS (SELECT 1)"}},
		{"negation", "SELECT 1 FROM fish WHERE a IN (SELECT 2)", []string{"SELECT 1 FROM fish WHERE NOT a IN (SELECT 2)"}},
		{"null", "SELECT weight FROM animal WHERE a GROUP BY weight", []string{"SELECT weight FROM animal WHERE a AND weight IS NOT NULL GROUP BY weight"}},
		{"null", "SELECT name FROM animal GROUP BY name", nil},
		{"null", "SELECT f.name FROM bird LEFT JOIN fish f ON a GROUP BY f.name", []string{"SELECT f.name FROM bird LEFT JOIN fish f ON a WHERE f.name IS NOT NULL GROUP BY f.name"}},
		{"null", "SELECT 1 FROM animal WHERE weight IS NULL", []string{"SELECT 1 FROM animal WHERE weight IS NOT NULL"}},
		{"set", "SELECT 1 UNION ALL SELECT 2", []string{"SELECT 1 UNION SELECT 2", "SELECT 1 INTERSECT ALL SELECT 2"}},
		{"limit", "SELECT 1 FROM fish LIMIT 1", []string{"SELECT 1 FROM fish LIMIT 2", "SELECT 1 FROM fish"}},
		{"order", "SELECT 1 FROM fish ORDER BY name", nil},
		{"order", "SELECT 1 FROM fish ORDER BY name DESC, weight LIMIT 2",
			[]string{"SELECT 1 FROM fish ORDER BY name ASC, weight LIMIT 2", "SELECT 1 FROM fish ORDER BY name DESC, weight DESC LIMIT 2"}},
	} {
		all, err := mutant.Of(m, mutant.Query{SQL: c.sql, Decisive: -1})
		if err != nil {
			t.Fatalf("%s: %v", c.sql, err)
		}
		var got []string
		for _, x := range all {
			if x.Operator == c.operator {
				got = append(got, x.SQL)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %s:\n%s\nwant\n%s", c.operator, c.sql, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestTheSameMutantsEveryTime(t *testing.T) {
	q := mutant.Query{SQL: "SELECT k.born, count(*) FROM keeper k JOIN feeds f ON f.keeper_keeper_id = k.keeper_id WHERE f.amount > 3 GROUP BY k.born", Decisive: -1}
	first, err := mutant.Of(model(t), q)
	if err != nil || len(first) < 5 {
		t.Fatal(len(first), err)
	}
	for range 5 {
		if again, _ := mutant.Of(model(t), q); !slices.Equal(first, again) {
			t.Fatalf("%v\nthe second time\n%v", first, again)
		}
	}
}

// TestTieBreaksAreNotTurned: any order of what ties is right.
func TestTieBreaksAreNotTurned(t *testing.T) {
	all, err := mutant.Of(model(t), mutant.Query{SQL: "SELECT 1 FROM fish ORDER BY weight, name LIMIT 2", Decisive: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.Operator == "order" && !strings.Contains(x.SQL, "weight DESC, name LIMIT") {
			t.Error(x.SQL)
		}
	}
}

func TestNamesOfViewsInSQL(t *testing.T) {
	all, err := mutant.Of(model(t), mutant.Query{SQL: "SELECT 1 FROM FISH", Decisive: -1, Identifier: func(name string) string { return name + "_" }})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.Operator == "type" {
			t.Errorf("%s, although no view is called fish", x.SQL)
		}
	}
}

func TestWhatIsNoQuery(t *testing.T) {
	for _, sql := range []string{"", "SELEC 1", "SELECT 1; SELECT 2", "DELETE FROM fish", "SELECT '" + strings.Repeat("x", 10)} {
		if all, err := mutant.Of(model(t), mutant.Query{SQL: sql}); err == nil {
			t.Errorf("%q has %d mutants", sql, len(all))
		}
	}
}

// TestMutantsOfEveryGoldQuery: each differs from the others, and so do their
// labels.
func TestMutantsOfEveryGoldQuery(t *testing.T) {
	operators := map[string]int{}
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, set := range d.Sets {
			for _, q := range set.Questions {
				all, err := mutant.Of(d.Model, mutant.Query{SQL: q.Gold.SQL, Decisive: -1})
				if err != nil || len(all) < 2 {
					t.Fatalf("%s of %s has %d mutants: %v", q.ID, name, len(all), err)
				}
				texts, labels := map[string]bool{}, map[string]bool{}
				for _, x := range all {
					if texts[x.SQL] || labels[x.Label()] {
						t.Errorf("%s of %s: %s twice", q.ID, name, x.Label())
					}
					texts[x.SQL], labels[x.Label()] = true, true
					operators[x.Operator]++
				}
			}
		}
	}
	for _, o := range mutant.Operators() {
		if o != "zero" && operators[o] == 0 { // no gold query of ours has COALESCE
			t.Errorf("no gold query has a mutant of %s", o)
		}
	}
}
