package history

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"iter"

	"ercheck/appliance/record"
)

// Save stores a cell that has its outcome, and the sample of its answer where
// one is given, in one transaction. A cell has exactly one stored answer:
// stored is false, and nothing is changed, when it has one already. A response
// that Keep stored is replaced.
func (h *History) Save(ctx context.Context, id string, c record.Cell, sample *record.Sample) (stored bool, err error) {
	if c.Outcome == "" {
		return false, &Error{Kind: Invalid, Message: fmt.Sprintf("the cell %v has no outcome", c.CellKey)}
	}
	return h.put(ctx, id, c, sample)
}

// Keep stores a response that was received and whose SQL has not been run, so
// that it need not be asked for again. stored is false when the cell has its
// outcome, or a response kept before.
func (h *History) Keep(ctx context.Context, id string, c record.Cell) (stored bool, err error) {
	c.Outcome = ""
	return h.put(ctx, id, c, nil)
}

func (h *History) put(ctx context.Context, id string, c record.Cell, sample *record.Sample) (stored bool, err error) {
	for _, name := range []string{c.Model, c.Question, c.Variant} {
		if err := validName(name); err != nil {
			return false, err
		}
	}
	row, err := h.encodeCell(id, c)
	if err != nil {
		return false, err
	}
	var kept *sampleRow
	if sample != nil {
		if kept, err = h.encodeSample(*sample); err != nil {
			return false, err
		}
	}
	err = h.update(ctx, "store a cell of run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		if stored, err = h.putCell(ctx, tx, n, row); err != nil || !stored || kept == nil {
			return err
		}
		return putSample(ctx, tx, n, kept)
	})
	return stored && err == nil, err
}

// cellRow is a cell ready to be stored.
type cellRow struct {
	record.Cell // without its texts
	texts       [textsOfCell]text
	doc, sum    []byte
}

func (h *History) encodeCell(id string, c record.Cell) (*cellRow, error) {
	row := &cellRow{Cell: c}
	for i, s := range texts(&c) {
		row.texts[i] = h.texts.encode(*s)
	}
	for _, s := range texts(&row.Cell) {
		*s = ""
	}
	var err error
	if row.doc, err = json.Marshal(row.Cell); err != nil {
		return nil, err
	}
	row.sum = cellSum(id, row.doc, row.texts)
	return row, nil
}

const textsOfCell = 4

// texts are the long pieces of a cell, in the order of their columns.
func texts(c *record.Cell) [textsOfCell]*string {
	return [textsOfCell]*string{&c.Prompt, &c.Response, &c.SQL, &c.Thinking}
}

// cellSum leaves out a thinking that is not there, as format 1 did.
func cellSum(id string, doc []byte, t [textsOfCell]text) []byte {
	fields := [][]byte{[]byte(id), doc, t[0].digest, t[1].digest, t[2].digest}
	if t[3].digest != nil {
		fields = append(fields, t[3].digest)
	}
	return sum(fields...)
}

// putCell writes a cell where there is none, or over a kept response.
func (h *History) putCell(ctx context.Context, tx *sql.Tx, run int64, c *cellRow) (stored bool, err error) {
	var has record.Outcome
	err = tx.QueryRowContext(ctx, `
		SELECT outcome FROM cells WHERE (run, model, question, variant, repeat) = (?, ?, ?, ?, ?)`,
		run, c.Model, c.Question, c.Variant, c.Repeat).Scan(&has)
	if err == nil && (has != "" || c.Outcome == "") {
		return false, nil
	}
	if err != nil && err != sql.ErrNoRows {
		return false, err
	}
	var ids [textsOfCell]sql.NullInt64
	for i, t := range c.texts {
		if ids[i], err = intern(ctx, tx, t); err != nil {
			return false, err
		}
	}
	_, err = tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO cells
		(run, model, question, variant, repeat, outcome, correct, prompt, response, sql, thinking, doc, sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		run, c.Model, c.Question, c.Variant, c.Repeat, c.Outcome, c.Correct, ids[0], ids[1], ids[2], ids[3], string(c.doc), c.sum)
	return err == nil, err
}

// Cells gives the cells of a run that have their outcome, one by one, ordered
// by model, question, variant and repeat. After an error nothing more comes.
func (h *History) Cells(ctx context.Context, id string) iter.Seq2[record.Cell, error] {
	return h.cells(ctx, id, "<>")
}

