//go:build unix

package pgembed_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ercheck/pgembed"
)

func TestAwkwardPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"it's \"quoted\" with space", "$(touch trace) `touch trace` $HOME \\;touch trace;",
		"-Größe 数据 🐘 % & | < > * ? [x] {y} #", "invalid \xff utf-8",
	} {
		dir := folder(t)
		s := mustOpen(t, at(t, dir, name))
		if got := mustQuery(t, s, "SELECT count(*) FROM pg_class WHERE relname = 'pg_proc'"); got != "1" {
			t.Errorf("%q: %q", name, got)
		}
		mustClose(t, s)
		noTrace(t, dir)
	}
}

// noTrace fails if a shell ran a part of a path.
func noTrace(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, _ fs.DirEntry, err error) error {
		if filepath.Base(name) == "trace" {
			t.Errorf("a shell made %s", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLongestPath(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	rest := 900 - len("/pg") - len(dir) - 1
	long := strings.Repeat(strings.Repeat("d", 99)+"/", rest/100) + strings.Repeat("e", max(1, rest%100))
	mustQuery(t, mustOpen(t, at(t, dir, long)), "SELECT 1")
	for _, home := range []string{long + "ffff", strings.Repeat("d/", 3000), strings.Repeat("d", 300)} {
		_, err := pgembed.Open(t.Context(), pgembed.Options{Home: filepath.Join(dir, home)})
		wantError(t, err, "shorter home")
	}
}

func TestHomeThroughALink(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	o := at(t, dir, "real")
	s := mustOpen(t, o)
	link := filepath.Join(dir, "link")
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	second := mustOpen(t, pgembed.Options{Home: link})
	if second.Info().PID != s.Info().PID {
		t.Error("a link to the home is another home")
	}
	mustClose(t, second)
}

func TestMovedHome(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	s := mustOpen(t, at(t, dir, "before"))
	mustQuery(t, s, "CREATE TABLE kept AS SELECT 7 AS x")
	mustClose(t, s)
	if err := os.Rename(filepath.Join(dir, "before"), filepath.Join(dir, "after")); err != nil {
		t.Fatal(err)
	}
	moved := mustOpen(t, at(t, dir, "after"))
	if got := mustQuery(t, moved, "SELECT x FROM kept"); got != "7" {
		t.Errorf("the data are %q", got)
	}
}

func TestRefusedHomes(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	write(t, "x", dir, "file")
	if err := os.MkdirAll(filepath.Join(dir, "foreign", "pg"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, "precious", dir, "foreign", "pg", "data")
	for home, want := range map[string]string{
		"":                            "no folder was named",
		filepath.Join(dir, "file"):    "not a directory",
		filepath.Join(dir, "foreign"): "not ercheck's",
		filepath.Join(dir, "a\nb"):    "line break",
	} {
		_, err := pgembed.Open(t.Context(), pgembed.Options{Home: home})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", home, err)
		}
	}
	if got := read(t, dir, "foreign", "pg", "data"); got != "precious" {
		t.Errorf("a foreign file is now %q", got)
	}
	if err := pgembed.Remove(t.Context(), pgembed.Options{Home: filepath.Join(dir, "foreign")}); err != nil {
		t.Error(err)
	}
	if got := read(t, dir, "foreign", "pg", "data"); got != "precious" {
		t.Errorf("a foreign file is now %q", got)
	}
}

// asPlainUser lets a child run as an unprivileged user: this one, or for root
// the user daemon. The test binary must be where that user can reach it.
func asPlainUser(t *testing.T, dir string) func(*exec.Cmd) {
	t.Helper()
	binary := filepath.Join(dir, "test-binary")
	// Another process copies it: a file that this one had open for writing while a
	// parallel test forked would be "text file busy".
	if out, err := exec.Command("cp", os.Args[0], binary).CombinedOutput(); err != nil {
		t.Fatalf("copy the test binary: %v %s", err, out)
	}
	if err := os.Chmod(binary, 0o755); err != nil {
		t.Fatal(err)
	}
	return func(cmd *exec.Cmd) {
		cmd.Path, cmd.Dir = binary, dir
		cmd.Env = append(cmd.Env, "HOME="+dir, "XDG_CACHE_HOME=", "TMPDIR=")
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: plainID, Gid: plainID}}
		}
	}
}

// plainID is the user daemon's, and its group's, on every Unix system.
const plainID = 1

func owner(t *testing.T, name string) int {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	return int(info.Sys().(*syscall.Stat_t).Uid)
}

func TestPlainUser(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	user := asPlainUser(t, dir)
	o := at(t, dir, "home $(touch trace)")
	c := start(t, "use", o, user)
	r := c.mustNext(t)
	if owner(t, r.Info.DataDir) != r.UID || owner(t, text("/proc/%d", r.Info.PID)) != r.UID || r.UID == 0 {
		t.Errorf("not all is user %d's: %+v", r.UID, r.Info)
	}
	c.finish(t)
	// Root may open the home of another user, who can still use it afterwards.
	mustClose(t, mustOpen(t, o))
	c = start(t, "use", o, user)
	if again := c.mustNext(t); again.UID != r.UID {
		t.Errorf("as user %d, wanted %d", again.UID, r.UID)
	}
	c.finish(t)
	noTrace(t, dir)
}

func TestReadOnlyHome(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	user := asPlainUser(t, dir)
	for _, name := range []string{"home", "a/b/home"} {
		home := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(home), 0o755); err != nil {
			t.Fatal(err)
		}
		if name == "home" {
			if err := os.Mkdir(home, 0o555); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Chmod(filepath.Dir(home), 0o555); err != nil {
			t.Fatal(err)
		}
		c := start(t, "use", pgembed.Options{Home: home}, user)
		r, ok := c.next(t)
		if !ok || !strings.Contains(r.Error, "permission denied") || !strings.Contains(r.Hint, "--home") {
			t.Errorf("%s: %+v", name, r)
		}
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
}
