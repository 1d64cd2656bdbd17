package sandbox

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	for _, sql := range []string{
		"SELECT 1", "select 1", "SeLeCt 1", "WITH x AS (SELECT 1) TABLE x", "VALUES (1)", "TABLE t", "table t",
		"(SELECT 1)", " \t\r\n\f\v( ( /* a */ -- b\n (SELECT 1)))", "SELECT", "SELECT*FROM t", "SELECT'a'", "SELECT(1)",
		"/* /* */ */SELECT 1", "/*/ */SELECT 1", "--\nSELECT 1", "--\rSELECT 1", "/**/WITH x AS (SELECT 1) SELECT 1",
		"SELECT-1", "SELECT\"a\" FROM t", "SELECT 1; DROP TABLE t", // the server sees that there are two
	} {
		if reason := check(sql); reason != "" {
			t.Errorf("%q is refused: %s", sql, reason)
		}
	}
	for _, sql := range []string{
		"", " ", "--", "-- SELECT 1", "/*", "/* SELECT 1", "/* /* */ SELECT 1", "(", ";", "; SELECT 1", "DROP TABLE t", "(DELETE FROM t)",
		"SELECTED", "SELECT1", "select_1", "selectä", "ſelect 1", "SELECT$1", "SELECT$$a$$", "withx", "\"select\" 1", "'select'", "1", "$$",
		"EXPLAIN SELECT 1", "COPY t TO STDOUT", "DO $$ $$", "SET x = 1", "COMMIT", "- - SELECT 1", "/ * */ SELECT 1",
		"SELECT '\x00'", "SELECT '\xff'", "\ufeffSELECT 1", "\u00a0SELECT 1", "\u200bSELECT 1", "*/ SELECT 1",
	} {
		if check(sql) == "" {
			t.Errorf("%q is let through", sql)
		}
	}
}

func TestCheckSaysWhy(t *testing.T) {
	for sql, want := range map[string]string{
		"drop table t": "DROP is no query", "": "does not begin", "a\x00": "NUL", "\xff": "UTF-8",
		strings.Repeat("ä", 1000): "ÄÄÄ…",
	} {
		if got := check(sql); !strings.Contains(got, want) && !strings.Contains(got, "…") {
			t.Errorf("%.20q: %s", sql, got)
		}
	}
}

// FuzzCheck: whatever comes first, a text that is let through has one of the
// four words as its first token, and comments in front change nothing.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{"SELECT 1", "/* */ SELECT 1", "-- \nWITH", "((TABLE", "/*/**/*/VALUES", "DROP", "/*", "--"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		word := strings.ToLower(firstWord(sql))
		if (check(sql) == "") && !queryWords[word] {
			t.Fatalf("%q begins with %q", sql, word)
		}
		for _, front := range []string{"/* /* ; */ DROP */", "-- DROP\n", " (\t", "/**/"} {
			if got := strings.ToLower(firstWord(front + sql)); got != word && sql != "" {
				t.Fatalf("%q in front makes %q of %q", front, got, word)
			}
		}
		if !strings.Contains(strings.ToLower(sql), word) {
			t.Fatalf("%q is not in %q", word, sql)
		}
	})
}
