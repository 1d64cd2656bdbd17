package home

import (
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// patience is how long a file may be in the making: nothing takes a fraction of
// it. After that, its process was killed.
const patience = 10 * time.Minute

// Unfinished lists the files that whoever writes into the home renames or removes
// when they are done. Left says which of them nobody will.
func (h Home) Unfinished() (all []Entry, err error) {
	err = filepath.WalkDir(string(h), func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(string(h), path)
		folder, below, _ := strings.Cut(filepath.ToSlash(name), "/")
		switch {
		case err != nil: // what cannot be read is not ours to remove
			return nil
		case e.IsDir() && !mayHoldUnfinished(folder):
			return fs.SkipDir
		case !unfinished(folder, below):
			return nil
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			all = append(all, Entry{name, path, info.Size(), info.ModTime()})
		}
		return nil
	})
	return all, err
}

func mayHoldUnfinished(folder string) bool {
	return folder == "." || folder == reportsName || folder == responsesName || folder == exportsName
}

// unfinished says whether a file has a name of something in the making: folder is
// the home's part, or the file if below is "".
func unfinished(folder, below string) bool {
	base := filepath.Base(below)
	whole, part := strings.CutSuffix(base, Part)
	switch folder {
	case responsesName:
		return strings.HasPrefix(base, ".new-")
	case exportsName:
		return part
	case reportsName:
		_, _, ok := ReportOf(whole)
		return part && ok
	}
	return below == "" && (strings.HasPrefix(folder, probeName) || strings.HasPrefix(folder, tempFormat))
}

// Part ends the name of a file until it is whole.
const Part = ".part"

// Left says whether an unfinished file was left by a process that was killed.
func (e Entry) Left() bool { return time.Since(e.Modified) > patience }

// Within says whether an entry is another one, or lies below it.
func (e Entry) Within(other Entry) bool {
	return e.Path == other.Path || strings.HasPrefix(e.Path, other.Path+string(filepath.Separator))
}
