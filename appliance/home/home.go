// Package home is the one folder in which everything that ercheck keeps lives:
// where it is by default and what is called how inside.
//
//	home.json    the format of all this (format.go)
//	history.db   runs, cells and texts (SQLite)
//	responses/   what models answered, so that nothing is paid twice
//	exports/     how exported prompts were made, for responses that come later
//	reports/     the reports that were written without -o
//	pg/          Postgres files and data, unless the server's user cannot enter
//	pg.json      where they are then
//
// It opens none of it but home.json: it takes older formats forward and refuses
// newer ones.
package home

import (
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
)

// Home is the folder's absolute path.
type Home string

// Resolve gives the home: the flag's value, else ERCHECK_HOME, else the
// platform's folder for application data. It creates nothing.
func Resolve(flag string, env func(string) string) (Home, error) {
	for _, given := range []string{flag, env("ERCHECK_HOME")} {
		if given != "" {
			return absolute(given)
		}
	}
	base, err := dataFolder(runtime.GOOS, env)
	if err != nil {
		return "", err
	}
	return absolute(filepath.Join(base, "ercheck"))
}

func absolute(path string) (Home, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", &Error{Path: path, Err: err}
	}
	return Home(abs), nil
}

// dataFolder is where a platform's programs keep their data.
func dataFolder(goos string, env func(string) string) (string, error) {
	switch goos {
	case "windows":
		if dir := env("LocalAppData"); dir != "" {
			return dir, nil
		}
	case "darwin":
		if dir := userFolder(env); dir != "" {
			return filepath.Join(dir, "Library", "Application Support"), nil
		}
	default:
		if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return dir, nil
		}
		if dir := userFolder(env); dir != "" {
			return filepath.Join(dir, ".local", "share"), nil
		}
	}
	return "", &Error{Err: errors.New("this account has no folder for application data")}
}

// userFolder is the account's own: HOME, else what the system knows of it.
func userFolder(env func(string) string) string {
	if dir := env("HOME"); dir != "" {
		return dir
	}
	if u, err := user.Current(); err == nil {
		return u.HomeDir
	}
	return ""
}

// Create makes the folder, and the one for reports, checks that files can be
// written there, and brings what is there to this program's format. The error is
// an *Error or a *FormatError.
func (h Home) Create() error {
	if found, err := h.ReadFormat(); err != nil || found > Format {
		return h.settle(steps, Format) // nothing may be made in it
	}
	if err := os.MkdirAll(h.Reports(), 0o755); err != nil {
		return &Error{Path: string(h), Err: err}
	}
	probe, err := os.CreateTemp(string(h), probeName+"*")
	if err != nil {
		return &Error{Path: string(h), Err: err}
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return &Error{Path: string(h), Err: err}
	}
	return h.settle(steps, Format)
}

// History is the path of the run history.
func (h Home) History() string { return filepath.Join(string(h), historyName) }

// Names in the home.
const (
	historyName   = "history.db"
	reportsName   = "reports"
	responsesName = "responses"
	exportsName   = "exports"
	probeName     = ".probe-" // and some digits
)

// Reports is the folder of reports written without a path.
func (h Home) Reports() string { return filepath.Join(string(h), reportsName) }

// Responses is the folder of models' responses, which is made when there is one.
func (h Home) Responses() string { return filepath.Join(string(h), responsesName) }

// Exports is the folder of what is kept of exported prompts.
func (h Home) Exports() string { return filepath.Join(string(h), exportsName) }

// Export is the file of one export.
func (h Home) Export(id string) string { return filepath.Join(h.Exports(), id+".json") }

// Report is the path of a run's report in a format.
func (h Home) Report(run, format string) string {
	return filepath.Join(h.Reports(), run+"."+format)
}

// Error says that the home cannot be used.
type Error struct {
	Path   string
	Err    error
	Advice string // "" = name another folder
}

// Error gives path and reason.
func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("no home folder: %v", e.Err)
	}
	return fmt.Sprintf("the home folder %s cannot be used: %v", e.Path, e.Err)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *Error) Hint() string {
	if e.Advice != "" {
		return e.Advice
	}
	return "name a folder that can be written with --home or ERCHECK_HOME"
}
