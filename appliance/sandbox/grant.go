package sandbox

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"ercheck/variants/pgsql"
)

// Role is the login of one variant.
type Role struct {
	Name     string // of the role, unique in the cluster
	Password string // random; the role can read one schema with it, and that only
	Database string
	Schema   string // the variant's tables
}

// maxRoleConnections bounds the sessions of one role, over all processes.
const maxRoleConnections = 32

// Grant gives the statements that make a variant's role anew, for the
// transaction in the role's database that makes its schema: after the tables,
// since they grant SELECT on those that exist. A role of the same name that was
// left by a removed database is replaced.
//
// The bounds that a session of the sandbox gets anyway are set here too, so that
// the role is as bound in the hands of any other client. Of the limits only the
// temporary space is for a superuser to set; the role may set it, which no
// statement in the sandbox can do, so that a run can have its own.
func Grant(role Role, limits Limits) []string {
	name, schema := pgsql.QuoteIdent(role.Name), pgsql.QuoteIdent(role.Schema)
	database := pgsql.QuoteIdent(role.Database)
	statements := []string{
		dropRole(role.Name),
		"CREATE ROLE " + name + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT NOREPLICATION NOBYPASSRLS" +
			fmt.Sprintf(" CONNECTION LIMIT %d PASSWORD %s", maxRoleConnections, pgsql.QuoteLiteral(role.Password)),
		"GRANT CONNECT ON DATABASE " + database + " TO " + name,
		"GRANT USAGE ON SCHEMA " + schema + " TO " + name,
		"GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + name,
		"GRANT SET ON PARAMETER temp_file_limit TO " + name,
	}
	for _, s := range append(bounds(role.Schema, limits), serverOnly...) {
		statements = append(statements, "ALTER ROLE "+name+" IN DATABASE "+database+
			" SET "+s.name+" = "+s.sql())
	}
	return statements
}

// serverOnly are settings that only a superuser may give a role. The server's
// log must not grow by the statements and messages of a model.
var serverOnly = []setting{
	{"log_min_messages", "fatal"},
	{"log_min_error_statement", "panic"},
	{"log_statement", "none"},
	{"log_min_duration_statement", "-1"},
}

// dropRole gives the statement that removes a role and all its rights in the
// current database and in the cluster. A role that is not there is no error.
func dropRole(name string) string {
	ident := pgsql.QuoteIdent(name)
	body := fmt.Sprintf("BEGIN IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = %s) "+
		"THEN DROP OWNED BY %s; DROP ROLE %s; END IF; END", pgsql.QuoteLiteral(name), ident, ident)
	return "DO " + pgsql.QuoteLiteral(body)
}

// rolesOf finds the roles that have settings for a database: those of Grant.
func rolesOf(ctx context.Context, conn *pgconn.PgConn, database string) ([]string, error) {
	rows, err := query(ctx, conn, `SELECT r.rolname FROM pg_db_role_setting s
		JOIN pg_database d ON d.oid = s.setdatabase
		JOIN pg_roles r ON r.oid = s.setrole
		WHERE d.datname = $1`, database)
	names := make([]string, len(rows))
	for i, row := range rows {
		names[i] = string(row[0])
	}
	return names, err
}
