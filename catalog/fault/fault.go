// Package fault holds what is wrong with a file that a user wrote: every fault
// with its place, so that all of them can be shown at once.
//
// It knows nothing of what the file means.
package fault

import (
	"fmt"
	"slices"
	"strings"
)

// Position is a place in a file. Line and Column count from 1; 0 means unknown
// (a model made by a program has no lines).
type Position struct {
	Line, Column int
}

// Fault is one thing that is wrong.
type Fault struct {
	File    string // as the user named it; "" where there is no file
	At      Position
	Message string // what is wrong, without the place
	Hint    string // what to do; may be empty
}

// Error gives "file:line:column: message (hint)", leaving out what is unknown.
func (f Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File + ":")
	}
	if f.At.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", f.At.Line, f.At.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(f.Message)
	if f.Hint != "" {
		b.WriteString(" (" + f.Hint + ")")
	}
	return b.String()
}

// List collects faults; the zero value is empty and ready.
type List struct {
	faults []Fault
}

// Add records a fault at a place.
func (l *List) Add(at Position, hint, format string, args ...any) {
	l.faults = append(l.faults, Fault{At: at, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// Empty says whether nothing was found.
func (l *List) Empty() bool { return len(l.faults) == 0 }

// Len is how many were found.
func (l *List) Len() int { return len(l.faults) }

// Faults returns what was found, in the order of the file.
func (l *List) Faults() []Fault {
	sorted := slices.Clone(l.faults)
	slices.SortStableFunc(sorted, func(a, b Fault) int {
		if a.At.Line != b.At.Line {
			return a.At.Line - b.At.Line
		}
		return a.At.Column - b.At.Column
	})
	return sorted
}

// Err returns nil when nothing was found, else an *Error with file put into
// every fault.
func (l *List) Err(file string) error {
	if l.Empty() {
		return nil
	}
	found := l.Faults()
	for i := range found {
		found[i].File = file
	}
	return &Error{Faults: found}
}

// Error is every fault of one file.
type Error struct {
	Faults []Fault // at least one, in the order of the file
}

// maxLines is how many faults Error prints: a hostile file has millions.
const maxLines = 50

// Error gives one line a fault, and after fifty of them how many more there are.
func (e *Error) Error() string {
	var lines []string
	for _, f := range e.Faults[:min(maxLines, len(e.Faults))] {
		lines = append(lines, f.Error())
	}
	if more := len(e.Faults) - maxLines; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}
