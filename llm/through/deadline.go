package through

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ercheck/llm"
)

// Deadlines are the times that the stages of one call may take. 0 = the default,
// less = no limit.
type Deadlines struct {
	Load       time.Duration // bringing the model into memory; default 10 min
	FirstToken time.Duration // from then to the first piece, time in the server's queue included; default 5 min
	Total      time.Duration // the whole call without loading; default 15 min
}

// The defaults are for a model of some billion parameters on a slow machine and
// for a hosted one that reasons long.
const (
	DefaultLoad       = 10 * time.Minute
	DefaultFirstToken = 5 * time.Minute
	DefaultTotal      = 15 * time.Minute
)

func (d Deadlines) filled() Deadlines {
	return Deadlines{orDefault(d.Load, DefaultLoad), orDefault(d.FirstToken, DefaultFirstToken), orDefault(d.Total, DefaultTotal)}
}

func orDefault(d, standard time.Duration) time.Duration {
	if d == 0 {
		return standard
	}
	return d
}

// watch gives the context for a call. It ends when a stage takes too long.
func (d Deadlines) watch(ctx context.Context) (context.Context, *watch) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &watch{Deadlines: d, cancel: cancel, began: time.Now()}
	w.allow(d.Total, &lateError{"the answer was not whole", d.Total, "--call-timeout gives it longer"})
	return llm.WithTrace(ctx, w.reached), w
}

// watch is the clock of one call.
type watch struct {
	Deadlines
	cancel context.CancelCauseFunc
	began  time.Time // of the call, without loading

	mu      sync.Mutex
	stage   llm.Stage
	loading time.Time // when it began
	timer   *time.Timer
	over    *lateError // what took too long
	stopped bool
}

// lateError says what a call did not do in time.
type lateError struct {
	what  string
	limit time.Duration
	hint  string
}

// Error implements error.
func (e *lateError) Error() string { return fmt.Sprintf("%s within %v", e.what, e.limit) }

// reached starts the clock of the next stage. Stages only go forward.
func (w *watch) reached(s llm.Stage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s <= w.stage || w.stopped {
		return
	}
	now := time.Now()
	if w.stage == llm.StageLoading {
		w.began = w.began.Add(now.Sub(w.loading)) // loading is no time of the answer's
	}
	w.stage = s
	switch s {
	case llm.StageLoading:
		w.loading = now
		w.allow(w.Load, &lateError{"the model was not loaded", w.Load, "--load-timeout gives it longer"})
	case llm.StageWaiting:
		w.first(now)
	case llm.StageAnswering:
		w.rest(now)
	}
}

// first allows the time to the first piece, or what is left of the whole where
// that is less.
func (w *watch) first(now time.Time) {
	left := w.Total - now.Sub(w.began)
	if w.FirstToken > 0 && (w.Total <= 0 || w.FirstToken < left) {
		w.allow(w.FirstToken, &lateError{"no answer began", w.FirstToken, "--first-token-timeout gives it longer"})
		return
	}
	w.rest(now)
}

// rest allows what is left of the whole.
func (w *watch) rest(now time.Time) {
	late := &lateError{"the answer was not whole", w.Total, "--call-timeout gives it longer"}
	if w.Total <= 0 {
		w.allow(0, late)
		return
	}
	w.allow(max(w.Total-now.Sub(w.began), 1), late)
}

// allow ends the call after d, unless another stage begins before; d ≤ 0 = never.
func (w *watch) allow(d time.Duration, late *lateError) {
	if w.timer != nil {
		w.timer.Stop()
	}
	if d <= 0 {
		return
	}
	stage := w.stage
	w.timer = time.AfterFunc(d, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.stage == stage && !w.stopped {
			w.over = late
			w.cancel(late)
		}
	})
}

// late is what took too long, or nil.
func (w *watch) late() *lateError {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.over
}

// stop ends the clock, and the call's context with it.
func (w *watch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	if w.timer != nil {
		w.timer.Stop()
	}
	w.cancel(context.Canceled)
}
