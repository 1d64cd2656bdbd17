package appliance

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ercheck/appliance/evaluate"
	"ercheck/appliance/history"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/llm"
)

// evaluate asks and executes what is left of the run.
func (a *Appliance) evaluate(ctx context.Context, d *Data, run *record.Run, models []llm.Model, claim *history.Claim) error {
	prompts := newPrompter(d)
	plan := evaluate.Plan{
		Run: run, Models: models, Concurrency: run.Settings.Concurrency, Recover: a.recoverServer,
		Prompt: prompts.prompt, Translate: prompts.translate, Options: optionsOf(run.Asking),
	}
	var err error
	if plan.Done, err = a.history.Done(ctx, run.ID); err != nil {
		return err
	}
	if plan.Kept, err = a.keptCells(ctx, run.ID); err != nil {
		return err
	}
	if plan.Known, err = a.knownSamples(ctx, run); err != nil {
		return err
	}
	pool, err := survive(ctx, a, func() (*sandbox.Pool, error) {
		return sandbox.Open(ctx, sandbox.Config{URL: a.cluster.url, Limits: limitsOf(run.Settings)})
	})
	if err != nil {
		return err
	}
	defer pool.Close()
	counters := &evaluate.Progress{}
	defer a.watch(counters)()
	if _, err := evaluate.Evaluate(ctx, plan, executor{a.cluster, pool, d}, claim, counters); err != nil {
		return err
	}
	return claim.Finish(ctx, time.Now())
}

func optionsOf(a record.Asking) llm.Options {
	return llm.Options{Temperature: a.Temperature, Seed: a.Seed, MaxTokens: a.MaxTokens, Think: llm.Think(a.Think)}
}

// keptCells are responses that were received and not executed yet.
func (a *Appliance) keptCells(ctx context.Context, id string) (map[record.CellKey]record.Cell, error) {
	kept := map[record.CellKey]record.Cell{}
	for cell, err := range a.history.Kept(ctx, id) {
		if err != nil {
			return nil, err
		}
		kept[cell.CellKey] = cell
	}
	return kept, nil
}

// watchEvery is how often the counters of a run are looked at.
const watchEvery = 100 * time.Millisecond

// watch tells of a run's progress until the returned function is called.
func (a *Appliance) watch(counters *evaluate.Progress) (stop func()) {
	tell := func() {
		s := counters.Snapshot()
		note := s.Model
		if s.Errors > 0 {
			note = fmt.Sprintf("%s, %d errors", s.Model, s.Errors)
		}
		a.progress(Progress{Stage: "run", Done: int64(s.Done), Before: int64(s.Before), Total: int64(s.Total), Note: note})
	}
	ticker, ended, stopped := time.NewTicker(watchEvery), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-ticker.C:
				tell()
			case <-ended:
				tell()
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(ended)
		<-stopped
	}
}

// recoverServer makes the sandbox usable again after the executor failed: a
// server that is gone is started again, a busy one is given time. Whatever else
// it is, going on would fail alike.
func (a *Appliance) recoverServer(ctx context.Context, cause error) error {
	var f *sandbox.Fault
	if !errors.As(cause, &f) {
		return cause
	}
	switch {
	case f.Kind == sandbox.Gone && a.cluster.server != nil:
		a.options.Log("Postgres went away and is started again")
		if err := a.cluster.server.Restart(ctx); err != nil {
			return hintedError{err}
		}
		return nil
	case f.Kind == sandbox.Gone, f.Kind == sandbox.Busy:
		return wait(ctx, recoverPause)
	}
	return cause
}

// recoverPause is how long a server without a free connection, or one that is
// not ours and has gone, is left alone.
const recoverPause = 2 * time.Second

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
