package reports

import (
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"ercheck/appliance/record"
)

func markdownText(t *testing.T, in Input) string {
	t.Helper()
	var b strings.Builder
	if err := Markdown(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func csvText(t *testing.T, in Input) string {
	t.Helper()
	var b strings.Builder
	if err := CSV(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMarkdownGolden(t *testing.T) {
	golden(t, "report.md", markdownText(t, cut(oneModel(), 3, 4)))
	golden(t, "two-models.md", markdownText(t, cut(twoModels(), 2, 2)))
}

func TestCSVGolden(t *testing.T) {
	golden(t, "report.csv", csvText(t, cut(oneModel(), 2, 2)))
}

// checkMarkdown holds a text to what every Markdown report must be: visible, its
// tables of even width, and without markup that is not its own.
func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b\r\u2028\u202e") {
		t.Error("invalid or invisible characters")
	}
	width := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "|") {
			width = 0
		} else if n := cellsOf(line); width == 0 {
			width = n
		} else if n != width {
			t.Errorf("%d cells, of %d: %s", n, width, line)
		}
		if bare := withoutCode(line); strings.ContainsAny(bare, "<>[]`") || strings.Contains(bare, "://") {
			t.Errorf("markup outside of code: %q", line)
		}
	}
}

// cellsOf counts the pipes that end a cell: those without a backslash.
func cellsOf(line string) int {
	n, escaped := 0, false
	for _, r := range line {
		if r == '|' && !escaped {
			n++
		}
		escaped = r == '\\' && !escaped
	}
	return n
}

// withoutCode takes the code spans and the escaped characters out of a line.
func withoutCode(line string) string {
	var out strings.Builder
	for i := 0; i < len(line); {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			i += 2
		case line[i] == '`':
			n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
			end := closing(line[i+n:], n)
			if end < 0 {
				out.WriteString(line[i:]) // never closed: its text is markup
				return out.String()
			}
			i += n + end + n
		default:
			out.WriteByte(line[i])
			i++
		}
	}
	return out.String()
}

// closing is where a run of exactly n backticks begins, -1 if there is none.
func closing(s string, n int) int {
	for i := 0; i < len(s); {
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
		if run == n {
			return i
		}
		i += max(run, 1)
	}
	return -1
}

func TestMarkdownTexts(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, 2 of 3": "plain words, 2 of 3", "a_b*c": `a\_b\*c`, "<b>": `\<b\>`, "http://x.y": `http\://x.y`,
		"www.x.y": `www\.x.y`, "@all": "@\u2060all", "see #12": "see \\#\u206012", "a|b": `a\|b`, `\|`: `\\\|`,
	} {
		if got := plainText(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"full_sti": "`full_sti`", "a`b": "`` a`b ``", "``": "``` `` ```", " ": "–", "": "–", " a ": "`  a  `",
		"a|b": `a\|b`} {
		if got := code(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

// checkCSV reads a run's CSV back and holds each value against the cell's.
func checkCSV(t *testing.T, in Input) {
	t.Helper()
	out := csvText(t, in)
	if !utf8.ValidString(out) || strings.Contains(out, "\x00") {
		t.Error("the CSV holds invalid characters")
	}
	records, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != len(in.Cells)+1 || !slices.Equal(records[0], csvColumns) {
		t.Fatalf("%d records under %q", len(records), records[0])
	}
	for i, r := range records[1:] {
		c := in.Cells[i]
		if r[6] != strconv.Itoa(c.Repeat) || r[9] != strconv.FormatBool(c.Correct) || !sameText(r[14], c.SQL) || !sameText(r[4], c.Question) {
			t.Errorf("record %q of cell %+v", r, c)
		}
		for column, v := range r {
			if csvColumns[column] != "row_count" && v != "" && strings.ContainsRune("=+-@\t\r", rune(v[0])) {
				t.Errorf("%s would be a formula: %q", csvColumns[column], v)
			}
		}
	}
}

// sameText compares as far as CSV promises: the reader makes line ends \n.
func sameText(got, want string) bool {
	clean := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd"), "\r\n", "\n")
	}
	return strings.TrimPrefix(got, "'") == strings.TrimPrefix(clean(want), "'")
}

func TestCSVFields(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "a": "a", "a,b": `"a,b"`, `say "x"`: `"say ""x"""`, "a\nb": "\"a\nb\"", "a\rb": "\"a\rb\"", "a\r\nb": "\"a\r\nb\"",
		"=1+1": "'=1+1", "+1": "'+1", "-- note": "'-- note", "@x": "'@x", "\tx": "'\tx", "\rx": "\"'\rx\"", `=cmd|"x"`: `"'=cmd|""x"""`,
		"a=1": "a=1", "'=1": "'=1", "\xff\x00": "\ufffd\ufffd",
	} {
		if got := csvField(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

// A figure that the run was not judged in is said to be so, never 0.
func TestLeniencies(t *testing.T) {
	in := cut(oneModel(), 3, 4)
	views := leniencies(in.Scores.Models[0])
	if len(views) != 5 || views[0].Accuracy != percent(in.Scores.Models[0].Accuracy) {
		t.Fatalf("%+v", views)
	}
	for _, v := range views {
		if judged := v.Name != "Order of columns"; judged == (v.Accuracy == "not judged") {
			t.Errorf("%s: accuracy %s", v.Name, v.Accuracy)
		}
		if v.Explanation == "" {
			t.Errorf("%s is not explained", v.Name)
		}
	}
	var none record.Run
	none.Models = []string{"m"}
	if v := leniencies(New(none, nil, nil).Scores.Models[0]); v[1].Accuracy != "not judged" || v[1].Agreement != "not judged" {
		t.Errorf("of no cell: %+v", v)
	}
}
