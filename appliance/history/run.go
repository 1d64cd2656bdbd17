package history

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"ercheck/appliance/record"
)

// Create stores a new run, unfinished and without cells, and claims it for this
// process. An empty ID is set to a new one, an empty Started to now; the Status
// is set to Unfinished. An ID that is taken, or names that are not text, are
// refused as Invalid.
func (h *History) Create(ctx context.Context, r *record.Run) (*Claim, error) {
	if r.Started.IsZero() {
		r.Started = time.Now()
	}
	r.Started = r.Started.UTC().Round(0)
	r.Status = record.Unfinished
	if r.ID == "" {
		r.ID = NewID(r.Started)
	}
	if err := validRun(r); err != nil {
		return nil, err
	}
	claim, err := h.claim(r.ID)
	if err != nil {
		return nil, err
	}
	if err := h.insert(ctx, r); err != nil {
		claim.Release()
		return nil, err
	}
	return claim, nil
}

// NewID makes a run's id, "20261129-213341-ab12": its start in UTC to the
// second, so that ids sort by it, and four random digits.
func NewID(started time.Time) string {
	var random [2]byte
	rand.Read(random[:]) // never fails
	return started.UTC().Format("20060102-150405-") + hex.EncodeToString(random[:])
}

// validID is what may name a run, and the file that claims it.
var validID = regexp.MustCompile(`^[0-9a-z]([0-9a-z-]{0,62}[0-9a-z])?$`)

func validRun(r *record.Run) error {
	if !validID.MatchString(r.ID) {
		return &Error{Kind: Invalid, Message: fmt.Sprintf("%q cannot be the id of a run", r.ID),
			Advice: "an id has digits, small letters and dashes"}
	}
	names := slices.Clone(r.Models)
	for _, v := range r.Variants {
		names = append(names, v.Name)
	}
	for _, q := range r.Questions {
		names = append(names, q.ID)
	}
	for _, name := range names {
		if err := validName(name); err != nil {
			return err
		}
	}
	return nil
}

// validName refuses what would not come back from a JSON document unchanged.
func validName(name string) error {
	if utf8.ValidString(name) {
		return nil
	}
	return &Error{Kind: Invalid, Message: fmt.Sprintf("the name %q is not UTF-8", name), Advice: "rename the file that it stands for"}
}

// expected is how many cells a run has when it is finished.
func expected(r *record.Run) int {
	return len(r.Models) * len(r.Variants) * len(r.Questions) * max(r.Repeats, 1)
}

func (h *History) insert(ctx context.Context, r *record.Run) error {
	head, parts, err := h.split(r)
	if err != nil {
		return err
	}
	return h.update(ctx, "store run "+r.ID, func(ctx context.Context, tx *sql.Tx) error {
		done, err := tx.ExecContext(ctx, `
			INSERT INTO runs (id, status, mark, started, domain, cells, doc, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (id) DO NOTHING`,
			r.ID, r.Status, mark(r.ID, r.Status, sql.NullInt64{}), r.Started.UnixNano(), r.Domain, expected(r), string(head), headSum(r.ID, head, parts))
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err == nil && n == 0 {
			return &Error{Kind: Invalid, Path: h.path, Message: "has a run " + r.ID + " already"}
		}
		n, err := done.LastInsertId()
		if err != nil {
			return err
		}
		if err := insertParts(ctx, tx, n, parts); err != nil {
			return err
		}
		return insertEvents(ctx, tx, n, r.ID, r.Events...)
	})
}

// Kinds of a run's parts.
const (
	partVariant  = "variant"
	partQuestion = "question"
	partDiagram  = "diagram"
)

type part struct {
	kind  string
	place int
	text  text
}

// split takes the long pieces out of a run, so that runs share them.
func (h *History) split(r *record.Run) (head []byte, parts []part, err error) {
	add := func(kind string, place int, v any) {
		doc, failed := json.Marshal(v)
		err = errors.Join(err, failed)
		parts = append(parts, part{kind, place, h.texts.encode(string(doc))})
	}
	for i, v := range r.Variants {
		add(partVariant, i, v)
	}
	for i, q := range r.Questions {
		add(partQuestion, i, q)
	}
	add(partDiagram, 0, r.Diagram)
	short := *r
	short.Variants, short.Questions, short.Diagram, short.Events = nil, nil, "", nil
	head, failed := json.Marshal(short)
	return head, parts, errors.Join(err, failed)
}

