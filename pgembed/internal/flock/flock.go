// Package flock owns locks between processes, each a lock on a file. The
// system frees them when a process ends, however it ends; the files stay.
//
// It must not know what is locked.
package flock

import (
	"context"
	"errors"
	"os"
	"time"
)

// Lock is an open file that can be locked. Two Locks on one file exclude each
// other also within a process. A Lock is not safe for use by several
// goroutines at once.
type Lock struct {
	file *os.File
}

// errBusy says that another holder keeps the lock.
var errBusy = errors.New("locked by another process")

// Open opens the lock file, making it if it is missing.
func Open(name string) (*Lock, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	return &Lock{file}, nil
}

// File is the locked file; its content is free for use.
func (l *Lock) File() *os.File { return l.file }

// Exclusive waits until no other has the lock, or ctx ends.
func (l *Lock) Exclusive(ctx context.Context) error { return l.wait(ctx, true) }

// Shared waits until no other has the lock exclusively, or ctx ends.
func (l *Lock) Shared(ctx context.Context) error { return l.wait(ctx, false) }

// TryExclusive takes the lock if no other has it, and says whether it did.
// A shared lock that l had may be lost when it did not.
func (l *Lock) TryExclusive() (bool, error) {
	err := lock(l.file, true)
	if errors.Is(err, errBusy) {
		return false, nil
	}
	return err == nil, err
}

// Unlock frees the lock. It may be taken again.
func (l *Lock) Unlock() error { return unlock(l.file) }

// Close frees the lock and closes the file. Closing nil does nothing.
func (l *Lock) Close() error {
	if l == nil {
		return nil
	}
	return l.file.Close()
}

// wait polls: a blocking call could not be given up when ctx ends.
func (l *Lock) wait(ctx context.Context, exclusive bool) error {
	pause := time.Millisecond
	for {
		err := lock(l.file, exclusive)
		if !errors.Is(err, errBusy) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
		pause = min(2*pause, 20*time.Millisecond)
	}
}
