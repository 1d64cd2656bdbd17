package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shownCall is a command in a document, with the output that is shown for it.
type shownCall struct {
	line int // of the document, from 1
	text string
	out  []string
}

// shownCalls finds the calls of ercheck in the console blocks of a Markdown
// text. Output ends at the next prompt, at an empty line and at the block's end.
func shownCalls(text string) (calls []shownCall, blocks int) {
	in, current := false, -1
	scanner := bufio.NewScanner(strings.NewReader(text))
	for n := 1; scanner.Scan(); n++ {
		line := scanner.Text()
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			in, current = !in && trimmed == "```console", -1
			if in {
				blocks++
			}
		case !in:
		case strings.HasPrefix(trimmed, "$ "):
			current = -1
			if call, ours := callOf(strings.TrimPrefix(trimmed, "$ ")); ours {
				calls = append(calls, shownCall{line: n, text: call})
				current = len(calls) - 1
			}
		case trimmed == "":
			current = -1
		case current >= 0:
			calls[current].out = append(calls[current].out, line)
		}
	}
	return calls, blocks
}

// callOf says whether a command is one of ercheck, from the source or built.
func callOf(command string) (call string, ours bool) {
	for _, program := range []string{"go run ./cmd/ercheck", "ercheck"} {
		if rest, ok := strings.CutPrefix(command, program); ok && (rest == "" || rest[0] == ' ') {
			return "ercheck" + rest, true
		}
	}
	return "", false
}

// changing are the parts of an output that differ from one call to the next.
var changing = []struct {
	what *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`\d{8}-\d{6}-[0-9a-f]{4}`), "RUN"},
	{regexp.MustCompile(`(?:[A-Za-z]:)?[~./\w-]*[/\\][\w./\\-]+`), "PATH"},
	{regexp.MustCompile(`\s*\(\d+(?:\.\d+)? s\)`), ""},
	{regexp.MustCompile(`\d+(?:\.\d+)? s\b`), "TIME"},
	{regexp.MustCompile(`\b(pid\s+|:)\d+`), "${1}N"},
	{regexp.MustCompile(`postgres://\S+`), "URL"},
	{regexp.MustCompile(`─+`), "─"},
	{regexp.MustCompile(`\s+`), " "},
}

// steady replaces them.
func steady(line string) string {
	for _, c := range changing {
		line = c.what.ReplaceAllString(line, c.as)
	}
	return strings.TrimSpace(line)
}

// missingLines gives the shown lines that the output lacks. A line that is "…",
// or ends in it, stands for what was left out.
func missingLines(shown []string, output string) []string {
	var lines []string
	for line := range strings.Lines(output) {
		lines = append(lines, steady(line))
	}
	var missing []string
	for _, line := range shown {
		begin, cut := strings.CutSuffix(strings.TrimSpace(line), "…")
		want := steady(begin)
		if !slices.ContainsFunc(lines, func(have string) bool { return have == want || cut && strings.HasPrefix(have, want) }) {
			missing = append(missing, line)
		}
	}
	return missing
}

// Every call that the README shows works, and gives what is shown.
func TestReadmeCallsWork(t *testing.T) {
	path := filepath.Join(repository, "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	calls, blocks := shownCalls(string(text))
	if blocks == 0 || len(calls) == 0 {
		t.Fatalf("README.md shows %d calls of ercheck in %d console blocks", len(calls), blocks)
	}
	at := testHome(t) // whose server runs already
	t.Chdir(t.TempDir())
	for _, c := range calls {
		place := fmt.Sprintf("README.md:%d: %s", c.line, c.text)
		got := program(t, at, shellWords(c.text)[1:]...)
		if got.exit != exitDone {
			t.Errorf("%s\nexit code %d\n%s%s", place, got.exit, got.out, got.err)
			continue
		}
		for _, line := range missingLines(c.out, got.out+got.err) {
			t.Errorf("%s\ndoes not show %q but\n%s%s", place, line, got.out, got.err)
		}
	}
}

func TestCallsAreFoundInMarkdown(t *testing.T) {
	text := "```console\n$ ercheck version\nercheck 1\nmore …\n\nno output\n$ ls\nfile\n$ ercheckx\n```\n```\n$ ercheck no\n```\n  ```console\n  $ go run ./cmd/ercheck a 'b c'\n  ```\n"
	calls, blocks := shownCalls(text)
	if blocks != 2 || len(calls) != 2 || calls[0].line != 2 || len(calls[0].out) != 2 || calls[1].text != "ercheck a 'b c'" {
		t.Errorf("%d blocks, %+v", blocks, calls)
	}
	if words := shellWords(calls[1].text); !slices.Equal(words, []string{"ercheck", "a", "b c"}) {
		t.Errorf("%q", words)
	}
	output := "equivalence holds (0.7 s)\nreport: /home/x/20261129-221201-623e.html\nrun 20261129-221201-623e: social\n"
	for line, want := range map[string]bool{
		"equivalence holds (12.1 s)": true, "equivalence holds": true, "equivalence fails (0.7 s)": false, "equi…": true, "…": true,
		"report: ~/.local/share/ercheck/reports/20260101-000000-abcd.html": true, "run 20260101-000000-abcd: social": true, "run": false,
	} {
		if got := len(missingLines([]string{line}, output)) == 0; got != want {
			t.Errorf("%q is found: %v", line, got)
		}
	}
}