func insertParts(ctx context.Context, tx *sql.Tx, run int64, parts []part) error {
	for _, p := range parts {
		id, err := intern(ctx, tx, p.text)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO parts (run, kind, place, text) VALUES (?, ?, ?, ?)`, run, p.kind, p.place, id)
		if err != nil {
			return err
		}
	}
	return nil
}

// Event adds something that the run survived to its record.
func (h *History) Event(ctx context.Context, id string, e record.Event) error {
	return h.update(ctx, "store an event of run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		return insertEvents(ctx, tx, n, id, e)
	})
}

func insertEvents(ctx context.Context, tx *sql.Tx, run int64, id string, events ...record.Event) error {
	for _, e := range events {
		_, err := tx.ExecContext(ctx, `INSERT INTO events (run, at, message, sum) VALUES (?, ?, ?, ?)`,
			run, e.At.UnixNano(), e.Message, eventSum(id, e.At.UnixNano(), e.Message))
		if err != nil {
			return err
		}
	}
	return nil
}

// Finish marks a run finished at a time. While cells are missing it is refused
// as Incomplete.
func (h *History) Finish(ctx context.Context, id string, at time.Time) error {
	return h.update(ctx, "finish run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		var want, have int
		err = tx.QueryRowContext(ctx, `
			SELECT cells, (SELECT count(*) FROM cells WHERE run = n AND outcome <> '') FROM runs WHERE n = ?`, n).Scan(&want, &have)
		if err != nil {
			return err
		}
		if have < want {
			return &Error{Kind: Incomplete, Path: h.path, Message: fmt.Sprintf("run %s has %d of its %d cells", id, have, want),
				Advice: "ercheck run --resume " + id}
		}
		ended := sql.NullInt64{Int64: at.UnixNano(), Valid: true}
		_, err = tx.ExecContext(ctx, `UPDATE runs SET status = ?, ended = ?, mark = ? WHERE n = ?`,
			record.Finished, ended, mark(id, record.Finished, ended), n)
		return err
	})
}

// Forget removes the cells of a run that have one of these outcomes, so that
// they are asked again, and counts them. A finished run that loses some is
// unfinished again.
func (h *History) Forget(ctx context.Context, id string, outcomes ...record.Outcome) (forgotten int64, err error) {
	err = h.update(ctx, "forget cells of run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		forgotten = 0
		for _, o := range outcomes {
			done, err := tx.ExecContext(ctx, `DELETE FROM cells WHERE run = ? AND outcome = ?`, n, o)
			if err != nil {
				return err
			}
			of, err := done.RowsAffected()
			if err != nil {
				return err
			}
			forgotten += of
		}
		if forgotten == 0 {
			return nil
		}
		_, err = tx.ExecContext(ctx, `UPDATE runs SET status = ?, ended = NULL, mark = ? WHERE n = ?`,
			record.Unfinished, mark(id, record.Unfinished, sql.NullInt64{}), n)
		return err
	})
	return forgotten, err
}

// querier is a transaction or a pool.
type querier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// number is a run's row, for an exact id.
func (h *History) number(ctx context.Context, q querier, id string) (int64, error) {
	var n int64
	err := q.QueryRowContext(ctx, `SELECT n FROM runs WHERE id = ?`, id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, h.notFound(ctx, q, id)
	}
	return n, err
}

// headSum is over everything of a run that never changes.
func headSum(id string, head []byte, parts []part) []byte {
	fields := [][]byte{[]byte(id), head}
	for _, p := range parts {
		fields = append(fields, fmt.Appendf(nil, "%s %d", p.kind, p.place), p.text.digest)
	}
	return sum(fields...)
}

// mark is over what Finish changes.
func mark(id string, status record.Status, ended sql.NullInt64) []byte {
	return sum([]byte(id), []byte(status), fmt.Append(nil, ended))
}

func eventSum(id string, at int64, message string) []byte {
	return sum([]byte(id), fmt.Append(nil, at), []byte(message))
}

// sum digests fields, each with its length, so that no bytes can move from one
// to the next unseen. 16 bytes are plenty against accidents.
func sum(fields ...[]byte) []byte {
	digest := sha256.New()
	for _, f := range fields {
		fmt.Fprintf(digest, "%d:", len(f))
		digest.Write(f)
	}
	return digest.Sum(nil)[:16]
}
