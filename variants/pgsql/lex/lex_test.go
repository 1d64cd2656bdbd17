package lex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/variants/pgsql/lex"
)

func TestTokens(t *testing.T) {
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
		for _, token := range lex.Tokens(sql) {
			got = append(got, sql[token.From:token.To])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", sql, diff)
		}
	}
}
