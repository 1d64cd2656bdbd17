package sandbox

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"ercheck/appliance/record"
)

// TestLimits meets each limit, just below and just above.
func TestLimits(t *testing.T) {
	f := sharedFixture(t)
	small := quick()
	small.Timeout, small.MaxRows, small.MaxBytes, small.MaxValue, small.TempBytes = 20*time.Second, 1000, 1<<20, 100_000, 8<<20
	box := f.box(t, small)
	for _, c := range []struct {
		name, sql string
		outcome   record.Outcome
		state     string
	}{
		{"rows", "SELECT 1 FROM generate_series(1, 1000)", record.Rows, ""},
		{"rows", "SELECT 1 FROM generate_series(1, 1001)", record.Limit, ""},
		{"bytes", "SELECT repeat('x', 1024) FROM generate_series(1, 1000)", record.Rows, ""},
		{"bytes", "SELECT repeat('x', 2048) FROM generate_series(1, 1000)", record.Limit, ""},
		{"value", "SELECT repeat('x', 100000)", record.Rows, ""},
		{"value", "SELECT repeat('x', 100001)", record.Limit, ""},
		{"message", "SELECT repeat('x', 10000000)", record.Limit, ""},
		{"message", "SELECT repeat('x', 90000), repeat('x', 90000)", record.Limit, ""},
		{"temp", "SELECT count(*) FROM generate_series(1, 100000)", record.Rows, ""},
		{"temp", "SELECT count(*) FROM generate_series(1, 3000000)", record.Limit, "53400"},
		{"memory", "SELECT length(repeat('x', 100000000))", record.Rows, ""},
		{"memory", "SELECT length(repeat('x', 300000000))", record.Limit, "53200"},
	} {
		r := run1(t, box, c.sql)
		if r.Outcome != c.outcome || r.SQLState != c.state {
			t.Errorf("%s: %s\ngives %s %q %s, want %s %q", c.name, c.sql, r.Outcome, r.SQLState, r.Message, c.outcome, c.state)
		}
	}
	box.pool.Close()
	f.nobodyLeft(t)
}

func TestTimeoutIsTheServers(t *testing.T) {
	f := sharedFixture(t)
	limits := quick()
	limits.Timeout = 300 * time.Millisecond
	box := f.box(t, limits)
	r := run1(t, box, "SELECT count(*) FROM account a, account b, account c, account d WHERE a.price + b.price + c.price + d.price < 0")
	if r.Outcome != record.Timeout || r.SQLState != "57014" || r.Duration > limits.Timeout+Grace {
		t.Errorf("%+v", r)
	}
}

// TestStop: a caller that stops gets its context's error at once, and the
// backend is gone.
func TestStop(t *testing.T) {
	f := sharedFixture(t)
	box := f.box(t, Default())
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	started := time.Now()
	_, err := box.Run(ctx, "SELECT count(*) FROM account a, account b, account c, account d WHERE a.price + b.price + c.price + d.price < 0")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
	var fault *Fault
	if errors.As(err, &fault) {
		t.Error("a stop looks like a fault")
	}
	if took := time.Since(started); took > 5*time.Second {
		t.Errorf("stopping took %v", took)
	}
	f.nobodyLeft(t)
	want(t, box, "SELECT 1")
}

