//go:build unix

package pgembed_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ercheck/pgembed"
)

const nobody = 65534

// onlyAsRoot skips what only root meets.
func onlyAsRoot(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("this is about processes of root")
	}
}

func TestRootWithAHomeThatOthersCannotEnter(t *testing.T) {
	t.Parallel()
	onlyAsRoot(t)
	dir := t.TempDir() // mode 0700, as /root has
	o := at(t, dir, "home")
	s := mustOpen(t, o)
	info := s.Info()
	if filepath.Dir(info.Root) != "/var/lib/ercheck" || len(filepath.Base(info.Root)) != 16 {
		t.Errorf("the server root is %s", info.Root)
	}
	if !strings.Contains(read(t, info.Root, "marker"), o.Home) || !strings.Contains(read(t, o.Home, "pg.json"), info.Root) {
		t.Error("home and server root do not name each other")
	}
	if owner(t, text("/proc/%d", info.PID)) != nobody || owner(t, info.DataDir) != nobody || owner(t, info.Bin) != 0 || owner(t, o.Home) != 0 {
		t.Error("owners: wanted nobody for server and data, root for the rest")
	}
	mustQuery(t, s, "CREATE TABLE kept AS SELECT 7 AS x")
	mustClose(t, s)
	// The root that was chosen stays, also when the home could be entered now.
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(dir), 0o711); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, o)
	if s.Info().Root != info.Root {
		t.Errorf("the server root moved to %s", s.Info().Root)
	}
	mustClose(t, s)
	movedTogether(t, o, dir, info.Root)
}

// movedTogether: a home that gets another name keeps its server root.
func movedTogether(t *testing.T, o pgembed.Options, dir, root string) {
	t.Helper()
	if err := os.Rename(o.Home, filepath.Join(dir, "other")); err != nil {
		t.Fatal(err)
	}
	moved := at(t, dir, "other")
	s := mustOpen(t, moved)
	if s.Info().Root != root || mustQuery(t, s, "SELECT x FROM kept") != "7" {
		t.Errorf("the server root is %s, wanted %s", s.Info().Root, root)
	}
	mustClose(t, s)
	if err := pgembed.Remove(t.Context(), moved); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(root); err == nil {
		t.Error("the server root is still there")
	}
}

func TestUserOfTheServer(t *testing.T) {
	t.Parallel()
	onlyAsRoot(t)
	o := newHome(t)
	for user, want := range map[string]string{"root": "Postgres does not run as root", "no such user": "unknown user"} {
		o.Env = withEnv("ERCHECK_PG_USER="+user, "HOME="+os.Getenv("HOME"))
		_, err := pgembed.Open(t.Context(), o)
		wantError(t, err, want, "ERCHECK_PG_USER")
	}
	o.Env = withEnv("ERCHECK_PG_USER=daemon", "HOME="+os.Getenv("HOME"))
	s := mustOpen(t, o)
	if got := owner(t, text("/proc/%d", s.Info().PID)); got != plainID {
		t.Errorf("the server runs as user %d", got)
	}
	mustClose(t, s)
	o.Env = withEnv("HOME=" + os.Getenv("HOME")) // the owner of the data stays the server's user
	s = mustOpen(t, o)
	if got := owner(t, text("/proc/%d", s.Info().PID)); got != plainID {
		t.Errorf("the server runs as user %d", got)
	}
}
