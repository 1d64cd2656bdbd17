package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ercheck/appliance/filelock"
)

// Kind sorts what can go wrong with a history.
type Kind string

// The kinds of Error.
const (
	Damaged    Kind = "damaged"    // the file, or something in it, is not what was written
	Foreign    Kind = "foreign"    // an SQLite file of another program
	Newer      Kind = "newer"      // written by a newer ercheck
	Storage    Kind = "storage"    // the place cannot be read or written: rights, disk full
	Busy       Kind = "busy"       // another process held the file too long
	NotFound   Kind = "not_found"  // no such run
	Ambiguous  Kind = "ambiguous"  // a prefix of several runs
	Claimed    Kind = "claimed"    // another process works on the run
	Incomplete Kind = "incomplete" // cells are missing, so the run cannot be finished
	Invalid    Kind = "invalid"    // a run or cell that cannot be stored
)

// Error says what is wrong, where, and what to do.
type Error struct {
	Kind    Kind
	Path    string   // the history file; "" where the place is not the matter
	Message string   // what happened
	Advice  string   // what to do; may be empty
	Names   []string // NotFound: the nearest runs; Ambiguous: those it may mean
	Err     error    // the cause; may be nil
}

// Hint says what to do; it may be empty.
func (e *Error) Hint() string { return e.Advice }

// Error gives path, message and cause, without the hint.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("history")
	if e.Path != "" {
		b.WriteString(" " + e.Path)
	}
	b.WriteString(": " + e.Message)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the first *Error in err's chain, or "".
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return ""
}

// explain turns what SQLite and the system say into an *Error. Errors of this
// package, contexts and programming mistakes pass through.
func (h *History) explain(op string, err error) error {
	if err == nil || KindOf(err) != "" || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if failed, ok := errors.AsType[*sqlite.Error](err); ok {
		return h.explainCode(op, failed.Code(), err)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) || isPathError(err) {
		return h.storageError(err)
	}
	if errors.Is(err, sql.ErrConnDone) {
		return err
	}
	return fmt.Errorf("history %s: %s: %w", h.path, op, err)
}

func isPathError(err error) bool {
	_, ok := errors.AsType[*fs.PathError](err)
	return ok
}

// explainCode sorts by SQLite's primary result code (the low byte).
func (h *History) explainCode(op string, code int, err error) error {
	switch code & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return h.damaged("is damaged", err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return &Error{Kind: Busy, Path: h.path, Err: err,
			Message: "was held by another process for over " + busyTimeout.String(),
			Advice:  "wait for the other ercheck, or end it, and call again"}
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOLFS:
		return h.storageError(err)
	}
	return fmt.Errorf("history %s: %s: %w", h.path, op, err)
}

func (h *History) storageError(err error) error {
	return &Error{Kind: Storage, Path: h.path, Err: err,
		Message: "cannot be read or written",
		Advice:  "see whether the disk is full and whether this user may write to the folder; --home chooses another one"}
}

func (h *History) damaged(what string, err error) *Error {
	return &Error{Kind: Damaged, Path: h.path, Err: err, Message: what,
		Advice: fmt.Sprintf("the file was left as it is. To start a new history, move it away together with %[1]s-wal "+
			"and %[1]s-shm where they exist, for instance to %[1]s.damaged; the command .recover of the sqlite3 shell "+
			"may save what is still in it", h.path)}
}

// lockError says what it means that the file next to the history is locked.
func (h *History) lockError(err error) error {
	if errors.Is(err, filelock.ErrLocked) {
		return &Error{Kind: Busy, Path: h.path, Message: "is being opened by another process for over " + openWait.String(),
			Advice: "wait for the other ercheck, or end it, and call again"}
	}
	return h.storageError(err)
}
