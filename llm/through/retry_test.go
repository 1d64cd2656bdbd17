package through

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

func TestFailuresThatPassAreTriedAgain(t *testing.T) {
	for _, kind := range []llm.Kind{llm.KindRate, llm.KindServer, llm.KindUnreachable, llm.KindDeadline, llm.KindCut} {
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				inner := failing(fail(kind), fail(kind))
				m := wrap(t, inner, Options{})
				if r := mustAnswer(t, m, ask(0)); r.Attempts != 3 || r.Cached || r.Text != "yes" {
					t.Errorf("response %+v after %d calls", r, inner.count())
				}
				if s := m.layer.Snapshot(); s.Calls != 3 || s.Retries != 2 || s.Answers != 1 || s.InFlight != 0 || s.Waiting != 0 {
					t.Errorf("counted %+v", s)
				}
			})
		})
	}
}

func TestFailuresThatStayAreFinal(t *testing.T) {
	for _, kind := range []llm.Kind{llm.KindAuth, llm.KindUnknownModel, llm.KindBadRequest, llm.KindRefused, llm.KindTooLong, llm.KindNotRecorded} {
		inner := always(fail(kind))
		mustFail(t, wrap(t, inner, Options{}), ask(0), kind)
		if inner.count() != 1 {
			t.Errorf("%s: %d calls", kind, inner.count())
		}
	}
	odd := errors.New("odd")
	inner := always(odd)
	if _, err := wrap(t, inner, Options{}).Complete(context.Background(), ask(0)); !errors.Is(err, odd) || inner.count() != 1 {
		t.Errorf("an error of no kind: %v after %d calls", err, inner.count())
	}
}

func TestAttemptsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := always(fail(llm.KindServer))
		e := mustFail(t, wrap(t, inner, Options{}), ask(0), llm.KindServer)
		if inner.count() != DefaultAttempts {
			t.Errorf("%d calls, want %d", inner.count(), DefaultAttempts)
		}
		if !strings.Contains(e.Message, "8 calls") {
			t.Errorf("the error does not say what was done: %v", e)
		}
	})
}

func TestTimeIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		inner := script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
			return llm.Response{}, errors.Join(sleep(ctx, 4*time.Minute), fail(llm.KindServer))
		})
		if _, err := wrap(t, inner, Options{}).Complete(context.Background(), ask(0)); llm.KindOf(err) != llm.KindServer {
			t.Fatalf("error %v", err)
		}
		if inner.count() != 3 || inner.at[2].Sub(began) > DefaultWithin {
			t.Errorf("%d calls at %v, want none after %v", inner.count(), inner.at, DefaultWithin)
		}
	})
}

func TestRetryAfterIsHonoured(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := fail(llm.KindRate)
		limited.RetryAfter = 90 * time.Second
		inner := failing(limited)
		m := wrap(t, inner, Options{})
		began := time.Now()
		mustAnswer(t, m, ask(0))
		if waited := time.Since(began); waited < 90*time.Second || waited > 92*time.Second {
			t.Errorf("waited %v", waited)
		}
	})
}

// All calls to a provider leave it alone when one was told to.
func TestRetryAfterHoldsForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := fail(llm.KindRate)
		limited.RetryAfter = 90 * time.Second
		inner := failing(limited)
		m := wrap(t, inner, Options{})
		began := time.Now()
		go func() {
			time.Sleep(time.Second)
			mustAnswer(t, m, ask(1))
		}()
		mustAnswer(t, m, ask(0))
		synctest.Wait()
		time.Sleep(time.Minute)
		for i, at := range inner.at[1:] {
			if at.Sub(began) < 90*time.Second {
				t.Errorf("call %d was sent after %v", i+1, at.Sub(began))
			}
		}
		if inner.count() != 3 {
			t.Errorf("%d calls, want 3", inner.count())
		}
	})
}

func TestAnAbsurdRetryAfterIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := fail(llm.KindRate)
		limited.RetryAfter = 365 * 24 * time.Hour
		inner := always(limited)
		m := wrap(t, inner, Options{})
		began := time.Now()
		mustFail(t, m, ask(0), llm.KindRate)
		mustFail(t, m, ask(1), llm.KindRate) // nor are others held up
		if waited := time.Since(began); waited > 0 || inner.count() != 2 {
			t.Errorf("waited %v, %d calls", waited, inner.count())
		}
	})
}

