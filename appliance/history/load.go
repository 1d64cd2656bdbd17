package history

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"ercheck/appliance/record"
)

// Run gives a run back as it was stored, with the events and the status that
// it has now. id is exact; Resolve makes one of what a user typed.
func (h *History) Run(ctx context.Context, id string) (*record.Run, error) {
	tx, err := h.read.BeginTx(ctx, nil)
	if err != nil {
		return nil, h.explain("read run "+id, err)
	}
	defer tx.Rollback()
	r, err := h.load(ctx, tx, id)
	return r, h.explain("read run "+id, err)
}

func (h *History) load(ctx context.Context, tx *sql.Tx, id string) (*record.Run, error) {
	n, err := h.number(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	r, want, head, err := h.loadHead(ctx, tx, n)
	if err != nil {
		return nil, err
	}
	parts, err := h.loadParts(ctx, tx, n, r)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(want, headSum(id, head, parts)) {
		return nil, h.damaged("run "+id+" is damaged: it differs from its digest", nil)
	}
	r.Events, err = h.loadEvents(ctx, tx, n, id)
	return r, err
}

// loadHead reads all but parts and events, and the digest over head and parts.
func (h *History) loadHead(ctx context.Context, tx *sql.Tx, n int64) (r *record.Run, want, head []byte, err error) {
	var status record.Status
	var ended sql.NullInt64
	var id string
	var marked []byte
	err = tx.QueryRowContext(ctx, `SELECT id, status, ended, mark, doc, sum FROM runs WHERE n = ?`, n).
		Scan(&id, &status, &ended, &marked, &head, &want)
	if err != nil {
		return nil, nil, nil, err
	}
	if !bytes.Equal(marked, mark(id, status, ended)) {
		return nil, nil, nil, h.damaged("the status of run "+id+" is damaged", nil)
	}
	r = &record.Run{}
	if err := json.Unmarshal(head, r); err != nil {
		return nil, nil, nil, h.damaged("the record of run "+id+" is damaged", err)
	}
	r.Status, r.Ended = status, fromNano(ended)
	return r, want, head, nil
}

// loadParts fills in variants, questions and diagram, in their order.
func (h *History) loadParts(ctx context.Context, tx *sql.Tx, n int64, r *record.Run) ([]part, error) {
	// The order is split's: variants, questions, diagram, each by its place.
	rows, err := tx.QueryContext(ctx, `
		SELECT p.kind, p.place, `+textColumns("t")+`
		FROM parts p LEFT JOIN texts t ON t.id = p.text
		WHERE p.run = ? ORDER BY p.kind DESC, p.place`, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var parts []part
	for rows.Next() {
		var p part
		var found nullText
		if err := rows.Scan(append([]any{&p.kind, &p.place}, found.targets()...)...); err != nil {
			return nil, err
		}
		p.text = found.text()
		if err := h.join(r, p); err != nil {
			return nil, h.damaged(fmt.Sprintf("%s %d of run %s is damaged", p.kind, p.place, r.ID), err)
		}
		parts = append(parts, p)
	}
	return parts, rows.Err()
}

// join is split's opposite for one part.
func (h *History) join(r *record.Run, p part) error {
	doc, err := h.texts.decode(p.text)
	if err != nil {
		return err
	}
	switch p.kind {
	case partVariant:
		r.Variants = append(r.Variants, record.Variant{})
		return json.Unmarshal([]byte(doc), &r.Variants[len(r.Variants)-1])
	case partQuestion:
		r.Questions = append(r.Questions, record.Question{})
		return json.Unmarshal([]byte(doc), &r.Questions[len(r.Questions)-1])
	case partDiagram:
		return json.Unmarshal([]byte(doc), &r.Diagram)
	}
	return fmt.Errorf("no part is called %q", p.kind)
}

func (h *History) loadEvents(ctx context.Context, tx *sql.Tx, n int64, id string) ([]record.Event, error) {
	rows, err := tx.QueryContext(ctx, `SELECT at, message, sum FROM events WHERE run = ? ORDER BY n`, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []record.Event
	for rows.Next() {
		var at int64
		var want []byte
		var e record.Event
		if err := rows.Scan(&at, &e.Message, &want); err != nil {
			return nil, err
		}
		if !bytes.Equal(want, eventSum(id, at, e.Message)) {
			return nil, h.damaged("an event of run "+id+" is damaged", nil)
		}
		e.At = time.Unix(0, at).UTC()
		events = append(events, e)
	}
	return events, rows.Err()
}

func fromNano(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.Unix(0, n.Int64).UTC()
}
