package reports

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ercheck/appliance/record"
)

// The page's script runs in a browser. Its calculations are tested here in node,
// on a document that has no elements but the page's data.
const harness = `
const payload = require('fs').readFileSync(process.argv[2], 'utf8');
const nothing = { textContent: payload, addEventListener() {}, querySelectorAll() { return []; } };
globalThis.document = { getElementById() { return nothing; }, querySelectorAll() { return []; } };
globalThis.location = { hash: '' };
`

// inNode runs code after the page's script and decodes what it passes to emit.
func inNode(t *testing.T, in Input, code string, into any) {
	t.Helper()
	node, err := exec.LookPath("node")
	if errors.Is(err, exec.ErrNotFound) && os.Getenv("CI") == "" {
		t.Skip("there is no node to run the page's script in")
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPage(in)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p.Payload)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	body := strings.TrimSuffix(script(), "})();\n") + "function emit(v) { process.stdout.write(JSON.stringify(v)); }\n" + code + "\n})();\n"
	for name, content := range map[string]string{"page.json": string(text), "run.cjs": harness + body} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(node, filepath.Join(dir, "run.cjs"), filepath.Join(dir, "page.json"))
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("%v in %.200q", err, out)
	}
}

// What a click on a heatmap lists adds up to the figure that was clicked.
func TestScriptAgreesWithScores(t *testing.T) {
	for name, in := range map[string]Input{"one": oneModel(), "two": twoModels()} {
		t.Run(name, func(t *testing.T) {
			var got [][][]float64 // by model, row and column
			inNode(t, in, `emit(data.models.map((_, m) => data.variants.map((_, i) => data.variants.map((_, j) =>
				data.questions.reduce((sum, _, q) => { var r = relation(m, q, i, j); return sum + r.agree / r.all; }, 0)))))`, &got)
			for m, s := range in.Scores.Models {
				for i := range s.PSS.Names {
					for j := range s.PSS.Names {
						if i == j && in.Run.Repeats > 1 {
							continue // the diagonal is what ran; the script lists what changed as well
						}
						if d := got[m][i][j] - float64(s.PSS.Values[i][j]); d > 1e-9 || d < -1e-9 {
							t.Errorf("%s, %s and %s: %v, PSS %v", s.Name, s.PSS.Names[i], s.PSS.Names[j], got[m][i][j], s.PSS.Values[i][j])
						}
					}
				}
			}
		})
	}
}

// The difference of two texts is aligned by a longest common subsequence, gives
// both texts back, and holds when the texts are too long to be compared.
func TestScriptDiff(t *testing.T) {
	var got []struct {
		A, B []string
		Rows [][3]any
	}
	inNode(t, oneModel(), `
		var cases = [['', ''], ['abc', 'abc'], ['', 'abc'], ['abcd', 'xbdy'], ['aab', 'baa'], ['kitten', 'sitting'], ['abcabba', 'cbabac']];
		var out = cases.map(c => ({ a: [...c[0]], b: [...c[1]], rows: listDiff([...c[0]], [...c[1]]) }));
		mostPairs = 1;
		cases.forEach(c => out.push({ a: [...c[0]], b: [...c[1]], rows: listDiff([...c[0]], [...c[1]]) }));
		emit(out);`, &got)
	common := []int{0, 3, 0, 2, 2, 4, 4}
	for i, c := range got {
		var sides [2][]string
		equal := 0
		for _, r := range c.Rows {
			for side := range sides {
				if line, ok := r[side].(string); ok {
					sides[side] = append(sides[side], line)
				}
			}
			if r[2] == true {
				equal++
			}
		}
		if !slices.Equal(sides[0], c.A) || !slices.Equal(sides[1], c.B) {
			t.Errorf("%q and %q come back as %q", c.A, c.B, sides)
		}
		if i < len(common) && equal != common[i] {
			t.Errorf("%q and %q: %d in common, want %d", c.A, c.B, equal, common[i])
		}
	}
}

