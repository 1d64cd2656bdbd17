package sandbox

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/catalog/digest"
	"ercheck/variants/pgsql"
)

//go:embed harden.sql
var hardening string

// TemplateName is the name of the hardened template in a cluster. It changes
// with the hardening, so that a newer ercheck never copies an older template;
// the older one stays for an older ercheck on the same home.
func TemplateName() string { return "ercheck_template_" + digest.OfTexts(hardening)[:8] }

// makingKey serialises, over all processes, what copies or makes a template:
// Postgres refuses to copy a database that is in use, or to make two at a time
// from one (55006).
const makingKey = 0x65726368 // "erch"

// CreateDatabase makes an empty database from the hardened template, which it
// makes first if the cluster has none. adminURL is a superuser's connection
// string for any other database of the cluster, the same one in every process.
// An existing database of the name is an error with SQLSTATE 42P04.
//
// Rights on a database are not copied with it. So it gets its name when it has
// them: one that was cut off half-way is never taken for one.
func CreateDatabase(ctx context.Context, adminURL, name string) error {
	return withAdmin(ctx, adminURL, "create database "+name, func(conn *pgconn.PgConn) error {
		return createDatabase(ctx, conn, adminURL, name)
	})
}

func createDatabase(ctx context.Context, conn *pgconn.PgConn, adminURL, name string) error {
	if err := ensureTemplate(ctx, conn, adminURL); err != nil {
		return err
	}
	if err := exec(ctx, conn, "DROP DATABASE IF EXISTS "+unfinishedDatabase+" WITH (FORCE)"); err != nil {
		return err
	}
	if err := copyDatabase(ctx, conn, unfinishedDatabase, TemplateName()); err != nil {
		return err
	}
	return exec(ctx, conn, "REVOKE ALL ON DATABASE "+unfinishedDatabase+" FROM PUBLIC; "+
		"ALTER DATABASE "+unfinishedDatabase+" RENAME TO "+pgsql.QuoteIdent(name))
}

// EnsureDatabase is CreateDatabase for one that may be there already. It waits
// for whoever makes or drops one, even if that process was killed and its server
// process still works: what it finds then stays.
func EnsureDatabase(ctx context.Context, adminURL, name string) error {
	return withAdmin(ctx, adminURL, "create database "+name, func(conn *pgconn.PgConn) error {
		there, err := databaseExists(ctx, conn, name)
		if err != nil || there {
			return err
		}
		return createDatabase(ctx, conn, adminURL, name)
	})
}

// unfinishedDatabase is the name of every database while it is made; who makes
// one holds the making lock.
const unfinishedDatabase = "ercheck_unfinished"

// DatabaseExists says whether the cluster has a database of the name.
func DatabaseExists(ctx context.Context, adminURL, name string) (bool, error) {
	conn, err := connectAdmin(ctx, adminURL)
	if err != nil {
		return false, fmt.Errorf("sandbox: find database %s: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return databaseExists(ctx, conn, name)
}

func databaseExists(ctx context.Context, conn *pgconn.PgConn, name string) (bool, error) {
	rows, err := query(ctx, conn, "SELECT 1 FROM pg_database WHERE datname = $1", name)
	if err != nil {
		return false, fmt.Errorf("sandbox: find database %s: %w", name, err)
	}
	return len(rows) == 1, nil
}

// DropDatabase removes a database, the sessions in it and the roles that Grant
// made for it. One that is not there is no error.
func DropDatabase(ctx context.Context, adminURL, name string) error {
	return withAdmin(ctx, adminURL, "drop database "+name, func(conn *pgconn.PgConn) error {
		roles, err := rolesOf(ctx, conn, name)
		if err != nil {
			return err
		}
		if err := exec(ctx, conn, "DROP DATABASE IF EXISTS "+pgsql.QuoteIdent(name)+" WITH (FORCE)"); err != nil {
			return err
		}
		for _, role := range roles {
			if err := exec(ctx, conn, dropRole(role)); err != nil {
				return err
			}
		}
		return nil
	})
}

// withAdmin runs f on a connection of its own that holds the making lock.
func withAdmin(ctx context.Context, adminURL, op string, f func(*pgconn.PgConn) error) error {
	conn, err := connectAdmin(ctx, adminURL)
	if err != nil {
		return fmt.Errorf("sandbox: %s: %w", op, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = exec(ctx, conn, fmt.Sprintf("SELECT pg_advisory_lock(%d)", makingKey))
	if err == nil {
		err = f(conn)
	}
	if err != nil {
		return fmt.Errorf("sandbox: %s: %w", op, err)
	}
	return nil
}

// ensureTemplate makes the template under another name and renames it when it
// is complete, so that one cut off half-way is never copied.
func ensureTemplate(ctx context.Context, conn *pgconn.PgConn, adminURL string) error {
	name := TemplateName()
	there, err := databaseExists(ctx, conn, name)
	if err != nil || there {
		return err
	}
	unfinished := name + "_new"
	if err := exec(ctx, conn, "DROP DATABASE IF EXISTS "+unfinished+" WITH (FORCE)"); err != nil {
		return err
	}
	// template0, since template1 may hold what the cluster's owner put there.
	if err := copyDatabase(ctx, conn, unfinished, "template0"); err != nil {
		return err
	}
	if err := harden(ctx, adminURL, unfinished); err != nil {
		return fmt.Errorf("harden %s: %w", unfinished, err)
	}
	return exec(ctx, conn,
		"REVOKE ALL ON DATABASE "+unfinished+" FROM PUBLIC; "+
			"ALTER DATABASE "+unfinished+" RENAME TO "+name+"; "+
			"ALTER DATABASE "+name+" WITH IS_TEMPLATE true ALLOW_CONNECTIONS false")
}

// harden runs the hardening in a database, as one transaction.
func harden(ctx context.Context, adminURL, database string) error {
	config, err := pgconn.ParseConfig(adminURL)
	if err != nil {
		return err
	}
	config.Database = database
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return exec(ctx, conn, hardening)
}

// maxCopyTries bounds waiting for a template that others use, at 50 ms each;
// autovacuum alone can hold one for some seconds.
const maxCopyTries = 600

// copyDatabase makes a database of C collation and UTF-8 from a template.
func copyDatabase(ctx context.Context, conn *pgconn.PgConn, name, template string) error {
	statement := fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'",
		pgsql.QuoteIdent(name), pgsql.QuoteIdent(template))
	for try := 1; ; try++ {
		err := exec(ctx, conn, statement)
		if sqlState(err) != "55006" || try == maxCopyTries {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// exec runs statements without parameters.
func exec(ctx context.Context, conn *pgconn.PgConn, sql string) error {
	return conn.Exec(ctx, sql).Close()
}

// query runs one statement with text parameters.
func query(ctx context.Context, conn *pgconn.PgConn, sql string, parameters ...string) ([][][]byte, error) {
	values := make([][]byte, len(parameters))
	for i, p := range parameters {
		values[i] = []byte(p)
	}
	result := conn.ExecParams(ctx, sql, values, nil, nil, nil).Read()
	return result.Rows, result.Err
}

// sqlState is the server's code for an error, or "".
func sqlState(err error) string {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return said.Code
	}
	return ""
}
