package history

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
)

// Remove takes a run out, with every text that no other run uses, and gives
// the space back to the system. A run that a process works on is refused as
// Claimed.
func (h *History) Remove(ctx context.Context, id string) error {
	claim, err := h.Claim(ctx, id)
	if err != nil {
		return err
	}
	defer claim.Release()
	err = h.update(ctx, "remove run "+id, func(ctx context.Context, tx *sql.Tx) error {
		n, err := h.number(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, statement := range []string{removeCandidates, removeRun, removeOrphans, removeList} {
			if _, err := tx.ExecContext(ctx, strings.ReplaceAll(statement, ":run", strconv.FormatInt(n, 10))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return h.shrink(ctx)
}

// Only texts of the removed run can have become orphans, so only they are
// looked up among what is left.
const (
	removeCandidates = `
		CREATE TEMP TABLE candidates AS
		SELECT prompt AS text FROM cells WHERE run = :run
		UNION SELECT response FROM cells WHERE run = :run
		UNION SELECT sql FROM cells WHERE run = :run
		UNION SELECT thinking FROM cells WHERE run = :run
		UNION SELECT text FROM parts WHERE run = :run
		UNION SELECT text FROM samples WHERE run = :run`
	removeRun     = `DELETE FROM runs WHERE n = :run`
	removeOrphans = `
		DELETE FROM texts WHERE id IN (
			SELECT text FROM temp.candidates
			EXCEPT SELECT prompt FROM cells
			EXCEPT SELECT response FROM cells
			EXCEPT SELECT sql FROM cells
			EXCEPT SELECT thinking FROM cells
			EXCEPT SELECT text FROM parts
			EXCEPT SELECT text FROM samples)`
	removeList = `DROP TABLE temp.candidates`
)

// shrink moves free pages out of the file. The checkpoint may find readers in
// its way; then a later one does it.
func (h *History) shrink(ctx context.Context) error {
	for _, pragma := range []string{`PRAGMA incremental_vacuum`, `PRAGMA wal_checkpoint(PASSIVE)`} {
		rows, err := h.write.QueryContext(context.WithoutCancel(ctx), pragma)
		if err != nil {
			return h.explain("shrink", err)
		}
		for rows.Next() { // each step frees a page
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return h.explain("shrink", err)
		}
	}
	return nil
}
