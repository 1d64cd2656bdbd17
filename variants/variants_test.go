package variants_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/er"
	"ercheck/variants"
	"ercheck/variants/pgsql"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func socialPresets(t testing.TB) []variants.Variant {
	t.Helper()
	all, err := variants.Presets(socialModel(t), func(a *er.Attribute) int {
		return map[string]int{"watch_history_timestamps": 8, "chapter_markers": 4}[a.Name]
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDumps compares each preset's dump on the social model with a file, which
// is what a model under test would see.
func TestDumps(t *testing.T) {
	for _, v := range socialPresets(t) {
		t.Run(v.Name, func(t *testing.T) {
			golden(t, v.Name+".sql", v.Dump())
		})
	}
}

// TestViewQueries does the same for the queries of the E/R views.
func TestViewQueries(t *testing.T) {
	for _, v := range socialPresets(t) {
		t.Run(v.Name, func(t *testing.T) {
			golden(t, v.Name+".views.sql", strings.Join(pgsql.CreateViews(v.Layout, "er__"+v.Name, v.Name), ";\n\n")+";\n")
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}
