// Package trial runs queries over E/R views on many instances and says on which of
// them a query gives another answer than the right one.
//
//  1. Open makes, in a session's temporary schema, a table and a view for each E/R
//     view (pgsql.CreateSide); Load puts instances there side by side. No variant
//     is built, since the answers are the same on every one, and nothing is left
//     in the database.
//  2. Prepare takes a question: what is right of it, and the suspects. Queries
//     that the server refuses are known from here on.
//  3. Compare runs all of them on one instance (compare.go). An answer is told from
//     gold when it differs from gold and every alternate in mode typed, and is not
//     right among candidates that tie.
//  4. Search looks for the least instance that tells a suspect: every small one up
//     to a bound, then some by chance (search.go).
//
// Queries may be a stranger's, and the session a superuser's: they are prepared as
// nothing but queries, and run as a role that may only read.
//
// It knows questions and answers, and neither runs, variants nor reports.
package trial

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants/pgsql"
)

// Session holds instances side by side in one connection. Not safe for
// concurrent use.
type Session struct {
	conn   *pgx.Conn
	model  *er.Model
	views  []er.View
	loaded []er.View // those that hold rows
}

// patience is how long one query may take on one instance. A suspect that joins
// everything with everything is cut off.
const patience = 5 * time.Second

// Open makes the tables, empty, in the connection's temporary schema. The caller
// closes the connection.
func Open(ctx context.Context, conn *pgx.Conn, m *er.Model) (*Session, error) {
	s := &Session{conn: conn, model: m, views: m.Views()}
	statements := append(pgsql.CreateSide(s.views), fmt.Sprintf("SET statement_timeout = %d", patience.Milliseconds()))
	for _, sql := range statements {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return nil, fmt.Errorf("%w in: %s", err, sql)
		}
	}
	return s, nil
}

// Load puts instances in the place of those that were there. They are numbered
// from 0.
func (s *Session) Load(ctx context.Context, sources ...instance.Source) error {
	return s.load(ctx, s.views, sources)
}

// load leaves all views but the given ones empty.
func (s *Session) load(ctx context.Context, views []er.View, sources []instance.Source) error {
	empty := pgsql.BecomeOwner
	if len(s.loaded) > 0 {
		empty += "; " + pgsql.ClearSide(s.loaded)
	}
	if err := s.conn.PgConn().Exec(ctx, empty).Close(); err != nil {
		return err
	}
	s.loaded = views
	var rows bytes.Buffer
	for _, v := range views {
		rows.Reset()
		if err := appendRows(ctx, &rows, v, sources); err != nil {
			return err
		}
		if _, err := s.conn.PgConn().CopyFrom(ctx, &rows, pgsql.CopySide(v)); err != nil {
			return fmt.Errorf("load E/R view %s: %w", v.Name, err)
		}
		if _, err := s.conn.Exec(ctx, pgsql.AnalyzeSide(v)); err != nil {
			return err
		}
	}
	return nil
}

func appendRows(ctx context.Context, to *bytes.Buffer, v er.View, sources []instance.Source) error {
	var line []byte
	for number, src := range sources {
		for row, err := range instance.Rows(ctx, src, v) {
			if err != nil {
				return err
			}
			line = pgsql.AppendSide(line[:0], number, row)
			to.Write(line)
		}
	}
	return nil
}

// look chooses the instance that queries read, and who they run as.
func (s *Session) look(ctx context.Context, number int) error {
	return s.conn.PgConn().Exec(ctx, pgsql.BecomeOwner+"; "+pgsql.LookAt(number)+"; "+pgsql.BecomeReader).Close()
}
