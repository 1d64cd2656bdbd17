package pgsql_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

func TestQuoteIdent(t *testing.T) {
	for name, want := range map[string]string{
		"accounts": "accounts", "a1_b": "a1_b", "_x": "_x", "type": "type", "name": "name", "value": "value",
		"user": `"user"`, "order": `"order"`, "timestamp": `"timestamp"`, "json_table": `"json_table"`,
		"Account": `"Account"`, "1a": `"1a"`, "a b": `"a b"`, `a"b`: `"a""b"`, "a.b": `"a.b"`, "a$b": `"a$b"`, "é": `"é"`, `a\b`: `"a\b"`,
	} {
		if got := pgsql.QuoteIdent(name); got != want {
			t.Errorf("%q: %s, not %s", name, got, want)
		}
	}
}

func TestQuoteLiteral(t *testing.T) {
	for s, want := range map[string]string{"": "''", "a": "'a'", "it's": "'it''s'", `a\b`: `E'a\\b'`, `\'`: `E'\\'''`, "$$": "'$$'"} {
		if got := pgsql.QuoteLiteral(s); got != want {
			t.Errorf("%q: %s, not %s", s, got, want)
		}
	}
}

// FuzzQuote: a quoted name or text is one token, whatever stands around it, and
// a name reads back as it was.
func FuzzQuote(f *testing.F) {
	for _, s := range []string{"", "a", `"`, `""`, `'`, `\`, `\'`, "--", "/*", "$$", "a\nb", "é", "user", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "\x00") || !utf8.ValidString(s) {
			return
		}
		tokens := pgsql.Lex("SELECT " + pgsql.QuoteLiteral(s) + ", 1")
		if len(tokens) != 4 || !tokens[1].Literal {
			t.Errorf("literal of %q: %+v", s, tokens)
		}
		if s == "" {
			return
		}
		tokens = pgsql.Lex("SELECT " + pgsql.QuoteIdent(s) + ", 1")
		if len(tokens) != 4 || tokens[1].Name != s || tokens[1].Literal {
			t.Errorf("identifier %q: %+v", s, tokens)
		}
	})
}

// FuzzIdentifier: what is short is kept, what is long is cut to valid text that
// says where it came from.
func FuzzIdentifier(f *testing.F) {
	f.Add("a")
	f.Add(strings.Repeat("é", 40))
	f.Add(strings.Repeat("x", 53) + "日本語日本語")
	f.Fuzz(func(t *testing.T, name string) {
		if !utf8.ValidString(name) {
			return
		}
		got := pgsql.Identifier(name)
		if len(name) <= 63 {
			if got != name {
				t.Errorf("%q became %q", name, got)
			}
			return
		}
		cut := len(got) - 9
		if len(got) > 63 || cut < 51 || !utf8.ValidString(got) || got[:cut] != name[:cut] || got[cut] != '_' {
			t.Errorf("%q became %q", name, got)
		}
		if pgsql.Identifier(name+"x") == got {
			t.Errorf("%q and a longer name become the same", name)
		}
	})
}

func TestAppendCopy(t *testing.T) {
	row := []shred.Cell{{Text: "a\tb\n"}, {Null: true}, {Text: `\N`}, {Text: ""}, {Text: "\r\b"}}
	if diff := cmp.Diff("a\\tb\\n\t\\N\t\\\\N\t\t\\r\b\n", string(pgsql.AppendCopy(nil, row))); diff != "" {
		t.Error(diff)
	}
}
