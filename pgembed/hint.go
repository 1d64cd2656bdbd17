package pgembed

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// fail makes an Error with the hint that fits err. An Error keeps its own
// place and hint; a nil err gives nil.
func fail(op, path string, err error) error {
	var ours *Error
	if err == nil || errors.As(err, &ours) {
		return err
	}
	return &Error{op, path, err, hintFor(err)}
}

// hintFor says what to do about faults of the system below.
func hintFor(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && path.Op == "fork/exec" {
		return hintForExec(err)
	}
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return "the disk, a quota or a limit on the size of files is reached: make room, or choose another home with --home"
	case errors.Is(err, syscall.EROFS):
		return "the file system is read-only: choose another home with --home"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "the path is too long: choose a shorter home with --home"
	case errors.Is(err, fs.ErrPermission):
		return "this user may not write there: choose another home with --home, or give the files in it to this user"
	}
	return ""
}

// hintForExec says what to do about a program that could not be executed.
func hintForExec(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "if the file is there, its loader is missing: these builds need glibc; name an installed server with --pg-bin"
	case errors.Is(err, fs.ErrPermission):
		return "the file system forbids programs, or this process may not become the server's user: choose another home with --home, or run as an unprivileged user"
	}
	return ""
}

// hintForLog says what to do about a start that the server itself refused.
func hintForLog(log string) string {
	for _, known := range []struct{ text, hint string }{
		{"No space left on device", "the disk is full: make room, or choose another home with --home"},
		{"Read-only file system", "the file system is read-only: choose another home with --home"},
		{"could not look up effective user ID", "this user has no entry in /etc/passwd, and initdb needs one: add it, or run as another user"},
		{"error while loading shared libraries", "install the library the message names, or name an installed server with --pg-bin"},
		{"administrative permissions", "start ercheck without administrator rights"},
		{"still in use", "an earlier server's session is still working: wait for it, or end it"},
		{"Cannot allocate memory", "the system has too little memory left"},
		{"File name too long", "choose a shorter home with --home"},
	} {
		if strings.Contains(log, known.text) {
			return known.hint
		}
	}
	return ""
}
