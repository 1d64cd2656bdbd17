//go:build unix

package sandbox

import (
	"context"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestServerCrashes: a backend killed by kill -9, as by the system's
// out-of-memory killer, takes all sessions of the server with it. The statement
// meets a fault, and the next one waits until the server has recovered.
func TestServerCrashes(t *testing.T) {
	f := sharedFixture(t)
	box := f.box(t, Default())
	idle := f.box(t, Default())
	want(t, idle, "SELECT 1")
	c, err := box.pool.acquire(context.Background(), box.role)
	if err != nil {
		t.Fatal(err)
	}
	pid := int(c.pg.PID())
	box.pool.release(c, true)
	time.AfterFunc(200*time.Millisecond, func() {
		if title := f.text(t, "SELECT usename FROM pg_stat_activity WHERE pid = $1", strconv.Itoa(pid)); title == f.roles[ownSchema].Name {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	mustFault(t, box, "SELECT count(*) FROM account a, account b, account c, account d WHERE a.price + b.price + c.price + d.price < 0", Gone)
	want(t, box, "SELECT count(*) FROM account")
	mustFault(t, idle, "SELECT 1", Gone) // its only session ended with the others
	want(t, idle, "SELECT count(*) FROM account")
}
