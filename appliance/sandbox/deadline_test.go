//go:build unix

package sandbox

import (
	"context"
	"syscall"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// TestBackendThatCannotBeInterrupted: the server's timeout does not strike, as
// in a computation that never looks at signals. The client gives up, the cell
// has its outcome, and the next one runs.
func TestBackendThatCannotBeInterrupted(t *testing.T) {
	f := sharedFixture(t)
	limits := quick()
	limits.Timeout = 300 * time.Millisecond
	box := f.box(t, limits)
	c, err := box.pool.acquire(context.Background(), box.role)
	if err != nil {
		t.Fatal(err)
	}
	pid := int(c.pg.PID())
	box.pool.release(c, true)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGCONT)
	r := run1(t, box, "SELECT 1")
	if r.Outcome != record.Timeout || r.Duration > limits.Timeout+2*Grace {
		t.Errorf("%+v", r)
	}
	want(t, box, "SELECT 1")
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	box.pool.Close()
	f.nobodyLeft(t)
}
