// Package filelock is an exclusive lock between processes: the operating system's
// on a small file, which frees it when the process ends, however it ends.
//
// It knows nothing of what is guarded.
package filelock

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrLocked says that another open file holds the lock.
var ErrLocked = errors.New("locked")

// Lock is an exclusive lock of the operating system on a small file. It is
// freed by Release, Remove, or the end of the process.
type Lock struct{ file *os.File }

// Try locks the file at path, made where it is missing, or returns
// ErrLocked. A file that its last owner removed between our opening and our
// locking guards nothing, so then it is tried again.
func Try(path string) (*Lock, error) {
	const attempts = 100
	for range attempts {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f); err != nil {
			f.Close()
			return nil, err
		}
		if isAt(f, path) {
			return &Lock{f}, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s is removed again and again", path)
}

// Wait is Try, tried for at most wait.
func Wait(path string, wait time.Duration) (*Lock, error) {
	const pause = 5 * time.Millisecond
	deadline := time.Now().Add(wait)
	for {
		lock, err := Try(path)
		if !errors.Is(err, ErrLocked) || time.Now().After(deadline) {
			return lock, err
		}
		time.Sleep(pause)
	}
}

// isAt says whether the open file is still the one that path names.
func isAt(f *os.File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(open, named)
}

// Note writes who holds the lock, for others to show. It may fail: nothing
// depends on it.
func (l *Lock) Note(text string) {
	if l.file.Truncate(0) == nil {
		l.file.WriteAt([]byte(text+"\n"), 0)
	}
}

// Release frees the lock and leaves the file.
func (l *Lock) Release() error { return l.file.Close() }

// Remove takes the file away, then frees the lock: nobody can lock the name in
// between without seeing that the file is gone.
func (l *Lock) Remove() error {
	err := os.Remove(l.file.Name())
	if closed := l.file.Close(); closed != nil {
		return closed
	}
	if err != nil { // Windows removes no open file
		os.Remove(l.file.Name())
	}
	return nil
}
