package evaluate

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
	"ercheck/llm"
)

func TestInterruptCutsAsksAndFinishesStatements(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asked := make(chan struct{})
	var calls atomic.Int32
	m := &fakeModel{name: "fake:m", reply: func(ctx context.Context, r llm.Request) (llm.Response, error) {
		if calls.Add(1) == 1 { // whichever cell that is
			return whole("SELECT 0"), nil
		}
		close(asked)
		<-ctx.Done() // a call that takes minutes
		return llm.Response{}, ctx.Err()
	}}
	executor := fakeExecutor(func(ctx context.Context, _, _ string) (Result, error) {
		<-asked
		cancel()
		time.Sleep(20 * time.Millisecond)
		return rows("right"), ctx.Err() // which has not ended: it has its grace
	})
	p := newPlan(newRun(1, 2, 1, "fake:m"), m)
	p.Concurrency = 2
	store := newMemory()
	started := time.Now()
	s, stopped := mustStop(t, ctx, p, executor, store)
	if !stopped.Interrupted || !errors.Is(stopped, context.Canceled) || s.Ended != 1 || stopped.Done != 1 {
		t.Errorf("stopped %+v, summary %+v", stopped, s)
	}
	if took := time.Since(started); took >= DefaultGrace {
		t.Errorf("it took %v", took)
	}
	if c := store.only(t); c.SQL != "SELECT 0" || !c.Correct {
		t.Errorf("stored %+v", c)
	}
}

func TestAfterTheGraceResponsesAreKept(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	executor := fakeExecutor(func(ctx context.Context, _, _ string) (Result, error) {
		cancel()
		<-ctx.Done() // a statement that runs until it is stopped
		return Result{}, ctx.Err()
	})
	m := echo()
	p := newPlan(newRun(1, 1, 1, "fake:echo"), m)
	p.Grace = 10 * time.Millisecond
	store := newMemory()
	_, stopped := mustStop(t, ctx, p, executor, store)
	if !stopped.Interrupted || len(store.saved) != 0 || len(store.kept) != 1 {
		t.Fatalf("stopped %+v, %d saved, %d kept", stopped, len(store.saved), len(store.kept))
	}
	s := mustFinish(t, store.resumed(p), right, store)
	if m.count() != 1 || s.Kept != 1 {
		t.Errorf("%d calls, summary %+v: the response was asked for again", m.count(), s)
	}
	if c := store.only(t); c.Prompt == "" || c.Response != c.SQL || c.PromptTokens != 10 {
		t.Errorf("the kept cell lost what was received: %+v", c)
	}
}

func TestLongStatementsHaveTheirResponseKept(t *testing.T) {
	store := newMemory()
	var keptMeanwhile int
	executor := fakeExecutor(func(context.Context, string, string) (Result, error) {
		time.Sleep(3 * keepAfter)
		store.mu.Lock()
		defer store.mu.Unlock()
		keptMeanwhile = len(store.kept)
		return rows("right"), nil
	})
	mustFinish(t, newPlan(newRun(1, 1, 1, "fake:echo"), echo()), executor, store)
	if keptMeanwhile != 1 || len(store.kept) != 0 {
		t.Errorf("%d kept during the statement, want 1; %d after it, want 0", keptMeanwhile, len(store.kept))
	}
}

func TestADeadlineInterruptsToo(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	m := &fakeModel{name: "fake:m", reply: func(ctx context.Context, _ llm.Request) (llm.Response, error) {
		<-ctx.Done()
		return llm.Response{}, errors.New("connection reset") // whatever it says, it was cut
	}}
	_, stopped := mustStop(t, ctx, newPlan(newRun(1, 3, 1, "fake:m"), m), right, newMemory())
	if !stopped.Interrupted {
		t.Errorf("stopped %+v", stopped)
	}
}

// However often a run is interrupted, its resumed end equals an undisturbed
// run, and no cell is asked for twice but those in flight at an interrupt.
func TestResumeEqualsAnUndisturbedRun(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	r := newRun(4, 10, 2, "fake:a", "fake:b")
	undisturbed := newMemory()
	mustFinish(t, newPlan(r, mixed("fake:a", 0), mixed("fake:b", 0)), mixedExecutor, undisturbed)
	for range 5 {
		store := newMemory()
		a, b := mixed("fake:a", time.Millisecond), mixed("fake:b", time.Millisecond)
		interrupts := 0
		for len(store.saved) < 160 {
			ctx, cancel := context.WithCancel(context.Background())
			at := len(store.saved) + 1 + random.IntN(60)
			store.onSave = func(n int) {
				if n >= at {
					cancel()
				}
			}
			p := store.resumed(newPlan(r, a, b))
			p.Concurrency = 1 + random.IntN(8)
			if _, err := Evaluate(ctx, p, mixedExecutor, store, nil); err != nil {
				interrupts++
			}
			cancel()
		}
		if diff := cmp.Diff(undisturbed.answers(), store.answers()); diff != "" {
			t.Fatalf("after %d interrupts the cells differ (-undisturbed +resumed):\n%s", interrupts, diff)
		}
		if calls := a.count() + b.count(); calls > 160+8*interrupts {
			t.Errorf("%d calls for 160 cells and %d interrupts", calls, interrupts)
		}
	}
}

// mixed is a model whose cells have all kinds of ends, always the same ones.
func mixed(name string, takes time.Duration) *fakeModel {
	return &fakeModel{name: name, reply: func(ctx context.Context, r llm.Request) (llm.Response, error) {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
		switch r.Cell.Question {
		case "q1":
			return whole("no idea"), nil
		case "q2":
			return llm.Response{}, &llm.Error{Kind: llm.KindRefused, Message: "refused"}
		case "q3":
			return llm.Response{Text: "SELECT", Finish: llm.FinishLength}, nil
		}
		return whole(name + " says:\n\n```\n" + echoed(r.Cell) + "\n```"), nil
	}}
}

var mixedExecutor = fakeExecutor(func(_ context.Context, variant, sql string) (Result, error) {
	switch variant {
	case "v1":
		return Result{Outcome: record.Error, SQLState: "42P01", Message: "no such table"}, nil
	case "v2":
		return rows("wrong"), nil
	}
	return rows("right"), nil
})

// Wall time of concurrent calls is near the ideal: the first call goes alone,
// then the others side by side.
func TestCallsOverlap(t *testing.T) {
	const takes, limit = 20 * time.Millisecond, 16
	m := echo()
	var now, most atomic.Int64
	reply := m.reply
	m.reply = func(ctx context.Context, r llm.Request) (llm.Response, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(takes)
		return reply(ctx, r)
	}
	p := newPlan(newRun(10, 15, 1, "fake:echo"), m)
	p.Concurrency = limit
	s := mustFinish(t, p, right, newMemory())
	ideal := takes * ((150 + limit - 1) / limit)
	t.Logf("%v, ideal %v", s.Elapsed, ideal)
	if most.Load() != limit {
		t.Errorf("%d calls at a time, want %d", most.Load(), limit)
	}
}
