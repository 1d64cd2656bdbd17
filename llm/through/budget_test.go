package through

import (
	"context"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

// costing is a model whose every answer takes so many tokens: at the prices of
// priced, 10 dollars for a million.
func costing(tokens int) *scripted {
	return script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
		return llm.Response{Text: "yes", Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 1, CompletionTokens: tokens}}, sleep(ctx, time.Second)
	})
}

// spend asks n requests at a time, and counts answers and refusals.
func spend(t *testing.T, m llm.Model, n int) (answered, refused int) {
	t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			r := ask(i)
			r.Options.MaxTokens = 1000
			_, err := m.Complete(context.Background(), r)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				answered++
			case llm.KindOf(err) == llm.KindBudget:
				refused++
			default:
				t.Errorf("request %d: %v", i, err)
			}
		})
	}
	group.Wait()
	return answered, refused
}

func TestTheLimitOnTheCostHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 0.1 // ten answers of 1,000 tokens
		inner := costing(1000)
		m := wrap(t, inner, Options{Prices: priced(t), MaxCost: limit, Limits: Limits{Concurrency: 16}})
		answered, refused := spend(t, m, 50)
		if answered != 9 || refused != 41 || inner.count() != 9 { // nine: the prompts cost too
			t.Errorf("%d answered, %d refused, %d calls", answered, refused, inner.count())
		}
		if s := m.layer.Snapshot(); s.Cost > limit || s.Cost < 0.09 {
			t.Errorf("%v dollars are spent of %v", s.Cost, limit)
		}
	})
}

// Reservations are upper bounds: what turns out cheaper makes room for more.
func TestCheapAnswersMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := wrap(t, costing(10), Options{Prices: priced(t), MaxCost: 0.1, Limits: Limits{Concurrency: 50}})
		answered, refused := spend(t, m, 50)
		if answered != 50 || refused != 0 {
			t.Errorf("%d answered, %d refused, for half a cent", answered, refused)
		}
	})
}

// An answer longer than its limit is beyond any estimate: then no more than the
// calls in flight are beyond the limit on the cost.
func TestNoMoreThanWhatIsInFlightIsBeyondTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 0.05
		inner := costing(5000) // five times what was allowed
		m := wrap(t, inner, Options{Prices: priced(t), MaxCost: limit, Limits: Limits{Concurrency: 2}})
		spend(t, m, 50)
		s := m.layer.Snapshot()
		if over := s.Cost - limit; over > 2*0.05+0.001 || inner.count() > 3 {
			t.Errorf("%v dollars are spent of %v in %d calls", s.Cost, limit, inner.count())
		}
	})
}

func TestBudgetErrorSaysWhatIsSpent(t *testing.T) {
	m := wrap(t, slow(0), Options{Prices: priced(t), MaxCost: 1})
	m.layer.Spend(0.9999)
	e := mustFail(t, m, ask(0), llm.KindBudget)
	if !strings.Contains(e.Message, "$0.9999 is spent") || e.Hint == "" || e.Model != "fake:m" {
		t.Errorf("error %v, hint %q", e, e.Hint)
	}
}

func TestAModelOfUnknownPriceHasNoLimit(t *testing.T) {
	_, err := New(Options{MaxCost: 1}).Wrap(slow(0), Source{})
	if llm.KindOf(err) != llm.KindBadRequest {
		t.Errorf("error %v", err)
	}
	m := wrap(t, slow(0), Options{})
	if r := mustAnswer(t, m, ask(0)); r.Cost != 0 {
		t.Errorf("cost %v of an unknown price", r.Cost)
	}
}

func TestEveryCallIsPaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: strings.Repeat("words ", 10_000)}}}
		m := wrap(t, failing(fail(llm.KindRate), fail(llm.KindCut)), Options{Prices: priced(t)})
		r := mustAnswer(t, m, long)
		answer := 100e-6 + 10*10e-6
		cut := r.Cost - answer // a cut answer was begun: its prompt is paid; a refused call is not
		if cut < 0.012 || cut > 0.03 {
			t.Errorf("cost %v, of which %v for the cut one", r.Cost, cut)
		}
		if s := m.layer.Snapshot(); math.Abs(s.Cost-r.Cost) > 1e-12 {
			t.Errorf("spent %v, the response says %v", s.Cost, r.Cost)
		}
	})
}

func TestAPanicLeavesNothingHeld(t *testing.T) {
	inner := script(func(_ context.Context, n int, _ llm.Request) (llm.Response, error) {
		if n == 0 {
			panic("a defect")
		}
		return answer("yes"), nil
	})
	m := wrap(t, inner, Options{Prices: priced(t), MaxCost: 1, Limits: Limits{Concurrency: 1}})
	func() {
		defer func() { _ = recover() }()
		_, _ = m.Complete(context.Background(), ask(0))
		t.Error("the panic was swallowed")
	}()
	mustAnswer(t, m, ask(0)) // the same request: not in flight any more
	if b := m.layer.budget; b.inFlight != 0 || b.reserved != 0 {
		t.Errorf("%d calls hold %v dollars", b.inFlight, b.reserved)
	}
	if s := m.layer.Snapshot(); s.InFlight != 0 || s.Waiting != 0 {
		t.Errorf("counted %+v", s)
	}
}
