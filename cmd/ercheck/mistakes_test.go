package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/catalog/question"
	"ercheck/variants"
	"ercheck/variants/standalone"
)

// A model that makes a known mistake on one variant and is right on the other
// must be found wrong, disagreeing, and given the mistake's label.
func TestMistakesAreFoundAndLabelled(t *testing.T) {
	d, err := catalog.Load("social")
	if err != nil {
		t.Fatal(err)
	}
	presets, err := appliance.Presets(d)
	if err != nil {
		t.Fatal(err)
	}
	wrong, right := presets[0], presets[1]
	most := 0
	for _, q := range d.Sets[0].Questions {
		if most = max(most, len(q.Mistakes)); len(q.Mistakes) < 3 {
			t.Errorf("question %s has %d mistakes", q.ID, len(q.Mistakes))
		}
	}
	compared, differing := 0, 0
	for n := range most {
		asked := answerWith(t, d.Sets[0].Questions, n, wrong, right)
		for _, c := range cellsOf(t, asked, wrong, right) {
			q, _ := d.Question(c.Question)
			compared++
			differing += checkMistake(t, q, q.Mistakes[n].Name, c, wrong.Name)
		}
	}
	if differing < compared*8/10/2 {
		t.Errorf("only %d of %d mistakes give another answer than gold", differing, compared/2)
	}
	t.Logf("%d of %d mistakes give another answer than gold", differing, compared/2)
}

// answerWith writes a recording that makes the n-th mistake of each question on
// one variant and gives gold on the other.
func answerWith(t *testing.T, questions []question.Question, n int, wrong, right variants.Variant) (file string) {
	t.Helper()
	var lines bytes.Buffer
	write := func(q question.Question, v variants.Variant, sql string) {
		written, err := standalone.New(v.Layout).Write(sql)
		if err != nil {
			t.Fatal(err)
		}
		line, err := json.Marshal(map[string]any{"question": q.ID, "variant": v.Name, "response": written.SQL})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	for _, q := range questions {
		if n < len(q.Mistakes) {
			write(q, wrong, q.Mistakes[n].SQL)
			write(q, right, q.Gold.SQL)
		}
	}
	file = filepath.Join(t.TempDir(), "mistakes.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

type reportedCell struct {
	Question, Variant, Outcome, Digest, Label string
	Correct                                   bool
	gold                                      string // the digest of the right variant's answer
	agreement                                 float64
}

// cellsOf asks a recording and gives the cells of what is in it.
func cellsOf(t *testing.T, file string, wrong, right variants.Variant) []reportedCell {
	t.Helper()
	var summary struct {
		RunID string `json:"run_id"`
	}
	at := testHome(t)
	document(t, at, exitDone, &summary, "run", "social", "--scale", "tiny", "--variant", wrong.Name, "--variant", right.Name,
		"--model", "replay:"+file, "--json")
	var report struct {
		AverageAgreement float64 `json:"average_agreement"`
		Cells            []reportedCell
	}
	document(t, at, exitDone, &report, "report", summary.RunID, "--format", "json", "-o", "-")
	gold := map[string]string{}
	for _, c := range report.Cells {
		if c.Variant == right.Name {
			gold[c.Question] = c.Digest
		}
	}
	var cells []reportedCell
	for _, c := range report.Cells {
		if c.Outcome != "no_response" {
			c.gold, c.agreement = gold[c.Question], report.AverageAgreement
			cells = append(cells, c)
		}
	}
	return cells
}

// checkMistake says 1 when the cell is a mistake whose answer is not gold's.
func checkMistake(t *testing.T, q question.Question, label string, c reportedCell, wrong string) int {
	t.Helper()
	var labels []string
	for _, m := range q.Mistakes {
		labels = append(labels, m.Name)
	}
	isGold := c.Digest == c.gold
	switch {
	case c.Outcome != "rows":
		t.Errorf("%s, %s: the outcome is %s", q.ID, label, c.Outcome)
	case c.Correct != isGold:
		t.Errorf("%s, %s on %s: right is %v, and the answer is gold's: %v", q.ID, label, c.Variant, c.Correct, isGold)
	case c.Variant != wrong && !isGold:
		t.Errorf("%s: gold is not right on %s", q.ID, c.Variant)
	case !isGold && !slices.Contains(labels, c.Label):
		t.Errorf("%s, %s: the label is %q", q.ID, label, c.Label)
	case !isGold && c.agreement >= 100:
		t.Errorf("%s, %s: agreement is %v", q.ID, label, c.agreement)
	}
	if isGold {
		return 0
	}
	return 1
}
