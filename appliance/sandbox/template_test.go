package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/variants/pgsql"
)

// TestDatabasesInParallel: several processes make and drop databases at once, on
// a cluster that has no template yet or has one that was cut off half-way.
func TestDatabasesInParallel(t *testing.T) {
	f := sharedFixture(t)
	ctx := context.Background()
	admin := f.url("postgres")
	dropTemplate(t, admin)
	err := withAdmin(ctx, admin, "leave a half-made template", func(conn *pgconn.PgConn) error {
		return errors.Join(exec(ctx, conn, "CREATE DATABASE "+TemplateName()+"_new"), exec(ctx, conn, "CREATE DATABASE "+unfinishedDatabase))
	})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			name := fmt.Sprintf("Odd \"name\" %d", i)
			if err := CreateDatabase(ctx, admin, name); err != nil {
				t.Error(err)
				return
			}
			if err := DropDatabase(ctx, admin, name); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := f.text(t, "SELECT string_agg(datname, ' ') FROM pg_database WHERE datname ~ 'template_' OR datname ~ 'Odd|unfinished'"); got != TemplateName() {
		t.Errorf("the cluster has %s", got)
	}
}

func dropTemplate(t *testing.T, admin string) {
	t.Helper()
	ctx := context.Background()
	err := withAdmin(ctx, admin, "drop the template", func(conn *pgconn.PgConn) error {
		if err := exec(ctx, conn, "ALTER DATABASE "+TemplateName()+" IS_TEMPLATE false"); err != nil {
			return err
		}
		return exec(ctx, conn, "DROP DATABASE "+TemplateName())
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDatabaseThatExists(t *testing.T) {
	f := sharedFixture(t)
	for name, want := range map[string]bool{f.database(): true, "no such database": false, TemplateName(): true} {
		if exists, err := DatabaseExists(context.Background(), f.url("postgres"), name); exists != want || err != nil {
			t.Errorf("%s: %v, %v", name, exists, err)
		}
	}
	err := CreateDatabase(context.Background(), f.url("postgres"), f.database())
	if sqlState(err) != "42P04" || !strings.Contains(err.Error(), f.database()) {
		t.Errorf("making it again: %v", err)
	}
	if err := DropDatabase(context.Background(), f.url("postgres"), "no such database"); err != nil {
		t.Errorf("dropping what is not there: %v", err)
	}
}

// TestEnsureWaitsForADrop: a process that is killed while it drops a database
// leaves a server process that goes on. What is there before it has ended must
// not be taken for there to stay.
func TestEnsureWaitsForADrop(t *testing.T) {
	f, ctx := sharedFixture(t), context.Background()
	admin, name := f.url("postgres"), f.database()+"_dropped"
	if err := CreateDatabase(ctx, admin, name); err != nil {
		t.Fatal(err)
	}
	dropping, ended := make(chan struct{}), make(chan error)
	go func() {
		ended <- withAdmin(ctx, admin, "drop", func(conn *pgconn.PgConn) error {
			close(dropping)
			return errors.Join(exec(ctx, conn, "SELECT pg_sleep(0.3)"), exec(ctx, conn, "DROP DATABASE "+pgsql.QuoteIdent(name)))
		})
	}()
	<-dropping
	if err := EnsureDatabase(ctx, admin, name); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for range 2 { // the second time it is there
		if err := EnsureDatabase(ctx, admin, name); err != nil {
			t.Error(err)
		}
		if there, err := DatabaseExists(ctx, admin, name); !there || err != nil {
			t.Errorf("the database is there: %v, %v", there, err)
		}
	}
	if err := DropDatabase(ctx, admin, name); err != nil {
		t.Error(err)
	}
}

// TestRolesGoWithTheirDatabase, also their rights on parameters, which belong to
// the cluster.
func TestRolesGoWithTheirDatabase(t *testing.T) {
	f := makeFixture(t)
	box := f.box(t, Default())
	want(t, box, "SELECT 1") // a session that is still there
	if err := DropDatabase(context.Background(), f.url("postgres"), f.database()); err != nil {
		t.Fatal(err)
	}
	other := sharedFixture(t)
	for _, role := range f.roles {
		if n := other.text(t, "SELECT count(*) FROM pg_roles WHERE rolname = $1", role.Name); n != "0" {
			t.Errorf("%s is still there", role.Name)
		}
	}
}

// TestGrantReplacesARoleThatWasLeft, as when somebody dropped the database by
// hand.
func TestGrantReplacesARoleThatWasLeft(t *testing.T) {
	f := newFixture(t)
	role := f.roles[ownSchema]
	role.Password = "another"
	f.admin(t, strings.Join(append([]string{"BEGIN"}, Grant(role, Default())...), ";\n"))
	f.roles[ownSchema] = role
	want(t, f.box(t, Default()), "SELECT count(*) FROM account")
}

// TestNothingIsPublic: what a plain role can call or read is what harden.sql
// says, asked of the server's catalogue and not of single statements.
func TestNothingIsPublic(t *testing.T) {
	f := sharedFixture(t)
	role := f.roles[ownSchema].Name
	for _, c := range []struct{ name, sql, want string }{
		{"volatile functions", `SELECT string_agg(DISTINCT proname, ' ' ORDER BY proname) FROM pg_proc p WHERE provolatile = 'v' AND pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege($1, p.oid, 'execute')`,
			"array_sample array_shuffle bernoulli clock_timestamp gen_random_uuid random random_normal system timeofday uuidv4 uuidv7"},
		{"functions of pg_", `SELECT string_agg(DISTINCT proname, ' ' ORDER BY proname) FROM pg_proc p WHERE proname ~ '^pg_' AND pronamespace = 'pg_catalog'::regnamespace AND has_function_privilege($1, p.oid, 'execute')`,
			"pg_client_encoding pg_collation_for pg_column_size pg_input_is_valid pg_size_bytes pg_size_pretty pg_typeof"},
		{"relations", `SELECT coalesce(string_agg(oid::regclass::text, ' '), '') FROM pg_class WHERE relkind IN ('r', 'v', 'm', 'p', 'f') AND has_schema_privilege($1, relnamespace, 'usage') AND has_any_column_privilege($1, oid, 'select, insert, update, references')`,
			"full_sti.account"},
		{"schemas to create in", `SELECT coalesce(string_agg(nspname, ' '), '') FROM pg_namespace n WHERE has_schema_privilege($1, n.oid, 'create')`, ""},
		{"languages", `SELECT coalesce(string_agg(lanname, ' '), '') FROM pg_language l WHERE lanpltrusted AND has_language_privilege($1, l.oid, 'usage')`, ""},
		{"rights on this database", `SELECT concat(has_database_privilege($1, current_database(), 'connect'), has_database_privilege($1, current_database(), 'create'), has_database_privilege($1, current_database(), 'temp'))`, "tff"},
		{"memberships", `SELECT count(*)::text FROM pg_auth_members WHERE member = $1::regrole`, "0"},
	} {
		if got := f.text(t, c.sql, role); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
