package appliance_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ercheck/appliance"
)

// stranger writes a domain's file whose gold query is not what it says.
func stranger(t *testing.T, gold string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stranger.yaml")
	text := fmt.Sprintf("domain: stranger\nentity_types:\n  - name: Item\n    key: {item_id: integer}\nquestions:\n"+
		"  main:\n    - id: s01\n      text: How many items are there?\n      gold: |\n        %s\n", gold)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// The queries of a domain's file can read the E/R views and do nothing else,
// whoever wrote it.
func TestAStrangersQueriesOnlyRead(t *testing.T) {
	touched := filepath.Join(t.TempDir(), "touched")
	for _, gold := range []string{
		"COPY (SELECT 1) TO PROGRAM 'touch " + touched + "'",
		"COPY (SELECT 1) TO '" + touched + "'",
		"SELECT pg_read_file('PG_VERSION')",
		"SELECT lo_export(lo_from_bytea(0, 'x'), '" + touched + "')",
		"CREATE TABLE er__full_sti.t AS SELECT 1",
		"DELETE FROM full_sti.items",
		"DROP SCHEMA full_sti CASCADE",
		"ALTER ROLE postgres PASSWORD 'x'",
		"SELECT set_config('role', 'postgres', false), pg_read_file('PG_VERSION')",
		"RESET ROLE", "SET statement_timeout = 1",
		"DO $$ BEGIN RESET ROLE; PERFORM pg_read_file('PG_VERSION'); END $$",
	} {
		d := choose(t, appliance.DataOptions{Domain: stranger(t, gold), Variants: []string{"full_sti"}})
		found, err := shared.Check(t.Context(), d)
		if err != nil {
			t.Fatalf("%s: %v", gold, err)
		}
		if len(found.Faults) != 1 || !strings.Contains(found.Faults[0].Message, "does not run") {
			t.Errorf("%s: %+v", gold, found)
		}
		if told := found.Faults[0]; strings.Contains(told.Message, "permission denied") && !strings.Contains(told.Hint, "and nothing else") {
			t.Errorf("%s: the hint is %q", gold, told.Hint)
		}
		if _, err := os.Stat(touched); !os.IsNotExist(err) {
			t.Fatalf("%s: the file was touched", gold)
		}
	}
	d := choose(t, appliance.DataOptions{Domain: stranger(t, "SELECT count(*) FROM item"), Variants: []string{"full_sti"}})
	if found, err := shared.Check(t.Context(), d); err != nil || len(found.Faults) > 0 || found.Queries != 1 {
		t.Errorf("an honest query: %+v, %v", found, err)
	}
}
