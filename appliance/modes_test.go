package appliance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ercheck/appliance"
	"ercheck/appliance/record"
	"ercheck/catalog"
	"ercheck/llm"
)

// inModes is what a cell was judged in each mode.
type inModes struct{ paper, typed, ties, columns bool }

func modesOf(t *testing.T, c record.Cell) inModes {
	t.Helper()
	if c.Outcome != record.Rows || c.CorrectTyped == nil || c.CorrectTies == nil || c.CorrectColumns == nil {
		t.Fatalf("not judged in every mode: %s %s: %+v", c.Outcome, c.Message, c)
	}
	return inModes{c.Correct, *c.CorrectTyped, *c.CorrectTies, *c.CorrectColumns}
}

// replies asks one question once for each statement, on one variant, and gives
// the cells in their order.
func replies(t *testing.T, d *appliance.Data, question string, statements ...string) []record.Cell {
	t.Helper()
	responses := map[llm.Cell]string{}
	for i, sql := range statements {
		responses[llm.Cell{Question: question, Variant: d.Variants[0].Name, Repeat: i}] = sql
	}
	recorded := runCells(t, d, appliance.RunOptions{Models: []string{"replayed"}, Questions: []string{question},
		Repeats: len(statements), Open: answers(responses), NoVerify: true})
	cells := make([]record.Cell, len(statements))
	for _, c := range recorded.Cells {
		cells[c.Repeat] = c
	}
	return cells
}

func TestGoldIsRightInEveryMode(t *testing.T) {
	for _, name := range catalog.Names() {
		d := choose(t, appliance.DataOptions{Domain: name, Seed: 3})
		for _, set := range d.Domain.Sets {
			recorded := runCells(t, d, appliance.RunOptions{Models: []string{"gold"}, Set: set.Name, Open: answers(nil), NoVerify: true})
			for _, c := range recorded.Cells {
				if got := modesOf(t, c); got != (inModes{true, true, true, true}) || c.Tolerance != 0 || c.Label != "" {
					t.Errorf("%s: %+v: %+v, tolerance %g, label %q", name, c.CellKey, got, c.Tolerance, c.Label)
				}
			}
		}
	}
}

// TestLenientModes asks for what gold says in other words: a count for each key.
func TestLenientModes(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 1, Variants: []string{"full_cti"}})
	gold, err := appliance.WriteGold(d, "q02", false)
	if err != nil {
		t.Fatal(err)
	}
	from := func(list, rest string) string {
		return fmt.Sprintf("SELECT %s FROM (%s) AS g(id, n) %s", list, gold.SQL, rest)
	}
	tests := []struct {
		sql   string
		want  inModes
		label string
	}{
		{from("id, n", ""), inModes{true, true, true, true}, ""},
		{from("n, id", ""), inModes{false, false, false, true}, ""},
		{from("id, n::numeric(10, 1)", ""), inModes{false, true, true, true}, ""},
		{from("n::float8, id", ""), inModes{false, false, false, true}, ""},
		{from("id, n + 1", ""), inModes{}, ""},
		{from("id, n", "WHERE n > 0"), inModes{}, "zeros dropped"},
		{from("n::numeric(10, 1), id", "WHERE n > 0"), inModes{}, "zeros dropped"},
	}
	var statements []string
	for _, tt := range tests {
		statements = append(statements, tt.sql)
	}
	for i, c := range replies(t, d, "q02", statements...) {
		if got := modesOf(t, c); got != tests[i].want || c.Label != tests[i].label {
			t.Errorf("%s …: %+v, label %q, want %+v, %q", tests[i].sql[:40], got, c.Label, tests[i].want, tests[i].label)
		}
	}
}

// tied is a domain with a choice at the cut of t01, and floats in t02 that lie on
// an edge of rounding.
const tied = `domain: tied
entity_types:
  - {name: Item, plural: items, key: {item_id: integer}, attributes: {title: text}}
data:
  scales: {tiny: {Item: 9}}
questions:
  tied:
    - id: t01
      text: Which three items rank first?
      ranking:
        limit: 3
        by: n
        columns: item_id
        scores: |
          SELECT item_id, title, CASE WHEN row_number() OVER (ORDER BY item_id) <= 2 THEN 2
            WHEN row_number() OVER (ORDER BY item_id) <= 7 THEN 1 ELSE 0 END AS n
          FROM item
      alternates:
        title: {columns: title}
    - id: t02
      text: What is the share of each item?
      gold: SELECT item_id, 0.12345678851::float8 AS share FROM item
      alternates:
        title: SELECT title, 0.12345678851::float8 AS share FROM item
`

func tiedData(t *testing.T) *appliance.Data {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tied.yaml")
	if err := os.WriteFile(path, []byte(tied), 0o600); err != nil {
		t.Fatal(err)
	}
	return choose(t, appliance.DataOptions{Domain: path, Seed: 1, Variants: []string{"full_sti"}})
}

// TestTiesAtTheCut: two items rank above, five tie for the third place.
func TestTiesAtTheCut(t *testing.T) {
	d := tiedData(t)
	picked := func(places string) string {
		return fmt.Sprintf("SELECT item_id FROM (SELECT item_id, row_number() OVER (ORDER BY item_id) AS place FROM items) AS p WHERE place IN (%s)", places)
	}
	tests := []struct {
		places string
		want   inModes
	}{
		{"1, 2, 3", inModes{true, true, true, true}},
		{"1, 2, 4", inModes{ties: true}},
		{"1, 2, 7", inModes{ties: true}},
		{"1, 2, 8", inModes{}},
		{"1, 3, 4", inModes{}},
		{"1, 2", inModes{}},
		{"1, 2, 3, 4", inModes{}},
	}
	var statements []string
	for _, tt := range tests {
		statements = append(statements, picked(tt.places))
	}
	for i, c := range replies(t, d, "t01", statements...) {
		if got := modesOf(t, c); got != tests[i].want {
			t.Errorf("places %s: %+v, want %+v", tests[i].places, got, tests[i].want)
		}
	}
	// An alternate has ties of its own: other columns, the same choice at the cut.
	for i, title := range statements {
		statements[i] = strings.Replace(title, "item_id FROM (SELECT item_id", "title FROM (SELECT title", 1)
	}
	for i, c := range replies(t, d, "t01", statements...) {
		if got, want := modesOf(t, c), tests[i].want; got.ties != want.ties {
			t.Errorf("titles of places %s: %+v, want ties %v", tests[i].places, got, want.ties)
		}
	}
}

func TestToleranceIsMarked(t *testing.T) {
	d := tiedData(t)
	var statements []string
	for _, key := range []string{"item_id", "title"} {
		for _, share := range []string{"0.12345678849", "0.12345678849::float8", "0.1234567::float8"} {
			statements = append(statements, fmt.Sprintf("SELECT %s, %s FROM items", key, share))
		}
	}
	for i, c := range replies(t, d, "t02", statements...) {
		want := inModes{}
		if !strings.Contains(statements[i], "0.1234567::") {
			want = inModes{false, true, true, true}
		}
		if got := modesOf(t, c); got != want || (c.Tolerance > 0) != want.typed {
			t.Errorf("%s: %+v, tolerance %g", statements[i], got, c.Tolerance)
		}
	}
}
