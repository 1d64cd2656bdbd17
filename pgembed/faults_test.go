//go:build unix

package pgembed_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ercheck/pgembed"
)

func TestStalePIDFiles(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	data := s.Info().DataDir
	mustClose(t, s)
	// This process lives, and has an id that the file of a server can name.
	recycled := text("%d\n%s\n1700000000\n%d\n\n127.0.0.1\n\nready   \n", os.Getpid(), data, s.Info().Port)
	for name, content := range map[string]string{
		"recycled id": recycled, "empty": "", "cut off": "12", "no number": "x\ny\n",
		"gone": strings.Replace(recycled, strconv.Itoa(os.Getpid()), "999999999", 1), "id 0": "0\n", "negative": "-1\n",
	} {
		write(t, content, data, "postmaster.pid")
		if runs(t, o) {
			t.Errorf("%s: taken for a running server", name)
		}
		s := mustOpen(t, o)
		if !s.Info().Started {
			t.Errorf("%s: attached to nothing", name)
		}
		mustQuery(t, s, "SELECT 1")
		mustClose(t, s)
	}
}

func TestForeignServersStay(t *testing.T) {
	t.Parallel()
	foreign, o := newHome(t), newHome(t)
	other := mustOpen(t, foreign)
	mustClose(t, mustOpen(t, o))
	// A copied home has the password and the pid file of the original.
	write(t, read(t, foreign.Home, "pg.password"), o.Home, "pg.password")
	data := filepath.Join(o.Home, "pg", "data")
	write(t, read(t, other.Info().DataDir, "postmaster.pid")+"\n", data, "postmaster.pid")
	s := mustOpen(t, o)
	if s.Info().PID == other.Info().PID || s.Info().DataDir == other.Info().DataDir {
		t.Errorf("attached to a foreign server: %+v", s.Info())
	}
	mustClose(t, s)
	mustQuery(t, other, "SELECT 1")
}

func TestLostPassword(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	file := filepath.Join(o.Home, "pg.password")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	_, err := pgembed.Open(t.Context(), o)
	wantError(t, err, "password", "other ercheck processes")
	mustClose(t, s)
	if runs(t, o) {
		t.Error("the server was not stopped")
	}
	for _, content := range []string{"", "it's \"new\" $(x) \\ ü\n", "\n\n"} {
		write(t, content, file)
		s := mustOpen(t, o)
		mustQuery(t, s, "SELECT 1")
		mustClose(t, s)
	}
}

func TestLostPasswordOfAnOrphan(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	opener := start(t, "use", o, nil)
	opener.mustNext(t)
	opener.kill(t)
	write(t, "another", o.Home, "pg.password")
	mustQuery(t, mustOpen(t, o), "SELECT 1")
}

func TestDamagedFilesAreMended(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	mended := 0
	o.Log = func(format string, _ ...any) {
		if strings.HasPrefix(format, "mending") {
			mended++
		}
	}
	s := mustOpen(t, o)
	server := filepath.Dir(s.Info().Bin)
	mustClose(t, s)
	if server == "" || filepath.Dir(filepath.Dir(server)) != s.Info().Root {
		t.Fatalf("the programs lie in %s: these tests run with the pinned build", server)
	}
	for i, damage := range []func() error{
		func() error { return os.Remove(filepath.Join(server, "manifest.json")) },
		func() error { return os.Truncate(filepath.Join(server, "bin", "postgres"), 4096) },
		func() error { return os.RemoveAll(filepath.Join(server, "share")) },
		func() error { return overwrite(filepath.Join(server, "bin", "initdb")) },
		func() error { return overwrite(firstOf(filepath.Join(server, "lib", "libcrypto*"))) }, // same length: found when the start fails
	} {
		if err := damage(); err != nil {
			t.Fatal(err)
		}
		s := mustOpen(t, o)
		mustQuery(t, s, "SELECT 1")
		mustClose(t, s)
		if mended != i+1 {
			t.Errorf("damage %d: mended %d times", i, mended)
		}
	}
}

func firstOf(pattern string) string {
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		return pattern
	}
	return found[0]
}

// overwrite changes bytes and keeps the length.
func overwrite(name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteAt([]byte(strings.Repeat("x", 2048)), 0)
	return err
}

func TestFailedStartShowsTheLog(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	mustClose(t, s)
	conf := filepath.Join(s.Info().DataDir, "postgresql.conf")
	good := read(t, conf)
	if err := os.WriteFile(conf, []byte("this is no setting\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := pgembed.Open(t.Context(), o)
	if err == nil || !strings.Contains(err.Error(), "syntax error in file") {
		t.Errorf("the log's end is missing: %v", err)
	}
	if err := os.WriteFile(conf, []byte(good+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustQuery(t, mustOpen(t, o), "SELECT 1")
}

func TestDataOfAnotherVersionStay(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	mustClose(t, s)
	version := filepath.Join(s.Info().DataDir, "PG_VERSION")
	for content, want := range map[string]string{"17\n": "are of version 17", "19\n": "are of version 19"} {
		write(t, content, version)
		_, err := pgembed.Open(t.Context(), o)
		wantError(t, err, want, "--pg-bin", "built again")
	}
	if err := os.Remove(version); err != nil {
		t.Fatal(err)
	}
	_, err := pgembed.Open(t.Context(), o)
	wantError(t, err, "no PG_VERSION")
	write(t, "18\n", version)
	if err := os.Chmod(version, 0o644); err != nil {
		t.Fatal(err)
	}
	mustQuery(t, mustOpen(t, o), "SELECT 1")
}

func TestEnvironmentOfTheServer(t *testing.T) {
	t.Setenv("PGPORT", "1")
	t.Setenv("PGHOST", "example.invalid")
	t.Setenv("PGDATA", "/nowhere")
	t.Setenv("PGOPTIONS", "-c search_path=nowhere")
	t.Setenv("PGTARGETSESSIONATTRS", "standby")
	t.Setenv("OPENAI_API_KEY", "very secret")
	o := newHome(t)
	s := mustOpen(t, o)
	if text, err := os.ReadFile(text("/proc/%d/environ", s.Info().PID)); err == nil && strings.Contains(string(text), "secret") {
		t.Error("the server's environment has this process's secrets")
	}
	mustClose(t, s)
	t.Setenv("PGSERVICE", "none")
	begin := time.Now()
	_, err := pgembed.Open(t.Context(), o)
	wantError(t, err, "PG*", "unset")
	if time.Since(begin) > 30*time.Second {
		t.Error("a variable that keeps clients from connecting is found out by waiting")
	}
	if runs(t, o) {
		t.Error("a server is left")
	}
}

func TestServerThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	s := mustOpen(t, o)
	pid := s.Info().PID
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	continued := time.AfterFunc(time.Second, func() { _ = syscall.Kill(pid, syscall.SIGCONT) })
	defer continued.Stop()
	second := mustOpen(t, o) // waits
	if second.Info().PID != pid {
		t.Error("not the server that was only slow")
	}
}
