//go:build unix

package pgembed_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/pgembed"
	"ercheck/pgembed/pgtest"
)

// TestMain is also the other processes of these tests: with PGEMBED_CHILD set
// it does what that says with the home PGEMBED_HOME.
func TestMain(m *testing.M) {
	switch os.Getenv("PGEMBED_CHILD") {
	case "":
		code := m.Run()
		if err := os.RemoveAll(sharedPrograms.folder); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = max(code, 1)
		}
		os.Exit(code)
	case "use":
		childUse()
	case "churn":
		childChurn()
	case "remove":
		say(pgembed.Info{}, pgembed.Remove(context.Background(), pgembed.Options{Home: os.Getenv("PGEMBED_HOME")}))
	}
}

// report is what a child says, as one line of JSON.
type report struct {
	Info  pgembed.Info
	Error string
	Hint  string
	UID   int
}

func say(info pgembed.Info, err error) {
	r := report{Info: info, UID: os.Getuid()}
	if err != nil {
		r.Error = err.Error()
	}
	var ours *pgembed.Error
	if errors.As(err, &ours) {
		r.Hint = ours.Hint
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		panic(err)
	}
}

// childUse opens the home, says so, closes it when its input ends, says so.
func childUse() {
	s, err := pgembed.Open(context.Background(), pgembed.Options{Home: os.Getenv("PGEMBED_HOME")})
	if err != nil {
		say(pgembed.Info{}, err)
		return
	}
	say(s.Info(), nil)
	_, err = io.Copy(io.Discard, os.Stdin)
	say(s.Info(), errors.Join(err, s.Close()))
}

// childChurn opens, queries and closes the home again and again.
func childChurn() {
	for range 6 {
		s, err := pgembed.Open(context.Background(), pgembed.Options{Home: os.Getenv("PGEMBED_HOME")})
		if err != nil {
			say(pgembed.Info{}, err)
			continue
		}
		_, err = query(s.URL("postgres"), "SELECT count(*) FROM pg_class")
		say(s.Info(), errors.Join(err, s.Close()))
	}
}

// child is a process of this test binary.
type child struct {
	*exec.Cmd
	input  io.Closer
	output *bufio.Scanner
}

// start runs this test binary as a child, with o's home and named programs.
// change may set its user.
func start(t *testing.T, what string, o pgembed.Options, change func(*exec.Cmd)) *child {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PGEMBED_CHILD="+what, "PGEMBED_HOME="+o.Home)
	if o.Env != nil {
		cmd.Env = append(cmd.Env, "ERCHECK_PG="+o.Env("ERCHECK_PG"), "ERCHECK_PG_BIN="+o.Env("ERCHECK_PG_BIN"))
	}
	cmd.Stderr = os.Stderr
	if change != nil {
		change(cmd)
	}
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return &child{cmd, input, bufio.NewScanner(output)}
}

// next is the child's next report; false at its end.
func (c *child) next(t *testing.T) (report, bool) {
	t.Helper()
	var r report
	if !c.output.Scan() {
		return r, false
	}
	if err := json.Unmarshal(c.output.Bytes(), &r); err != nil {
		t.Fatalf("a child says %q: %v", c.output.Text(), err)
	}
	return r, true
}

// mustNext is the next report, which must be there and without an error.
func (c *child) mustNext(t *testing.T) report {
	t.Helper()
	r, ok := c.next(t)
	if !ok || r.Error != "" {
		t.Fatalf("the child fails: %+v", r)
	}
	return r
}

// finish lets a child that uses a home close it.
func (c *child) finish(t *testing.T) {
	t.Helper()
	if err := c.input.Close(); err != nil {
		t.Fatal(err)
	}
	c.mustNext(t)
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
}

// kill ends a child as kill -9 does.
func (c *child) kill(t *testing.T) {
	t.Helper()
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
}

// sharedPrograms are the pinned build, unpacked once for the tests that are not
// about its way into a home.
var sharedPrograms struct {
	once        sync.Once
	folder, bin string
}

// newHome is a home whose programs are named, below a folder that every user
// can enter.
func newHome(t *testing.T) pgembed.Options {
	t.Helper()
	sharedPrograms.once.Do(func() {
		dir, err := pgtest.Folder()
		if err != nil {
			t.Fatal(err)
		}
		sharedPrograms.folder, sharedPrograms.bin = dir, programs(t, filepath.Join(dir, "shared"))
	})
	o := newPinnedHome(t)
	o.Env = func(name string) string {
		switch name {
		case "ERCHECK_PG":
			return ""
		case "ERCHECK_PG_BIN":
			return sharedPrograms.bin
		}
		return os.Getenv(name)
	}
	return o
}

// newPinnedHome is a home that finds its programs as a user's home does.
// Whatever a test leaves there is stopped and removed after it.
func newPinnedHome(t *testing.T) pgembed.Options {
	t.Helper()
	return at(t, folder(t), "home")
}

// at gives options for a home at this path below a folder of the test.
func at(t *testing.T, dir, name string) pgembed.Options {
	t.Helper()
	o := pgembed.Options{Home: filepath.Join(dir, name), Log: t.Logf}
	t.Cleanup(func() {
		if err := pgembed.Remove(context.Background(), o); err != nil {
			t.Errorf("remove the home: %v", err)
		}
	})
	return o
}

func folder(t *testing.T) string {
	t.Helper()
	dir, err := pgtest.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("remove the folder: %v", err)
		}
	})
	return dir
}

func mustOpen(t *testing.T, o pgembed.Options) *pgembed.Server {
	t.Helper()
	s, err := pgembed.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func mustClose(t *testing.T, s *pgembed.Server) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// query runs a statement on a connection of its own and gives its last value.
func query(url, sql string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgconn.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	results, err := conn.Exec(ctx, sql).ReadAll()
	if err != nil {
		return "", err
	}
	last := ""
	for _, r := range results {
		for _, row := range r.Rows {
			last = string(row[len(row)-1])
		}
	}
	return last, nil
}

func mustQuery(t *testing.T, s *pgembed.Server, sql string) string {
	t.Helper()
	value, err := query(s.URL("postgres"), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

// runs says whether the home's server runs.
func runs(t *testing.T, o pgembed.Options) bool {
	t.Helper()
	_, running, err := pgembed.Status(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return running
}

// wantError checks that err is ours, says what it must, and has a hint.
func wantError(t *testing.T, err error, texts ...string) {
	t.Helper()
	var ours *pgembed.Error
	if !errors.As(err, &ours) {
		t.Errorf("got %v (%T), wanted a *pgembed.Error", err, err)
		return
	}
	if ours.Hint == "" {
		t.Errorf("no hint: %v", err)
	}
	for _, text := range texts {
		if !strings.Contains(err.Error()+"\n"+ours.Hint, text) {
			t.Errorf("%q is missing in: %v (%s)", text, err, ours.Hint)
		}
	}
}

// withEnv gives an environment that has PATH and these variables alone.
func withEnv(pairs ...string) func(string) string {
	set := map[string]string{"PATH": os.Getenv("PATH")}
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		set[name] = value
	}
	return func(name string) string { return set[name] }
}

func write(t *testing.T, content string, path ...string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(path...), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func text(format string, args ...any) string { return fmt.Sprintf(format, args...) }
