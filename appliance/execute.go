package appliance

import (
	"context"
	"errors"
	"fmt"

	"ercheck/appliance/evaluate"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
)

// SQLResult is what came of one statement in the sandbox.
type SQLResult struct {
	Outcome  record.Outcome  `json:"outcome"`
	SQLState string          `json:"sqlstate"`
	Message  string          `json:"message"`
	Hint     string          `json:"hint,omitempty"`
	Position int             `json:"position,omitempty"` // a character of the statement, from 1
	Columns  []record.Column `json:"columns"`
	Rows     [][]*string     `json:"rows"` // the first ones
	RowCount int64           `json:"row_count"`
	Digest   string          `json:"digest"` // in mode paper
	Seconds  float64         `json:"seconds"`
}

// SQL runs one statement on the first chosen variant, as a model's is run.
// Whatever the statement does is a result, not an error.
func (a *Appliance) SQL(ctx context.Context, d *Data, limits sandbox.Limits, sql string) (SQLResult, error) {
	d = d.only(d.Variants[0])
	if _, err := a.Build(ctx, d, BuildOptions{}); err != nil {
		return SQLResult{}, err
	}
	pool, err := sandbox.Open(ctx, sandbox.Config{URL: a.cluster.url, Limits: limits})
	if err != nil {
		return SQLResult{}, err
	}
	defer pool.Close()
	r, err := pool.Box(a.cluster.role(d, d.Variants[0].Name)).Run(ctx, sql)
	if err != nil {
		return SQLResult{}, err
	}
	columns := r.Columns
	if columns == nil {
		columns = []record.Column{}
	}
	return SQLResult{
		Outcome: r.Outcome, SQLState: r.SQLState, Message: r.Message, Hint: r.Hint, Position: r.Position,
		Columns: columns, Rows: nonNil(r.Rows), RowCount: r.RowCount, Digest: r.Digests.Paper, Seconds: r.Duration.Seconds(),
	}, nil
}

// role is the login of one variant of an instance.
func (c *cluster) role(d *Data, variant string) sandbox.Role {
	name := roleName(d.Identity, variant)
	return sandbox.Role{Name: name, Password: c.rolePassword(name), Database: d.Database, Schema: variant}
}

// executor runs a model's statements; it implements evaluate.Executor.
type executor struct {
	cluster *cluster
	pool    *sandbox.Pool
	data    *Data
}

// Run implements evaluate.Executor.
func (x executor) Run(ctx context.Context, variant, sql string) (evaluate.Result, error) {
	r, err := x.pool.Box(x.cluster.role(x.data, variant)).Run(ctx, sql)
	var f *sandbox.Fault
	if errors.As(err, &f) && f.Kind == sandbox.Gone {
		err = fmt.Errorf("%w: %w", evaluate.ErrGone, err)
	}
	return evaluate.Result{
		Outcome: r.Outcome, SQLState: r.SQLState, Message: r.Message, Columns: r.Columns, RowCount: r.RowCount,
		Digests: r.Digests, Hashes: r.Hashes, Rows: r.Rows, Time: r.Duration,
	}, err
}
