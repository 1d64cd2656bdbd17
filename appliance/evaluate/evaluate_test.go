package evaluate

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
	"ercheck/llm"
)

func TestEveryCellIsAskedExecutedAndSaved(t *testing.T) {
	r := newRun(3, 4, 2, "fake:echo", "fake:says")
	e, s := echo(), says("SELECT 1")
	store := newMemory()
	executor := fakeExecutor(func(_ context.Context, variant, sql string) (Result, error) {
		if sql == "SELECT 1" {
			return rows("wrong"), nil
		}
		return rows("right"), nil
	})
	got := mustFinish(t, newPlan(r, s, e), executor, store)
	got.Elapsed = 0
	want := Summary{Total: 48, Ended: 48, Correct: 24, Outcomes: map[record.Outcome]int{record.Rows: 48}, PromptTokens: 480, CompletionTokens: 96}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("summary differs (-want +got):\n%s", diff)
	}
	c := store.answers()[record.CellKey{Model: "fake:echo", Question: "q3", Variant: "v2", Repeat: 1}]
	wantCell := record.Cell{
		CellKey: record.CellKey{Model: "fake:echo", Question: "q3", Variant: "v2", Repeat: 1},
		Outcome: record.Rows, Prompt: "dump of v2; question 3", Response: "SELECT 'q3 v2 1'", SQL: "SELECT 'q3 v2 1'",
		Columns: []record.Column{{Name: "n", Type: "int4"}}, RowCount: 1, Digests: record.Digests{Paper: "right"}, Correct: true,
		PromptTokens: 10, CompletionTokens: 2,
	}
	if diff := cmp.Diff(wantCell, c); diff != "" {
		t.Errorf("cell differs (-want +got):\n%s", diff)
	}
	if len(store.samples) != 8 { // a right and a wrong answer to each of four questions
		t.Errorf("%d samples, want 8", len(store.samples))
	}
}

func TestRequestHasThePartsOfThePrompt(t *testing.T) {
	var got llm.Request
	m := &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		got = r
		return whole("SELECT 1"), nil
	}}
	p := newPlan(newRun(1, 1, 1, "fake:m"), m)
	p.Options = llm.Options{MaxTokens: 7}
	p.Prompt = func(_ record.Arm, v record.Variant, q record.Question) Prompt {
		return Prompt{Schema: v.Dump, Messages: []llm.Message{{Role: llm.RoleSystem, Content: "be brief"}, {Role: llm.RoleUser, Content: q.Text}}}
	}
	store := newMemory()
	mustFinish(t, p, right, store)
	want := llm.Request{Schema: "dump of v0", Question: "question 0", Options: llm.Options{MaxTokens: 7},
		Cell:     llm.Cell{Question: "q0", Variant: "v0"},
		Messages: []llm.Message{{Role: "system", Content: "be brief"}, {Role: "user", Content: "question 0"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("request differs (-want +got):\n%s", diff)
	}
	if prompt := store.only(t).Prompt; prompt != "[system]\nbe brief\n\n[user]\nquestion 0\n\n" {
		t.Errorf("stored prompt %q", prompt)
	}
}

func TestOrderIsModelByModelVariantByVariant(t *testing.T) {
	a, b := echo(), echo()
	a.name, b.name = "fake:a", "fake:b"
	var order []string
	for _, m := range []*fakeModel{a, b} {
		reply := m.reply
		m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
			order = append(order, m.name[5:]+r.Cell.Variant+r.Cell.Question)
			return reply(ctx, r)
		}
	}
	p := newPlan(newRun(2, 2, 1, "fake:b", "fake:a"), a, b)
	p.Concurrency = 1
	mustFinish(t, p, right, newMemory())
	want := "bv0q0 bv0q1 bv1q0 bv1q1 av0q0 av0q1 av1q0 av1q1"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("order %s, want %s", got, want)
	}
}

func TestAModelThatIsMissing(t *testing.T) {
	p := newPlan(newRun(1, 1, 1, "fake:echo", "fake:says"), echo())
	store := newMemory()
	if _, err := Evaluate(context.Background(), p, right, store, nil); err == nil || !strings.Contains(err.Error(), "fake:says") {
		t.Errorf("error %v does not name the missing model", err)
	}
	if len(store.saved) != 0 {
		t.Error("work began before the models were looked at")
	}
	p.Done = map[record.CellKey]bool{{Model: "fake:says", Question: "q0", Variant: "v0"}: true}
	mustFinish(t, p, right, store) // which is not missed where nothing is to be asked
}

