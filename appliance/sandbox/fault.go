package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// FaultKind says what to do about a Fault.
type FaultKind string

// The kinds of faults.
const (
	// Gone: the server, or the connection to it, is no more. Start the server
	// again and run the statement again; what was run is known not to count.
	// A statement that meets it again and again is the cause, perhaps because
	// the system's out-of-memory killer ends its backend: give it up after a few.
	Gone FaultKind = "gone"

	// Busy: somebody else changes the variant or uses up the connections.
	// Waiting helps.
	Busy FaultKind = "busy"

	// Refused: the role cannot log in, so the variant is not there or was made
	// by somebody else. Building it again helps.
	Refused FaultKind = "refused"

	// Broken: the disk is full or cannot be read, or the data is damaged.
	Broken FaultKind = "broken"
)

// Fault is what went wrong without the statement's doing. The cell that met it
// has no outcome.
type Fault struct {
	Kind FaultKind
	Op   string // what was attempted, with the role or database
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("sandbox: %s: %v", f.Op, f.Err) }

func (f *Fault) Unwrap() error { return f.Err }

// Hint says what a person can do.
func (f *Fault) Hint() string {
	if f.Kind == Broken && isDiskFull(f.Err) {
		return fullHint
	}
	return hints[f.Kind]
}

const fullHint = "the disk is full: make room and run the command again"

var hints = map[FaultKind]string{
	Gone:    "the server ended or was restarted; run the command again",
	Busy:    "another process changes this variant or holds all connections; wait until it is done",
	Refused: "the variant's role is missing or has another password; build the variant again",
	Broken:  "the data on disk cannot be read: ercheck build with --fresh stores it again; the server's log says more, see ercheck status",
}

// Hint says what a person can do about an error of the server or of the way to
// it, met by any statement; "" if it is another one, or the statement's own.
func Hint(err error) string {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok {
		return (&Fault{Kind: faultKind(said), Err: err}).Hint()
	}
	if Lost(err) {
		return hints[Gone]
	}
	return ""
}

// Lost says whether the server, or the connection to it, was gone: work that can
// be done again may be, once the server is back.
func Lost(err error) bool {
	if said, ok := errors.AsType[*pgconn.PgError](err); ok {
		return faultKind(said) == Gone
	}
	_, lost := errors.AsType[*net.OpError](err)
	return lost || errors.Is(err, io.ErrUnexpectedEOF)
}

const diskFull = "53100" // SQLSTATE

func isDiskFull(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && said.Code == diskFull
}

// faultKind maps what the server says to a kind, or "" if the statement is to
// blame for it.
func faultKind(err *pgconn.PgError) FaultKind {
	switch err.Code {
	case "57P01", "57P02", "57P03", "57P05", "25P03": // shut down, crashed, starting, session timed out
		return Gone
	case "53300", "55P03": // too many connections, lock not available
		return Busy
	case "28000", "28P01", "3D000": // not allowed to log in, wrong password, no such database
		return Refused
	case diskFull, "XX001", "XX002": // disk full, data or index corrupted
		return Broken
	}
	switch {
	case strings.HasPrefix(err.Code, "58"): // system error outside Postgres
		return Broken
	case err.SeverityUnlocalized == "FATAL" || err.SeverityUnlocalized == "PANIC":
		return Gone
	}
	return ""
}

// fault wraps what a connection gave. A context's end stays what it is, so that
// the caller can tell a stop from a failure.
func fault(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("sandbox: %s: %w", op, ctx.Err())
	}
	var said *pgconn.PgError
	if errors.As(err, &said) {
		if kind := faultKind(said); kind != "" {
			return &Fault{kind, op, err}
		}
		return &Fault{Broken, op, err}
	}
	return &Fault{Gone, op, err}
}
