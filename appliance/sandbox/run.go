package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
)

// Box runs statements as the role of one variant. It is safe for concurrent use.
type Box struct {
	pool *Pool
	role Role
}

// Result is what came of one statement.
type Result struct {
	Outcome  record.Outcome // rows, rejected, error, timeout or limit
	SQLState string         // the server's code, if it refused
	Message  string         // why it is not rows
	Hint     string         // the server's, if it had one
	Position int            // where in the statement the server saw the error: a character, from 1; else 0
	Duration time.Duration  // from sending to the last row, without waiting for a connection

	// Of outcome rows only: a part of a result never equals anything.
	Columns  []record.Column
	RowCount int64
	Digests  record.Digests
	Hashes   []answer.RowHash // of the first rows; see answer.MaxRowHashes
	Rows     [][]*string      // the first ones as Postgres's text, nil for NULL; see answer.DefaultKeep
}

// Run runs one statement and reads its result to the end. What the statement
// does, even failing, is a Result. An error is a *Fault, or wraps ctx's when ctx
// ended first; no backend is left busy then either.
func (b *Box) Run(ctx context.Context, sql string) (Result, error) {
	if reason := check(sql); reason != "" {
		return rejected(reason), nil
	}
	c, err := b.pool.acquire(ctx, b.role)
	if err != nil {
		return Result{}, err
	}
	r := run{conn: c, limits: b.pool.config.Limits, types: &b.pool.types}
	result, err := r.do(ctx, sql)
	if r.abandoned {
		b.pool.admin.terminate(c)
	}
	b.pool.release(c, r.reusable)
	var f *Fault
	if errors.As(err, &f) && f.Kind == Gone {
		b.pool.dropIdle()
	}
	return result, err
}

// run is one statement on its way.
type run struct {
	conn   *conn
	limits Limits
	types  *typeNames

	pipeline *pgconn.Pipeline
	answer   *answer.Answer
	oids     []uint32
	tag      pgconn.CommandTag
	bytes    int64
	exceeded string // the limit that the client saw, in words

	reusable  bool // the session is as new
	abandoned bool // the backend may still be busy
}

// do sends everything at once. The transaction and the statement share one
// group of messages, so that without the one the server skips the other; what
// follows runs whatever came before.
func (r *run) do(parent context.Context, sql string) (Result, error) {
	ctx, cancel := context.WithTimeout(parent, r.limits.Timeout+Grace)
	defer cancel()
	started := time.Now()
	r.pipeline = r.conn.pg.StartPipeline(ctx)
	r.send("BEGIN READ ONLY", sql)
	r.send("ROLLBACK")
	r.send("DISCARD ALL")
	err := r.pipeline.Flush()
	if err == nil {
		err = r.read(cancel)
	}
	took := time.Since(started)
	r.finish()
	result, err := r.judge(parent, ctx, err)
	result.Duration = took
	if result.Outcome == record.Rows {
		result.Columns = r.columns(ctx)
	}
	return result, err
}

// send queues a group: after an error in it the rest of it is skipped.
func (r *run) send(statements ...string) {
	for _, s := range statements {
		r.pipeline.SendQueryParams(s, nil, nil, nil, nil) // no formats: all text
	}
	r.pipeline.SendPipelineSync()
}

// read reads the statement's result into the answer. giveUp ends the wait for a
// backend that does not stop after a limit.
func (r *run) read(giveUp func()) error {
	if _, err := r.pipeline.GetResults(); err != nil { // BEGIN
		return err
	}
	results, err := r.pipeline.GetResults()
	if err != nil {
		return err
	}
	rows, ok := results.(*pgconn.ResultReader)
	if !ok {
		return fmt.Errorf("the server answered a statement with %T", results)
	}
	r.begin(rows.FieldDescriptions())
	for rows.NextRow() {
		if r.exceeded = r.exceeds(rows.Values()); r.exceeded != "" {
			defer time.AfterFunc(Grace, giveUp).Stop()
			r.cancel()
			break
		}
		r.answer.Add(rows.Values())
	}
	r.tag, err = rows.Close() // reads on to the end
	return err
}

