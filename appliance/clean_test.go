package appliance_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ercheck/appliance"
	"ercheck/appliance/home"
)

// TestLeftoversAreNothingElse: unfinished files count as leftovers once they are
// old, and as nothing before.
func TestLeftoversAreNothingElse(t *testing.T) {
	o := appliance.Options{Home: home.Home(t.TempDir()), Env: os.Getenv}
	old := []string{".probe-1", "exports/e.json.part", "reports/r.html.part", "responses/3f/.new-1"}
	kept := []string{".probe-2", "responses/3f/3f.json", "responses/3f/.new-2", "reports/r.html"}
	for _, name := range append(old, kept...) {
		path := filepath.Join(string(o.Home), name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range old {
		then := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(string(o.Home), name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if got := partBytes(t, o); len(got) != 4 || got["leftovers"] != 20 || got["responses"] != 5 || got["other reports"] != 5 || got["exports"] != 0 {
		t.Errorf("parts: %v", got)
	}
	removed, err := appliance.Clean(t.Context(), o, []string{"html"})
	if err != nil || len(removed) != 1 || removed[0].Name != "leftovers" {
		t.Errorf("removed %v, %v", removed, err)
	}
	for _, name := range old {
		if _, err := os.Stat(filepath.Join(string(o.Home), name)); !os.IsNotExist(err) {
			t.Errorf("%s stays: %v", name, err)
		}
	}
	for _, name := range kept {
		if _, err := os.Stat(filepath.Join(string(o.Home), name)); err != nil {
			t.Error(err)
		}
	}
}

func partBytes(t *testing.T, o appliance.Options) map[string]int64 {
	t.Helper()
	parts, err := appliance.Parts(t.Context(), o, []string{"html"})
	if err != nil {
		t.Fatal(err)
	}
	bytes := map[string]int64{}
	for _, p := range parts {
		bytes[p.Name] = p.Bytes
	}
	return bytes
}
