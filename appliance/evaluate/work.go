package evaluate

import (
	"context"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// worker is what all that work on one arm share.
type worker struct {
	*evaluation
	arm    record.Arm
	model  llm.Model
	once   once
	first  first // lets the first call go alone
	streak streak
	late   context.Context // ends a while after the work's own, so that what was begun can end
}

// task works on the cells of one arm, several at a time. The first error
// stops them all: asks are cut off, statements get their grace.
func (e *evaluation) task(ctx context.Context, t task) error {
	e.progress.asks(t.arm.Name)
	outer := ctx // the group's ends with it
	group, ctx := errgroup.WithContext(ctx)
	late, release := linger(ctx, e.Grace)
	defer release()
	w := &worker{evaluation: e, arm: t.arm, model: t.model, late: late, first: first{over: make(chan struct{})}}
	var next atomic.Int64
	for range min(e.Concurrency, len(t.cells)) {
		group.Go(func() error { return w.work(ctx, t.cells, &next) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return w.endStreak(outer, w.streak.now())
}

// work takes one cell after the other until none is left.
func (w *worker) work(ctx context.Context, cells []record.CellKey, next *atomic.Int64) error {
	for {
		i := int(next.Add(1)) - 1
		if i >= len(cells) {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.cell(ctx, cells[i]); err != nil {
			return err
		}
	}
}

// linger gives a context that ends so long after ctx. release frees it.
func linger(ctx context.Context, grace time.Duration) (late context.Context, release func()) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-timer.C:
			cancel()
		case <-late.Done():
		}
	})
	return late, func() {
		stop()
		cancel()
	}
}

// first lets one call go ahead and the others wait for its end: a wrong key or
// model then costs one call, a model is loaded once, and the calls that follow
// find a provider's cache filled.
type first struct {
	taken atomic.Bool
	over  chan struct{} // closed when the first call has ended
}

// enter waits its turn; leave lets the others go on. Without it they wait until
// ctx ends.
func (f *first) enter(ctx context.Context) (leave func(), err error) {
	if f.taken.CompareAndSwap(false, true) {
		return func() { close(f.over) }, nil
	}
	select {
	case <-f.over:
		return func() {}, ctx.Err()
	case <-ctx.Done():
		return func() {}, ctx.Err()
	}
}
