package history

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
)

// threeRuns stores runs with known ids, started a day after one another.
func threeRuns(t *testing.T, h *History) []string {
	ids := []string{"20260101-000000-aaaa", "20260102-000000-bbbb", "20260102-000001-abcd"}
	for i, id := range ids {
		r := newRun(1, 2)
		r.ID, r.Started = id, time.Unix(int64(i)*86400, 0)
		if i == 1 {
			r.Domain = "library"
		}
		create(t, h, r).Release()
	}
	return ids
}

func TestResolve(t *testing.T) {
	h := newHistory(t)
	ids := threeRuns(t, h)
	tests := []struct {
		given, want string
		kind        Kind
		names       []string
	}{
		{given: ids[0], want: ids[0]},
		{given: "20260101", want: ids[0]},
		{given: "20260102-000001", want: ids[2]},
		{given: "bbbb", want: ids[1]},
		{given: "last", want: ids[2]},
		{given: "20260102", kind: Ambiguous, names: []string{ids[2], ids[1]}},
		{given: "20260101-000000-aaab", kind: NotFound, names: []string{ids[0]}},
		{given: "", kind: NotFound},
		{given: "zzz", kind: NotFound},
		{given: "%", kind: NotFound},
	}
	for _, tt := range tests {
		t.Run(tt.given, func(t *testing.T) {
			got, err := h.Resolve(context.Background(), tt.given)
			if got != tt.want || KindOf(err) != tt.kind {
				t.Fatalf("Resolve = %q, %v, want %q and kind %q", got, err, tt.want, tt.kind)
			}
			if tt.kind == "" {
				return
			}
			e := wantKind(t, err, tt.kind)
			for _, name := range tt.names {
				if !slices.Contains(e.Names, name) {
					t.Errorf("names %v lack %s", e.Names, name)
				}
			}
		})
	}
}

func TestResolveInAnEmptyHistory(t *testing.T) {
	_, err := newHistory(t).Resolve(context.Background(), "last")
	if e := wantKind(t, err, NotFound); !strings.Contains(e.Hint(), "quickstart") {
		t.Errorf("hint %q does not say how to make a run", e.Hint())
	}
}

func TestList(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	ids := threeRuns(t, h)
	claim, err := h.Claim(ctx, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	defer claim.Release()
	r, err := h.Run(ctx, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	wrong := newCell(r, 0, 1)
	wrong.Outcome, wrong.Correct = record.Timeout, false
	save(t, claim, newCell(r, 0, 0))
	save(t, claim, wrong)
	if err := claim.Finish(ctx, time.Unix(77, 0)); err != nil {
		t.Fatal(err)
	}

	tests := map[string]struct {
		filter Filter
		want   []string
	}{
		"all, the newest first": {Filter{}, []string{ids[2], ids[1], ids[0]}},
		"at most one":           {Filter{Limit: 1}, []string{ids[2]}},
		"by domain":             {Filter{Domain: "library"}, []string{ids[1]}},
		"by status":             {Filter{Status: record.Finished}, []string{ids[0]}},
		"none":                  {Filter{Domain: "' OR 1=1 --"}, []string{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			entries, err := h.List(ctx, tt.filter)
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, e := range entries {
				got = append(got, e.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("list differs (-want +got):\n%s", diff)
			}
		})
	}
	entries, err := h.List(ctx, Filter{Status: record.Finished})
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{{ID: ids[0], Status: record.Finished, Started: time.Unix(0, 0).UTC(), Ended: time.Unix(77, 0).UTC(),
		Domain: "shop", Set: "paper", Scale: "tiny", Models: r.Models, Strategy: "direct", Cells: 2, Done: 2, Errors: 1, Correct: 1}}
	if diff := cmp.Diff(want, entries); diff != "" {
		t.Errorf("entry differs (-want +got):\n%s", diff)
	}
}

func TestRemove(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	stays, goes := newRun(2, 2), newRun(2, 2)
	goes.Variants[1].Dump += "-- one more line"
	for _, r := range []*record.Run{stays, goes} {
		claim := create(t, h, r)
		for i := range 4 {
			save(t, claim, newCell(r, i%2, i/2))
		}
		claim.Release()
	}
	large, err := h.Claim(ctx, goes.ID)
	if err != nil {
		t.Fatal(err)
	}
	c := newCell(goes, 0, 0)
	c.Repeat, c.Response = 1, incompressible(1<<20)
	save(t, large, c)
	wantKind(t, h.Remove(ctx, goes.ID), Claimed)
	large.Release()

	before := count(t, h, "texts")
	pages := pageCount(t, h)
	if err := h.Remove(ctx, goes.ID); err != nil {
		t.Fatal(err)
	}
	_, err = h.Run(ctx, goes.ID)
	wantKind(t, err, NotFound)
	if got := before - count(t, h, "texts"); got != 4 { // v01's part, two prompts, the large response
		t.Errorf("%d texts were removed, want 4", got)
	}
	if got := pageCount(t, h); got > pages/2 {
		t.Errorf("%d of %d pages are left", got, pages)
	}
	got, err := h.Run(ctx, stays.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(stays, got); diff != "" {
		t.Errorf("the other run changed:\n%s", diff)
	}
	if n := len(cellsOf(t, h, stays.ID)); n != 4 {
		t.Errorf("the other run has %d cells, want 4", n)
	}
	if err := h.Check(ctx); err != nil {
		t.Error(err)
	}
}

func pageCount(t *testing.T, h *History) (n int) {
	t.Helper()
	if err := h.read.QueryRow("SELECT page_count FROM pragma_page_count").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// incompressible is text of so many bytes that zstd cannot make smaller.
func incompressible(size int) string {
	b := make([]byte, size)
	x := uint64(1)
	for i := range b {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		b[i] = byte(x)
	}
	return string(b)
}
