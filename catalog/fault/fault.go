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

// Error gives one line a fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}
