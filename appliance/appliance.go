// Package appliance is the machine that joins the parts: it owns the home
// folder, one Postgres and one history, and offers the verbs that commands are
// made of. A verb goes some way along this line:
//
//  1. a domain's E/R model, with scale and seed, gives a conceptual instance;
//  2. each variant's choices give a layout;
//  3. the layout gives tables, loaded by COPY, and E/R views (Build);
//  4. the views' digests are compared with the instance, the tables' with what
//     must be in them, the catalogue with the plan, and every gold query is run
//     on every variant (Verify);
//  5. prompt → model → response → SQL → sandbox → answer → cell, each saved as it
//     ends (Run);
//  6. what was recorded is handed out for scores and reports (Record).
//
// It must not know flags, terminals, providers of models, or how a report looks.
package appliance

import (
	"context"
	"errors"
	"sync"

	"ercheck/appliance/history"
	"ercheck/appliance/home"
)

// Options say where everything is and whom to tell of progress.
type Options struct {
	Home        home.Home
	PgBin       string // folder of postgres and initdb; "" = the usual order of sources
	DatabaseURL string // a superuser's URL of a running Postgres; "" = our own
	Version     string // ercheck's
	Env         func(string) string
	Log         func(format string, args ...any) // messages for a person; nil = silent
	Progress    func(Progress)                   // nil = silent; called from one goroutine at a time
}

// Progress is how far a long piece of work is. Work counts; the terminal draws.
type Progress struct {
	Stage       string // "build", "verify", "run"
	Done, Total int64  // Total 0 = unknown
	Before      int64  // of Done, what was there when the stage began
	Note        string // what is being done now
}

// Appliance is one open home. Postgres and history are opened by the first verb
// that needs them. Safe for one verb at a time.
type Appliance struct {
	options Options

	mu      sync.Mutex
	cluster *cluster
	history *history.History

	progressMu sync.Mutex
}

// Open checks the home and makes it where it is missing. Close must be called.
func Open(o Options) (*Appliance, error) {
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if err := o.Home.Create(); err != nil {
		return nil, err
	}
	return &Appliance{options: o}, nil
}

// Close stops Postgres, unless others use it, and closes the history.
func (a *Appliance) Close() error {
	var errs []error
	if a.cluster != nil {
		errs = append(errs, a.cluster.close())
	}
	if a.history != nil {
		errs = append(errs, a.history.Close())
	}
	return errors.Join(errs...)
}

// openCluster starts Postgres or attaches to it, once.
func (a *Appliance) openCluster(ctx context.Context) (*cluster, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.cluster == nil {
		c, err := openCluster(ctx, a.options)
		if err != nil {
			return nil, err
		}
		a.cluster = c
	}
	return a.cluster, nil
}

// openHistory opens the run history, once.
func (a *Appliance) openHistory() (*history.History, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.history == nil {
		h, err := history.Open(a.options.Home.History())
		if err != nil {
			return nil, err
		}
		a.history = h
	}
	return a.history, nil
}

// progress tells how far the work is, whichever goroutine asks.
func (a *Appliance) progress(p Progress) {
	a.progressMu.Lock()
	defer a.progressMu.Unlock()
	a.options.Progress(p)
}
