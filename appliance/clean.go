package appliance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"ercheck/appliance/history"
	"ercheck/appliance/home"
	"ercheck/pgembed"
)

// Part is something that a home keeps.
type Part struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Bytes   int64  `json:"bytes"`
	Rebuilt bool   `json:"can_be_rebuilt"` // Clean removes it
	Detail  string `json:"detail,omitempty"`
	files   []string
}

// Parts lists what a home keeps, and which of it can be made again: the server's
// programs, the stored instances, and reports of runs that are in the history; and
// what killed processes left. formats are those in which reports can be made. It
// changes nothing in a home that this ercheck can use.
func Parts(ctx context.Context, o Options, formats []string) ([]Part, error) {
	if err := usable(o.Home); err != nil {
		return nil, err
	}
	entries, err := o.Home.Entries()
	if err != nil {
		return nil, err
	}
	server, err := serverParts(o)
	if err != nil {
		return nil, err
	}
	unfinished, err := o.Home.Unfinished()
	if err != nil {
		return nil, err
	}
	reports, err := reportParts(ctx, o.Home, formats, unfinished)
	if err != nil {
		return nil, err
	}
	kept := Part{Name: "history", Path: o.Home.History(), Detail: "runs, answers and what they cost"}
	all := slices.Concat(server, reports, leftParts(o.Home, unfinished))
	for _, e := range entries {
		switch e.Bytes -= bytesWithin(e, unfinished); {
		case isAmong(e, unfinished):
		case e.OfHistory():
			kept.Bytes += e.Bytes
		case e.OfServer(), e.OfFormat(), e.Path == o.Home.Reports():
		default:
			all = append(all, Part{Name: e.Name, Path: e.Path, Bytes: e.Bytes})
		}
	}
	if kept.Bytes > 0 {
		all = append(all, kept)
	}
	return all, nil
}

// leftParts has the unfinished files that nobody will finish.
func leftParts(h home.Home, unfinished []home.Entry) []Part {
	left := Part{Name: "leftovers", Path: string(h), Rebuilt: true, Detail: "unfinished files of processes that were killed"}
	for _, u := range unfinished {
		if u.Left() {
			left.files, left.Bytes = append(left.files, u.Path), left.Bytes+u.Bytes
		}
	}
	if len(left.files) == 0 {
		return nil
	}
	return []Part{left}
}

func bytesWithin(e home.Entry, unfinished []home.Entry) (sum int64) {
	for _, u := range unfinished {
		if u.Within(e) {
			sum += u.Bytes
		}
	}
	return sum
}

func isAmong(e home.Entry, all []home.Entry) bool {
	return slices.ContainsFunc(all, func(other home.Entry) bool { return other.Path == e.Path })
}

// usable refuses a home of a newer format; one that is not there yet is fine.
func usable(h home.Home) error {
	found, err := h.ReadFormat()
	if err == nil && found > home.Format {
		err = &home.FormatError{Home: h, Found: found, Known: home.Format}
	}
	return err
}

func serverParts(o Options) ([]Part, error) {
	e, err := pgembed.Examine(pgembedOptions(o))
	if err != nil || !e.Ours {
		return nil, err
	}
	all := []Part{
		{Name: "databases", Path: e.Data, Bytes: home.Size(e.Data), Rebuilt: true, Detail: "stored instances; each is built again when it is needed"},
		{Name: "programs", Path: e.Programs, Bytes: home.Size(e.Programs), Rebuilt: true, Detail: "Postgres, unpacked"},
		{Name: "server log", Path: e.Log, Bytes: home.Size(e.Log), Rebuilt: true},
	}
	return slices.DeleteFunc(all, func(p Part) bool { return p.Bytes == 0 }), nil
}

// reportParts parts the reports that can be written again from those that
// cannot: of runs that are not in the history, and files of other names.
func reportParts(ctx context.Context, h home.Home, formats []string, unfinished []home.Entry) ([]Part, error) {
	files, err := h.ReportFiles()
	files = slices.DeleteFunc(files, func(f home.Entry) bool { return isAmong(f, unfinished) })
	if err != nil || len(files) == 0 {
		return nil, err
	}
	known, err := runIDs(ctx, h)
	again := Part{Name: "reports", Path: h.Reports(), Rebuilt: true, Detail: "of runs in the history: ercheck report writes them again"}
	kept := Part{Name: "other reports", Path: h.Reports(), Detail: "of runs that are not in the history, or not ercheck's"}
	if err != nil {
		kept.Detail = "the history cannot be read, so that they could not be written again"
	}
	for _, f := range files {
		to := &kept
		if run, format, ok := home.ReportOf(f.Name); ok && known[run] && slices.Contains(formats, format) {
			to = &again
		}
		to.files, to.Bytes = append(to.files, f.Path), to.Bytes+f.Bytes
	}
	return slices.DeleteFunc([]Part{again, kept}, func(p Part) bool { return len(p.files) == 0 }), nil
}

// runIDs are those of the history; none where there is no history.
func runIDs(ctx context.Context, at home.Home) (known map[string]bool, err error) {
	if _, err := os.Stat(at.History()); err != nil {
		return nil, err
	}
	h, err := history.Open(at.History())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	entries, err := h.List(ctx, history.Filter{})
	known = map[string]bool{}
	for _, e := range entries {
		known[e.ID] = true
	}
	return known, err
}

// InUseError refuses to clean a home that is used.
type InUseError struct {
	Home  home.Home
	Users []int // processes; none: the server is kept up
}

// Error says who uses it.
func (e *InUseError) Error() string {
	if len(e.Users) == 0 {
		return fmt.Sprintf("the home folder %s is in use: its server is kept up", e.Home)
	}
	return fmt.Sprintf("the home folder %s is in use by these processes: %v", e.Home, e.Users)
}

// Hint says what to do.
func (e *InUseError) Hint() string {
	if len(e.Users) == 0 {
		return "ercheck down ends it"
	}
	return "let them end, or end them"
}

// Removable are the parts that Clean would remove.
func Removable(ctx context.Context, o Options, formats []string) ([]Part, error) {
	parts, err := Parts(ctx, o, formats)
	return slices.DeleteFunc(parts, func(p Part) bool { return !p.Rebuilt }), err
}

// Clean removes the parts that can be made again, and gives them; nothing while
// another process uses the server, or it is kept up. Only a server root with our
// marker, and files of the names that this program gives, are ever removed.
func Clean(ctx context.Context, o Options, formats []string) ([]Part, error) {
	removed, err := Removable(ctx, o, formats)
	if err != nil {
		return nil, err
	}
	if err := unused(ctx, o); err != nil {
		return nil, err
	}
	if err := pgembed.Remove(ctx, pgembedOptions(o)); err != nil {
		return nil, err
	}
	for _, p := range removed {
		for _, file := range p.files {
			if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
				return nil, fmt.Errorf("remove a report or leftover: %w", err)
			}
		}
	}
	return removed, nil
}

// unused refuses a server that somebody needs. Remove looks again, under the
// server's own lock, for processes that come meanwhile.
func unused(ctx context.Context, o Options) error {
	info, running, err := pgembed.Status(ctx, pgembedOptions(o))
	if err != nil {
		return err
	}
	if running && (info.Held || len(info.Users) > 0) {
		return &InUseError{o.Home, info.Users}
	}
	return nil
}
