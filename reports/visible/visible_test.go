package visible

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestForms(t *testing.T) {
	for _, c := range []struct{ in, line, block string }{
		{"", "", ""},
		{"SELECT 1", "SELECT 1", "SELECT 1"},
		{"a\nb\tc", "a␊b␉c", "a\nb\tc"},
		{"a\r\nb\rc", "a␍␊b␍c", "a\nb␍c"},
		{"\x00\x1b[31mred", "␀␛[31mred", "␀␛[31mred"},
		{"bad \xff\xfe", "bad \ufffd\ufffd", "bad \ufffd\ufffd"},
		{"a\u2028b\u2029", `a\u2028b\u2029`, `a\u2028b\u2029`},
		{"x\u202ey\x7f\u0085", `x\u202Ey␡\u0085`, `x\u202Ey␡\u0085`},
		{"\U000e0041", `\U000E0041`, `\U000E0041`},
		{"Größe 大小 👩\u200d💻", "Größe 大小 👩\u200d💻", "Größe 大小 👩\u200d💻"},
	} {
		if got := Line(c.in); got != c.line {
			t.Errorf("Line(%q) = %q, want %q", c.in, got, c.line)
		}
		if got := Block(c.in); got != c.block {
			t.Errorf("Block(%q) = %q, want %q", c.in, got, c.block)
		}
	}
}

func TestNothingHiddenStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		line, block := Line(s), Block(s)
		if !utf8.ValidString(line) || !utf8.ValidString(block) {
			t.Fatalf("invalid UTF-8 stays: %q, %q", line, block)
		}
		hidden := func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) }
		if strings.ContainsFunc(line, hidden) {
			t.Fatalf("a control stays in %q", line)
		}
		rest := strings.NewReplacer("\n", "", "\t", "").Replace(block)
		if strings.ContainsFunc(rest, hidden) {
			t.Fatalf("a control stays in %q", block)
		}
		if Line(line) != line {
			t.Fatalf("not stable: %q becomes %q", line, Line(line))
		}
	})
}

func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		n := rapid.IntRange(-2, 40).Draw(t, "limit")
		got, cut := Cut(s, n)
		if !strings.HasPrefix(s, got) || len(got) > max(n, 0) || !utf8.ValidString(got) {
			t.Fatalf("Cut(%q, %d) = %q", s, n, got)
		}
		if cut != (len(got) < len(s)) {
			t.Fatalf("Cut(%q, %d) says %v", s, n, cut)
		}
		if cut && len(got)+utf8.UTFMax <= n {
			t.Fatalf("Cut(%q, %d) = %q cuts too much", s, n, got)
		}
	})
}

func TestFit(t *testing.T) {
	if got := Fit("SELECT 大小 FROM t", 10); got != "SELECT 大…" {
		t.Errorf("got %q", got)
	}
	if got := Pad("大", 4) + "|"; got != "大  |" {
		t.Errorf("got %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		s, n := Line(rapid.String().Draw(t, "s")), rapid.IntRange(0, 30).Draw(t, "columns")
		got := Fit(s, n)
		if Width(got) > n {
			t.Fatalf("Fit(%q, %d) = %q takes %d", s, n, got, Width(got))
		}
		if Width(s) <= n && got != s {
			t.Fatalf("Fit(%q, %d) = %q though it fits", s, n, got)
		}
	})
}
