package catalog

import (
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"ercheck/catalog/fault"
)

var update = flag.Bool("update", false, "write what is said into testdata")

// TestFaults reads broken files and compares all that is said of them.
func TestFaults(t *testing.T) {
	const name = "testdata/faults.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		file, want := archive.Files[i], &archive.Files[i+1]
		_, err := Parse("f.yaml", file.Data)
		var faults *fault.Error
		if !errors.As(err, &faults) {
			t.Errorf("%s: accepted", file.Name)
			continue
		}
		got := said(faults)
		if *update {
			want.Data = []byte(got)
		} else if diff := cmp.Diff(string(want.Data), got); diff != "" {
			t.Errorf("%s:\n%s", file.Name, diff)
		}
		checkFaults(t, file.Name, faults)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func said(e *fault.Error) string {
	var b strings.Builder
	for _, f := range e.Faults {
		b.WriteString(f.Error() + "\n")
	}
	return b.String()
}

// checkFaults: every fault has its place, what is wrong, and what to do.
func checkFaults(t *testing.T, name string, e *fault.Error) {
	t.Helper()
	for _, f := range e.Faults {
		if f.File != "f.yaml" || f.At.Line < 1 || f.At.Column < 1 || f.Message == "" || f.Hint == "" {
			t.Errorf("%s: %+v lacks a place, a message or a hint", name, f)
		}
	}
}
