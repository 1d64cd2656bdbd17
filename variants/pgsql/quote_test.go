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

func TestLex(t *testing.T) {
	for sql, want := range map[string][]string{
		"a.b, 'it''s' -- c\n\"X\"\"y\"":        {"a", ".", "b", ",", "'it''s'", `"X""y"`},
		`E'a\'b' e'\\' 'a\' x`:                 {`E'a\'b'`, `e'\\'`, `'a\'`, "x"},
		"/* a /* b */ c */ d$1 $1 $$a'b$$ x":   {"d$1", "$", "1", "$$a'b$$", "x"},
		"$t$ $$ $t$ $t$":                       {"$t$ $$ $t$", "$t$"},
		"U&'x' b'1' 1.5e3 a::int":              {"U", "&", "'x'", "b'1'", "1", ".", "5e3", "a", ":", ":", "int"},
		"'open":                                {"'open"},
		`"open`:                                {`"open`},
		"-- open":                              nil,
		"/* open":                              nil,
		"$x$open":                              {"$x$open"},
		"été SELECT":                           {"été", "SELECT"},
		"a--b\rc":                              {"a", "c"},
		"SELECT\u00a0x":                        {"SELECT\u00a0x"},
		"n'x' nn'x'":                           {"n'x'", "nn", "'x'"},
		"$1$ a":                                {"$", "1$", "a"},
		"\"a\"'b'\"c\"":                        {`"a"`, "'b'", `"c"`},
		"'a'\n'b'":                             {"'a'", "'b'"},
		"x/**/y":                               {"x", "y"},
		"a - -1":                               {"a", "-", "-", "1"},
		"\\":                                   {"\\"},
		"e'\\":                                 {"e'\\"},
		"count(*)":                             {"count", "(", "*", ")"},
		"$":                                    {"$"},
		"":                                     nil,
		"\t\n ":                                nil,
		"WITH x AS (SELECT 'with') TABLE x--;": {"WITH", "x", "AS", "(", "SELECT", "'with'", ")", "TABLE", "x"},
	} {
		var got []string
		for _, token := range pgsql.Lex(sql) {
			got = append(got, token.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", sql, diff)
		}
	}
}
