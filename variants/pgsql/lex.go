package pgsql

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is a piece of SQL that is neither space nor comment.
type token struct {
	kind tokenKind
	name string // of a word in lower case, of a quoted identifier as written
	from int    // byte offsets in the text
	to   int
}

type tokenKind int

const (
	word tokenKind = iota
	quotedIdent
	literal
	symbol // one rune
)

// lex splits SQL text by Postgres's lexical rules. It accepts every text: what
// is not closed runs to the end.
func lex(sql string) []token {
	var tokens []token
	for at := 0; at < len(sql); {
		if next := skip(sql, at); next > at {
			at = next
			continue
		}
		t := scan(sql, at)
		tokens = append(tokens, t)
		at = t.to
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

func scan(sql string, at int) token {
	rest := sql[at:]
	switch first, size := utf8.DecodeRuneInString(rest); {
	case first == '\'':
		return token{kind: literal, from: at, to: at + quoted(rest, 0, '\'', false)}
	case first == '"':
		end := quoted(rest, 0, '"', false)
		name := strings.ReplaceAll(strings.TrimSuffix(rest[1:end], `"`), `""`, `"`)
		return token{kind: quotedIdent, name: name, from: at, to: at + end}
	case first == '$':
		return token{kind: literal, from: at, to: at + dollarQuoted(rest)}
	case startsName(first):
		return scanWord(sql, at)
	default:
		return token{kind: symbol, name: rest[:size], from: at, to: at + size}
	}
}

// scanWord reads a name or keyword, or a literal with a letter before it.
func scanWord(sql string, at int) token {
	rest := sql[at:]
	end := nameLength(rest)
	if end == 1 && len(rest) > 1 && rest[1] == '\'' && strings.ContainsAny(rest[:1], "eEbBxXnN") {
		return token{kind: literal, from: at, to: at + quoted(rest, 1, '\'', rest[0] == 'e' || rest[0] == 'E')}
	}
	return token{kind: word, name: strings.ToLower(rest[:end]), from: at, to: at + end}
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
