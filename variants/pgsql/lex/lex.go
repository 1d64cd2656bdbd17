// Package lex cuts SQL text into tokens by Postgres's lexical rules: quotes that
// are doubled, E'…' and $tag$…$tag$, comments that nest. It knows no grammar.
package lex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Token is a piece of SQL that is neither space nor comment.
type Token struct {
	Kind Kind
	Name string // of a word in lower case, of a quoted identifier without quotes, a symbol itself
	From int    // byte offsets in the text
	To   int
}

// Kind is what a token is.
type Kind int

// The kinds.
const (
	Word        Kind = iota // a bare name, keyword or number
	QuotedIdent             // "…"
	Literal                 // of any form
	Symbol                  // one rune
)

// Tokens splits a text. It accepts every text: what is not closed runs to the
// end.
func Tokens(sql string) []Token {
	var tokens []Token
	for at := 0; at < len(sql); {
		if next := skip(sql, at); next > at {
			at = next
			continue
		}
		t := scan(sql, at)
		tokens = append(tokens, t)
		at = t.To
	}
	return tokens
}

// skip passes one space or comment.
func skip(sql string, at int) int {
	rest := sql[at:]
	switch {
	case strings.IndexByte(" \t\n\r\f\v", rest[0]) >= 0:
		return at + 1
	case strings.HasPrefix(rest, "--"):
		if end := strings.IndexAny(rest, "\r\n"); end >= 0 {
			return at + end
		}
		return len(sql)
	case strings.HasPrefix(rest, "/*"):
		return at + blockComment(rest)
	}
	return at
}

// blockComment is the length of a comment, which nests.
func blockComment(s string) int {
	depth := 0
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(s[i:], "*/"):
			i += 2
			if depth--; depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return len(s)
}

func scan(sql string, at int) Token {
	rest := sql[at:]
	switch first, size := utf8.DecodeRuneInString(rest); {
	case first == '\'':
		return Token{Kind: Literal, From: at, To: at + quoted(rest, 0, '\'', false)}
	case first == '"':
		end := quoted(rest, 0, '"', false)
		name := strings.ReplaceAll(strings.TrimSuffix(rest[1:end], `"`), `""`, `"`)
		return Token{Kind: QuotedIdent, Name: name, From: at, To: at + end}
	case first == '$':
		return Token{Kind: Literal, From: at, To: at + dollarQuoted(rest)}
	case startsName(first):
		return scanWord(sql, at)
	default:
		return Token{Kind: Symbol, Name: rest[:size], From: at, To: at + size}
	}
}

// scanWord reads a name or keyword, or a literal with a letter before it.
func scanWord(sql string, at int) Token {
	rest := sql[at:]
	end := nameLength(rest)
	if end == 1 && len(rest) > 1 && rest[1] == '\'' && strings.ContainsAny(rest[:1], "eEbBxXnN") {
		return Token{Kind: Literal, From: at, To: at + quoted(rest, 1, '\'', rest[0] == 'e' || rest[0] == 'E')}
	}
	return Token{Kind: Word, Name: strings.ToLower(rest[:end]), From: at, To: at + end}
}

func startsName(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || r >= 0x80
}

func nameLength(s string) int {
	for i, r := range s {
		if !startsName(r) && r != '$' {
			return i
		}
	}
	return len(s)
}

// quoted is the length of a quoted text whose opening quote is at from.
func quoted(s string, from int, quote byte, escapes bool) int {
	for i := from + 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && escapes:
			i++
		case s[i] == quote && i+1 < len(s) && s[i+1] == quote:
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return len(s)
}

// dollarQuoted is the length of a text between dollar tags, or 1 when the dollar
// sign begins none.
func dollarQuoted(s string) int {
	n := 1 + nameLengthWithoutDollar(s[1:])
	if n >= len(s) || s[n] != '$' || n > 1 && unicode.IsDigit(rune(s[1])) {
		return 1
	}
	tag := s[:n+1]
	if end := strings.Index(s[len(tag):], tag); end >= 0 {
		return len(tag) + end + len(tag)
	}
	return len(s)
}

func nameLengthWithoutDollar(s string) int {
	for i, r := range s {
		if !startsName(r) {
			return i
		}
	}
	return len(s)
}
