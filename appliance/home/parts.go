package home

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Entry is something in the home's folder.
type Entry struct {
	Name     string // of the file or folder, below the home
	Path     string
	Bytes    int64
	Modified time.Time // of an unfinished file
}

// Entries lists what lies in the home itself, in the order of names. A home that
// is not there has none.
func (h Home) Entries() ([]Entry, error) { return list(string(h)) }

// ReportFiles lists what lies in the folder of reports.
func (h Home) ReportFiles() ([]Entry, error) { return list(h.Reports()) }

func list(folder string) ([]Entry, error) {
	found, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{Path: folder, Err: err}
	}
	var all []Entry
	for _, e := range found {
		path := filepath.Join(folder, e.Name())
		all = append(all, Entry{Name: e.Name(), Path: path, Bytes: Size(path)})
	}
	return all, nil
}

// Size adds up the files at and below a path; links count nothing, and
// neither does what cannot be read.
func Size(path string) (bytes int64) {
	_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}

// ReportOf splits a report's name in run and format; ok is false for a name that
// Report does not give.
func ReportOf(name string) (run, format string, ok bool) {
	run, format, ok = strings.Cut(name, ".")
	return run, format, ok && run != "" && format != "" && !strings.Contains(format, ".")
}

// OfHistory says whether an entry of the home belongs to the history: the file and what
// SQLite and its locks keep beside it.
func (e Entry) OfHistory() bool {
	return strings.HasPrefix(e.Name, historyName)
}

// OfServer says whether an entry is the server's.
func (e Entry) OfServer() bool { return e.Name == "pg" || strings.HasPrefix(e.Name, "pg.") }

// OfFormat says whether an entry holds the home's format.
func (e Entry) OfFormat() bool { return strings.HasPrefix(e.Name, formatFile) }
