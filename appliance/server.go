package appliance

import (
	"context"
	"fmt"
	"strings"

	"ercheck/pgembed"
)

// Status describes the Postgres of a home.
type Status struct {
	Running bool   `json:"running"`
	Home    string `json:"home"`
	pgembed.Info
}

// Server starts Postgres, or attaches to it, and describes it.
func (a *Appliance) Server(ctx context.Context) (Status, error) {
	c, err := a.openCluster(ctx)
	if err != nil {
		return Status{}, err
	}
	if c.server == nil {
		return Status{Running: true, Home: string(a.options.Home), Info: pgembed.Info{Version: c.version, Source: "database-url"}}, nil
	}
	return Status{Running: true, Home: string(a.options.Home), Info: c.server.Info()}, nil
}

// ServerStatus describes the home's Postgres; it changes nothing.
func ServerStatus(ctx context.Context, o Options) (Status, error) {
	info, running, err := pgembed.Status(ctx, pgembedOptions(o))
	return Status{Running: running, Home: string(o.Home), Info: info}, err
}

// Up starts Postgres and keeps it up after this process has ended.
func Up(ctx context.Context, o Options) (Status, error) {
	if err := o.Home.Create(); err != nil {
		return Status{}, err
	}
	if _, err := pgembed.Hold(ctx, pgembedOptions(o)); err != nil {
		return Status{}, err
	}
	return ServerStatus(ctx, o)
}

// Released says what Down did.
type Released struct {
	Stopped bool  `json:"stopped"`
	Users   []int `json:"users,omitempty"` // processes that keep the server up
}

// String says it to a person.
func (r Released) String() string {
	switch {
	case r.Stopped:
		return "Postgres has stopped."
	case len(r.Users) == 0:
		return "Postgres did not run."
	}
	return "Postgres goes on until these processes end: " + strings.Trim(fmt.Sprint(r.Users), "[]")
}

// Down takes the hold of Up away and stops Postgres if nobody uses it.
func Down(ctx context.Context, o Options) (Released, error) {
	r, err := pgembed.Release(ctx, pgembedOptions(o))
	return Released{Stopped: r.Stopped, Users: r.Users}, err
}