func TestAServerThatNeverWasThereIsTriedShortly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		mustFail(t, wrap(t, always(fail(llm.KindUnreachable)), Options{}), ask(0), llm.KindUnreachable)
		if waited := time.Since(began); waited > neverThere {
			t.Errorf("waited %v", waited)
		}
	})
}

func TestAServerThatHasGoneIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		gone := time.Now().Add(time.Minute)
		back := gone.Add(4 * time.Minute)
		inner := script(func(context.Context, int, llm.Request) (llm.Response, error) {
			if now := time.Now(); now.After(gone) && now.Before(back) {
				return llm.Response{}, fail(llm.KindUnreachable)
			}
			return answer("yes"), nil
		})
		var told notices
		m := wrap(t, inner, Options{Notice: told.add})
		mustAnswer(t, m, ask(0))
		time.Sleep(61 * time.Second)
		mustAnswer(t, m, ask(1))
		if len(told.said) != 1 || !strings.Contains(told.said[0], "does not answer") {
			t.Errorf("told %q", told.said)
		}
		back = time.Now().Add(time.Hour)
		gone = time.Now().Add(-time.Second)
		began := time.Now()
		mustFail(t, m, ask(2), llm.KindUnreachable)
		if waited := time.Since(began); waited > DefaultAway || waited < DefaultAway-DefaultLongest {
			t.Errorf("gave up after %v", waited)
		}
	})
}

func TestCancelEndsAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := fail(llm.KindRate)
		limited.RetryAfter = 5 * time.Minute
		m := wrap(t, always(limited), Options{})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		began := time.Now()
		if _, err := m.Complete(ctx, ask(0)); err != context.DeadlineExceeded || time.Since(began) != time.Second {
			t.Errorf("error %v after %v", err, time.Since(began))
		}
	})
}

// Full jitter: anything from nothing to a bound that doubles up to the longest.
func TestPausesAreSpread(t *testing.T) {
	tries := tries{Retry: Retry{}.filled()}
	for n, bound := range map[int]time.Duration{1: time.Second, 3: 4 * time.Second, 6: 32 * time.Second, 7: time.Minute, 500: time.Minute} {
		least, most, sum := bound, time.Duration(0), time.Duration(0)
		for range 2000 {
			p := tries.pause(n)
			least, most, sum = min(least, p), max(most, p), sum+p
		}
		if most > bound || most < bound*9/10 || least > bound/10 {
			t.Errorf("pause %d is from %v to %v, want 0 to %v", n, least, most, bound)
		}
		if mean := sum / 2000; mean < bound*4/10 || mean > bound*6/10 {
			t.Errorf("pause %d is %v in the mean, want %v", n, mean, bound/2)
		}
	}
}

func TestARefusedOptionIsLeftOutOnce(t *testing.T) {
	refuses := func(ctx context.Context, n int, r llm.Request) (llm.Response, error) {
		for _, p := range []string{llm.ParamSeed, llm.ParamTemperature} {
			if !contains(r.Options.Omit, p) {
				return llm.Response{}, &llm.Error{Kind: llm.KindBadRequest, Message: "unsupported", Param: p}
			}
		}
		return answer("yes"), nil
	}
	inner := script(refuses)
	var told notices
	m := wrap(t, inner, Options{Notice: told.add})
	r := ask(0)
	r.Options.Omit = []string{llm.ParamThink}
	first := mustAnswer(t, m, r)
	if got := strings.Join(first.Dropped, " "); got != "seed temperature" || first.Attempts != 3 {
		t.Errorf("dropped %q in %d calls", got, first.Attempts)
	}
	if len(r.Options.Omit) != 1 {
		t.Error("the caller's options were changed")
	}
	if second := mustAnswer(t, m, ask(1)); second.Attempts != 1 || len(second.Dropped) != 2 {
		t.Errorf("the second time %+v", second)
	}
	if len(told.said) != 2 {
		t.Errorf("told %q", told.said)
	}
	if omitted := inner.requests[2].Options.Omit; !contains(omitted, llm.ParamThink) {
		t.Errorf("the caller's own omission is lost: %v", omitted)
	}
}

func TestAnOptionThatIsRefusedAlthoughLeftOutIsFinal(t *testing.T) {
	inner := always(&llm.Error{Kind: llm.KindBadRequest, Message: "unsupported", Param: llm.ParamSeed})
	mustFail(t, wrap(t, inner, Options{}), ask(0), llm.KindBadRequest)
	if inner.count() != 2 {
		t.Errorf("%d calls", inner.count())
	}
}

func contains(all []string, one string) bool {
	return strings.Contains(" "+strings.Join(all, " ")+" ", " "+one+" ")
}
