//go:build unix

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostileAnswers are what a model may say, by question, and the outcome that it
// must come to.
var hostileAnswers = []struct{ question, response, outcome string }{
	{"q01", "", "no_sql"},
	{"q02", strings.Repeat("I think about it. ", 60_000), "no_sql"},
	{"q03", "```sql\nSELECT 'a\x00b'\n```", "rejected"},
	{"q04", "SELECT '" + strings.Repeat("x", 1<<20) + "'", "rows"},
	{"q05", "SELECT count(*) FROM generate_series(1, 100000000000)", "timeout limit"},
	{"q06", "SELECT a.* FROM accounts a, accounts b, accounts c, accounts d, accounts e", "limit timeout"},
	{"q07", "SELECT string_agg(repeat('x', 1000000), '') FROM generate_series(1, 10000)", "limit timeout"},
	{"q08", "DELETE FROM accounts", "rejected"},
	{"q09", "DROP TABLE accounts CASCADE", "rejected"},
	{"q10", "COPY accounts TO PROGRAM 'touch /tmp/escaped'", "rejected"},
	{"q11", "LOCK TABLE accounts", "rejected"},
	{"q12", "SELECT pg_sleep(3600)", "error"},
	{"q13", "SET ROLE postgres", "rejected"},
	{"q14", "SELECT 1; COMMIT; DROP TABLE accounts", "rejected"},
	{"q15", "SELECT \"\u202e\x1b[2J<script>\" FROM accounts", "error"},
}

// TestHostileModel: each answer is a failure of its cell with a reason, the next
// cell runs, the data are as they were, and the reports can show it.
func TestHostileModel(t *testing.T) {
	t.Parallel()
	at := testHome(t)
	var lines strings.Builder
	for _, a := range hostileAnswers {
		line, err := json.Marshal(map[string]string{"question": a.question, "variant": "full_sti", "response": a.response})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	answers := filepath.Join(t.TempDir(), "hostile.jsonl")
	if err := os.WriteFile(answers, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	var run struct {
		ID string `json:"run_id"`
	}
	data := []string{"social", "--scale", "tiny", "--seed", "9", "--variant", "full_sti", "--json"}
	document(t, at, exitDone, &run, append([]string{"run", "--model", "replay:" + answers, "--timeout", "1s", "--memory", "256MB"}, data...)...)
	var report struct {
		Cells []struct{ Question, Outcome, Message string }
	}
	document(t, at, exitDone, &report, "report", run.ID, "--format", "json", "-o", "-")
	if len(report.Cells) != len(hostileAnswers) {
		t.Fatalf("%d cells", len(report.Cells))
	}
	for i, c := range report.Cells {
		if a := hostileAnswers[i]; c.Question != a.question || !strings.Contains(a.outcome, c.Outcome) || (c.Outcome != "rows") != (c.Message != "") {
			t.Errorf("%s came to %s (%s), want %s", c.Question, c.Outcome, c.Message, a.outcome)
		}
	}
	html := program(t, at, "report", run.ID, "--format", "html", "-o", "-")
	if html.exit != exitDone || strings.Contains(html.out, "<script>\\\"") || strings.Contains(html.out, "\x1b") {
		t.Errorf("the report is not safe: exit code %d", html.exit)
	}
	var verified struct{ Holds bool }
	document(t, at, exitDone, &verified, append([]string{"verify"}, data...)...)
	if _, err := os.Lstat("/tmp/escaped"); err == nil || !verified.Holds {
		t.Error("something was changed")
	}
	document(t, at, exitDone, &struct{}{}, "runs", "rm", run.ID, "--json")
}

// TestHostileFiles: files of a user are refused with their name and a place or a
// reason, before any work.
func TestHostileFiles(t *testing.T) {
	t.Parallel()
	at, folder := testHome(t), t.TempDir()
	model := "name: x\ntitle: X\nentities:\n"
	for name, content := range map[string]string{
		"empty.yaml":      "",
		"binary.yaml":     "\x00\xff\xfe",
		"list.yaml":       "- a\n- b\n",
		"deep.yaml":       strings.Repeat("[", 100_000),
		"cyclic.yaml":     "a: &a [*a]\n",
		"bomb.yaml":       "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n",
		"twice.yaml":      model + "  A: {}\n  A: {}\n",
		"huge.yaml":       model + strings.Repeat("#"+strings.Repeat("x", 1022)+"\n", 20_000),
		"empty.jsonl":     "",
		"array.jsonl":     "[1,2,3]\n",
		"deep.jsonl":      strings.Repeat(`{"a":`, 100_000) + "\n",
		"text.jsonl":      "SELECT 1\n",
		"duplicate.jsonl": `{"question":"q01","variant":"full_sti","response":"a"}` + "\n" + `{"question":"q01","variant":"full_sti","response":"b"}` + "\n",
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		call := []string{"run", path, "--scale", "tiny"}
		if strings.HasSuffix(name, ".jsonl") {
			call = []string{"run", "social", "--scale", "tiny", "--model", "replay:" + path}
		}
		var told struct{ Error failure }
		document(t, at, exitUsage, &told, append(call, "--json")...)
		if told.Error.Code != codeInvalid || !strings.Contains(told.Error.Message, name) {
			t.Errorf("%s: %s: %.300s", name, told.Error.Code, told.Error.Message)
		}
	}
}
