package evaluate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ercheck/appliance/record"
)

// ErrGone says that the server, or the connection to it, went away while a
// statement ran: perhaps by its doing. Executors wrap it.
var ErrGone = errors.New("the server went away")

// alone is how often a statement that met a gone server is run again, with no
// other beside it, before it is held to be the cause.
const alone = 2

// keepAfter is how long a statement runs before its response is stored for
// itself: below, a kill -9 that falls just here costs one more call; above, it
// would be paid with a write for every cell.
const keepAfter = 100 * time.Millisecond

// execute runs the cell's SQL and fills in what came of it. An error stops the
// run; the response is kept then.
func (w *worker) execute(ctx context.Context, c *record.Cell) (Evidence, error) {
	w.progress.running.Add(1)
	defer w.progress.running.Add(-1)
	stop := w.keepLater(ctx, *c)
	result, err := w.run(ctx, *c)
	stop()
	if err != nil {
		if _, failed := w.store.Keep(ctx, *c); failed != nil {
			return Evidence{}, errors.Join(err, failed)
		}
		return Evidence{}, err
	}
	c.Outcome, c.SQLState, c.Message = result.Outcome, result.SQLState, clip(result.Message)
	c.Columns, c.RowCount, c.Digests, c.RunTime = result.Columns, result.RowCount, result.Digests, result.Time
	return Evidence{Rows: result.Rows, Hashes: result.Hashes, Known: w.known[c.Question]}, nil
}

// keepLater stores the response if its statement takes long. After stop nothing
// more is stored.
func (w *worker) keepLater(ctx context.Context, c record.Cell) (stop func()) {
	ended := make(chan struct{})
	timer := time.AfterFunc(keepAfter, func() {
		defer close(ended)
		_, _ = w.store.Keep(ctx, c) // a store that fails says so again at Save
	})
	return func() {
		if !timer.Stop() {
			<-ended
		}
	}
}

// run gives a result, mending the executor where that is needed. Which of
// several statements at work took a server down cannot be told, so each of them
// is run again alone; one that does it again is to blame, and its cell fails.
func (w *worker) run(ctx context.Context, c record.Cell) (Result, error) {
	result, met, err := w.together(ctx, c)
	for tries := 0; met != nil && err == nil && tries < alone; tries++ {
		result, met, err = w.single(ctx, c)
	}
	if met == nil || err != nil {
		return result, err
	}
	if !errors.Is(met, ErrGone) {
		return result, met
	}
	message := fmt.Sprintf("the server went away each time this statement ran, %d times with no other beside it", alone)
	return Result{Outcome: record.Error, Message: message}, w.event(ctx, "%s on %s was given up: %s", c.Question, c.Variant, message)
}

// together runs the statement beside others. met is a failure that was mended,
// so that the statement can be run again; err stops the run.
func (w *worker) together(ctx context.Context, c record.Cell) (result Result, met, err error) {
	generation := w.repair.enter()
	result, met = w.attempt(c)
	w.repair.running.RUnlock()
	if met != nil {
		err = w.mend(ctx, generation, c, met)
	}
	return result, met, err
}

// single is together with no other beside it, not even while it is mended.
func (w *worker) single(ctx context.Context, c record.Cell) (result Result, met, err error) {
	w.repair.running.Lock()
	defer w.repair.running.Unlock()
	generation := w.repair.generation()
	if result, met = w.attempt(c); met != nil {
		err = w.mend(ctx, generation, c, met)
	}
	return result, met, err
}

// attempt runs the statement once.
func (w *worker) attempt(c record.Cell) (result Result, err error) {
	if err := w.late.Err(); err != nil {
		return result, err
	}
	panicked := guard("executing "+c.Question, func() { result, err = w.executor.Run(w.late, c.Variant, c.SQL) })
	if panicked != nil {
		_ = w.reportPanic(w.late, c.CellKey, panicked) // the message says it too
		return Result{Outcome: record.Error, Message: panicked.Error()}, nil
	}
	return result, err
}

// mend calls the plan's Recover once for all that met the same failure. It
// returns an error when the run has to stop.
func (w *worker) mend(ctx context.Context, generation int, c record.Cell, cause error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.Recover == nil {
		return cause
	}
	return w.repair.once(generation, func() error {
		if err := w.Recover(ctx, cause); err != nil {
			return errors.Join(err, cause)
		}
		return w.event(ctx, "mended, and %s on %s run again, after: %v", c.Question, c.Variant, cause)
	})
}

// repair lets statements run beside each other or alone, and counts what was mended.
type repair struct {
	running sync.RWMutex
	mu      sync.Mutex
	count   int
}

// enter lets a statement run beside others, until running.RUnlock.
func (r *repair) enter() (generation int) {
	r.running.RLock()
	return r.generation()
}

// generation is how often the executor was mended.
func (r *repair) generation() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// once calls mend unless that was done since generation.
func (r *repair) once(generation int, mend func() error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.count > generation {
		return nil
	}
	if err := mend(); err != nil {
		return err
	}
	r.count++
	return nil
}
