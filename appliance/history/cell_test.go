package history

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
)

func TestCellsComeBackByteForByte(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(5, 1)
	claim := create(t, h, r)
	responses := []string{
		"",
		"plain",
		"NUL \x00 and bytes that are no text \xff\xfe\xc3",
		strings.Repeat("a megabyte ", 100_000),
		strings.Repeat("\x00", packFrom),
	}
	var want []record.Cell
	for v, response := range responses {
		c := newCell(r, v, 0)
		c.Response, c.SQL = response, response
		save(t, claim, c)
		want = append(want, c)
	}
	if diff := cmp.Diff(want, cellsOf(t, h, r.ID)); diff != "" {
		t.Errorf("cells differ (-stored +read):\n%.2000s", diff)
	}
	done, err := h.Done(ctx, r.ID)
	if err != nil || len(done) != len(want) || !done[want[2].CellKey] {
		t.Errorf("Done = %v, %v", done, err)
	}
}

func TestACellHasOneStoredAnswer(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(1, 1)
	claim := create(t, h, r)
	first, second := newCell(r, 0, 0), newCell(r, 0, 0)
	second.SQL, second.Outcome, second.Digests.Paper = "SELECT 'second'", record.Error, "other"
	save(t, claim, first)
	texts := count(t, h, "texts")
	stored, err := claim.Save(ctx, second, newSample(second))
	if err != nil || stored {
		t.Errorf("second Save = %v, %v, want false, nil", stored, err)
	}
	if stored, err := claim.Keep(ctx, second); err != nil || stored {
		t.Errorf("Keep after Save = %v, %v, want false, nil", stored, err)
	}
	if diff := cmp.Diff([]record.Cell{first}, cellsOf(t, h, r.ID)); diff != "" {
		t.Errorf("the stored answer changed (-first +read):\n%s", diff)
	}
	if got := count(t, h, "texts"); got != texts {
		t.Errorf("a refused save left %d texts", got-texts)
	}
}

func TestKeptResponses(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(2, 1)
	claim := create(t, h, r)
	kept := newCell(r, 0, 0)
	kept.Outcome, kept.Correct = "", false
	for _, want := range []bool{true, false} {
		if stored, err := claim.Keep(ctx, newCellWithout(kept)); err != nil || stored != want {
			t.Fatalf("Keep = %v, %v, want %v", stored, err, want)
		}
	}
	if cells := cellsOf(t, h, r.ID); len(cells) != 0 {
		t.Errorf("a kept response counts as a cell: %v", cells)
	}
	if done, err := h.Done(ctx, r.ID); err != nil || len(done) != 0 {
		t.Errorf("Done = %v, %v, want none", done, err)
	}
	if diff := cmp.Diff([]record.Cell{kept}, keptOf(t, h, r.ID)); diff != "" {
		t.Errorf("kept response differs (-kept +read):\n%s", diff)
	}
	saved := newCell(r, 0, 0)
	save(t, claim, saved)
	if diff := cmp.Diff([]record.Cell{saved}, cellsOf(t, h, r.ID)); diff != "" {
		t.Errorf("cell differs (-saved +read):\n%s", diff)
	}
	if left := keptOf(t, h, r.ID); len(left) != 0 {
		t.Errorf("still kept: %v", left)
	}
}

// newCellWithout gives a cell an outcome that Keep must not store.
func newCellWithout(c record.Cell) record.Cell {
	c.Outcome = record.Rows
	return c
}

func keptOf(t *testing.T, h *History, id string) (kept []record.Cell) {
	t.Helper()
	for c, err := range h.Kept(context.Background(), id) {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, c)
	}
	return kept
}

func TestSaveRefuses(t *testing.T) {
	h := newHistory(t)
	r := newRun(1, 1)
	claim := create(t, h, r)
	without, noText := newCell(r, 0, 0), newCell(r, 0, 0)
	without.Outcome = ""
	noText.Variant = "\xff"
	for _, c := range []record.Cell{without, noText} {
		if stored, err := claim.Save(context.Background(), c, nil); stored || KindOf(err) != Invalid {
			t.Errorf("Save(%v) = %v, %v, want an error of kind invalid", c.CellKey, stored, err)
		}
	}
}

func TestTextsAreStoredOnce(t *testing.T) {
	h := newHistory(t)
	r := newRun(1, 1)
	r.Repeats = 10
	claim := create(t, h, r)
	before := count(t, h, "texts")
	for repeat := range 10 {
		c := newCell(r, 0, 0)
		c.Repeat = repeat
		save(t, claim, c)
	}
	if got := count(t, h, "texts") - before; got != 5 { // prompt, response, thinking, SQL, sample
		t.Errorf("ten equal cells made %d texts, want 5", got)
	}
	before = count(t, h, "texts")
	create(t, h, newRun(1, 1))
	if got := count(t, h, "texts") - before; got != 0 {
		t.Errorf("a second run of the same domain made %d texts, want 0", got)
	}
}

func count(t *testing.T, h *History, table string) (n int) {
	t.Helper()
	if err := h.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWritesFinishWhenTheContextEnds(t *testing.T) {
	h := newHistory(t)
	r := newRun(1, 1)
	claim := create(t, h, r)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if stored, err := claim.Save(ctx, newCell(r, 0, 0), nil); err != nil || !stored {
		t.Errorf("Save under a cancelled context = %v, %v, want true, nil", stored, err)
	}
	if cells := cellsOf(t, h, r.ID); len(cells) != 1 {
		t.Errorf("%d cells are stored, want 1", len(cells))
	}
}

func TestManySaveAtOnce(t *testing.T) {
	h := newHistory(t)
	r := newRun(4, 5)
	claim := create(t, h, r)
	var stored atomic.Int64
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for v := range 4 {
				for q := range 5 {
					c := newCell(r, v, q)
					ok, err := claim.Save(context.Background(), c, newSample(c))
					if err != nil {
						t.Error(err)
					}
					if ok {
						stored.Add(1)
					}
				}
			}
		})
	}
	all.Wait()
	if n := len(cellsOf(t, h, r.ID)); n != 20 || stored.Load() != 20 {
		t.Errorf("%d cells, %d reported as stored, want 20", n, stored.Load())
	}
}

func TestIterationMayStopAndSave(t *testing.T) {
	h := newHistory(t)
	r := newRun(4, 1)
	claim := create(t, h, r)
	for v := range 3 {
		save(t, claim, newCell(r, v, 0))
	}
	for c, err := range h.Cells(context.Background(), r.ID) {
		if err != nil || c.Variant != "v00" {
			t.Fatalf("first cell %v, %v", c.CellKey, err)
		}
		save(t, claim, newCell(r, 3, 0)) // a reader is no obstacle to the writer
		break
	}
	if n := len(cellsOf(t, h, r.ID)); n != 4 {
		t.Errorf("%d cells, want 4", n)
	}
}

func TestSamples(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(2, 2)
	claim := create(t, h, r)
	c := newCell(r, 0, 0)
	save(t, claim, c)
	long := newSample(newCell(r, 1, 1))
	for range record.SampleRows {
		long.Rows = append(long.Rows, []*string{nil})
	}
	for range 2 {
		if err := claim.SaveSample(ctx, *long); err != nil {
			t.Fatal(err)
		}
	}
	long.Rows = long.Rows[:record.SampleRows]
	got, err := h.Samples(ctx, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]record.Sample{*newSample(c), *long}, got); diff != "" {
		t.Errorf("samples differ (-stored +read):\n%s", diff)
	}
}
