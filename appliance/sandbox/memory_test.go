package sandbox

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// peak reads the highest resident memory of a process in bytes, from /proc.
func peak(t *testing.T, pid int) int64 { return statusLine(t, pid, "VmHWM:") }

// statusLine reads a size of /proc/<pid>/status in bytes.
func statusLine(t *testing.T, pid int, name string) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			var kilobytes int64
			if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
				t.Fatal(err)
			}
			return kilobytes << 10
		}
	}
	t.Fatalf("no %s for %d", name, pid)
	return 0
}

// forgetPeak sets the highest resident memory back to what is resident now.
func forgetPeak(t *testing.T, pid int) {
	t.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
}

// TestPeakMemoryOfTheClient: a billion rows, and values of a gigabyte, cost the
// client no more than one value's limit and some buffers.
func TestPeakMemoryOfTheClient(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is no other cheap measure of a process's peak
	}
	f := sharedFixture(t)
	box := f.box(t, Default())
	want(t, box, "SELECT * FROM account")
	for _, sql := range []string{
		"SELECT a.account_id FROM account a, account b, account c", // 10⁹ rows
		"SELECT a.username, b.tags, c.prefs FROM account a, account b, account c",
		"SELECT repeat(repeat('x', 1000000), 300)",
		"SELECT repeat(repeat('x', 1000000), 100)::int",
	} {
		runtime.GC()
		forgetPeak(t, os.Getpid())
		before := peak(t, os.Getpid())
		started := time.Now()
		r := run1(t, box, sql)
		grown := peak(t, os.Getpid()) - before
		t.Logf("%s: %s (%s) in %v, peak of the client %d MB more", sql, r.Outcome, r.Message, time.Since(started).Round(time.Millisecond), grown>>20)
		if r.Outcome != record.Limit && r.Outcome != record.Timeout {
			t.Errorf("%s: %s %s", sql, r.Outcome, r.Message)
		}
		if grown > 100<<20 {
			t.Errorf("%s: the client grew by %d MB", sql, grown>>20)
		}
	}
}

// TestPeakMemoryOfABackend: statements that build one huge value meet the cap,
// and the backend survives.
func TestPeakMemoryOfABackend(t *testing.T) {
	f := sharedFixture(t)
	limits := Default()
	limits.MemoryBytes = 384 << 20
	box := f.box(t, limits)
	if !box.pool.MemoryCap() {
		if runtime.GOOS == "linux" {
			t.Fatal("the server is ours and on this machine, but its memory is not capped")
		}
		return
	}
	for _, sql := range []string{
		"SELECT length(string_agg(repeat(a.username, 1000), '')) FROM account a, account b",
		"SELECT length(array_agg(a)::text) FROM account a, account b, generate_series(1, 3) g",
		"SELECT length(jsonb_agg(repeat('x', 1000000))::text) FROM account a",
		"SELECT length(repeat('x', 1000000000))",
		"SELECT length(x || x || x) FROM (SELECT repeat(repeat('x', 1000000), 150) AS x) v",
	} {
		high, r := backendPeak(t, box, sql)
		t.Logf("%s: %s (%s %s), peak of the backend %d MB", sql, r.Outcome, r.SQLState, r.Message, high>>20)
		if r.Outcome != record.Limit || r.SQLState != "53200" {
			t.Errorf("%s: %s %s %s", sql, r.Outcome, r.SQLState, r.Message)
		}
		if room := int64(64 << 20); high > limits.MemoryBytes+room { // shared buffers and the program are resident too
			t.Errorf("%s: the backend took %d MB", sql, high>>20)
		}
	}
}

// backendPeak runs a statement on a known backend and reads its peak while it is
// there.
func backendPeak(t *testing.T, box *Box, sql string) (int64, Result) {
	t.Helper()
	ctx := context.Background()
	c, err := box.pool.acquire(ctx, box.role)
	if err != nil {
		t.Fatal(err)
	}
	r := run{conn: c, limits: box.pool.config.Limits, types: &box.pool.types}
	result, err := r.do(ctx, sql)
	if err != nil {
		t.Fatal(err)
	}
	high := peak(t, int(c.pg.PID()))
	box.pool.release(c, r.reusable)
	return high, result
}

// TestMemoryIsCappedForEverySession reads the limit that the kernel holds.
func TestMemoryIsCappedForEverySession(t *testing.T) {
	if runtime.GOOS != "linux" {
		return
	}
	box := sharedFixture(t).box(t, Default())
	c, err := box.pool.acquire(context.Background(), box.role)
	if err != nil {
		t.Fatal(err)
	}
	defer box.pool.release(c, true)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", c.pg.PID()))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); strings.HasPrefix(line, "Max data size") && fields[3] == fields[4] && fields[3] == "1073741824" {
			return
		}
	}
	t.Errorf("the limits are\n%s", text)
}
