package catalog

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/question"
)

func mustLoad(t *testing.T, name string) *Domain {
	t.Helper()
	d, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestBuiltInDomainsLoad(t *testing.T) {
	for _, name := range Names() {
		d := mustLoad(t, name)
		if d.Name != name || d.File != "" || len(d.Source) == 0 || d.Title == "" {
			t.Errorf("%s loads as %q from %q with %d bytes", name, d.Name, d.File, len(d.Source))
		}
	}
}

// Every question of a built-in domain can be marked: it has mistakes, and no two
// of its queries are one.
func TestBuiltInQuestions(t *testing.T) {
	for _, name := range Names() {
		for _, set := range mustLoad(t, name).Sets {
			for _, q := range set.Questions {
				if len(q.Mistakes) < 3 {
					t.Errorf("%s %s: %d mistakes, want at least 3", name, q.ID, len(q.Mistakes))
				}
				if q.Note == "" {
					t.Errorf("%s %s: no note says how gold reads it", name, q.ID)
				}
				if q.Ranking == nil && !strings.Contains(q.Gold.SQL, "ORDER BY") {
					t.Errorf("%s %s: gold has no order", name, q.ID)
				}
				seen := map[string]string{q.Gold.SQL: "gold"}
				for _, other := range slices.Concat(q.Alternates, q.Mistakes) {
					if seen[other.SQL] != "" {
						t.Errorf("%s %s: %s and %s are one query", name, q.ID, seen[other.SQL], other.Name)
					}
					seen[other.SQL] = other.Name
				}
			}
		}
	}
}

func TestSocialHasItsShape(t *testing.T) {
	d := mustLoad(t, "social")
	m := d.Model
	if len(m.EntityTypes) != 12 || len(m.Relationships) != 9 || len(m.Roots()) != 4 || len(m.Views()) != 26 {
		t.Errorf("%d types, %d relationships, %d roots, %d views", len(m.EntityTypes), len(m.Relationships), len(m.Roots()), len(m.Views()))
	}
	questions, err := d.Questions("paper")
	if err != nil || len(questions) != 15 || questions[0].ID != "q01" || questions[14].ID != "q15" {
		t.Fatalf("%d questions, %v", len(questions), err)
	}
	var rankings, ambiguous []string
	for _, q := range questions {
		if q.Ranking != nil {
			rankings = append(rankings, q.ID)
			if q.Ranking.Limit != 50 || q.Ranking.Measure.Of == "" {
				t.Errorf("%s: ranking %+v", q.ID, q.Ranking)
			}
		}
		if q.Ambiguous {
			ambiguous = append(ambiguous, q.ID)
		}
	}
	if diff := cmp.Diff([]string{"q01", "q03", "q05", "q07", "q09", "q11", "q15"}, rankings); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"q11", "q15"}, ambiguous); diff != "" {
		t.Error(diff)
	}
}

func TestRankingMakesGold(t *testing.T) {
	q, err := mustLoad(t, "social").Question("q01")
	if err != nil {
		t.Fatal(err)
	}
	const want = `SELECT account_id FROM (
SELECT owner_account_id AS account_id, count(*) AS n
FROM owns
GROUP BY owner_account_id
) AS scored ORDER BY n DESC, account_id LIMIT 50`
	if diff := cmp.Diff(want, q.Gold.SQL); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct{ name, end string }{
		{"wrong direction", "ORDER BY n, account_id LIMIT 50"},
		{"k off by one", "ORDER BY n DESC, account_id LIMIT 49"},
	} {
		i := slices.IndexFunc(q.Mistakes, func(m question.Query) bool { return m.Name == c.name })
		if i < 0 || !strings.HasSuffix(q.Mistakes[i].SQL, c.end) {
			t.Errorf("mistake %q is not gold with %q", c.name, c.end)
		}
	}
	if r := *q.Ranking; r.By != "n" || !slices.Equal(r.Measure.Path, []string{"owns"}) {
		t.Errorf("%+v", r)
	}
}

