package through

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"ercheck/llm"
)

// Retry says how long a failure that passes is worked against. 0 = the default.
type Retry struct {
	Attempts int           // calls for one response, the first included; default 8
	Within   time.Duration // no call begins later than this after the first; default 10 min
	First    time.Duration // the longest first pause, doubled each time; default 1 s
	Longest  time.Duration // the longest pause of all; default 1 min
	Away     time.Duration // how long a server that answered before and has gone is waited for; default 5 min
}

// The defaults of Retry ride out a provider's bad minutes and the restart of a
// local server, and no outage of hours: a run is resumed after that.
const (
	DefaultAttempts = 8
	DefaultWithin   = 10 * time.Minute
	DefaultFirst    = time.Second
	DefaultLongest  = time.Minute
	DefaultAway     = 5 * time.Minute
)

// neverThere is how long a server that never answered is waited for: it most
// likely does not run, and who started the call is looking.
const neverThere = 5 * time.Second

func (r Retry) filled() Retry {
	if r.Attempts <= 0 {
		r.Attempts = DefaultAttempts
	}
	return Retry{r.Attempts, orDefault(r.Within, DefaultWithin), orDefault(r.First, DefaultFirst),
		orDefault(r.Longest, DefaultLongest), orDefault(r.Away, DefaultAway)}
}

// tries is the history of one response. Pauses have full jitter: anything from
// nothing to a bound that doubles, which spreads calls that failed together best
// (Brooker, "Exponential Backoff And Jitter", 2015). The libraries for it know one
// bound for all errors; here a server that has gone has its own.
type tries struct {
	Retry
	began  time.Time
	calls  int       // sent
	failed int       // of those, with a failure that passes and reached the server
	gone   int       // in a row, that did not reach it
	since  time.Time // of the first of gone
}

// after says whether to call again after err, and when. reached tells that the
// server answered something before.
func (t *tries) after(err error, reached bool) (wait time.Duration, again bool) {
	kind := llm.KindOf(err)
	if !kind.Transient() {
		return 0, false
	}
	now := time.Now()
	if kind == llm.KindUnreachable {
		return t.afterGone(now, reached)
	}
	t.gone = 0
	t.failed++
	wait = t.pause(t.failed)
	if asked := retryAfter(err); asked > 0 {
		wait = asked + t.pause(1) // not all at the same moment
	}
	return wait, t.failed < t.Attempts && now.Add(wait).Sub(t.began) <= t.Within
}

// afterGone is for a server that cannot be reached: its absence has a time of
// its own and no number of calls.
func (t *tries) afterGone(now time.Time, reached bool) (time.Duration, bool) {
	if t.gone == 0 {
		t.since = now
	}
	t.gone++
	patience := neverThere
	if reached {
		patience = t.Away
	}
	wait := t.pause(t.gone)
	return wait, now.Add(wait).Sub(t.since) <= patience
}

// pause before the call that follows the n-th failure.
func (t *tries) pause(n int) time.Duration {
	bound := t.Longest
	if shift := n - 1; shift < 32 && t.First<<shift < bound {
		bound = t.First << shift
	}
	return rand.N(bound + 1)
}

func retryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.RetryAfter
	}
	return 0
}

// spent is the error that is left, which says what was done about it.
func (t *tries) spent(err error) error {
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || t.calls == 1 {
		return err
	}
	told := *e
	told.Message = fmt.Sprintf("%s (the last of %d calls in %v)", e.Message, t.calls, time.Since(t.began).Round(time.Second))
	return &told
}
