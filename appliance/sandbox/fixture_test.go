package sandbox

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"ercheck/appliance/record"
	"ercheck/pgembed/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// The schemas of the fixture.
const (
	ownSchema   = "full_sti"
	otherSchema = "full_cti"
	viewSchema  = "er__full_sti"
)

// fixture is a database with two variants, each with its role and 1000
// accounts, and the E/R views of the first.
type fixture struct {
	url   func(database string) string
	roles map[string]Role // by schema
}

// quick are limits for tests that want to meet them.
func quick() Limits {
	l := Default()
	l.Timeout = 1500 * time.Millisecond
	l.MaxRows = 100_000
	l.MaxBytes = 64 << 20
	l.TempBytes = 32 << 20
	l.MemoryBytes = 256 << 20
	return l
}

// shared is the fixture of all tests that change nothing.
var shared struct {
	once sync.Once
	*fixture
}

func sharedFixture(t testing.TB) *fixture {
	t.Helper()
	shared.once.Do(func() { shared.fixture = makeFixture(t) })
	if shared.fixture == nil {
		t.Fatal("the shared fixture could not be made; see the first test that failed")
	}
	return shared.fixture
}

// newFixture is for a test that changes the database or its roles.
func newFixture(t testing.TB) *fixture {
	t.Helper()
	f := makeFixture(t)
	t.Cleanup(func() {
		if err := DropDatabase(context.Background(), f.url("postgres"), f.database()); err != nil {
			t.Error(err)
		}
	})
	return f
}

func makeFixture(t testing.TB) *fixture {
	t.Helper()
	ctx := context.Background()
	f := &fixture{url: pgtest.Server(t).URL, roles: map[string]Role{}}
	database := fmt.Sprintf("sandbox_%d", time.Now().UnixNano())
	if err := CreateDatabase(ctx, f.url("postgres"), database); err != nil {
		t.Fatal(err)
	}
	for i, schema := range []string{ownSchema, otherSchema} {
		role := Role{Name: fmt.Sprintf("er_%s_%d", database, i), Password: "it's a \\secret", Database: database, Schema: schema}
		f.roles[schema] = role
		f.admin(t, strings.Join(append(variantTables(schema), Grant(role, Default())...), ";\n"))
	}
	f.admin(t, "CREATE SCHEMA "+viewSchema+"; CREATE VIEW "+viewSchema+".account AS SELECT * FROM "+ownSchema+".account")
	return f
}

func variantTables(schema string) []string {
	return []string{
		"BEGIN",
		"CREATE SCHEMA " + schema,
		"SET LOCAL search_path = " + schema,
		"CREATE TYPE kind AS ENUM ('Account', 'Clip')",
		"CREATE SEQUENCE ticket",
		`CREATE TABLE account (account_id int PRIMARY KEY, username text NOT NULL, kind kind NOT NULL,
			tags text[] NOT NULL, prefs jsonb NOT NULL, created_at timestamptz NOT NULL, price numeric(10,2), score float8)`,
		`INSERT INTO account SELECT i, 'user' || i, 'Account', ARRAY['a', 'b' || i % 7],
			jsonb_build_object('k', i % 10), timestamptz '2026-01-01 00:00Z' + i * interval '1 hour', i / 100.0, i / 8.0
			FROM generate_series(1, 1000) i`,
		`CREATE FUNCTION reader() RETURNS SETOF account LANGUAGE sql AS 'SELECT * FROM account'`,
	}
}

// admin runs statements as the superuser in the fixture's database, in one
// transaction.
func (f *fixture) admin(t testing.TB, sql string) {
	t.Helper()
	conn, err := connectAdmin(context.Background(), f.url(f.database()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if strings.HasPrefix(sql, "BEGIN") {
		sql += "; COMMIT"
	}
	if err := exec(context.Background(), conn, sql); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) database() string { return f.roles[ownSchema].Database }

// text gives the single value of a superuser's query.
func (f *fixture) text(t testing.TB, sql string, parameters ...string) string {
	t.Helper()
	conn, err := connectAdmin(context.Background(), f.url(f.database()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	rows, err := query(context.Background(), conn, sql, parameters...)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%s: %d rows, %v", sql, len(rows), err)
	}
	return string(rows[0][0])
}

// box opens a pool with the limits, and the sandbox of the first variant.
func (f *fixture) box(t testing.TB, limits Limits) *Box {
	t.Helper()
	pool, err := Open(context.Background(), Config{URL: f.url, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool.Box(f.roles[ownSchema])
}

// run1 runs a statement that must not meet a fault.
func run1(t testing.TB, box *Box, sql string) Result {
	t.Helper()
	result, err := box.Run(context.Background(), sql)
	if err != nil {
		t.Fatalf("%.200s: %v", sql, err)
	}
	return result
}

// want runs a statement that must give rows.
func want(t testing.TB, box *Box, sql string) Result {
	t.Helper()
	result := run1(t, box, sql)
	if result.Outcome != record.Rows {
		t.Errorf("%s\ngives %s %s %s", sql, result.Outcome, result.SQLState, result.Message)
	}
	return result
}

// state is everything that a statement must not change: the data, the objects,
// the roles with their settings, the databases.
func (f *fixture) state(t testing.TB) string {
	t.Helper()
	var parts []string
	for _, sql := range []string{
		"SELECT md5(string_agg(a::text, '|' ORDER BY account_id)) FROM full_sti.account a",
		"SELECT md5(string_agg(a::text, '|' ORDER BY account_id)) FROM full_cti.account a",
		"SELECT last_value || is_called::text FROM full_sti.ticket",
		"SELECT md5(string_agg(concat(relnamespace, relname, relkind, relacl, relrowsecurity), '|' ORDER BY c.oid)) FROM pg_class c WHERE c.oid > 16383",
		"SELECT md5(string_agg(proname || prosrc, '|' ORDER BY oid)) FROM pg_proc",
		"SELECT md5(string_agg(r::text, '|' ORDER BY r.rolname)) FROM pg_roles r",
		"SELECT md5(coalesce(string_agg(s::text, '|' ORDER BY setrole), '')) FROM pg_db_role_setting s",
		"SELECT string_agg(datname, '|' ORDER BY datname) FROM pg_database",
		"SELECT count(*)::text FROM pg_largeobject_metadata",
		"SELECT count(*)::text FROM pg_prepared_xacts",
		"SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'",
		"SELECT md5(string_agg(name || setting, '|' ORDER BY name)) FROM pg_settings WHERE context IN ('postmaster', 'sighup')",
	} {
		parts = append(parts, f.text(t, sql))
	}
	return strings.Join(parts, "\n")
}