func TestUnknownNames(t *testing.T) {
	d := mustLoad(t, "social")
	_, domain := Load("socail")
	_, far := Load("zzzzzz")
	_, set := d.Questions("papre")
	_, id := d.Question("q99")
	for _, c := range []struct {
		err        error
		text, hint string
	}{
		{domain, `there is no domain "socail"`, "did you mean social?"},
		{far, `there is no domain "zzzzzz"`, "valid: " + strings.Join(Names(), ", ")},
		{set, `there is no question set "papre"`, "did you mean paper?"},
		{id, `there is no question "q99"`, "did you mean q09?"},
	} {
		var unknown *UnknownError
		if !errors.As(c.err, &unknown) || unknown.Error() != c.text || unknown.Hint() != c.hint {
			t.Errorf("got %v with hint %q, want %s with hint %q", c.err, unknown.Hint(), c.text, c.hint)
		}
	}
}

func TestLoadFile(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "größe mit Leerzeichen.YAML")
	source := "\uFEFFdomain: mine\r\nentity_types:\r\n- name: A\r\n  key: {a: integer}\r\ndata: {skew: 1}\r\n"
	write(t, good, source)
	d, err := Load(good)
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "mine" || d.File != good || string(d.Source) != source || d.Data == nil || d.Profile == nil || len(d.Sets) != 0 {
		t.Errorf("%+v", d)
	}
	if _, err := Load(filepath.Join(dir, "none.yaml")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Load(dir + string(filepath.Separator)); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder: %v", err)
	}
	bad := filepath.Join(dir, "bad.yml")
	write(t, bad, "domain: mine\n")
	var faults *fault.Error
	if _, err := Load(bad); !errors.As(err, &faults) || !strings.HasPrefix(err.Error(), bad+":1:1: ") {
		t.Errorf("a faulty file: %v", err)
	}
}

func TestLoadStopsReadingHugeFiles(t *testing.T) {
	huge := filepath.Join(t.TempDir(), "huge.yaml")
	write(t, huge, "domain: huge\n")
	if err := os.Truncate(huge, 1<<34); err != nil { // sparse: it takes no space
		t.Fatal(err)
	}
	if _, err := Load(huge); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("got %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The longest model that is possible is read in a moment; a longer one ends in
// one fault.
func TestLargeModels(t *testing.T) {
	source := func(types int) string {
		var b strings.Builder
		b.WriteString("domain: large\nentity_types:\n- {name: T0, key: {id: integer}}\n")
		for i := 1; i < types; i++ {
			// Sixteen levels, every type with attributes.
			b.WriteString("- {name: T" + strconv.Itoa(i) + ", is_a: T" + strconv.Itoa((i-1)/2) + ", attributes: {a" + strconv.Itoa(i) + ": text, b" + strconv.Itoa(i) + ": 'text[]'}}\n")
		}
		return b.String()
	}
	if _, err := Parse("large.yaml", []byte(source(er.MaxEntityTypes))); err != nil {
		t.Error(err)
	}
	_, err := Parse("large.yaml", []byte(source(er.MaxEntityTypes+1)))
	if err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), "entity_types has 1001 elements; at most 1000") {
		t.Errorf("got %v", err)
	}
	chain := strings.ReplaceAll(source(2), "T0", "T1000")
	for i := 2; i < er.MaxEntityTypes-1; i++ {
		chain += "- {name: T" + strconv.Itoa(i) + ", is_a: T" + strconv.Itoa(i-1) + "}\n"
	}
	chain = strings.Replace(chain, "is_a: T1000", "is_a: T998", 1)
	if _, err := Parse("chain.yaml", []byte(chain)); err == nil || !strings.Contains(err.Error(), "above itself") {
		t.Errorf("a long cycle: %.200v", err)
	}
}

func FuzzParse(f *testing.F) {
	source, err := builtIn.ReadFile("domains/social.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(source)
	f.Add([]byte("domain: d\nentity_types:\n- {name: A, key: {a: integer}, owner: A, attributes: {b: {components: {c: text}}}}\nrelationships:\n- {name: r, from: A, to: {type: A, role: x}, cardinality: 'M:N'}\nquestions: {s: [{id: q, text: t, ranking: {limit: 1, by: n, columns: [a], scores: s, measure: {of: A, path: [r, r]}}}]}\n"))
	f.Add([]byte("domain: d\nentity_types: [{}]\nquestions: {s: [{mistakes: {a: {limit: 1}}}]}\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		d, err := Parse("f.yaml", source)
		if (d == nil) == (err == nil) {
			t.Fatalf("domain %v with error %v", d, err)
		}
		var faults *fault.Error
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("an error of another kind: %v", err)
		}
		if d != nil {
			d.Model.Views()
			d.Model.Describe()
			d.Model.Digest()
		}
	})
}
