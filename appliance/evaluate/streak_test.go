package evaluate

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// failsFrom is a model whose calls fail from one on, until it is mended.
func failsFrom(call int64, kind llm.Kind) (m *fakeModel, mended *atomic.Bool) {
	mended = &atomic.Bool{}
	var calls atomic.Int64
	return &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		if calls.Add(1) >= call && !mended.Load() {
			return llm.Response{}, &llm.Error{Kind: kind, Message: "overloaded", Hint: "wait"}
		}
		return whole(echoed(r.Cell)), nil
	}}, mended
}

// A provider that is down costs no cell: the run stops, and goes on with all of
// those that failed.
func TestAProviderThatIsDownStopsTheRun(t *testing.T) {
	for kind, least := range map[llm.Kind]int{llm.KindServer: longestStreak, llm.KindRate: longestStreak, llm.KindDeadline: longestStreak, llm.KindUnreachable: 1} {
		t.Run(string(kind), func(t *testing.T) {
			m, mended := failsFrom(21, kind)
			p := newPlan(newRun(5, 30, 1, "fake:m"), m)
			store := newMemory()
			s, stopped := mustStop(t, context.Background(), p, right, store)
			if llm.KindOf(stopped) != kind || stopped.Interrupted || !strings.Contains(stopped.Hint(), "wait") {
				t.Errorf("stopped by %v, hint %q", stopped, stopped.Hint())
			}
			if s.Ended != 20 || len(store.saved) != 20 || s.Errors != 0 {
				t.Errorf("%d cells stored, summary %+v", len(store.saved), s)
			}
			if failed := m.count() - 20; failed < least || failed > 2*least+DefaultConcurrency {
				t.Errorf("%d calls failed", failed)
			}
			mended.Store(true)
			if s := mustFinish(t, store.resumed(p), right, store); s.Outcomes[record.Rows] != 130 {
				t.Errorf("resumed: %+v", s)
			}
		})
	}
}

func TestAProviderThatIsDownFromTheBeginningStopsTheRun(t *testing.T) {
	m, _ := failsFrom(0, llm.KindServer)
	p := newPlan(newRun(5, 30, 1, "fake:m"), m)
	store := newMemory()
	if s, _ := mustStop(t, context.Background(), p, right, store); s.Ended != 0 || len(store.saved) != 0 {
		t.Errorf("summary %+v", s)
	}
}

// Failures with answers between them are the cells' own, and stored.
func TestFailuresBetweenAnswersAreStored(t *testing.T) {
	var calls atomic.Int64
	m := &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		if n := calls.Add(1); n%4 != 0 {
			return llm.Response{}, &llm.Error{Kind: llm.KindServer, Message: "bad prompt"}
		}
		return whole(echoed(r.Cell)), nil
	}}
	p := newPlan(newRun(5, 8, 1, "fake:m"), m)
	p.Concurrency = 1
	store := newMemory()
	s := mustFinish(t, p, right, store)
	if s.Outcomes[record.NoResponse] != 30 || s.Outcomes[record.Rows] != 10 || m.count() != 40 || s.Again != 0 {
		t.Errorf("summary %+v after %d calls", s, m.count())
	}
	for _, c := range store.saved {
		if c.Outcome == record.NoResponse && (c.Message != "bad prompt" || c.Prompt == "") {
			t.Errorf("stored %+v", c)
		}
	}
}

// The last failures of a run are stored at its end.
func TestFailuresAtTheEndAreStored(t *testing.T) {
	m, _ := failsFrom(38, llm.KindServer)
	p := newPlan(newRun(5, 8, 1, "fake:m"), m)
	store := newMemory()
	if s := mustFinish(t, p, right, store); s.Outcomes[record.NoResponse] != 3 || s.Outcomes[record.Rows] != 37 {
		t.Errorf("summary %+v", s)
	}
}

// An error that several cells are given is one failure.
func TestASharedErrorIsOneFailure(t *testing.T) {
	shared := &llm.Error{Kind: llm.KindServer, Message: "bad prompt"}
	m := &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		if r.Cell.Question == "q1" {
			return llm.Response{}, shared
		}
		return whole(echoed(r.Cell)), nil
	}}
	p := newPlan(newRun(1, 2, 20, "fake:m"), m)
	store := newMemory()
	if s := mustFinish(t, p, right, store); s.Outcomes[record.NoResponse] != 20 {
		t.Errorf("summary %+v", s)
	}
}
