package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/appliance/record"
)

// mustFault runs a statement that must meet a fault of the kind.
func mustFault(t *testing.T, box *Box, sql string, kind FaultKind) {
	t.Helper()
	result, err := box.Run(context.Background(), sql)
	var f *Fault
	if !errors.As(err, &f) || f.Kind != kind {
		t.Errorf("%s: %+v, %v; want a fault of kind %s", sql, result, err, kind)
		return
	}
	if f.Hint() == "" || result.Outcome != "" {
		t.Errorf("hint %q, outcome %q", f.Hint(), result.Outcome)
	}
}

// TestBackendIsTerminated from outside, in the middle of a statement and while
// its connection is idle.
func TestBackendIsTerminated(t *testing.T) {
	f := sharedFixture(t)
	box := f.box(t, Default())
	go func() {
		for range 100 {
			time.Sleep(20 * time.Millisecond)
			if killed(f, "pg_terminate_backend(pid)", "active") {
				return
			}
		}
	}()
	mustFault(t, box, "SELECT count(*) FROM account a, account b, account c, account d WHERE a.price + b.price + c.price + d.price < 0", Gone)
	want(t, box, "SELECT 1")
	if !killed(f, "pg_terminate_backend(pid, 5000)", "idle") {
		t.Fatal("there is no idle connection")
	}
	mustFault(t, box, "SELECT 1", Gone)
	want(t, box, "SELECT 1")
}

// killed signals the sandbox's backends in a state, and says whether there were
// any.
func killed(f *fixture, signal, state string) bool {
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, f.url("postgres"))
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	rows, err := query(ctx, conn, "SELECT "+signal+" FROM pg_stat_activity WHERE usename = $1 AND state = $2", f.roles[ownSchema].Name, state)
	return err == nil && len(rows) > 0
}

func TestNoLogin(t *testing.T) {
	f := sharedFixture(t)
	pool := f.box(t, Default()).pool
	role := f.roles[ownSchema]
	role.Password = "wrong"
	mustFault(t, pool.Box(role), "SELECT 1", Refused)
	role = f.roles[ownSchema]
	role.Database = "no such database"
	mustFault(t, pool.Box(role), "SELECT 1", Refused)
}

// TestVariantIsLocked, as by a process that builds it anew.
func TestVariantIsLocked(t *testing.T) {
	f := sharedFixture(t)
	ctx := context.Background()
	conn, err := pgconn.Connect(ctx, f.url(f.database()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if err := exec(ctx, conn, "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if err := exec(ctx, conn, "LOCK TABLE full_sti.account IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	mustFault(t, f.box(t, Default()), "SELECT * FROM account", Busy)
}

func TestNoConnectionLeft(t *testing.T) {
	f := newFixture(t)
	f.admin(t, "ALTER ROLE "+f.roles[ownSchema].Name+" CONNECTION LIMIT 0")
	box := f.box(t, Default())
	box.pool.patience = 300 * time.Millisecond
	mustFault(t, box, "SELECT 1", Busy)
	time.AfterFunc(300*time.Millisecond, func() {
		f.admin(t, "ALTER ROLE "+f.roles[ownSchema].Name+" CONNECTION LIMIT 1")
	})
	box.pool.patience = connectPatience
	want(t, box, "SELECT 1")
}

func TestClosedPool(t *testing.T) {
	box := sharedFixture(t).box(t, Default())
	box.pool.Close()
	if _, err := box.Run(context.Background(), "SELECT 1"); !errors.Is(err, errClosed) {
		t.Errorf("a closed pool gives %v", err)
	}
}

// TestFaultKinds: the statement is to blame for what is not listed.
func TestFaultKinds(t *testing.T) {
	for _, c := range []struct {
		code, severity string
		want           FaultKind
	}{
		{"42P01", "ERROR", ""}, {"57014", "ERROR", ""}, {"53200", "ERROR", ""}, {"53400", "ERROR", ""}, {"08P01", "ERROR", ""},
		{"XX000", "ERROR", ""}, {"57P01", "FATAL", Gone}, {"57P02", "FATAL", Gone}, {"57P03", "FATAL", Gone},
		{"XX000", "FATAL", Gone}, {"53300", "FATAL", Busy}, {"55P03", "ERROR", Busy}, {"53100", "ERROR", Broken},
		{"58030", "ERROR", Broken}, {"XX001", "ERROR", Broken}, {"28P01", "FATAL", Refused}, {"3D000", "FATAL", Refused},
	} {
		if got := faultKind(&pgconn.PgError{Code: c.code, SeverityUnlocalized: c.severity}); got != c.want {
			t.Errorf("%s %s is %q, want %q", c.severity, c.code, got, c.want)
		}
	}
}

// TestHints: what is not the statement's doing has one, wherever it was met.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&pgconn.PgError{Code: "53100", Severity: "ERROR"}, "disk is full"}, {&pgconn.PgError{Code: "XX001"}, "--fresh"},
		{&pgconn.PgError{Code: "58P01"}, "--fresh"}, {&pgconn.PgError{Code: "57P01"}, hints[Gone]},
		{&pgconn.PgError{Code: "53300"}, "wait"}, {fmt.Errorf("read: %w", io.ErrUnexpectedEOF), hints[Gone]},
		{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, hints[Gone]},
	} {
		if got := Hint(fmt.Errorf("build: %w", c.err)); !strings.Contains(got, c.want) {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
		if lost := Lost(fmt.Errorf("build: %w", c.err)); lost != (c.want == hints[Gone]) {
			t.Errorf("%v: lost is %v", c.err, lost)
		}
	}
	for _, other := range []error{nil, io.EOF, &pgconn.PgError{Code: "42P01"}} {
		if got := Hint(other); got != "" {
			t.Errorf("%v: %q", other, got)
		}
	}
}

// TestOutcomes of what the server says; the tests against the server show that
// it says so.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		code, routine string
		want          record.Outcome
	}{
		{"57014", "ProcessInterrupts", record.Timeout}, {"53200", "", record.Limit}, {"53400", "FileWrite", record.Limit},
		{"42601", "exec_parse_message", record.Rejected}, {"42601", "scanner_yyerror", record.Error}, {"42P01", "", record.Error},
	} {
		if got := outcomeOf(&pgconn.PgError{Code: c.code, Routine: c.routine}); got != c.want {
			t.Errorf("%s in %s is %s, want %s", c.code, c.routine, got, c.want)
		}
	}
}
