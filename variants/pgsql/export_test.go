package pgsql

// Token is a token of the lexer, for tests outside of the package.
type Token struct {
	Word, Ident, Literal bool
	Name, Text           string
}

// Lex gives the tokens of a text.
func Lex(sql string) []Token {
	var all []Token
	for _, t := range lex(sql) {
		all = append(all, Token{t.kind == word, t.kind == quotedIdent, t.kind == literal, t.name, sql[t.from:t.to]})
	}
	return all
}
