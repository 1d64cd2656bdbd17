package through

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

// all asks n requests at the same time and waits for them.
func all(t testing.TB, m llm.Model, n int) {
	t.Helper()
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			if _, err := m.Complete(context.Background(), ask(i)); err != nil {
				t.Errorf("request %d: %v", i, err)
			}
		})
	}
	group.Wait()
}

func TestConcurrencyIsUsedAndKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		inner := script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			return answer("yes"), sleep(ctx, 200*time.Millisecond)
		})
		m := wrap(t, inner, Options{Limits: Limits{Concurrency: 16}})
		began := time.Now()
		all(t, m, 150)
		if took := time.Since(began); took != 2*time.Second || most.Load() != 16 {
			t.Errorf("150 calls of 200 ms took %v with %d at a time, want 2 s with 16", took, most.Load())
		}
	})
}

func TestModelsOfAProviderShareItsLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New(Options{Limits: Limits{Concurrency: 2}})
		began := time.Now()
		var group sync.WaitGroup
		for i, s := range []Source{{Provider: "one"}, {Provider: "one"}, {Provider: "other"}, {Provider: "one", BaseURL: "http://elsewhere"}} {
			inner := slow(time.Second)
			inner.name = fmt.Sprint("one:", i)
			m, err := l.Wrap(inner, s)
			if err != nil {
				t.Fatal(err)
			}
			group.Go(func() { all(t, m, 4) })
		}
		group.Wait()
		if took := time.Since(began); took != 4*time.Second {
			t.Errorf("took %v, want 4 s: 8 calls of one provider, 2 at a time", took)
		}
	})
}

func TestConcurrencyAdapts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now, refused atomic.Int64
		inner := script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
			defer now.Add(-1)
			if now.Add(1) > 4 { // the provider bears 4 at a time
				refused.Add(1)
				return llm.Response{}, fail(llm.KindRate)
			}
			return answer("yes"), sleep(ctx, time.Second)
		})
		m := wrap(t, inner, Options{Limits: Limits{Concurrency: 16}, Retry: Retry{Attempts: 50}})
		all(t, m, 400)
		if r := refused.Load(); r > 120 {
			t.Errorf("%d calls were refused for 400 answers", r)
		}
	})
}

func TestAGateHalvesOncePerRoundAndGrowsSlowly(t *testing.T) {
	ctx := context.Background()
	g := newGate(8)
	enter := func(n int) (rounds []int) {
		for range n {
			r, err := g.enter(ctx)
			if err != nil {
				t.Fatal(err)
			}
			rounds = append(rounds, r)
		}
		return rounds
	}
	for _, r := range enter(8) { // sent together, refused together
		g.leave(r, tooMuch)
	}
	if g.now() != 4 {
		t.Fatalf("the bound is %d after one bad round, want 4", g.now())
	}
	for range 6 {
		g.leave(enter(1)[0], tooMuch)
	}
	if g.now() != 1 || g.inside != 0 {
		t.Fatalf("the bound is %d with %d inside, want 1 and 0", g.now(), g.inside)
	}
	calls := 0
	for ; g.now() < 8; calls++ {
		g.leave(enter(1)[0], good)
	}
	if calls < 20 || calls > 40 { // about 1 + 2 + … + 7
		t.Errorf("%d good calls brought it back", calls)
	}
	for range 100 {
		g.leave(enter(1)[0], good)
	}
	if g.now() != 8 {
		t.Errorf("the bound is %d, want 8 at most", g.now())
	}
}

func TestWhoLeavesTheQueueLeavesNoHole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1)
		first, _ := g.enter(context.Background())
		ctx, cancel := context.WithCancel(context.Background())
		var order []int
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				mine := ctx
				if i != 1 {
					mine = context.Background()
				}
				if round, err := g.enter(mine); err == nil {
					order = append(order, i)
					time.Sleep(time.Second)
					g.leave(round, good)
				}
			})
			synctest.Wait()
		}
		cancel()
		synctest.Wait()
		g.leave(first, good)
		group.Wait()
		if !slices.Equal(order, []int{0, 2, 3}) || g.inside != 0 || len(g.queue) != 0 {
			t.Errorf("served %v, %d inside, %d wait", order, g.inside, len(g.queue))
		}
		g.leave(mustEnter(t, g), nothing)
	})
}

func mustEnter(t *testing.T, g *gate) int {
	t.Helper()
	round, err := g.enter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return round
}

// No minute, wherever it begins, has more than the limit, and the limit is used.
func TestRequestsPerMinute(t *testing.T) {
	for _, limit := range []int{1, 2, 7, 60, 500} {
		synctest.Test(t, func(t *testing.T) {
			n := 3*limit + 1
			inner := slow(10 * time.Millisecond)
			m := wrap(t, inner, Options{Limits: Limits{Concurrency: n, RequestsPerMinute: limit}})
			began := time.Now()
			all(t, m, n)
			slices.SortFunc(inner.at, time.Time.Compare)
			for i := range inner.at[:n-limit] {
				if inner.at[i+limit].Sub(inner.at[i]) < time.Minute-time.Microsecond {
					t.Fatalf("limit %d: calls %d to %d within %v", limit, i, i+limit, inner.at[i+limit].Sub(inner.at[i]))
				}
			}
			if took := time.Since(began); took > 3*time.Minute*110/100+time.Second {
				t.Errorf("limit %d: %d calls took %v", limit, n, took)
			}
		})
	}
}

func TestTokensPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := script(func(context.Context, int, llm.Request) (llm.Response, error) {
			return llm.Response{Text: "yes", Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 900, CompletionTokens: 100}}, nil
		})
		m := wrap(t, inner, Options{Limits: Limits{Concurrency: 1, TokensPerMinute: 10_000}})
		began := time.Now()
		all(t, m, 100) // 100,000 tokens, of which the short prompts let expect few
		if took := time.Since(began); took < 9*time.Minute || took > 11*time.Minute {
			t.Errorf("100,000 tokens at 10,000 a minute took %v", took)
		}
	})
}

func TestAPromptLargerThanABurstIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := wrap(t, slow(0), Options{Limits: Limits{TokensPerMinute: 1}})
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		if _, err := m.Complete(ctx, ask(0)); err != nil {
			t.Error(err)
		}
	})
}
