package history

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// open opens a history in a folder of the test's own and closes it at the end.
func open(t testing.TB, path string) *History {
	t.Helper()
	h, err := Open(path)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return h
}

func newHistory(t testing.TB) *History {
	return open(t, filepath.Join(t.TempDir(), "history.db"))
}

// newRun is a run of some variants and questions with everything filled in.
func newRun(variants, questions int) *record.Run {
	r := &record.Run{
		Domain: "shop", Title: "A shop", Set: "paper", Models: []string{"replay:answers.jsonl"}, Strategy: "direct", Repeats: 1,
		Data:           record.Data{Scale: "tiny", Seed: 7, Params: map[string]string{"items": "12"}, Digest: "aa", Entities: 1 << 40},
		Proof:          record.Proof{Holds: true, ViewsChecked: 3, GoldChecked: 4},
		Settings:       record.Settings{Concurrency: 4, Timeout: 30 * time.Second, MaxRows: 1000000},
		Versions:       record.Versions{Ercheck: "v1", Postgres: "18.4"},
		Diagram:        "Item — Order",
		SettingsDigest: "bb",
		Events:         []record.Event{{At: time.Unix(1, 2).UTC(), Message: "before"}},
	}
	for v := range variants {
		r.Variants = append(r.Variants, record.Variant{
			Name: fmt.Sprintf("v%02d", v), Dump: strings.Repeat(fmt.Sprintf("CREATE TABLE t%d (id integer);\n", v), 50),
			Description: "one table", Choices: map[string]string{"a": "b"}, Tables: v,
		})
	}
	for q := range questions {
		r.Questions = append(r.Questions, record.Question{
			ID: fmt.Sprintf("q%02d", q), Text: "How many?", Limit: q,
			Gold: record.Reference{SQL: "SELECT count(*) FROM item", Digests: record.Digests{Paper: "p", Typed: "t"}, RowCount: 1},
		})
	}
	return r
}

// newCell is the cell of a run at variant v and question q, with outcome rows.
func newCell(r *record.Run, v, q int) record.Cell {
	variant, question := r.Variants[v], r.Questions[q]
	return record.Cell{
		CellKey: record.CellKey{Model: r.Models[0], Question: question.ID, Variant: variant.Name},
		Outcome: record.Rows, Prompt: "schema: " + variant.Dump + "\nquestion: " + question.ID,
		Response: "```sql\nSELECT 1\n```", SQL: "SELECT 1", Thinking: "one row will do",
		Columns: []record.Column{{Name: "n", Type: "int8"}}, RowCount: 3, Correct: q%2 == 0,
		Digests: record.Digests{Paper: fmt.Sprintf("%s-%d", question.ID, v%3)}, PromptTokens: 100,
		AskTime: 1500 * time.Millisecond, RunTime: time.Millisecond, Ended: time.Unix(100, 5).UTC(),
	}
}

func newSample(c record.Cell) *record.Sample {
	one := "1"
	return &record.Sample{Question: c.Question, Digest: c.Digests.Paper, Columns: c.Columns, Rows: [][]*string{{&one}, {nil}}, RowCount: 3}
}

// create stores a run and releases it at the end of the test.
func create(t testing.TB, h *History, r *record.Run) *Claim {
	t.Helper()
	claim, err := h.Create(context.Background(), r)
	if err != nil {
		t.Fatalf("Create: %v", err)
	}
	t.Cleanup(func() {
		if err := claim.Release(); err != nil {
			t.Errorf("Release: %v", err)
		}
	})
	return claim
}

func save(t testing.TB, claim *Claim, c record.Cell) {
	t.Helper()
	stored, err := claim.Save(context.Background(), c, newSample(c))
	if err != nil || !stored {
		t.Fatalf("Save(%v) = %v, %v", c.CellKey, stored, err)
	}
}

func cellsOf(t testing.TB, h *History, id string) []record.Cell {
	t.Helper()
	var cells []record.Cell
	for c, err := range h.Cells(context.Background(), id) {
		if err != nil {
			t.Fatalf("Cells: %v", err)
		}
		cells = append(cells, c)
	}
	return cells
}

// wantKind checks the kind of an error, and that it says what to do.
func wantKind(t testing.TB, err error, want Kind) *Error {
	t.Helper()
	if KindOf(err) != want {
		t.Fatalf("error %v is of kind %q, want %q", err, KindOf(err), want)
	}
	e := err.(*Error)
	if e.Hint() == "" {
		t.Errorf("error %v has no hint", err)
	}
	return e
}

func TestMain(m *testing.M) {
	if role := os.Getenv("HISTORY_TEST_CHILD"); role != "" {
		os.Exit(child(role))
	}
	os.Exit(m.Run())
}
