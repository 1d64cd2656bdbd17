package history

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"ercheck/appliance/record"
)

// SaveSample stores the first rows of an answer that no cell gave, such as
// gold's. One that is stored already, for the same question and digest, stays.
func (h *History) SaveSample(ctx context.Context, id string, s record.Sample) error {
	row, err := h.encodeSample(s)
	if err != nil {
		return err
	}
	return h.update(ctx, "store a sample of run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		return putSample(ctx, tx, n, row)
	})
}

type sampleRow struct {
	question, digest string
	text             text
}

func (h *History) encodeSample(s record.Sample) (*sampleRow, error) {
	if len(s.Rows) > record.SampleRows {
		s.Rows = s.Rows[:record.SampleRows]
	}
	doc, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return &sampleRow{s.Question, s.Digest, h.texts.encode(string(doc))}, nil
}

func putSample(ctx context.Context, tx *sql.Tx, run int64, s *sampleRow) error {
	var has bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM samples WHERE (run, question, digest) = (?, ?, ?))`,
		run, s.question, s.digest).Scan(&has)
	if err != nil || has {
		return err
	}
	id, err := intern(ctx, tx, s.text)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO samples (run, question, digest, text) VALUES (?, ?, ?, ?)`,
		run, s.question, s.digest, id)
	return err
}

// Samples gives the kept rows of a run's answers, by question and digest.
func (h *History) Samples(ctx context.Context, id string) ([]record.Sample, error) {
	samples, err := h.samples(ctx, id)
	return samples, h.explain("read the samples of run "+id, err)
}

func (h *History) samples(ctx context.Context, id string) ([]record.Sample, error) {
	n, err := h.number(ctx, h.read, id)
	if err != nil {
		return nil, err
	}
	rows, err := h.read.QueryContext(ctx, `
		SELECT s.question, s.digest, `+textColumns("t")+`
		FROM samples s LEFT JOIN texts t ON t.id = s.text
		WHERE s.run = ? ORDER BY s.question, s.digest`, n)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var samples []record.Sample
	for rows.Next() {
		s, err := h.scanSample(rows)
		if err != nil {
			return nil, err
		}
		samples = append(samples, s)
	}
	return samples, rows.Err()
}

func (h *History) scanSample(rows *sql.Rows) (s record.Sample, err error) {
	var question, digest string
	var found nullText
	if err := rows.Scan(append([]any{&question, &digest}, found.targets()...)...); err != nil {
		return s, err
	}
	doc, err := h.texts.decode(found.text())
	if err == nil {
		err = json.Unmarshal([]byte(doc), &s)
	}
	if err == nil && (s.Question != question || s.Digest != digest) {
		err = fmt.Errorf("its key differs from its record's")
	}
	if err != nil {
		return s, h.damaged("a sample of question "+question+" is damaged", err)
	}
	return s, nil
}
