package history

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ercheck/appliance/filelock"
	"ercheck/appliance/record"
)

// Claim is this process's right to work on a run. It is a lock of the operating
// system on a file, so it ends with the process however that ends; a row with a
// pid would outlive a kill -9 and could name a process that is somebody else's
// by then.
type Claim struct {
	h    *History
	id   string
	lock *filelock.Lock
}

// Claim takes up an existing run, by its exact id. A run that another process,
// or this one, works on is refused as Claimed.
func (h *History) Claim(ctx context.Context, id string) (*Claim, error) {
	if _, err := h.number(ctx, h.read, id); err != nil {
		return nil, h.explain("claim run "+id, err)
	}
	return h.claim(id)
}

func (h *History) claim(id string) (*Claim, error) {
	if !validID.MatchString(id) { // it becomes a file's name
		return nil, h.damaged("holds a run with an impossible id", fmt.Errorf("%q", id))
	}
	folder := h.path + ".claims"
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, h.storageError(err)
	}
	file := filepath.Join(folder, id)
	lock, err := filelock.Try(file)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, &Error{Kind: Claimed, Path: h.path, Message: "run " + id + " is being worked on" + holder(file),
			Advice: "wait for it to end, or end it; what it has answered is kept"}
	}
	if err != nil {
		return nil, h.storageError(err)
	}
	lock.Note(fmt.Sprintf("process %d since %s", os.Getpid(), time.Now().Format(time.DateTime)))
	return &Claim{h, id, lock}, nil
}

// holder reads what the owner of a claim wrote about itself; it is only shown.
func holder(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	text := make([]byte, 80)
	n, _ := f.Read(text)
	if n == 0 {
		return ""
	}
	return " by " + strings.ToValidUTF8(strings.TrimSpace(string(text[:n])), "?")
}

// ID is the claimed run's.
func (c *Claim) ID() string { return c.id }

// Release gives the run up; a second call does nothing.
func (c *Claim) Release() error {
	if c.lock == nil {
		return nil
	}
	lock := c.lock
	c.lock = nil
	return lock.Remove()
}

// Save is History.Save for the claimed run.
func (c *Claim) Save(ctx context.Context, cell record.Cell, sample *record.Sample) (stored bool, err error) {
	return c.h.Save(ctx, c.id, cell, sample)
}

// Keep is History.Keep for the claimed run.
func (c *Claim) Keep(ctx context.Context, cell record.Cell) (stored bool, err error) {
	return c.h.Keep(ctx, c.id, cell)
}

// SaveSample is History.SaveSample for the claimed run.
func (c *Claim) SaveSample(ctx context.Context, s record.Sample) error {
	return c.h.SaveSample(ctx, c.id, s)
}

// Event is History.Event for the claimed run.
func (c *Claim) Event(ctx context.Context, e record.Event) error { return c.h.Event(ctx, c.id, e) }

// Finish is History.Finish for the claimed run.
func (c *Claim) Finish(ctx context.Context, at time.Time) error { return c.h.Finish(ctx, c.id, at) }

// Forget is History.Forget for the claimed run.
func (c *Claim) Forget(ctx context.Context, outcomes ...record.Outcome) (int64, error) {
	return c.h.Forget(ctx, c.id, outcomes...)
}
