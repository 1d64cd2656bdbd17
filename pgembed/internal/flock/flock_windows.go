package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// The locked byte lies far behind the content, because Windows keeps others
// from reading and writing what is locked.
const lockedByteHigh = 0x40000000

func lock(file *os.File, exclusive bool) error {
	// A handle cannot change its lock in one step.
	if err := unlock(file); err != nil {
		return err
	}
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedByteHigh})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errBusy
	}
	return wrap(file, err)
}

func unlock(file *os.File) error {
	err := windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedByteHigh})
	if errors.Is(err, windows.ERROR_NOT_LOCKED) {
		return nil
	}
	return wrap(file, err)
}

func wrap(file *os.File, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: "lock", Path: file.Name(), Err: err}
}
