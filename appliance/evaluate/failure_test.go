package evaluate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ercheck/appliance/record"
	"ercheck/llm"
)

func TestOutcomesOfResponses(t *testing.T) {
	tests := map[string]struct {
		response llm.Response
		err      error
		outcome  record.Outcome
		message  string // a part of it
	}{
		"a bad gateway":    {err: &llm.Error{Kind: llm.KindServer, Message: "bad gateway"}, outcome: record.NoResponse, message: "bad gateway"},
		"a refusal":        {err: &llm.Error{Kind: llm.KindRefused, Message: "I would rather not"}, outcome: record.NoResponse, message: "rather not"},
		"not recorded":     {err: &llm.Error{Kind: llm.KindNotRecorded, Message: "no line"}, outcome: record.NoResponse, message: "no line"},
		"any error":        {err: errors.New("odd"), outcome: record.NoResponse, message: "odd"},
		"a page of HTML":   {err: errors.New(strings.Repeat("<html>\xff", 100_000)), outcome: record.NoResponse, message: "<html>"},
		"nothing":          {response: whole(""), outcome: record.NoSQL, message: "no complete SQL"},
		"prose":            {response: whole("I cannot help with that."), outcome: record.NoSQL, message: "no complete SQL"},
		"cut off":          {response: llm.Response{Text: "SELECT 1", Finish: llm.FinishLength}, outcome: record.Truncated, message: `"length"`},
		"SQL":              {response: whole("```sql\nSELECT 1;\n```"), outcome: record.Rows},
		"a megabyte":       {response: whole("SELECT '" + strings.Repeat("x", 1<<20) + "'"), outcome: record.Rows},
		"bytes, not text":  {response: whole("SELECT '\xff\x00'"), outcome: record.Rows},
		"a megabyte of no": {response: whole(strings.Repeat("no ", 1<<19)), outcome: record.NoSQL},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := &fakeModel{name: "fake:m", reply: func(context.Context, llm.Request) (llm.Response, error) { return tt.response, tt.err }}
			store := newMemory()
			mustFinish(t, newPlan(newRun(1, 1, 1, "fake:m"), m), right, store)
			c := store.only(t)
			if c.Outcome != tt.outcome || !strings.Contains(c.Message, tt.message) || len(c.Message) > longest+10 {
				t.Errorf("outcome %q, message of %d bytes %.100q", c.Outcome, len(c.Message), c.Message)
			}
			if c.Response != tt.response.Text {
				t.Error("the response was not stored as it was received")
			}
			if c.Correct != (tt.outcome == record.Rows) {
				t.Errorf("correct: %v", c.Correct)
			}
			if len(store.events) != 0 {
				t.Errorf("a model's failure is no event: %v", store.events)
			}
		})
	}
}

func TestOutcomesOfStatementsAreKept(t *testing.T) {
	executor := fakeExecutor(func(context.Context, string, string) (Result, error) {
		return Result{Outcome: record.Error, SQLState: "42703", Message: "no such column"}, nil
	})
	store := newMemory()
	s := mustFinish(t, newPlan(newRun(1, 1, 1, "fake:echo"), echo()), executor, store)
	if c := store.only(t); c.SQLState != "42703" || c.Message != "no such column" || c.Correct || len(store.samples) != 0 {
		t.Errorf("cell %+v, samples %v", c, store.samples)
	}
	if s.Errors != 1 || s.Outcomes[record.Error] != 1 {
		t.Errorf("summary %+v", s)
	}
}

func TestAFinalErrorStopsAtTheFirstCall(t *testing.T) {
	for _, kind := range []llm.Kind{llm.KindAuth, llm.KindUnknownModel, llm.KindBudget} {
		t.Run(string(kind), func(t *testing.T) {
			m := &fakeModel{name: "fake:m", reply: func(context.Context, llm.Request) (llm.Response, error) {
				time.Sleep(5 * time.Millisecond) // so that the others come and wait
				return llm.Response{}, &llm.Error{Kind: kind, Message: "no", Hint: "set another key"}
			}}
			p := newPlan(newRun(5, 30, 1, "fake:m"), m)
			p.Concurrency = 16
			store := newMemory()
			s, stopped := mustStop(t, context.Background(), p, right, store)
			if m.count() != 1 {
				t.Errorf("%d calls, want 1", m.count())
			}
			if len(store.saved) != 0 || s.Left() != 150 || stopped.Done != 0 || stopped.Interrupted {
				t.Errorf("%d cells stored, summary %+v, stopped %+v", len(store.saved), s, stopped)
			}
			if llm.KindOf(stopped) != kind || !strings.Contains(stopped.Hint(), "set another key") {
				t.Errorf("error %v with hint %q", stopped, stopped.Hint())
			}
		})
	}
}

