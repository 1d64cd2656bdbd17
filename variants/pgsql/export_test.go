package pgsql

import "ercheck/variants/pgsql/lex"

// Token is a token of the lexer, for tests outside of the package.
type Token struct {
	Word, Ident, Literal bool
	Name, Text           string
}

// Lex gives the tokens of a text.
func Lex(sql string) []Token {
	var all []Token
	for _, t := range lex.Tokens(sql) {
		all = append(all, Token{t.Kind == lex.Word, t.Kind == lex.QuotedIdent, t.Kind == lex.Literal, t.Name, sql[t.From:t.To]})
	}
	return all
}
