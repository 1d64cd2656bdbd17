package evaluate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// newRun has variants × questions × repeats cells for each model. Gold's answer
// to every question is "right", an alternate's "also"; "wrong" is a mistake.
func newRun(variants, questions, repeats int, models ...string) *record.Run {
	r := &record.Run{ID: "20260101-000000-abcd", Repeats: repeats, Models: models}
	for v := range variants {
		r.Variants = append(r.Variants, record.Variant{Name: fmt.Sprintf("v%d", v), Dump: fmt.Sprintf("dump of v%d", v)})
	}
	for q := range questions {
		r.Questions = append(r.Questions, record.Question{
			ID: fmt.Sprintf("q%d", q), Text: fmt.Sprintf("question %d", q),
			Gold:       record.Reference{Digests: record.Digests{Paper: "right"}},
			Alternates: []record.Reference{{Name: "other", Digests: record.Digests{Paper: "also"}}},
			Mistakes:   []record.Reference{{Name: "sloppy", Digests: record.Digests{Paper: "wrong"}}},
		})
	}
	return r
}

func newPlan(r *record.Run, models ...llm.Model) Plan {
	return Plan{Run: r, Models: models, Prompt: func(_ record.Arm, v record.Variant, q record.Question) Prompt {
		return Prompt{Messages: []llm.Message{{Role: llm.RoleUser, Content: v.Dump + "; " + q.Text}}, Schema: v.Dump}
	}}
}

// fakeModel answers by a function.
type fakeModel struct {
	name  string
	reply func(ctx context.Context, r llm.Request) (llm.Response, error)

	mu    sync.Mutex
	calls []llm.Cell
}

func (m *fakeModel) Name() string { return m.name }

func (m *fakeModel) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	m.mu.Lock()
	m.calls = append(m.calls, r.Cell)
	m.mu.Unlock()
	return m.reply(ctx, r)
}

func (m *fakeModel) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.calls)
}

// says is a model that gives the same text each time.
func says(text string) *fakeModel {
	return &fakeModel{name: "fake:says", reply: func(context.Context, llm.Request) (llm.Response, error) { return whole(text), nil }}
}

func whole(text string) llm.Response {
	return llm.Response{Text: text, Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 10, CompletionTokens: 2}}
}

// echo names its cell in the statement, so that each answer is another one.
func echo() *fakeModel {
	return &fakeModel{name: "fake:echo", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		return whole(echoed(r.Cell)), nil
	}}
}

func echoed(c llm.Cell) string {
	return fmt.Sprintf("SELECT '%s %s %d'", c.Question, c.Variant, c.Repeat)
}

// fakeExecutor answers by a function.
type fakeExecutor func(ctx context.Context, variant, sql string) (Result, error)

func (f fakeExecutor) Run(ctx context.Context, variant, sql string) (Result, error) {
	return f(ctx, variant, sql)
}

// right is an executor whose every statement gives gold's answer.
var right = fakeExecutor(func(context.Context, string, string) (Result, error) { return rows("right"), nil })

func rows(digest string) Result {
	one := "1"
	return Result{Outcome: record.Rows, RowCount: 1, Digests: record.Digests{Paper: digest}, Time: time.Millisecond,
		Columns: []record.Column{{Name: "n", Type: "int4"}}, Rows: [][]*string{{&one}}}
}

// memory is a store that forgets nothing and knows one answer per cell.
type memory struct {
	mu      sync.Mutex
	saved   map[record.CellKey]record.Cell
	kept    map[record.CellKey]record.Cell
	samples []record.Sample
	events  []record.Event
	fail    error // of Save, after
	after   int   // so many cells
	onSave  func(n int)
}

func newMemory() *memory {
	return &memory{saved: map[record.CellKey]record.Cell{}, kept: map[record.CellKey]record.Cell{}}
}

func (m *memory) Save(_ context.Context, c record.Cell, s *record.Sample) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil && len(m.saved) >= m.after {
		return false, m.fail
	}
	if _, has := m.saved[c.CellKey]; has {
		return false, nil
	}
	delete(m.kept, c.CellKey)
	m.saved[c.CellKey] = c
	if s != nil {
		m.samples = append(m.samples, *s)
	}
	if m.onSave != nil {
		m.onSave(len(m.saved))
	}
	return true, nil
}

func (m *memory) Keep(_ context.Context, c record.Cell) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, has := m.saved[c.CellKey]; has {
		return false, nil
	}
	if _, has := m.kept[c.CellKey]; has {
		return false, nil
	}
	m.kept[c.CellKey] = c
	return true, nil
}

func (m *memory) Event(_ context.Context, e record.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.events = append(m.events, e)
	return nil
}

// resumed is a plan that leaves out what the store has.
func (m *memory) resumed(p Plan) Plan {
	p.Done, p.Kept = map[record.CellKey]bool{}, maps.Clone(m.kept)
	for key := range m.saved {
		p.Done[key] = true
	}
	return p
}

// answers are the stored cells without their times, by key.
func (m *memory) answers() map[record.CellKey]record.Cell {
	all := map[record.CellKey]record.Cell{}
	for key, c := range m.saved {
		all[key] = timeless(c)
	}
	return all
}

func timeless(c record.Cell) record.Cell {
	c.AskTime, c.RunTime, c.Ended = 0, 0, time.Time{}
	return c
}

// cell is the stored cell of a run with one.
func (m *memory) only(t *testing.T) record.Cell {
	t.Helper()
	cells := slices.Collect(maps.Values(m.saved))
	if len(cells) != 1 {
		t.Fatalf("%d cells are stored, want 1", len(cells))
	}
	return cells[0]
}

// mustFinish evaluates a plan to its end.
func mustFinish(t testing.TB, p Plan, x Executor, s Store) Summary {
	t.Helper()
	summary, err := Evaluate(context.Background(), p, x, s, nil)
	if err != nil {
		t.Fatalf("Evaluate: %v", err)
	}
	if summary.Left() != 0 {
		t.Fatalf("%d cells are left", summary.Left())
	}
	return summary
}

// mustStop evaluates a plan that is expected to stop early.
func mustStop(t testing.TB, ctx context.Context, p Plan, x Executor, s Store) (Summary, *Stopped) {
	t.Helper()
	summary, err := Evaluate(ctx, p, x, s, nil)
	stopped, ok := errors.AsType[*Stopped](err)
	if !ok {
		t.Fatalf("Evaluate = %+v, %v, want *Stopped", summary, err)
	}
	if !strings.Contains(stopped.Hint(), "ercheck run --resume "+p.Run.ID) {
		t.Errorf("hint %q does not say how to resume", stopped.Hint())
	}
	return summary, stopped
}

func TestMain(m *testing.M) {
	if path := os.Getenv("EVALUATE_TEST_HISTORY"); path != "" {
		os.Exit(child(path))
	}
	os.Exit(m.Run())
}