// begin starts the answer; types that somebody created get their name later,
// and are text until then and after.
func (r *run) begin(fields []pgconn.FieldDescription) {
	columns := make([]answer.Column, len(fields))
	r.oids = make([]uint32, len(fields))
	for i, f := range fields {
		columns[i] = answer.Column{Name: f.Name, Type: answer.TypeName(f.DataTypeOID)}
		r.oids[i] = f.DataTypeOID
	}
	r.answer = answer.New(columns, answer.DefaultKeep())
}

// exceeds counts a row and says which limit it breaks, or "".
func (r *run) exceeds(row [][]byte) string {
	for _, v := range row {
		if int64(len(v)) > r.limits.MaxValue {
			return r.tooLong()
		}
		r.bytes += int64(len(v))
	}
	switch {
	case r.answer.RowCount() == r.limits.MaxRows:
		return fmt.Sprintf("more than %d rows", r.limits.MaxRows)
	case r.bytes > r.limits.MaxBytes:
		return fmt.Sprintf("more than %d bytes", r.limits.MaxBytes)
	}
	return ""
}

func (r *run) tooLong() string {
	return fmt.Sprintf("a value or row of more than %d bytes", r.limits.MaxValue)
}

// cancel asks the server to stop. It may come too late and hit what follows, so
// the session is not used again.
func (r *run) cancel() {
	ctx, cancel := context.WithTimeout(context.Background(), Grace)
	defer cancel()
	r.abandoned = r.conn.pg.CancelRequest(ctx) != nil
}

// finish reads what follows the statement, to know whether the session is as
// new.
func (r *run) finish() {
	_ = r.await() // the statement's own group; its error was seen already
	rolledBack := r.await()
	discarded := r.await()
	closed := r.pipeline.Close()
	r.reusable = errors.Join(rolledBack, discarded, closed) == nil && r.exceeded == ""
	if r.conn.pg.IsClosed() {
		r.reusable, r.abandoned = false, true
	}
}

// await reads to the end of a group and gives its first error.
func (r *run) await() (first error) {
	for {
		results, err := r.pipeline.GetResults()
		if first == nil {
			first = err
		}
		switch results.(type) {
		case *pgconn.PipelineSync:
			return first
		case nil:
			if err == nil || r.conn.pg.IsClosed() {
				return first
			}
		}
	}
}

// judge makes a result of how it ended. parent is the caller's context, ctx the
// one with the deadline.
func (r *run) judge(parent, ctx context.Context, err error) (Result, error) {
	var said *pgconn.PgError
	var tooLong *pgproto3.ExceededMaxBodyLenErr
	switch {
	case r.exceeded != "":
		return limited(r.exceeded), nil
	case err == nil:
		return r.result(), nil
	case errors.As(err, &tooLong):
		return limited(r.tooLong()), nil
	case errors.As(err, &said) && faultKind(said) == "":
		result := failed(said)
		if result.Outcome == record.Limit {
			r.reusable = false // give the memory and the files back
		}
		return result, nil
	case said == nil && parent.Err() == nil && ctx.Err() != nil:
		return Result{Outcome: record.Timeout,
			Message: fmt.Sprintf("not done after %v, and not to be interrupted", r.limits.Timeout)}, nil
	}
	return Result{}, fault(parent, "run a statement as "+r.conn.role.Name, err)
}

// result is that of a statement that ran to its end.
func (r *run) result() Result {
	if tag := r.tag.String(); !r.tag.Select() {
		return rejected(strings.TrimSpace("not a query: the server calls it " + tag))
	}
	return Result{
		Outcome:  record.Rows,
		RowCount: r.answer.RowCount(),
		Digests:  record.Digests{Paper: r.answer.Digest(answer.Paper), Typed: r.answer.Digest(answer.Typed), Columns: r.answer.Digest(answer.Columns)},
		Hashes:   r.answer.RowHashes(),
		Rows:     r.answer.Rows(),
	}
}

// columns names the columns' types, asking the server for the unknown ones.
func (r *run) columns(ctx context.Context) []record.Column {
	columns := make([]record.Column, len(r.oids))
	for i, c := range r.answer.Columns() {
		columns[i] = record.Column{Name: c.Name, Type: c.Type}
		if c.Type == "" && r.reusable {
			columns[i].Type = r.types.name(ctx, r.conn, r.oids[i])
		}
	}
	return columns
}
