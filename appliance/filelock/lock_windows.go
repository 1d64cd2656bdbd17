package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// farAway is where the locked byte lies: a lock there is mandatory for reads,
// and others read the beginning, where the owner's note stands.
const farAway = 1 << 20

// lockFile takes the lock without waiting.
func lockFile(f *os.File) error {
	at := &windows.Overlapped{OffsetHigh: farAway}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}