// sampled is a run of two variants on one question with the given answers.
func sampled(left, right record.Sample) Input {
	run := record.Run{ID: "r", Models: []string{"m"}, Repeats: 1, Proof: record.Proof{Holds: true},
		Variants: []record.Variant{{Name: "a"}, {Name: "b"}}, Questions: []record.Question{{ID: "q"}}}
	var cells []record.Cell
	for i, s := range []*record.Sample{&left, &right} {
		s.Question, s.Digest = "q", run.Variants[i].Name+" answer"
		cells = append(cells, record.Cell{CellKey: record.CellKey{Model: "m", Question: "q", Variant: run.Variants[i].Name},
			Outcome: record.Rows, RowCount: s.RowCount, Digests: record.Digests{Paper: s.Digest}, SQL: "SELECT " + s.Digest})
	}
	return New(run, cells, []record.Sample{left, right})
}

// rowsOf makes a sample of rows with one value each, "NULL" for nil.
func rowsOf(columnType string, all int64, values ...string) record.Sample {
	s := record.Sample{Columns: []record.Column{{Name: "c", Type: columnType}}, RowCount: all}
	for _, v := range values {
		row := []*string{&v}
		if v == "NULL" {
			row[0] = nil
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// Rows are compared as multisets, and as the comparison of answers does it:
// arrays and JSON alike, text and number alike, NULL equal to NULL alone.
func TestScriptRows(t *testing.T) {
	for name, c := range map[string]struct {
		left, right         record.Sample
		onlyLeft, onlyRight int
	}{
		"duplicates": {rowsOf("text", 4, "x", "x", "x", "y"), rowsOf("text", 3, "x", "y", "z"), 2, 1},
		"null":       {rowsOf("text", 2, "NULL", ""), rowsOf("text", 2, "NULL", "NULL"), 1, 1},
		"arrays":     {rowsOf("_text", 2, "{a,b}", "{}"), rowsOf("jsonb", 2, `["a", "b"]`, "[]"), 0, 0},
		"booleans":   {rowsOf("bool", 1, "t"), rowsOf("text", 1, "True"), 0, 0},
		"scales":     {rowsOf("numeric", 1, "1.10"), rowsOf("numeric", 1, "1.1"), 1, 1},
		"empty":      {rowsOf("int4", 0), rowsOf("int4", 2, "1", "2"), 0, 2},
	} {
		t.Run(name, func(t *testing.T) {
			var got [2]int
			inNode(t, sampled(c.left, c.right), `var l = data.answers[data.cells[0].answer], r = data.answers[data.cells[1].answer];
				emit([onlyIn(l, r).length, onlyIn(r, l).length]);`, &got)
			if got != [2]int{c.onlyLeft, c.onlyRight} {
				t.Errorf("only left and right %v, want %d and %d", got, c.onlyLeft, c.onlyRight)
			}
		})
	}
}

// Each distinct row is in the page once, and a cut answer says that it is cut.
func TestRowsAreKeptOnceAndInBounds(t *testing.T) {
	in := sampled(rowsOf("text", 3, "x", "x", "y"), rowsOf("text", 900, "y", "z"))
	p := newPayload(in, newCellIndex(in))
	if len(p.Rows) != 3 || p.Same != nil {
		t.Errorf("%d rows of x, y, z; equalities %v", len(p.Rows), p.Same)
	}
	if !p.Answers[0].Whole || p.Answers[1].Whole || p.Answers[1].More == "" {
		t.Errorf("whole: %v and %v; %q", p.Answers[0].Whole, p.Answers[1].Whole, p.Answers[1].More)
	}
	long := make([]string, record.SampleRows)
	for i := range long {
		long[i] = strings.Repeat(string(rune('a'+i%26)), 150) + string(rune('A'+i/26))
	}
	in = sampled(rowsOf("text", record.SampleRows, long...), rowsOf("text", 1, "x"))
	for range 4000 {
		in.Samples = append(in.Samples, in.Samples[0])
	}
	p = newPayload(in, newCellIndex(in))
	if n := len(p.Answers[0].Rows); n >= record.SampleRows || n < 10 || p.Answers[0].Whole {
		t.Errorf("%d rows of one answer among thousands, whole %v", n, p.Answers[0].Whole)
	}
}
