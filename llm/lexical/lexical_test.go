package lexical

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"ercheck/llm"
)

var _ llm.Model = Model{}

// translation is one entry of testdata/translate.golden: "### dump", the
// question, "=== SQL".
type translation struct{ dump, question, want string }

func translations(t testing.TB) []translation {
	t.Helper()
	var out []translation
	for _, entry := range strings.Split("\n"+read(t, "testdata/translate.golden"), "\n### ")[1:] {
		dump, rest, _ := strings.Cut(entry, "\n")
		question, want, ok := strings.Cut(rest, "\n=== ")
		if !ok {
			t.Fatalf("entry %q has no answer", entry)
		}
		out = append(out, translation{read(t, "testdata/"+dump+".sql"), question, strings.TrimSpace(want)})
	}
	return out
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestTranslate(t *testing.T) {
	all := translations(t)
	if len(all) < 50 {
		t.Errorf("%d translations, want at least 50", len(all))
	}
	for _, tr := range all {
		for range 2 { // the same answer always
			if got := Translate(tr.dump, tr.question); got != tr.want {
				t.Errorf("%s\ngives %s\nwant  %s", tr.question, got, tr.want)
			}
		}
	}
}

func TestThereIsAlwaysAnAnswer(t *testing.T) {
	dump := `CREATE TABLE "select" ("from" integer PRIMARY KEY); CREATE TABLE b (x text, y text);`
	tests := []struct{ dump, question, want string }{
		{"", "How many?", "SELECT 1"},
		{"CREATE TABLE a ();", "Which a?", "SELECT 1"},
		{"DROP TABLE a", "", "SELECT 1"},
		{dump, "", `SELECT "from" FROM "select" ORDER BY "from"`},
		{dump, "For each", `SELECT "from" FROM "select" ORDER BY "from"`},
		{dump, "How many are more than 3?", `SELECT "from" FROM "select" ORDER BY "from"`},
		{dump, "List each b", "SELECT t1.x FROM b AS t1 ORDER BY t1.x"},
	}
	for _, tt := range tests {
		if got := Translate(tt.dump, tt.question); got != tt.want {
			t.Errorf("%q over %q gives %s, want %s", tt.question, tt.dump, got, tt.want)
		}
	}
}

// A table whose rows are of several types, and another that holds a further
// type with all its columns: only the first has the discriminator.
func TestTypesMergedAndApart(t *testing.T) {
	dump := `CREATE TABLE depots (depot_id integer PRIMARY KEY);
		CREATE TABLE vehicles (vehicle_id integer PRIMARY KEY, type text NOT NULL, depot_id integer NOT NULL REFERENCES depots);
		CREATE TABLE trucks (vehicle_id integer PRIMARY KEY, depot_id integer NOT NULL REFERENCES depots, axles integer);`
	got := Translate(dump, "Which depot keeps the most vans?")
	want := "SELECT t1.depot_id FROM (SELECT depot_id, vehicle_id FROM vehicles UNION ALL SELECT depot_id, vehicle_id FROM trucks) AS t1" +
		" JOIN vehicles AS t2 ON t2.vehicle_id = t1.vehicle_id WHERE t2.type = 'Van'" +
		" GROUP BY t1.depot_id ORDER BY count(t1.vehicle_id) DESC, t1.depot_id LIMIT 1"
	if got != want {
		t.Errorf("gives %s\nwant  %s", got, want)
	}
}

// TestTypesThatTheDumpLists: a check or an enum says what types there are, also
// where names need quotes.
func TestTypesThatTheDumpLists(t *testing.T) {
	table := func(typ, check string) string {
		return "CREATE TABLE \"allBoxes\" (\n    \"boxId\" integer NOT NULL,\n    type " + typ + " NOT NULL" + check + "\n);\n\n" +
			"ALTER TABLE ONLY \"allBoxes\"\n    ADD CONSTRAINT \"allBoxes_pkey\" PRIMARY KEY (\"boxId\");\n"
	}
	for name, dump := range map[string]string{
		"check": table("text", ",\n    CONSTRAINT \"allBoxes_type_check\" CHECK ((type = ANY (ARRAY['Box'::text, 'GiftBox'::text])))"),
		"enum":  "CREATE TYPE \"allBoxesType\" AS ENUM (\n    'Box',\n    'GiftBox'\n);\n\n" + table(`"allBoxesType"`, ""),
	} {
		const want = `SELECT count(*) FROM "allBoxes" AS t1 WHERE t1.type = 'GiftBox'`
		if got := Translate(dump, "How many gift boxes are there?"); got != want {
			t.Errorf("%s gives %s\nwant  %s", name, got, want)
		}
	}
}

func TestModelReadsThePartsOnly(t *testing.T) {
	r := llm.Request{
		Messages: []llm.Message{{Role: llm.RoleUser, Content: "CREATE TABLE b (b_id integer); Which b?"}},
		Schema:   "CREATE TABLE a (a_id integer PRIMARY KEY);",
		Question: "Which a are there?",
		Cell:     llm.Cell{Question: "b", Variant: "b"},
	}
	got, err := Model{}.Complete(context.Background(), r)
	want := llm.Response{Text: "SELECT t1.a_id FROM a AS t1 ORDER BY t1.a_id", Finish: llm.FinishStop}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Complete = %+v, %v; want %+v", got, err, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Model{}).Complete(ctx, r); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

// ordinary are words of English or SQL that domains name things by, too.
var ordinary = set("text by from on to with in of type name order user key source owner owns query columns")

// TestKnowsNoDomain compares the words of the code with the names of entity
// types, relationships and roles in the domains that come with ercheck.
func TestKnowsNoDomain(t *testing.T) {
	domains, err := filepath.Glob("../../catalog/domains/*.yaml")
	if err != nil || len(domains) == 0 {
		t.Fatalf("no domains to compare with: %v", err)
	}
	code := codeWords(t)
	names := regexp.MustCompile(`\b(?:name|plural|role|type):\s*(\w+)`)
	comments := regexp.MustCompile(`(?m)^\s*#.*$`)
	checked := 0
	for _, d := range domains {
		for _, m := range names.FindAllStringSubmatch(comments.ReplaceAllString(read(t, d), ""), -1) {
			for _, w := range splitName(m[1]) {
				checked++
				if len(w) > 2 && code[singular(w)] && !ordinary[w] && !ordinary[singular(w)] {
					t.Errorf("the code has the word %q of %s", w, filepath.Base(d))
				}
			}
		}
	}
	if checked < 30 {
		t.Errorf("only %d words of domains were found", checked)
	}
}

// codeWords are the words, in the singular, of strings and comments in the
// package's code.
func codeWords(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts := regexp.MustCompile("//.*|\"[^\"\n]*\"|`[^`]*`")
	words := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		for _, text := range texts.FindAllString(read(t, f), -1) {
			for _, w := range nameWords(text) {
				words[w] = true
			}
		}
	}
	return words
}

func FuzzTranslate(f *testing.F) {
	for _, tr := range translations(f) {
		f.Add(tr.dump, tr.question)
	}
	f.Add(`CREATE TABLE a_type ("" int, type text CHECK (type IN ('x')), _id int REFERENCES a_type, UNIQUE (_id));`, "How many of each a with no _?")
	f.Fuzz(func(t *testing.T, dump, question string) {
		if got := Translate(dump, question); !strings.HasPrefix(got, "SELECT ") {
			t.Errorf("gives %q", got)
		}
	})
}
