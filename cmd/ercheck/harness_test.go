package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ercheck/pgembed"
	"ercheck/pgembed/pgtest"
)

// programs are what the test binary is when it is called by another name.
var programs = map[string]func(){"ercheck": main}

// TestMain lets the test binary be ercheck when it is called by that name, so
// that scripts and signals meet the real program.
func TestMain(m *testing.M) { testscript.Main(suite{m}, programs) }

// suite runs the tests and takes the shared home away after them.
type suite struct{ m *testing.M }

func (s suite) Run() int {
	code := s.m.Run()
	if err := shared.close(); err != nil {
		fmt.Fprintln(os.Stderr, "the shared home stays:", err)
		code = max(code, 1)
	}
	return code
}

// sharedHome is the one home of all tests that need no other. Its Postgres is up
// while the tests run, so that each command attaches to it.
type sharedHome struct {
	once   sync.Once
	folder string
	server *pgembed.Server
	err    error
}

var shared sharedHome

func (h *sharedHome) open() {
	if h.folder, h.err = pgtest.Folder(); h.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	h.server, h.err = pgembed.Open(ctx, pgembed.Options{Home: h.folder})
}

func (h *sharedHome) close() error {
	if h.folder == "" {
		return nil
	}
	var err error
	if h.server != nil {
		err = h.server.Close()
	}
	return errors.Join(err, removeHome(h.folder))
}

// testHome gives the shared home's folder.
func testHome(t testing.TB) string {
	t.Helper()
	shared.once.Do(shared.open)
	if shared.err != nil {
		t.Fatalf("no Postgres for the tests: %v\n%s", shared.err, hintOf(shared.err))
	}
	return shared.folder
}

// ownHome is an empty home for one test, which the server's user can enter.
func ownHome(t testing.TB) string {
	t.Helper()
	folder, err := pgtest.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := removeHome(folder); err != nil {
			t.Errorf("the test's home stays: %v", err)
		}
	})
	return folder
}

func removeHome(folder string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return errors.Join(pgembed.Remove(ctx, pgembed.Options{Home: folder}), os.RemoveAll(folder))
}

// outcome is what a call of the program gave.
type outcome struct {
	exit     int
	out, err string
}

// program calls the program as a function, with a clock that stands still and
// no terminal.
func program(t testing.TB, home string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	env := Env{
		Stdin: bytes.NewReader(nil), Stdout: &out, Stderr: &errs,
		Now: func() time.Time { return time.Unix(0, 0) },
		Getenv: func(name string) string {
			if name == "ERCHECK_HOME" {
				return home
			}
			return os.Getenv(name)
		},
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	exit := run(ctx, env, args)
	return outcome{exit, out.String(), errs.String()}
}

// document calls the program, which must end with exit, and reads its one JSON
// document into v.
func document(t testing.TB, home string, exit int, v any, args ...string) {
	t.Helper()
	got := program(t, home, args...)
	if got.exit != exit {
		t.Fatalf("ercheck %q: exit code %d, not %d\n%s%s", args, got.exit, exit, got.out, got.err)
	}
	if err := json.Unmarshal([]byte(got.out), v); err != nil {
		t.Fatalf("ercheck %q: standard output is not one JSON document: %v\n%s", args, err, got.out)
	}
}

func TestScripts(t *testing.T) {
	folder := testHome(t)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("ERCHECK_HOME", folder)
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CACHE_HOME", cache)
			for _, name := range []string{"ERCHECK_PG", "ERCHECK_PG_BIN", "ERCHECK_PG_USER"} {
				e.Setenv(name, os.Getenv(name))
			}
			fresh, err := pgtest.Folder()
			if err != nil {
				return err
			}
			e.Setenv("FRESH", fresh)
			e.Defer(func() {
				if err := removeHome(fresh); err != nil {
					e.T().Fatal("the script's home stays:", err)
				}
			})
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"capture": captureCommand,
			"exits":   exitsCommand,
			"expand":  expandCommand,
			"mask":    maskCommand,
		},
	})
}

// captureCommand is "capture NAME REGEXP": the first group of a match in the
// last standard output becomes the variable NAME.
func captureCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture NAME REGEXP")
	}
	match := regexp.MustCompile(args[1]).FindStringSubmatch(ts.ReadFile("stdout"))
	if len(match) < 2 {
		ts.Fatalf("nothing in the output fits %s", args[1])
	}
	ts.Setenv(args[0], match[1])
}

// expandCommand is "expand FILE": variables in the file are replaced by their
// values.
func expandCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: expand FILE")
	}
	text := os.Expand(ts.ReadFile(args[0]), ts.Getenv)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o600))
}

// exitsCommand is "exits CODE COMMAND …": the command must end with that code.
func exitsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND …")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = "none: " + err.Error()
		if code := regexp.MustCompile(`^exit status (\d+)$`).FindStringSubmatch(err.Error()); code != nil {
			got = code[1]
		}
	}
	if got != args[0] {
		ts.Fatalf("exit code %s, not %s", got, args[0])
	}
}

// maskCommand is "mask FILE": figures of time in it become 0.
func maskCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mask FILE")
	}
	path := filepath.Clean(ts.MkAbs(args[0]))
	ts.Check(os.WriteFile(path, []byte(maskTimes(ts.ReadFile(args[0]))), 0o600))
}

var times = regexp.MustCompile(`("seconds": )[0-9.e-]+`)

// maskTimes makes two outputs of the same call equal.
func maskTimes(s string) string { return times.ReplaceAllString(s, "${1}0") }