func TestConcurrency(t *testing.T) {
	const limit = 6
	var now, most atomic.Int64
	step := func() {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(2 * time.Millisecond)
		now.Add(-1)
	}
	m := echo()
	reply := m.reply
	m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
		step()
		return reply(ctx, r)
	}
	executor := fakeExecutor(func(context.Context, string, string) (Result, error) {
		step()
		return rows("right"), nil
	})
	p := newPlan(newRun(4, 10, 1, "fake:echo"), m)
	p.Concurrency = limit
	mustFinish(t, p, executor, newMemory())
	if got := most.Load(); got > limit || got < 2 {
		t.Errorf("%d cells at a time, want at most %d and more than one", got, limit)
	}
}

func TestProgressCounts(t *testing.T) {
	r := newRun(2, 5, 1, "fake:echo")
	p := newPlan(r, echo())
	p.Done = map[record.CellKey]bool{{Model: "fake:echo", Question: "q0", Variant: "v0"}: true}
	p.Concurrency = 1
	progress := &Progress{}
	store := newMemory()
	var seen []Snapshot
	executor := fakeExecutor(func(_ context.Context, variant, _ string) (Result, error) {
		seen = append(seen, progress.Snapshot())
		if variant == "v1" {
			return Result{Outcome: record.Timeout}, nil
		}
		return rows("right"), nil
	})
	if s := progress.Snapshot(); s != (Snapshot{}) {
		t.Errorf("before: %+v", s)
	}
	if _, err := Evaluate(context.Background(), p, executor, store, progress); err != nil {
		t.Fatal(err)
	}
	first, last := seen[0], progress.Snapshot()
	if first.Done != 1 || first.Total != 10 || first.Running != 1 || first.Asking != 0 || first.Model != "fake:echo" || first.Left != 0 {
		t.Errorf("at the first statement: %+v", first)
	}
	if seen[4].Done != 5 || seen[4].Left <= 0 {
		t.Errorf("at the fifth statement: %+v", seen[4])
	}
	if last.Done != 10 || last.Errors != 5 || last.Running != 0 || last.Left != 0 {
		t.Errorf("at the end: %+v", last)
	}
}

func TestNothingLeftToDo(t *testing.T) {
	p := newPlan(newRun(1, 1, 1, "fake:echo"))
	p.Done = map[record.CellKey]bool{{Model: "fake:echo", Question: "q0", Variant: "v0"}: true}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := Evaluate(ctx, p, right, newMemory(), nil)
	if err != nil || s.Total != 1 || s.Before != 1 || s.Left() != 0 {
		t.Errorf("Evaluate = %+v, %v", s, err)
	}
}

func TestJudge(t *testing.T) {
	q := record.Question{
		Gold:       record.Reference{Digests: record.Digests{Paper: "g"}},
		Alternates: []record.Reference{{Name: "a1", Digests: record.Digests{Paper: "a"}}},
		Mistakes: []record.Reference{{Name: "m1", Digests: record.Digests{Paper: "m"}}, {Name: "m2", Digests: record.Digests{Paper: "m"}},
			{Name: "as gold", Digests: record.Digests{Paper: "g"}}, {Name: "unknown"}},
	}
	tests := map[string]struct {
		outcome record.Outcome
		digest  string
		correct bool
		label   string
	}{
		"gold":                       {record.Rows, "g", true, ""},
		"an alternate":               {record.Rows, "a", true, ""},
		"two mistakes, the first":    {record.Rows, "m", false, "m1"},
		"something else":             {record.Rows, "x", false, ""},
		"no digest":                  {record.Rows, "", false, ""},
		"a failure with gold's":      {record.Limit, "g", false, ""},
		"a failure with a mistake's": {record.Error, "m", false, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := record.Cell{Outcome: tt.outcome, Digests: record.Digests{Paper: tt.digest}, Correct: true, Label: "before"}
			Judge(q, &c, Evidence{})
			if c.Correct != tt.correct || c.Label != tt.label {
				t.Errorf("correct %v, label %q, want %v, %q", c.Correct, c.Label, tt.correct, tt.label)
			}
		})
	}
}