func TestAFinalErrorLaterKeepsWhatIsThere(t *testing.T) {
	var calls atomic.Int64
	m := echo()
	reply := m.reply
	m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
		if calls.Add(1) > 20 {
			return llm.Response{}, &llm.Error{Kind: llm.KindAuth, Message: "revoked"}
		}
		return reply(ctx, r)
	}
	p := newPlan(newRun(5, 30, 1, "fake:echo"), m)
	store := newMemory()
	s, stopped := mustStop(t, context.Background(), p, right, store)
	if len(store.saved) != 20 || s.Ended != 20 || stopped.Done != 20 {
		t.Errorf("%d cells stored, summary %+v, want 20", len(store.saved), s)
	}
	if extra := m.count() - 20; extra > DefaultConcurrency {
		t.Errorf("%d calls after the first refusal", extra)
	}
	m.reply = reply
	if s := mustFinish(t, store.resumed(p), right, store); s.Before != 20 || s.Ended != 130 {
		t.Errorf("resumed: %+v", s)
	}
}

func TestPanicsAreOneCells(t *testing.T) {
	m := echo()
	reply := m.reply
	m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
		if r.Cell.Question == "q1" {
			panic("in the model")
		}
		return reply(ctx, r)
	}
	executor := fakeExecutor(func(_ context.Context, variant, sql string) (Result, error) {
		if strings.Contains(sql, "q2") {
			return Result{Message: strings.Fields(sql)[len(sql)]}, nil
		}
		return rows("right"), nil
	})
	p := newPlan(newRun(2, 5, 1, "fake:echo"), m)
	prompt := p.Prompt
	p.Prompt = func(a record.Arm, v record.Variant, q record.Question) Prompt {
		if q.ID == "q3" {
			panic("in the prompt")
		}
		return prompt(a, v, q)
	}
	store := newMemory()
	s := mustFinish(t, p, executor, store)
	if s.Outcomes[record.Rows] != 4 || s.Outcomes[record.NoResponse] != 4 || s.Outcomes[record.Error] != 2 {
		t.Errorf("outcomes %v", s.Outcomes)
	}
	if len(store.events) != 6 {
		t.Errorf("%d events, want 6: %v", len(store.events), store.events)
	}
	for _, want := range []string{"in the model", "in the prompt", "index out of range", "TestPanicsAreOneCells"} {
		if !strings.Contains(fmt.Sprint(store.events), want) {
			t.Errorf("the events do not say %q: %v", want, store.events)
		}
	}
}

// crashing is a server that a statement takes down, with all others at work.
type crashing struct {
	mu                sync.Mutex
	down              bool
	crashed, restarts int
	crashes           func(sql string) bool
}

func (s *crashing) Run(_ context.Context, _, sql string) (Result, error) {
	s.mu.Lock()
	before := s.crashed
	if s.crashes(sql) && !s.down {
		s.down = true
		s.crashed++
	}
	refused := s.down
	s.mu.Unlock()
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	if refused || s.crashed > before {
		return Result{}, fmt.Errorf("read tcp: %w", ErrGone)
	}
	return rows("right"), nil
}

func (s *crashing) restart(context.Context, error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = false
	s.restarts++
	return nil
}

func TestAKilledServerCostsNoCell(t *testing.T) {
	killed := false
	server := &crashing{}
	server.crashes = func(sql string) bool { // killed from outside, once
		first := !killed && strings.Contains(sql, "q5 v1")
		killed = killed || first
		return first
	}
	m := echo()
	p := newPlan(newRun(3, 10, 1, "fake:echo"), m)
	p.Recover = server.restart
	store := newMemory()
	s := mustFinish(t, p, server, store)
	if s.Outcomes[record.Rows] != 30 || m.count() != 30 {
		t.Errorf("outcomes %v after %d calls, want 30 rows after 30 calls", s.Outcomes, m.count())
	}
	if server.restarts != 1 || len(store.events) != 1 || !strings.Contains(store.events[0].Message, "the server went away") {
		t.Errorf("%d restarts, events %v, want one each", server.restarts, store.events)
	}
}

