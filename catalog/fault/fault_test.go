package fault

import (
	"errors"
	"strings"
	"testing"
)

func TestListSortsByPlace(t *testing.T) {
	var l List
	if !l.Empty() || l.Err("f") != nil {
		t.Fatal("an empty list has faults")
	}
	l.Add(Position{3, 1}, "", "third")
	l.Add(Position{1, 9}, "write %d", "second")
	l.Add(Position{1, 2}, "mend it", "first of %d", 4)
	l.Add(Position{}, "", "no place")
	const want = `f.yaml: no place
f.yaml:1:2: first of 4 (mend it)
f.yaml:1:9: second (write %d)
f.yaml:3:1: third`
	err := l.Err("f.yaml")
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	var all *Error
	if !errors.As(err, &all) || len(all.Faults) != 4 || l.Len() != 4 {
		t.Errorf("%d faults", l.Len())
	}
	if l.Faults()[0].File != "" {
		t.Error("naming the file changed the list")
	}
}

func TestFaultWithoutFile(t *testing.T) {
	for want, f := range map[string]Fault{
		"x":          {Message: "x"},
		"2:3: x (y)": {At: Position{2, 3}, Message: "x", Hint: "y"},
	} {
		if got := f.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestErrorPrintsFiftyFaults(t *testing.T) {
	var l List
	for i := range 1000 {
		l.Add(Position{Line: 1000 - i, Column: 1}, "", "fault")
	}
	lines := strings.Split(l.Err("").Error(), "\n")
	if len(lines) != 51 || lines[0] != "1:1: fault" || lines[50] != "and 950 more" {
		t.Errorf("%d lines, last %q", len(lines), lines[len(lines)-1])
	}
}
