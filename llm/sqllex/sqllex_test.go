package sqllex_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"ercheck/llm/sqllex"
)

var kinds = map[sqllex.Kind]string{
	sqllex.EOF: "eof", sqllex.Word: "word", sqllex.Name: "name", sqllex.String: "string",
	sqllex.Number: "number", sqllex.Comment: "comment", sqllex.Symbol: "symbol",
}

// tokens writes each token of src as kind:text, with ! when it is left open.
func tokens(src string) []string {
	var out []string
	for pos := 0; ; {
		t := sqllex.Next(src, pos)
		if t.Kind == sqllex.EOF {
			return out
		}
		s := kinds[t.Kind] + ":" + t.Text(src)
		if t.Open {
			s += "!"
		}
		out = append(out, s)
		pos = t.End
	}
}

func TestNext(t *testing.T) {
	tests := []struct {
		src  string
		want []string
	}{
		{"", nil},
		{" \t\r\n\ufeff\u00a0", nil},
		{"a b2 _c d$e é", []string{"word:a", "word:b2", "word:_c", "word:d$e", "word:é"}},
		{"a.b,c", []string{"word:a", "symbol:.", "word:b", "symbol:,", "word:c"}},
		{`"a b" "c""d" U&"e"`, []string{`name:"a b"`, `name:"c""d"`, `name:U&"e"`}},
		{"'a;b' 'it''s' '\\'", []string{"string:'a;b'", "string:'it''s'", `string:'\'`}},
		{`E'it\'s' e'\\' 'x'`, []string{`string:E'it\'s'`, `string:e'\\'`, "string:'x'"}},
		{`B'01' x'ff' N'n' U&'u' date'2020-01-01'`, []string{"string:B'01'", "string:x'ff'", "string:N'n'", "string:U&'u'", "word:date", "string:'2020-01-01'"}},
		{"u & 'x'", []string{"word:u", "symbol:&", "string:'x'"}},
		{"$$a;'$$ $f$ $$ $f$ $1", []string{"string:$$a;'$$", "string:$f$ $$ $f$", "symbol:$", "number:1"}},
		{"a$$b", []string{"word:a$$b"}},
		{"1 1.5 .5 1e-3 2E+4 0xff 1_000 1-2", []string{"number:1", "number:1.5", "number:.5", "number:1e-3", "number:2E+4", "number:0xff", "number:1_000", "number:1", "symbol:-", "number:2"}},
		{"[1..2]", []string{"symbol:[", "number:1", "symbol:.", "number:.2", "symbol:]"}},
		{"a -- it's\nb", []string{"word:a", "comment:-- it's", "word:b"}},
		{"a /* x /* ; */ ' */ b", []string{"word:a", "comment:/* x /* ; */ ' */", "word:b"}},
		{"-- end", []string{"comment:-- end"}},
		{"'open", []string{"string:'open!"}},
		{`"open`, []string{`name:"open!`}},
		{"E'open\\", []string{"string:E'open\\!"}},
		{"$t$open$t", []string{"string:$t$open$t!"}},
		{"/* open /* */", []string{"comment:/* open /* */!"}},
		{"a\x00\xff", []string{"word:a", "symbol:\x00", "word:\xff"}},
		{"->> ::", []string{"symbol:-", "symbol:>", "symbol:>", "symbol::", "symbol::"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tokens(tt.src)); diff != "" {
			t.Errorf("tokens of %q (-want +got):\n%s", tt.src, diff)
		}
	}
}

func TestAllLeavesOutComments(t *testing.T) {
	src := "SELECT /* a */ 1 -- b\n;"
	var got []string
	for _, tok := range sqllex.All(src) {
		got = append(got, tok.Text(src))
	}
	if want := "SELECT,1,;,"; strings.Join(got, ",") != want {
		t.Errorf("All = %q, want %q", strings.Join(got, ","), want)
	}
}

func TestIs(t *testing.T) {
	src := `Select "select" 'select' ;`
	want := []bool{true, false, false, false}
	for i, tok := range sqllex.All(src)[:4] {
		if got := tok.Is(src, "select"); got != want[i] {
			t.Errorf("%s is select: %v", tok.Text(src), got)
		}
	}
	if tok := sqllex.All(src)[3]; !tok.Is(src, ";") {
		t.Error("the semicolon is none")
	}
}

// FuzzNext checks that tokens cover every byte that is no white space, in order.
func FuzzNext(f *testing.F) {
	for _, s := range []string{"SELECT 'a' /* b */ -- c", "$a$ $a$ \"x", "1.e+5..2", "U&'x", "\xff\x00$"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for pos := 0; ; {
			tok := sqllex.Next(src, pos)
			if gap := src[pos:tok.Start]; strings.TrimFunc(gap, blank) != "" {
				t.Fatalf("token at %d skips %q", tok.Start, gap)
			}
			if tok.Kind == sqllex.EOF {
				return
			}
			if tok.End <= tok.Start {
				t.Fatalf("empty token at %d", tok.Start)
			}
			pos = tok.End
		}
	})
}

func blank(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' }
