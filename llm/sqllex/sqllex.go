// Package sqllex cuts PostgreSQL text into tokens: enough to know where
// strings, quoted names and comments begin and end, and nothing about grammar.
//
// It takes any bytes, never fails and never changes a byte: a token is a range
// of the source. It must not know what the tokens mean.
//
// Source: PostgreSQL's manual, "Lexical Structure" (4.1), with
// standard_conforming_strings on.
package sqllex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is what a token is.
type Kind int

// The kinds of token.
const (
	EOF     Kind = iota
	Word         // keyword or name without quotes
	Name         // "quoted name", also U&"…"
	String       // '…', E'…', B'…', X'…', N'…', U&'…', $tag$…$tag$
	Number       // 1, 1.5, .5, 1e-3, 0xff
	Comment      // -- to the end of the line, or /* … */, nested
	Symbol       // one character of anything else
)

// Token is a piece of the source.
type Token struct {
	Kind       Kind
	Start, End int  // byte range in the source
	Open       bool // a string, name or comment that the source ends in
}

// Text is the token's piece of src.
func (t Token) Text(src string) string { return src[t.Start:t.End] }

// Is reports whether the token is that word (lower case, letters of any case
// match) or that symbol.
func (t Token) Is(src, text string) bool {
	switch t.Kind {
	case Word:
		return strings.EqualFold(t.Text(src), text)
	case Symbol:
		return t.Text(src) == text
	}
	return false
}

// All gives the tokens of src without comments; the last is of kind EOF.
func All(src string) []Token {
	var tokens []Token
	for pos := 0; ; {
		t := Next(src, pos)
		if t.Kind != Comment {
			tokens = append(tokens, t)
		}
		if t.Kind == EOF {
			return tokens
		}
		pos = t.End
	}
}

// Next is the first token at or after pos; white space is skipped.
func Next(src string, pos int) Token {
	pos = skipSpace(src, pos)
	if pos >= len(src) {
		return Token{Kind: EOF, Start: len(src), End: len(src)}
	}
	rest := src[pos:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "--"):
		return lineComment(src, pos)
	case strings.HasPrefix(rest, "/*"):
		return blockComment(src, pos)
	case c == '\'':
		return quoted(src, pos, pos, String, false)
	case c == '"':
		return quoted(src, pos, pos, Name, false)
	case c == '$':
		return dollar(src, pos)
	case digit(c) || c == '.' && len(rest) > 1 && digit(rest[1]):
		return number(src, pos)
	}
	return wordOrSymbol(src, pos)
}

// skipSpace steps over white space, a byte order mark and spaces of no width,
// which models and editors leave behind.
func skipSpace(src string, pos int) int {
	for pos < len(src) {
		r, size := utf8.DecodeRuneInString(src[pos:])
		if !unicode.IsSpace(r) && r != '\ufeff' && r != '\u200b' {
			break
		}
		pos += size
	}
	return pos
}

func lineComment(src string, pos int) Token {
	end := strings.IndexByte(src[pos:], '\n')
	if end < 0 {
		return Token{Kind: Comment, Start: pos, End: len(src)}
	}
	return Token{Kind: Comment, Start: pos, End: pos + end}
}

func blockComment(src string, pos int) Token {
	depth, i := 1, pos+2
	for i < len(src) && depth > 0 {
		switch {
		case strings.HasPrefix(src[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(src[i:], "*/"):
			depth--
			i += 2
		default:
			i++
		}
	}
	return Token{Kind: Comment, Start: pos, End: i, Open: depth > 0}
}

// quoted is the string or name whose quote stands at quote; a doubled quote is
// part of it, and with escapes so is one behind a backslash.
func quoted(src string, start, quote int, kind Kind, escapes bool) Token {
	q := src[quote]
	for i := quote + 1; i < len(src); i++ {
		switch {
		case escapes && src[i] == '\\':
			i++
		case src[i] == q && i+1 < len(src) && src[i+1] == q:
			i++
		case src[i] == q:
			return Token{Kind: kind, Start: start, End: i + 1}
		}
	}
	return Token{Kind: kind, Start: start, End: len(src), Open: true}
}

// dollar is a dollar-quoted string, or the symbol of a parameter.
func dollar(src string, pos int) Token {
	i := pos + 1
	for i < len(src) && wordByte(src[i]) && src[i] != '$' {
		i++
	}
	if i >= len(src) || src[i] != '$' || digit(src[pos+1]) {
		return Token{Kind: Symbol, Start: pos, End: pos + 1}
	}
	tag := src[pos : i+1]
	end := strings.Index(src[i+1:], tag)
	if end < 0 {
		return Token{Kind: String, Start: pos, End: len(src), Open: true}
	}
	return Token{Kind: String, Start: pos, End: i + 1 + end + len(tag)}
}

func number(src string, pos int) Token {
	i := pos
	for i < len(src) {
		switch c := src[i]; {
		case wordByte(c) && c != '$' || c == '.' && !strings.HasPrefix(src[i:], ".."):
			i++
		case (c == '-' || c == '+') && (src[i-1] == 'e' || src[i-1] == 'E') && i+1 < len(src) && digit(src[i+1]):
			i++
		default:
			return Token{Kind: Number, Start: pos, End: i}
		}
	}
	return Token{Kind: Number, Start: pos, End: i}
}

func wordOrSymbol(src string, pos int) Token {
	i := pos
	for i < len(src) && wordByte(src[i]) {
		i++
	}
	if i == pos {
		return Token{Kind: Symbol, Start: pos, End: pos + 1}
	}
	if t, ok := prefixed(src, pos, i); ok {
		return t
	}
	return Token{Kind: Word, Start: pos, End: i}
}

// prefixed is the string or name that a letter before the quote introduces.
func prefixed(src string, pos, end int) (Token, bool) {
	if end >= len(src) {
		return Token{}, false
	}
	switch strings.ToLower(src[pos:end]) {
	case "e":
		if src[end] == '\'' {
			return quoted(src, pos, end, String, true), true
		}
	case "b", "x", "n":
		if src[end] == '\'' {
			return quoted(src, pos, end, String, false), true
		}
	case "u":
		return unicodeQuoted(src, pos, end)
	}
	return Token{}, false
}

func unicodeQuoted(src string, pos, end int) (Token, bool) {
	switch {
	case strings.HasPrefix(src[end:], "&'"):
		return quoted(src, pos, end+1, String, false), true
	case strings.HasPrefix(src[end:], `&"`):
		return quoted(src, pos, end+1, Name, false), true
	}
	return Token{}, false
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// wordByte reports whether c stands in names: like Postgres, every byte of a
// character outside ASCII does.
func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || digit(c) || 'a' <= c|0x20 && c|0x20 <= 'z'
}