func TestAStatementThatKillsTheServerIsGivenUp(t *testing.T) {
	server := &crashing{crashes: func(sql string) bool { return strings.Contains(sql, "q5 v1") }}
	m := echo()
	p := newPlan(newRun(3, 10, 1, "fake:echo"), m)
	p.Recover = server.restart
	store := newMemory()
	s := mustFinish(t, p, server, store)
	if s.Outcomes[record.Rows] != 29 || s.Outcomes[record.Error] != 1 || m.count() != 30 {
		t.Errorf("outcomes %v after %d calls", s.Outcomes, m.count())
	}
	c := store.saved[record.CellKey{Model: "fake:echo", Question: "q5", Variant: "v1"}]
	if c.Outcome != record.Error || !strings.Contains(c.Message, "went away") {
		t.Errorf("the one to blame: %+v", c)
	}
	if server.restarts != 1+alone {
		t.Errorf("%d restarts, want %d", server.restarts, 1+alone)
	}
}

func TestAServerThatDoesNotComeBackStops(t *testing.T) {
	gone := fmt.Errorf("dial: %w", ErrGone)
	var up atomic.Bool
	executor := fakeExecutor(func(context.Context, string, string) (Result, error) {
		if up.Load() {
			return rows("right"), nil
		}
		return Result{}, gone
	})
	recovers := map[string]func(context.Context, error) error{
		"no way to recover":  nil,
		"recovering fails":   func(context.Context, error) error { return errors.New("the disk is full") },
		"recovering is idle": func(_ context.Context, err error) error { return nil },
	}
	for name, recover := range recovers {
		t.Run(name, func(t *testing.T) {
			up.Store(false)
			m := echo()
			p := newPlan(newRun(2, 5, 1, "fake:echo"), m)
			p.Recover = recover
			store := newMemory()
			if name == "recovering is idle" { // then each statement is to blame
				if s := mustFinish(t, p, executor, store); s.Outcomes[record.Error] != 10 {
					t.Errorf("outcomes %v", s.Outcomes)
				}
				return
			}
			_, stopped := mustStop(t, context.Background(), p, executor, store)
			if !errors.Is(stopped, ErrGone) || stopped.Interrupted {
				t.Errorf("stopped by %v", stopped)
			}
			if received := m.count(); len(store.kept) != received {
				t.Errorf("%d responses are kept of %d received", len(store.kept), received)
			}
			up.Store(true)
			s := mustFinish(t, store.resumed(p), executor, store)
			if m.count() != 10 || s.Kept == 0 || len(store.kept) != 0 {
				t.Errorf("%d calls for 10 cells, summary %+v", m.count(), s)
			}
		})
	}
}

// A fault that no statement causes is never a cell's outcome.
func TestAnExecutorThatStaysBusyStops(t *testing.T) {
	busy := errors.New("all connections are taken")
	executor := fakeExecutor(func(context.Context, string, string) (Result, error) { return Result{}, busy })
	p := newPlan(newRun(1, 3, 1, "fake:echo"), echo())
	p.Recover = func(context.Context, error) error { return nil }
	store := newMemory()
	_, stopped := mustStop(t, context.Background(), p, executor, store)
	if !errors.Is(stopped, busy) || len(store.saved) != 0 {
		t.Errorf("stopped by %v with %d cells", stopped, len(store.saved))
	}
}

func TestAStoreThatFailsStops(t *testing.T) {
	full := errors.New("disk full")
	store := newMemory()
	store.fail, store.after = full, 7
	m := echo()
	p := newPlan(newRun(5, 10, 1, "fake:echo"), m)
	s, stopped := mustStop(t, context.Background(), p, right, store)
	if !errors.Is(stopped, full) || s.Ended != 7 {
		t.Errorf("stopped by %v after %d cells", stopped, s.Ended)
	}
	if m.count() > 7+DefaultConcurrency {
		t.Errorf("%d calls", m.count())
	}
	store.fail = nil
	mustFinish(t, store.resumed(p), right, store)
}

func TestACellThatIsStoredAlreadyIsCounted(t *testing.T) {
	store := newMemory()
	p := newPlan(newRun(1, 2, 1, "fake:echo"), echo())
	mustFinish(t, p, right, store)
	if s := mustFinish(t, p, right, store); s.Again != 2 || s.Ended != 0 {
		t.Errorf("summary %+v, want 2 again", s)
	}
}
