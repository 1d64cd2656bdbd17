package history

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
)

func TestRunComesBackAsItWasStored(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "history.db")
	h := open(t, path)
	want := newRun(3, 4)
	want.Events = append(want.Events, record.Event{At: time.Unix(3, 0).UTC(), Message: ""})
	claim := create(t, h, want)
	later := record.Event{At: time.Unix(9, 9).UTC(), Message: "the server was started again"}
	if err := claim.Event(ctx, later); err != nil {
		t.Fatal(err)
	}
	want.Events = append(want.Events, later)

	for _, reader := range []*History{h, open(t, path)} {
		got, err := reader.Run(ctx, want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("run differs (-stored +read):\n%s", diff)
		}
	}
}

func TestRunWithoutAnythingComesBack(t *testing.T) {
	h := newHistory(t)
	want := &record.Run{}
	create(t, h, want)
	got, err := h.Run(context.Background(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run differs (-stored +read):\n%s", diff)
	}
}

func TestCreateFillsInWhatARunNeeds(t *testing.T) {
	h := newHistory(t)
	r := newRun(1, 1)
	r.Status = record.Finished
	claim := create(t, h, r)
	if claim.ID() != r.ID || !validID.MatchString(r.ID) || len(r.ID) != len("20261129-213341-ab12") {
		t.Errorf("claim %q, id %q", claim.ID(), r.ID)
	}
	if r.Status != record.Unfinished || time.Since(r.Started) > time.Minute || r.Started.Location() != time.UTC {
		t.Errorf("status %q, started %v", r.Status, r.Started)
	}
}

func TestCreateRefuses(t *testing.T) {
	h := newHistory(t)
	taken := newRun(1, 1)
	create(t, h, taken).Release()
	named := func(change func(*record.Run)) *record.Run {
		r := newRun(1, 1)
		change(r)
		return r
	}
	tests := map[string]*record.Run{
		"an id that is taken":          named(func(r *record.Run) { r.ID = taken.ID }),
		"an id that leaves the folder": named(func(r *record.Run) { r.ID = "../../etc/passwd" }),
		"an id with capital letters":   named(func(r *record.Run) { r.ID = "Run" }),
		"a model that is no text":      named(func(r *record.Run) { r.Models = []string{"replay:\xff"} }),
		"a variant that is no text":    named(func(r *record.Run) { r.Variants[0].Name = "\xc3" }),
		"a question that is no text":   named(func(r *record.Run) { r.Questions[0].ID = "\xc3" }),
	}
	for name, r := range tests {
		t.Run(name, func(t *testing.T) {
			claim, err := h.Create(context.Background(), r)
			if KindOf(err) != Invalid {
				t.Errorf("Create = %v, %v, want an error of kind invalid", claim, err)
			}
		})
	}
}

func TestFinishNeedsEveryCell(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(2, 1)
	claim := create(t, h, r)
	save(t, claim, newCell(r, 0, 0))
	if _, err := claim.Keep(ctx, newCell(r, 1, 0)); err != nil {
		t.Fatal(err)
	}
	wantKind(t, claim.Finish(ctx, time.Unix(50, 0)), Incomplete)
	save(t, claim, newCell(r, 1, 0))
	ended := time.Unix(50, 7).UTC()
	if err := claim.Finish(ctx, ended); err != nil {
		t.Fatal(err)
	}
	got, err := h.Run(ctx, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != record.Finished || !got.Ended.Equal(ended) {
		t.Errorf("status %q, ended %v", got.Status, got.Ended)
	}
}

func TestUnknownRunsAreNotFound(t *testing.T) {
	ctx := context.Background()
	h := newHistory(t)
	r := newRun(1, 1)
	create(t, h, r)
	for _, c := range h.Cells(ctx, "no-such") {
		wantKind(t, c, NotFound)
	}
	_, err := h.Run(ctx, "no-such")
	wantKind(t, err, NotFound)
	_, err = h.Save(ctx, "no-such", newCell(r, 0, 0), nil)
	wantKind(t, err, NotFound)
	_, err = h.Claim(ctx, "no-such")
	wantKind(t, err, NotFound)
	_, err = h.Samples(ctx, "no-such")
	wantKind(t, err, NotFound)
	_, err = h.Done(ctx, "no-such")
	wantKind(t, err, NotFound)
	wantKind(t, h.Remove(ctx, "no-such"), NotFound)
	wantKind(t, h.Finish(ctx, "no-such", time.Now()), NotFound)
	wantKind(t, h.Event(ctx, "no-such", record.Event{}), NotFound)
}
