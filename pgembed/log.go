package pgembed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const (
	logLimit = 4 << 20   // bytes; a log longer than this is cut
	logKept  = 256 << 10 // to its last so many bytes
)

// openLog opens the log for appending.
func (h *home) openLog() (*os.File, error) {
	name := h.logFile()
	if err := makeFolder(filepath.Dir(name), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
}

// trimLog keeps the log bounded. The server writes a line for each start, stop
// and ended connection, but neither statements nor their errors, so a log that
// is too long is rare; it is cut at the next Open. The server appends, so it
// goes on at the new end.
func (h *home) trimLog() {
	log, err := os.OpenFile(h.logFile(), os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return // no log, nothing to cut
	}
	if err := errors.Join(cut(log), log.Close()); err != nil {
		h.logf("the server's log is not cut: %v", err)
	}
}

func cut(log *os.File) error {
	info, err := log.Stat()
	if err != nil || info.Size() <= logLimit {
		return err
	}
	end := make([]byte, logKept)
	n, err := log.ReadAt(end, info.Size()-logKept)
	if err != nil {
		return err
	}
	if err := log.Truncate(0); err != nil {
		return err
	}
	_, err = log.Write(end[:n])
	return err
}

// logSince is the end of what was logged from an offset on.
func (h *home) logSince(begin int64) string {
	text, err := readFrom(h.logFile(), begin)
	if err != nil {
		return fmt.Sprintf("(the log cannot be read: %v)", err)
	}
	return lastLines(text)
}
