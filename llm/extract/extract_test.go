package extract_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/extract"
)

func stopped(text string) llm.Response {
	return llm.Response{Text: text, Finish: llm.FinishStop}
}

// shape is one response of testdata/shapes.txt and the SQL that is its answer.
type shape struct{ name, text, want string }

// shapes reads testdata/shapes.txt: "### name", the response, "=== " and the
// SQL, or "===" alone for none. \r, \0 and \xff in the file are those bytes.
func shapes(t testing.TB) []shape {
	t.Helper()
	data, err := os.ReadFile("testdata/shapes.txt")
	if err != nil {
		t.Fatal(err)
	}
	bytes := strings.NewReplacer(`\r`, "\r", `\0`, "\x00", `\xff`, "\xff", `\ufeff`, "\ufeff")
	var out []shape
	for _, entry := range strings.Split("\n"+string(data), "\n### ")[1:] {
		name, rest, _ := strings.Cut(entry, "\n")
		text, want, ok := strings.Cut("\n"+rest, "\n===")
		if !ok {
			t.Fatalf("shape %q has no answer", name)
		}
		out = append(out, shape{name, bytes.Replace(strings.TrimPrefix(text, "\n")), bytes.Replace(strings.TrimSpace(want))})
	}
	return out
}

func TestShapes(t *testing.T) {
	all := shapes(t)
	if len(all) < 60 {
		t.Errorf("%d shapes, want at least 60", len(all))
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			sql, outcome := extract.SQL(stopped(s.text))
			want := ""
			if s.want == "" {
				want = extract.NoSQL
			}
			if sql != s.want || outcome != want {
				t.Errorf("response:\n%s\ngives %q (%q)\nwant  %q (%q)", s.text, sql, outcome, s.want, want)
			}
		})
	}
}

func TestTruncatedIsNeverSQL(t *testing.T) {
	for _, finish := range []string{llm.FinishLength, "content_filter", "", "STOP"} {
		sql, outcome := extract.SQL(llm.Response{Text: "SELECT a FROM t", Finish: finish})
		if sql != "" || outcome != extract.Truncated {
			t.Errorf("finish %q gives %q (%q)", finish, sql, outcome)
		}
	}
}

func TestThinkingIsNeverSearched(t *testing.T) {
	sql, outcome := extract.SQL(llm.Response{Thinking: "SELECT a FROM t;", Finish: llm.FinishStop})
	if sql != "" || outcome != extract.NoSQL {
		t.Errorf("reasoning gives %q (%q)", sql, outcome)
	}
}

func TestAMegabyteIsReadInTime(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	tests := []struct{ name, text, want string }{
		{"long literal", "SELECT '" + fill("a;") + "'", "SELECT '" + fill("a;") + "'"},
		{"statements", fill("SELECT 1;\n"), "SELECT 1"},
		{"statements without end", fill("SELECT (\n"), ""},
		{"strings without end", fill("SELECT ' \n\""), "any"},
		{"comments without end", fill("SELECT /*\n"), ""},
		{"parentheses", fill("("), ""},
		{"colons", fill(":SELECT a,") + "words.", "any"},
		{"backticks", fill("`select "), "any"},
		{"fences", fill("```\n"), ""},
		{"quotes", fill("' \" "), ""},
		{"objects", fill("{\"a\":\n"), ""},
		{"arrays", fill("["), ""},
		{"tags", fill("<think>"), ""},
		{"closing tags", fill("</think>") + "SELECT 1", "SELECT 1"},
		{"prose", fill("Select what you want from it.\n"), ""},
		{"dollars", fill("$a$ $b$\n"), ""},
		{"NUL", fill("\x00"), ""},
		{"invalid", fill("\xff\n"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin := time.Now()
			sql, _ := extract.SQL(stopped(tt.text))
			if sql != tt.want && tt.want != "any" {
				t.Errorf("gives %.80q", sql)
			}
			if d := time.Since(begin); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

func FuzzSQL(f *testing.F) {
	for _, s := range shapes(f) {
		f.Add(s.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sql, outcome := extract.SQL(stopped(text))
		if (sql == "") == (outcome == "") {
			t.Fatalf("SQL %q with outcome %q", sql, outcome)
		}
		if sql != strings.TrimSpace(sql) || strings.HasSuffix(sql, ";") {
			t.Fatalf("SQL %q has an end", sql)
		}
		if !strings.Contains(text, sql) && !strings.Contains(decoded(text), sql) {
			t.Fatalf("SQL %q is not in the text %q", sql, text)
		}
		if again, _ := extract.SQL(stopped("```sql\n" + sql + "\n```")); sql != "" && !strings.ContainsAny(sql, "`~<[") && again != sql {
			t.Fatalf("SQL %q in a fence gives %q", sql, again)
		}
	})
}

// decoded joins every string that JSON in text may decode to.
func decoded(text string) string {
	var out []string
	for layer := []string{text}; len(layer) > 0 && len(out) < 10_000; {
		var next []string
		for _, s := range layer {
			next = append(next, jsonStrings(s)...)
		}
		out = append(out, next...)
		layer = next
	}
	return strings.Join(out, "\x01")
}

// jsonStrings decodes every JSON string literal that begins somewhere in s.
func jsonStrings(s string) []string {
	var out []string
	for i := range len(s) {
		if s[i] != '"' {
			continue
		}
		var v string
		if json.NewDecoder(strings.NewReader(s[i:])).Decode(&v) == nil {
			out = append(out, v)
		}
	}
	return out
}
