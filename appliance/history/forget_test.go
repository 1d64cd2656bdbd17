package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"ercheck/appliance/record"
)

func TestForgetMakesARunUnfinished(t *testing.T) {
	ctx, h := context.Background(), newHistory(t)
	r := newRun(2, 2)
	claim, err := h.Create(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	defer claim.Release()
	outcomes := []record.Outcome{record.Rows, record.NoResponse, record.Error, record.NoResponse}
	for i, o := range outcomes {
		c := record.Cell{CellKey: record.CellKey{Model: r.Models[0], Question: fmt.Sprintf("q%02d", i%2), Variant: fmt.Sprintf("v%02d", i/2)}, Outcome: o}
		if _, err := claim.Save(ctx, c, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := claim.Finish(ctx, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		outcome record.Outcome
		want    int64
		status  record.Status
	}{{record.Timeout, 0, record.Finished}, {record.NoResponse, 2, record.Unfinished}, {record.NoResponse, 0, record.Unfinished}} {
		if n, err := claim.Forget(ctx, step.outcome); n != step.want || err != nil {
			t.Fatalf("Forget(%s) = %d, %v; want %d", step.outcome, n, err, step.want)
		}
		got, err := h.Run(ctx, r.ID)
		if err != nil || got.Status != step.status {
			t.Fatalf("after Forget(%s): %v, %v; want %s", step.outcome, got, err, step.status)
		}
	}
	var e *Error
	if err := claim.Finish(ctx, time.Now()); !errors.As(err, &e) || e.Kind != Incomplete {
		t.Errorf("Finish = %v, want it incomplete", err)
	}
	if done, err := h.Done(ctx, r.ID); len(done) != 2 || err != nil {
		t.Errorf("%d cells are left, %v; want 2", len(done), err)
	}
}

// A file of format 1 knew no thinking; its cells are read as they were.
func TestFormatOneIsTakenForward(t *testing.T) {
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "history.db")
	h, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(1, 1)
	claim, err := h.Create(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	want := record.Cell{CellKey: record.CellKey{Model: r.Models[0], Question: "q00", Variant: "v00"}, Outcome: record.Rows, Prompt: "p", Response: "r", SQL: "s"}
	if _, err := claim.Save(ctx, want, nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(claim.Release(), h.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, back := range []string{`ALTER TABLE cells DROP COLUMN thinking`, `DELETE FROM goose_db_version WHERE version_id = 2`} {
		if _, err := db.Exec(back); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	h = open(t, path)
	read := 0
	for c, err := range h.Cells(ctx, r.ID) {
		if err != nil || c.Response != "r" || c.SQL != "s" || c.Thinking != "" {
			t.Errorf("read %+v, %v", c, err)
		}
		read++
	}
	if read != 1 {
		t.Errorf("read %d cells", read)
	}
}