// Kept gives the responses that Keep stored and whose SQL has not been run.
func (h *History) Kept(ctx context.Context, id string) iter.Seq2[record.Cell, error] {
	return h.cells(ctx, id, "=")
}

func (h *History) cells(ctx context.Context, id, outcome string) iter.Seq2[record.Cell, error] {
	return func(yield func(record.Cell, error) bool) {
		more := true
		err := h.scanCells(ctx, id, outcome, func(c record.Cell) bool {
			more = yield(c, nil)
			return more
		})
		if err != nil && more {
			yield(record.Cell{}, h.explain("read the cells of run "+id, err))
		}
	}
}

func (h *History) scanCells(ctx context.Context, id, outcome string, each func(record.Cell) bool) error {
	n, err := h.number(ctx, h.read, id)
	if err != nil {
		return err
	}
	rows, err := h.read.QueryContext(ctx, `
		SELECT c.model, c.question, c.variant, c.repeat, c.outcome, c.correct, c.doc, c.sum, `+
		textColumns("p")+`, `+textColumns("r")+`, `+textColumns("s")+`, `+textColumns("t")+`
		FROM cells c
		LEFT JOIN texts p ON p.id = c.prompt
		LEFT JOIN texts r ON r.id = c.response
		LEFT JOIN texts s ON s.id = c.sql
		LEFT JOIN texts t ON t.id = c.thinking
		WHERE c.run = ? AND c.outcome `+outcome+` ''
		ORDER BY c.run, c.model, c.question, c.variant, c.repeat`, n)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		c, err := h.scanCell(rows, id)
		if err != nil {
			return err
		}
		if !each(c) {
			return nil
		}
	}
	return rows.Err()
}

func (h *History) scanCell(rows *sql.Rows, id string) (record.Cell, error) {
	var columns record.Cell // the fields that have columns of their own
	key := &columns.CellKey
	var doc, want []byte
	var found [textsOfCell]nullText
	targets := []any{&key.Model, &key.Question, &key.Variant, &key.Repeat, &columns.Outcome, &columns.Correct, &doc, &want}
	for i := range found {
		targets = append(targets, found[i].targets()...)
	}
	if err := rows.Scan(targets...); err != nil {
		return record.Cell{}, err
	}
	c, err := h.decodeCell(id, columns, doc, want, found)
	if err != nil {
		return record.Cell{}, h.damaged(fmt.Sprintf("cell %s/%s/%s/%d of run %s is damaged",
			key.Model, key.Question, key.Variant, key.Repeat, id), err)
	}
	return c, nil
}

func (h *History) decodeCell(id string, columns record.Cell, doc, want []byte, found [textsOfCell]nullText) (c record.Cell, err error) {
	var packed [textsOfCell]text
	for i := range found {
		packed[i] = found[i].text()
	}
	if !bytes.Equal(want, cellSum(id, doc, packed)) {
		return c, fmt.Errorf("it differs from its digest")
	}
	if err := json.Unmarshal(doc, &c); err != nil {
		return c, err
	}
	if c.CellKey != columns.CellKey || c.Outcome != columns.Outcome || c.Correct != columns.Correct {
		return c, fmt.Errorf("its columns differ from its record")
	}
	for i, s := range texts(&c) {
		if packed[i].digest == nil {
			continue
		}
		if *s, err = h.texts.decode(packed[i]); err != nil {
			return c, err
		}
	}
	return c, nil
}

// Done gives the keys of the cells that have their outcome: what a resume
// leaves out.
func (h *History) Done(ctx context.Context, id string) (map[record.CellKey]bool, error) {
	op := "read the cells of run " + id
	n, err := h.number(ctx, h.read, id)
	if err != nil {
		return nil, h.explain(op, err)
	}
	rows, err := h.read.QueryContext(ctx, `
		SELECT model, question, variant, repeat FROM cells WHERE run = ? AND outcome <> ''`, n)
	if err != nil {
		return nil, h.explain(op, err)
	}
	defer rows.Close()
	done := map[record.CellKey]bool{}
	for rows.Next() {
		var key record.CellKey
		if err := rows.Scan(&key.Model, &key.Question, &key.Variant, &key.Repeat); err != nil {
			return nil, h.explain(op, err)
		}
		done[key] = true
	}
	return done, h.explain(op, rows.Err())
}
