// Package history keeps what runs leave behind in one SQLite file, so that an
// answer that was paid for is never lost and never asked for twice.
//
// It owns the file, its format and its migrations. The way of a run:
//
//  1. Open checks the file, takes it to the newest format, and asserts the
//     settings of every connection;
//  2. Create stores the run and claims it, or Claim takes an unfinished run up
//     again: one process at a time works on a run, and kill -9 frees it;
//  3. Claim.Keep stores a response as soon as it is worth keeping, Claim.Save
//     the cell when it ended, each in a transaction of its own;
//  4. Claim.Finish closes the run once no cell is missing;
//  5. Run, Cells and Samples give everything back, verified, for reports.
//
// Every text (prompt, dump, response, SQL) is stored once under its SHA-256,
// byte for byte, and checked against it when read: a damaged history is
// reported, never silently wrong.
//
// The package must not know how a cell is asked or executed, what an answer
// means, or how a report looks.
package history

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"time"

	"ercheck/appliance/filelock"
)

// History is an open history file. It is safe for concurrent use, and several
// processes may have the same file open.
type History struct {
	path  string
	write *sql.DB // one connection: SQLite has one writer at a time anyway
	read  *sql.DB
	texts codec
}

// readers is how many reads may go on at the same time in this process.
const readers = 4

// openWait is how long Open waits for another process that is just creating or
// migrating the file.
const openWait = 30 * time.Second

// Open opens the history at path, an ordinary file name, and creates it where
// there is none (readable by its owner only; the folder must exist). Next to it
// stand SQLite's -wal and -shm while it is open, a .lock and a .claims folder.
//
// Errors are *Error: Damaged and Foreign files are left as they are, a Newer
// one too; Storage says that the place cannot be read or written.
func Open(path string) (*History, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, &Error{Kind: Storage, Path: path, Message: "has no absolute path", Err: err}
	}
	h := &History{path: path}
	if h.texts, err = newCodec(); err != nil {
		return nil, err
	}
	lock, err := filelock.Wait(path+".lock", openWait)
	if err != nil {
		return nil, h.lockError(err)
	}
	defer lock.Release()
	if err := h.open(context.Background()); err != nil {
		h.Close()
		return nil, h.explain("open", err)
	}
	return h, nil
}

// open runs under the lock between processes.
func (h *History) open(ctx context.Context) error {
	created, err := createPrivate(h.path)
	if err != nil {
		return err
	}
	version := int64(0)
	if !created {
		if version, err = h.probe(ctx); err != nil {
			return err
		}
	}
	if version == 0 {
		if err := prepare(ctx, h.path); err != nil {
			return err
		}
	}
	h.write, h.read = openPool(h.path, 1, false), openPool(h.path, readers, true)
	if version < newest {
		if err := migrate(ctx, h.write); err != nil {
			return err
		}
	}
	return h.quickCheck(ctx)
}

// Path is the absolute name of the file.
func (h *History) Path() string { return h.path }

// Close waits for writes in progress and closes the file. Claims must be
// released before.
func (h *History) Close() error {
	var failed error
	for _, pool := range []*sql.DB{h.read, h.write} {
		if pool != nil {
			failed = errors.Join(failed, pool.Close())
		}
	}
	h.texts.close()
	return failed
}

// update runs do in one transaction of the writer. A write that began finishes
// even when ctx is cancelled: what it stores cannot be had again for free.
func (h *History) update(ctx context.Context, op string, do func(context.Context, *sql.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	tx, err := h.write.BeginTx(ctx, nil)
	if err != nil {
		return h.explain(op, err)
	}
	defer tx.Rollback() // without effect after Commit
	if err := do(ctx, tx); err != nil {
		return h.explain(op, err)
	}
	return h.explain(op, tx.Commit())
}
