package through

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

// local is a model that has to be loaded, and whose weights can be replaced.
type local struct {
	*scripted
	prepare func(ctx context.Context, n int) error
	loads   int
	weights string
	asked   int // for its version
	unknown error
}

func (l *local) Prepare(ctx context.Context, _ llm.Request) error {
	l.loads++
	return l.prepare(ctx, l.loads)
}

func (l *local) Version(context.Context) (string, error) {
	l.asked++
	return l.weights, l.unknown
}

func TestPreparingIsTriedAgainAndTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := &local{scripted: slow(0)}
		inner.prepare = func(ctx context.Context, n int) error {
			llm.Reached(ctx, llm.StageLoading)
			switch n {
			case 1:
				return fail(llm.KindServer)
			case 2:
				return sleep(ctx, time.Hour)
			}
			return sleep(ctx, 4*time.Minute)
		}
		m := wrap(t, inner, Options{Deadlines: Deadlines{Load: 5 * time.Minute, Total: time.Minute}})
		if err := m.Prepare(context.Background(), ask(0)); err != nil || inner.loads != 3 {
			t.Errorf("error %v after %d loads", err, inner.loads)
		}
		inner.prepare = func(context.Context, int) error { return fail(llm.KindUnknownModel) }
		if err := m.Prepare(context.Background(), ask(0)); llm.KindOf(err) != llm.KindUnknownModel || inner.loads != 4 {
			t.Errorf("error %v after %d loads", err, inner.loads)
		}
	})
	if err := wrap(t, slow(0), Options{}).Prepare(context.Background(), ask(0)); err != nil {
		t.Errorf("what needs no preparing: %v", err)
	}
}

func TestAnAnswerIsKeptForOneVersion(t *testing.T) {
	cache := newMemory()
	inner := &local{scripted: slow(0), weights: "a"}
	mustAnswer(t, wrap(t, inner, Options{Cache: cache}), ask(0))
	inner.weights = "b"
	m := wrap(t, inner, Options{Cache: cache})
	mustAnswer(t, m, ask(0))
	mustAnswer(t, m, ask(1))
	if inner.count() != 3 {
		t.Errorf("%d calls: an answer of other weights was taken", inner.count())
	}
	if inner.asked != 2 {
		t.Errorf("the version was asked for %d times, want once for each of 2 models", inner.asked)
	}
	inner.weights = "a"
	mustAnswer(t, wrap(t, inner, Options{Cache: cache}), ask(0))
	if inner.count() != 3 {
		t.Error("the answer of the first weights is lost")
	}
}

// While it cannot be known what a name stands for, nothing is taken from the
// cache for it.
func TestAnUnknownVersionIsNoVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cache := newMemory()
		inner := &local{scripted: slow(0), unknown: errors.New("no connection")}
		m := wrap(t, inner, Options{Cache: cache})
		mustAnswer(t, m, ask(0))
		mustAnswer(t, m, ask(0))
		if inner.count() != 2 || len(cache.kept) != 0 || inner.asked != 1 {
			t.Errorf("%d calls, %d kept, the version was asked for %d times", inner.count(), len(cache.kept), inner.asked)
		}
		inner.unknown = nil
		time.Sleep(versionPause)
		mustAnswer(t, m, ask(0))
		mustAnswer(t, m, ask(0))
		if inner.count() != 3 || len(cache.kept) != 1 {
			t.Errorf("afterwards %d calls, %d kept", inner.count(), len(cache.kept))
		}
	})
}
