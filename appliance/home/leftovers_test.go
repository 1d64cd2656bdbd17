package home

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestUnfinished(t *testing.T) {
	h := Home(t.TempDir())
	unfinished := []string{".home.json-12", ".probe-12", "exports/ab.json.part", "reports/r1.html.part", "responses/3f/.new-12"}
	others := []string{".probed", "mine.part", "reports/mine.part", "reports/r1.html", "reports/.new-1", "responses/3f/3fa4.json", "pg/data/.new-1", "pg/x.html.part", "theirs/.probe-1"}
	for _, name := range slices.Concat(unfinished, others) {
		path := filepath.Join(string(h), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, h, name, "12345")
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(string(h), ".probe-link")); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(string(h), ".probe-12"), old, old); err != nil {
		t.Fatal(err)
	}
	all, err := h.Unfinished()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		if names = append(names, filepath.ToSlash(e.Name)); e.Bytes != 5 || e.Left() != (e.Name == ".probe-12") {
			t.Errorf("%+v", e)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, unfinished) {
		t.Errorf("unfinished are %q", names)
	}
	if all, err := (h + "/nowhere").Unfinished(); err != nil || len(all) > 0 {
		t.Errorf("of no home: %v, %v", all, err)
	}
}
