//go:build unix

package pgembed_test

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"ercheck/pgembed"
	"ercheck/pgembed/internal/proc"
)

func TestOneServerForAllUsers(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	first, second := mustOpen(t, o), mustOpen(t, o)
	a, b := first.Info(), second.Info()
	if !a.Started || b.Started || a.PID != b.PID || a.Port != b.Port {
		t.Errorf("the second did not attach: %+v and %+v", a, b)
	}
	if len(b.Users) != 2 || first.Version() != "18.4" {
		t.Errorf("users %v, version %s", b.Users, first.Version())
	}
	mustClose(t, first)
	mustClose(t, first) // does nothing
	if got := mustQuery(t, second, "SELECT 42"); got != "42" || !runs(t, o) {
		t.Errorf("after the first user left: %q", got)
	}
	mustClose(t, second)
	if runs(t, o) || proc.Alive(a.PID) {
		t.Error("the server outlives its last user")
	}
	if err := second.Restart(t.Context()); err == nil {
		t.Error("a closed server can be restarted")
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	for name, want := range map[string]string{
		"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "on", "synchronous_commit": "off",
		"wal_level": "minimal", "max_wal_senders": "0", "data_checksums": "on", "max_locks_per_transaction": "1024",
		"max_connections": "64", "jit": "off", "password_encryption": "scram-sha-256", "TimeZone": "UTC",
		"server_encoding": "UTF8", "DateStyle": "ISO, MDY", "default_text_search_config": "pg_catalog.english",
	} {
		if got := mustQuery(t, s, "SHOW "+name); got != want {
			t.Errorf("%s = %q, wanted %q", name, got, want)
		}
	}
	if got := mustQuery(t, s, "SELECT datlocprovider::text||datcollate||datctype FROM pg_database WHERE datname='template0'"); got != "cCC" {
		t.Errorf("collation %s", got)
	}
	if got := mustQuery(t, s, "SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules"); got != "scram-sha-256" {
		t.Errorf("ways to log in: %s", got)
	}
	password := read(t, o.Home, "pg.password")
	if _, err := query(strings.Replace(s.URL("postgres"), password, "wrong", 1), "SELECT 1"); err == nil {
		t.Error("any password is accepted")
	}
	info, err := os.Stat(o.Home + "/pg.password")
	if err != nil || info.Mode().Perm() != 0o600 || len(password) < 20 {
		t.Errorf("password of %d letters, mode %v, %v", len(password), info.Mode(), err)
	}
}

func TestStatusStartsNothing(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	if runs(t, o) {
		t.Error("a home that is not there runs")
	}
	if _, err := os.Stat(o.Home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("status made the home: %v", err)
	}
	mustClose(t, mustOpen(t, o))
	info, running, err := pgembed.Status(t.Context(), o)
	if err != nil || running || info.PID != 0 || info.Version != "18.4" || info.DataDir == "" {
		t.Errorf("%+v, %v, %v", info, running, err)
	}
}

func TestHoldAndRelease(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	if r, err := pgembed.Release(t.Context(), o); err != nil || r.Stopped {
		t.Errorf("release without a home: %+v, %v", r, err)
	}
	held, err := pgembed.Hold(t.Context(), o)
	if err != nil || !held.Held || !runs(t, o) {
		t.Fatalf("%+v, %v", held, err)
	}
	s := mustOpen(t, o)
	if s.Info().PID != held.PID {
		t.Error("not the held server")
	}
	mustClose(t, s)
	if !runs(t, o) {
		t.Fatal("the held server was stopped")
	}
	user := start(t, "use", o, nil)
	user.mustNext(t)
	r, err := pgembed.Release(t.Context(), o)
	if err != nil || r.Stopped || len(r.Users) != 1 || r.Users[0] != user.Process.Pid {
		t.Errorf("release beside process %d: %+v, %v", user.Process.Pid, r, err)
	}
	user.finish(t)
	if runs(t, o) {
		t.Error("the last user left a server that is held no more")
	}
	if _, err := pgembed.Hold(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if r, err := pgembed.Release(t.Context(), o); err != nil || !r.Stopped || runs(t, o) {
		t.Errorf("release without users: %+v, %v", r, err)
	}
}

func TestKilledOpenerLeavesAServerThatIsAdopted(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	opener := start(t, "use", o, nil)
	pid := opener.mustNext(t).Info.PID
	opener.kill(t)
	s := mustOpen(t, o)
	if info := s.Info(); info.Started || info.PID != pid || len(info.Users) != 1 {
		t.Errorf("not adopted: %+v, wanted process %d", info, pid)
	}
	mustClose(t, s)
	if runs(t, o) {
		t.Error("the adopted server was not stopped")
	}
}

func TestKilledServer(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	mustQuery(t, s, "CREATE TABLE kept AS SELECT 7 AS x")
	mustQuery(t, s, "CHECKPOINT") // commits are not waited for, so a kill can lose the last ones
	before := s.Info()
	busy := make(chan error)
	go func() {
		_, err := query(s.URL("postgres"), "SELECT count(*) FROM generate_series(1, 30000000)")
		busy <- err
	}()
	time.Sleep(200 * time.Millisecond) // the query is on its way, and outlives the server for a while
	if err := syscall.Kill(before.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-busy // with or without an error: its session may have ended its work
	after := s.Info()
	if after.PID == before.PID || after.Port != before.Port {
		t.Errorf("restarted as %+v, was %+v", after, before)
	}
	if got := mustQuery(t, s, "SELECT x FROM kept"); got != "7" {
		t.Errorf("the data are %q", got)
	}
	if err := s.Restart(t.Context()); err != nil || s.Info().PID != after.PID {
		t.Errorf("restart of a live server: %v", err)
	}
}

func TestEightProcesses(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	var children []*child
	for range 8 {
		children = append(children, start(t, "churn", o, nil))
	}
	opened := 0
	for i, c := range children {
		killed := false
		for {
			r, ok := c.next(t)
			if !ok {
				break
			}
			if r.Error != "" {
				t.Errorf("process %d: %s", i, r.Error)
			}
			opened++
			if i%4 == 3 && opened%3 == 0 {
				killed = true // at any moment: in an open, a query or a close
				_ = c.Process.Kill()
				break
			}
		}
		if err := c.Wait(); err != nil && !killed {
			t.Errorf("process %d: %v", i, err)
		}
	}
	if opened < 36 {
		t.Errorf("%d times opened", opened)
	}
	mustClose(t, mustOpen(t, o))
	if runs(t, o) {
		t.Error("a server is left")
	}
}

func TestPortTakenMeanwhile(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	port := s.Info().Port
	mustClose(t, s)
	other, err := net.Listen("tcp", text("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s = mustOpen(t, o)
	if got := s.Info().Port; got == port {
		t.Errorf("port %d of another program", got)
	}
	mustQuery(t, s, "SELECT 1")
}

func TestOpenCanBeGivenUp(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	for _, wait := range []time.Duration{0, 100 * time.Millisecond, 400 * time.Millisecond, 700 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		s, err := pgembed.Open(ctx, o)
		cancel()
		if err == nil {
			mustClose(t, s)
		} else if !errors.Is(err, context.DeadlineExceeded) && !strings.Contains(err.Error(), "signal: killed") {
			t.Errorf("after %v: %v", wait, err)
		}
		if runs(t, o) {
			t.Errorf("after %v: a server is left", wait)
		}
	}
	mustClose(t, mustOpen(t, o))
}