// TestConcurrent: many goroutines share few connections, over two roles, and
// none reads what another asked for.
func TestConcurrent(t *testing.T) {
	f := sharedFixture(t)
	pool, err := Open(context.Background(), Config{URL: f.url, MaxConns: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	boxes := []*Box{pool.Box(f.roles[ownSchema]), pool.Box(f.roles[otherSchema])}
	var group sync.WaitGroup
	for g := range 12 {
		group.Go(func() {
			for i := range 20 {
				sql, rows := "SELECT current_schema", int64(1)
				if i%2 == 1 {
					sql, rows = "SELECT * FROM account WHERE account_id <= "+strings.Repeat("1", 1+g%3), []int64{1, 11, 111}[g%3]
				}
				r, err := boxes[(g+i)%2].Run(context.Background(), sql)
				if err != nil || r.RowCount != rows {
					t.Errorf("%d rows, want %d, %v", r.RowCount, rows, err)
				}
				if schema := []string{ownSchema, otherSchema}[(g+i)%2]; i%2 == 0 && err == nil && *r.Rows[0][0] != schema {
					t.Errorf("ran in %s, not %s", *r.Rows[0][0], schema)
				}
			}
		})
	}
	group.Wait()
	if n := len(pool.idle); n > 3 {
		t.Errorf("%d connections are kept, of 3 at most", n)
	}
}

// sessionSettings are all settings of a session of the sandbox.
func sessionSettings(t testing.TB, box *Box) string {
	t.Helper()
	ctx := context.Background()
	c, err := box.pool.acquire(ctx, box.role)
	if err != nil {
		t.Fatal(err)
	}
	defer box.pool.release(c, true)
	results, err := c.pg.Exec(ctx, "SHOW ALL").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, row := range results[0].Rows {
		lines = append(lines, string(row[0])+" = "+string(row[1]))
	}
	return strings.Join(lines, "\n")
}

// TestNoStatePersists: even if a statement could leave something in a session,
// the next one would not find it.
func TestNoStatePersists(t *testing.T) {
	f := sharedFixture(t)
	box := f.box(t, Default())
	ctx := context.Background()
	fresh := sessionSettings(t, box)
	c, err := box.pool.acquire(ctx, box.role)
	if err != nil {
		t.Fatal(err)
	}
	pid := c.pg.PID()
	for _, sql := range []string{"SET statement_timeout = 0", "SET search_path = pg_catalog", "SET timezone = 'Asia/Tokyo'",
		"PREPARE p AS SELECT 1", "LISTEN x", "DECLARE c CURSOR WITH HOLD FOR SELECT 1", "SET ROLE " + f.roles[ownSchema].Name} {
		if err := exec(ctx, c.pg, sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	box.pool.release(c, true)
	want(t, box, "SELECT 1")
	if after := sessionSettings(t, box); after != fresh {
		t.Errorf("settings persist:\n%s", after)
	}
	c, err = box.pool.acquire(ctx, box.role)
	if err != nil {
		t.Fatal(err)
	}
	defer box.pool.release(c, true)
	if c.pg.PID() != pid {
		t.Error("the session was not used again")
	}
	for _, sql := range []string{"EXECUTE p", "FETCH c"} {
		if err := exec(ctx, c.pg, sql); err == nil {
			t.Errorf("%s finds what was left", sql)
		}
	}
}

// TestLimitsAreTheRolesToo: another client that logs in as the role is bound as
// well.
func TestLimitsAreTheRolesToo(t *testing.T) {
	f := sharedFixture(t)
	role := f.roles[ownSchema]
	const sql = "SELECT string_agg(x, ' ' ORDER BY x) FROM pg_db_role_setting, unnest(setconfig) x WHERE setrole = $1::regrole AND x ~ '^(statement_timeout|temp_file|default_transaction_read|search_path|jit|log_min_e)'"
	if got := f.text(t, sql, role.Name); got != "default_transaction_read_only=on jit=off log_min_error_statement=panic search_path=full_sti statement_timeout=30000 temp_file_limit=524288kB" {
		t.Errorf("the role has %s", got)
	}
}

func TestLimitsOutOfRange(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Limits){
		"timeout": func(l *Limits) { l.Timeout = 0 },
		"rows":    func(l *Limits) { l.MaxRows = 0 },
		"bytes":   func(l *Limits) { l.MaxBytes = -1 },
		"value":   func(l *Limits) { l.MaxValue = 2 << 30 },
		"kB":      func(l *Limits) { l.TempBytes = -2048 },
		"memory":  func(l *Limits) { l.MemoryBytes = 1 << 20 },
		"work":    func(l *Limits) { l.WorkMem = 1 },
		"whole":   func(l *Limits) { l.TempBytes++ },
	} {
		l := Default()
		change(&l)
		if err := l.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s out of range: %v", name, err)
		}
	}
}
