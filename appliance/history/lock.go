package history

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// errLocked says that another open file holds the lock.
var errLocked = errors.New("locked")

// fileLock is an exclusive lock of the operating system on a small file. It is
// freed by release, remove, or the end of the process.
type fileLock struct{ file *os.File }

// tryLock locks the file at path, made where it is missing, or returns
// errLocked. A file that its last owner removed between our opening and our
// locking guards nothing, so then it is tried again.
func tryLock(path string) (*fileLock, error) {
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
			return &fileLock{f}, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s is removed again and again", path)
}

// waitLock is tryLock, tried for at most wait.
func waitLock(path string, wait time.Duration) (*fileLock, error) {
	const pause = 5 * time.Millisecond
	deadline := time.Now().Add(wait)
	for {
		lock, err := tryLock(path)
		if !errors.Is(err, errLocked) || time.Now().After(deadline) {
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

// note writes who holds the lock, for others to show. It may fail: nothing
// depends on it.
func (l *fileLock) note(text string) {
	if l.file.Truncate(0) == nil {
		l.file.WriteAt([]byte(text+"\n"), 0)
	}
}

// release frees the lock and leaves the file.
func (l *fileLock) release() error { return l.file.Close() }

// remove takes the file away, then frees the lock: nobody can lock the name in
// between without seeing that the file is gone.
func (l *fileLock) remove() error {
	err := os.Remove(l.file.Name())
	if closed := l.file.Close(); closed != nil {
		return closed
	}
	if err != nil { // Windows removes no open file
		os.Remove(l.file.Name())
	}
	return nil
}

// lockError says what it means that the file next to the history is locked.
func (h *History) lockError(err error) error {
	if errors.Is(err, errLocked) {
		return &Error{Kind: Busy, Path: h.path, Message: "is being opened by another process for over " + openWait.String(),
			Advice: "wait for the other ercheck, or end it, and call again"}
	}
	return h.storageError(err)
}
