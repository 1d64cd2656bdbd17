//go:build unix

package pgembed_test

import (
	"os"
	"path/filepath"
	"testing"

	"ercheck/pgembed"
)

func examine(t *testing.T, o pgembed.Options) pgembed.Examination {
	t.Helper()
	e, err := pgembed.Examine(o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Examine says what is there and changes nothing.
func TestExamine(t *testing.T) {
	t.Parallel()
	o := newHome(t)
	if e := examine(t, o); e != (pgembed.Examination{}) {
		t.Errorf("a home that is not there: %+v", e)
	}
	if _, err := os.Stat(o.Home); !os.IsNotExist(err) {
		t.Errorf("the home was made: %v", err)
	}
	s := mustOpen(t, o)
	e := examine(t, o)
	if !e.Ours || e.Root != s.Info().Root || e.Data != s.Info().DataDir || e.Log != s.Info().LogFile || e.Free == 0 || e.Stale != 0 {
		t.Errorf("a running server: %+v", e)
	}
	if (e.User != "") != (os.Geteuid() == 0) {
		t.Errorf("the server's user is %q", e.User)
	}
	mustClose(t, s)
	write(t, "999999999\n", e.Data, "postmaster.pid")
	if e := examine(t, o); e.Stale != 999999999 {
		t.Errorf("a stale pid file: %+v", e)
	}
	if err := os.Remove(filepath.Join(e.Root, "marker")); err != nil {
		t.Fatal(err)
	}
	if e := examine(t, o); e.Ours || e.Stale != 0 {
		t.Errorf("without a marker: %+v", e)
	}
	write(t, "{\"ercheck_home\": \""+filepath.Dir(e.Root)+"\"}", e.Root, "marker")
}
