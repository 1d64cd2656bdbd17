package appliance

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ercheck/catalog"
	"ercheck/pgembed"
)

// Diagnosis is what one check of a home found.
type Diagnosis struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`
	Mend   string `json:"mend"` // what to do; "" when nothing need be done
}

// Checkup is one check. It gives more than one diagnosis where one look shows
// several things. A check that cannot be made is not OK.
type Checkup func(ctx context.Context) []Diagnosis

// Doctor examines a home in the order in which things are needed. Close must be
// called.
type Doctor struct {
	options Options
	a       *Appliance // nil until the home was found usable
}

// NewDoctor prepares the examination; it opens nothing yet.
func NewDoctor(o Options) *Doctor { return &Doctor{options: o} }

// Close ends what the checks began.
func (d *Doctor) Close() error {
	if d.a == nil {
		return nil
	}
	return d.a.Close()
}

// Checkups are all checks of the home, to be made in this order: later ones use
// what earlier ones opened.
func (d *Doctor) Checkups() []Checkup {
	return []Checkup{d.home, d.space, d.leftovers, d.server, d.databases, d.history, d.domains, d.sandbox}
}

// found makes a diagnosis of an error; nil is OK.
func found(name string, err error, format string, args ...any) Diagnosis {
	if err != nil {
		return Diagnosis{Name: name, Detail: err.Error(), Mend: hint(err)}
	}
	return Diagnosis{Name: name, OK: true, Detail: fmt.Sprintf(format, args...)}
}

// unseen is for what cannot be looked at because of something else.
func unseen(name, because string) Diagnosis {
	return Diagnosis{Name: name, Detail: "not looked at: " + because, Mend: "mend what is wrong above, and ask again"}
}

func hint(err error) string {
	if e, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return e.Hint()
	}
	if e, ok := errors.AsType[*pgembed.Error](err); ok {
		return e.Hint
	}
	return ""
}

// home opens it, which makes it where it is missing, probes that it can be
// written, and reads its format.
func (d *Doctor) home(context.Context) []Diagnosis {
	a, err := Open(d.options)
	if err == nil {
		d.a = a
	}
	return []Diagnosis{found("home", err, "%s can be written", d.options.Home)}
}

// space looks at the disk, the path and the server's user.
func (d *Doctor) space(context.Context) []Diagnosis {
	if d.options.DatabaseURL != "" {
		return nil
	}
	e, err := pgembed.Examine(pgembedOptions(d.options))
	if err != nil {
		return []Diagnosis{found("server folder", err, "")}
	}
	user := "as this user"
	if e.User != "" {
		user = "as user " + e.User + ", since this one is root"
	}
	folder := found("server folder", nil, "%s; Postgres runs %s", e.Root, user)
	const megabyte = 1 << 20
	disk := found("disk space", nil, "%d MB are free at %s", e.Free/megabyte, e.Root)
	if e.Free < pgembed.SpaceNeeded {
		disk.OK, disk.Mend = false, fmt.Sprintf("make room: a server and some data need %d MB; ercheck home clean removes what can be rebuilt", pgembed.SpaceNeeded/megabyte)
	}
	return []Diagnosis{folder, disk}
}

// leftovers looks for what killed processes left. It comes before the server,
// whose start takes it away.
func (d *Doctor) leftovers(ctx context.Context) []Diagnosis {
	const name = "leftovers"
	if d.options.DatabaseURL != "" {
		return nil
	}
	e, err := pgembed.Examine(pgembedOptions(d.options))
	if err != nil {
		return []Diagnosis{found(name, err, "")}
	}
	info, running, err := pgembed.Status(ctx, pgembedOptions(d.options))
	switch {
	case err != nil:
		return []Diagnosis{found(name, err, "")}
	case running && info.Held:
		return []Diagnosis{found(name, nil, "process %d is kept up until ercheck down", info.PID)}
	case running && len(info.Users) == 0:
		return []Diagnosis{found(name, nil, "process %d was left by an ercheck that was killed; the next command takes it over", info.PID)}
	case running:
		return []Diagnosis{found(name, nil, "none; process %d is used by %v", info.PID, info.Users)}
	case e.Stale != 0:
		return []Diagnosis{found(name, nil, "a pid file names process %d, whose server is gone; the next start removes it", e.Stale)}
	}
	return []Diagnosis{found(name, nil, "none")}
}

// server starts Postgres, or attaches to it.
func (d *Doctor) server(ctx context.Context) []Diagnosis {
	if d.a == nil {
		return []Diagnosis{unseen("postgres", "the home cannot be used")}
	}
	status, err := d.a.Server(ctx)
	if err != nil {
		return []Diagnosis{found("postgres", err, "")}
	}
	where := "from " + status.Source
	if status.Note != "" {
		where += " (" + status.Note + ")"
	}
	return []Diagnosis{found("postgres", nil, "Postgres %s %s starts and answers", status.Version, where)}
}

// history opens it and reads all of it.
func (d *Doctor) history(ctx context.Context) []Diagnosis {
	const name = "history"
	if d.a == nil {
		return []Diagnosis{unseen(name, "the home cannot be used")}
	}
	h, err := d.a.openHistory()
	if err != nil {
		return []Diagnosis{found(name, err, "")}
	}
	if err := h.Check(ctx); err != nil {
		return []Diagnosis{found(name, err, "")}
	}
	runs, err := d.a.Runs(ctx)
	bytes := int64(0)
	if info, err := os.Stat(h.Path()); err == nil {
		bytes = info.Size()
	}
	return []Diagnosis{found(name, err, "runs: %d, in %d kB, whole", len(runs), bytes>>10)}
}

// domains loads each built-in model and makes its variants.
func (d *Doctor) domains(context.Context) []Diagnosis {
	for _, name := range catalog.Names() {
		domain, err := catalog.Load(name)
		if err == nil {
			_, err = Presets(domain)
		}
		if err != nil {
			return []Diagnosis{found("domains", fmt.Errorf("%s: %w", name, err), "")}
		}
	}
	return []Diagnosis{found("domains", nil, "%v load, with their variants", catalog.Names())}
}
