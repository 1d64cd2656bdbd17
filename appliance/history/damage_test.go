package history

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
)

// everything is what a report reads of a run.
type everything struct {
	Run     *record.Run
	Cells   []record.Cell
	Samples []record.Sample
}

func readAll(path, id string) (e everything, err error) {
	ctx := context.Background()
	h, err := Open(path)
	if err != nil {
		return e, err
	}
	defer h.Close()
	if e.Run, err = h.Run(ctx, id); err != nil {
		return e, err
	}
	for c, err := range h.Cells(ctx, id) {
		if err != nil {
			return e, err
		}
		e.Cells = append(e.Cells, c)
	}
	e.Samples, err = h.Samples(ctx, id)
	return e, err
}

// A history in which bytes were changed is either reported or reads the same.
func TestDamageIsNeverSilent(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "history.db")
	r := filled(t, whole)
	want, err := readAll(whole, r.ID)
	if err != nil || len(want.Cells) != 40 {
		t.Fatalf("%d cells, %v", len(want.Cells), err)
	}
	original := []byte(read(t, whole))
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	const trials = 100
	found := 0
	for range trials {
		damaged := append([]byte(nil), original...)
		at := random.IntN(len(damaged))
		for i := range 1 + random.IntN(8) {
			if at+i < len(damaged) {
				damaged[at+i] ^= byte(1 + random.IntN(255))
			}
		}
		path := filepath.Join(t.TempDir(), "history.db")
		write(t, path, string(damaged))
		got, err := readAll(path, r.ID)
		if err != nil {
			found++
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("damage from byte %d on changed what is read without an error:\n%s", at, diff)
		}
	}
	if found == 0 {
		t.Errorf("none of %d damaged files was found damaged", trials)
	}
	t.Logf("%d of %d found; the others lie in unused space", found, trials)
}

// What another program changes in a row is found by the digests, where the
// structure of the file is whole.
func TestChangedRowsAreFound(t *testing.T) {
	tests := map[string]string{
		"a text":             `UPDATE texts SET body = x'00' WHERE packed = 0 AND size < 20`,
		"a packed text":      `UPDATE texts SET body = x'00' WHERE packed = 1`,
		"a missing text":     `DELETE FROM texts WHERE id = (SELECT min(sql) FROM cells)`,
		"swapped texts":      `UPDATE cells SET prompt = sql, sql = prompt`,
		"a lost text":        `UPDATE cells SET response = NULL`,
		"an outcome":         `UPDATE cells SET outcome = 'timeout'`,
		"a right answer":     `UPDATE cells SET correct = 1 - correct`,
		"a cell's record":    `UPDATE cells SET doc = replace(doc, '"row_count":3', '"row_count":4')`,
		"a cell's key":       `UPDATE cells SET variant = variant || 'x'`,
		"a run's record":     `UPDATE runs SET doc = replace(doc, 'shop', 'ship')`,
		"a run's status":     `UPDATE runs SET status = 'finished'`,
		"a run's variants":   `UPDATE parts SET place = place + 100 WHERE kind = 'variant' AND place = 0`,
		"a missing variant":  `DELETE FROM parts WHERE kind = 'variant' AND place = 9`,
		"a sample's key":     `UPDATE samples SET digest = digest || 'x'`,
		"an event":           `UPDATE events SET message = message || 'x'`,
		"an unpackable size": `UPDATE texts SET size = 1 << 40 WHERE packed = 1`,
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "history.db")
			r := filled(t, path)
			execute(t, path, change)
			_, err := readAll(path, r.ID)
			wantKind(t, err, Damaged)
		})
	}
}

// When the disk is full, what was stored stays, and saving works again later.
func TestFullDisk(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(3, 1)
	claim := create(t, h, r)
	save(t, claim, newCell(r, 0, 0))
	limit := pageCount(t, h)
	setLimit(t, h, limit)
	large := newCell(r, 1, 0)
	large.Response = incompressible(1 << 20)
	stored, err := claim.Save(ctx, large, nil)
	if wantKind(t, err, Storage); stored {
		t.Error("it says that it was stored")
	}
	if n := len(cellsOf(t, h, r.ID)); n != 1 {
		t.Errorf("%d cells, want 1", n)
	}
	setLimit(t, h, 1<<20)
	save(t, claim, large)
	if err := h.Check(ctx); err != nil {
		t.Error(err)
	}
}

func setLimit(t *testing.T, h *History, pages int) {
	t.Helper()
	if _, err := h.write.Exec(fmt.Sprint("PRAGMA max_page_count = ", pages)); err != nil {
		t.Fatal(err)
	}
}
