package appliance

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/catalog"
)

// databases lists the stored instances, and those in which nothing is complete.
func (d *Doctor) databases(ctx context.Context) []Diagnosis {
	const name = "databases"
	if d.a == nil || d.a.cluster == nil {
		return []Diagnosis{unseen(name, "no Postgres runs")}
	}
	stored, err := d.a.cluster.stored(ctx)
	if err != nil {
		return []Diagnosis{found(name, err, "")}
	}
	bytes, empty := int64(0), []string{}
	for _, s := range stored {
		if bytes += s.bytes; s.complete == 0 {
			empty = append(empty, s.name)
		}
	}
	result := found(name, nil, "%d instances in %d MB", len(stored), bytes>>20)
	if len(empty) > 0 {
		result.Detail += fmt.Sprintf("; no variant is complete in %s", strings.Join(empty, ", "))
		result.Mend = "the next build of that instance completes it; ercheck home clean removes all instances"
	}
	return []Diagnosis{result}
}

// storedInstance is one database of ours.
type storedInstance struct {
	name     string
	bytes    int64
	complete int // variants with the stamp of a whole build
}

// stored looks into each database whose name is one that databaseName gives.
func (c *cluster) stored(ctx context.Context) ([]storedInstance, error) {
	var all []storedInstance
	rows, err := c.texts(ctx, adminDatabase, `SELECT datname, pg_database_size(oid) FROM pg_database
		WHERE datname ~ '^er_.+_[0-9a-f]{8}$' AND datallowconn ORDER BY datname`)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		s := storedInstance{name: row[0]}
		if s.bytes, err = strconv.ParseInt(row[1], 10, 64); err != nil {
			return nil, err
		}
		complete, err := c.texts(ctx, s.name, `SELECT nspname FROM pg_namespace
			WHERE starts_with(nspname, 'er__') AND obj_description(oid, 'pg_namespace') IS NOT NULL`)
		if err != nil {
			return nil, err
		}
		s.complete = len(complete)
		all = append(all, s)
	}
	return all, nil
}

// texts gives the rows of a query without NULLs, on a connection of its own.
func (c *cluster) texts(ctx context.Context, database, sql string) ([][]string, error) {
	conn, err := c.connect(ctx, database)
	if err != nil {
		return nil, err
	}
	defer closeQuietly(ctx, conn)
	var all [][]string
	err = eachRow(ctx, conn, sql, nil, func(raw [][]byte) {
		row := make([]string, len(raw))
		for i, v := range raw {
			row[i] = string(v)
		}
		all = append(all, row)
	})
	return all, err
}

// hostile are statements that the sandbox must refuse, each for another wall.
var hostile = []string{
	"SELECT pg_read_file('PG_VERSION')", "SELECT rolname FROM pg_authid", "CREATE TABLE t (a integer)",
	"SELECT 1; SELECT 2", "COPY (SELECT 1) TO PROGRAM 'true'", "SELECT pg_sleep(0)",
}

// sandbox stores the smallest built-in model in one variant and runs honest and
// hostile statements there.
func (d *Doctor) sandbox(ctx context.Context) []Diagnosis {
	const name = "sandbox"
	if d.a == nil || d.a.cluster == nil {
		return []Diagnosis{unseen(name, "no Postgres runs"), unseen("memory limit", "no Postgres runs")}
	}
	data, err := Choose(DataOptions{Domain: smallest(), Scale: "tiny", Seed: 1})
	if err != nil {
		return []Diagnosis{found(name, err, "")}
	}
	run := func(sql string) (SQLResult, error) { return d.a.SQL(ctx, data, sandbox.Default(), sql) }
	honest, err := run("SELECT 1 AS one")
	if err == nil && honest.Outcome != record.Rows {
		err = fmt.Errorf("SELECT 1 gives the outcome %s: %s", honest.Outcome, honest.Message)
	}
	for _, sql := range hostile {
		if err != nil {
			break
		}
		var refused SQLResult
		if refused, err = run(sql); err == nil && refused.Outcome == record.Rows {
			err = &OpenSandboxError{sql}
		}
	}
	return []Diagnosis{found(name, err, "an honest statement runs, %d hostile ones do not", len(hostile)), d.memory(ctx)}
}

// OpenSandboxError says that a statement ran that must not.
type OpenSandboxError struct{ SQL string }

// Error shows the statement.
func (e *OpenSandboxError) Error() string { return "the sandbox runs " + e.SQL }

// Hint says what to do.
func (e *OpenSandboxError) Hint() string {
	return "run no model on this server; ercheck home clean and a new build make its databases anew"
}

// memory says whether a backend's memory can be capped. Where it cannot, ercheck
// works all the same.
func (d *Doctor) memory(ctx context.Context) Diagnosis {
	pool, err := sandbox.Open(ctx, sandbox.Config{URL: d.a.cluster.url, Limits: sandbox.Default()})
	if err != nil {
		return found("memory limit", err, "")
	}
	defer pool.Close()
	if !pool.MemoryCap() {
		return Diagnosis{"memory limit", true, "a statement's memory cannot be capped here (" + runtime.GOOS +
			"): one statement can take what the machine has", "ask models you do not trust on Linux, with ercheck's own Postgres"}
	}
	return found("memory limit", nil, "a statement can take %d MB at most", sandbox.Default().MemoryBytes>>20)
}

// smallest is the built-in model with the fewest entity types.
func smallest() string {
	best, least := "", 0
	for _, name := range catalog.Names() {
		if d, err := catalog.Load(name); err == nil && (best == "" || len(d.Model.EntityTypes) < least) {
			best, least = name, len(d.Model.EntityTypes)
		}
	}
	return best
}
