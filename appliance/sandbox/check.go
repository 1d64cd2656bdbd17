package sandbox

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// queryWords can begin a query. Of all statements only a query is run.
var queryWords = map[string]bool{"select": true, "with": true, "values": true, "table": true}

// check says why a text is not sent to the server, or "" if it is. It looks at
// the bytes and at the first word; what follows is the server's to judge.
func check(sql string) string {
	if !utf8.ValidString(sql) {
		return "the text is not valid UTF-8"
	}
	if strings.ContainsRune(sql, 0) {
		return "the text contains a NUL character"
	}
	word := firstWord(sql)
	switch {
	case queryWords[strings.ToLower(word)]:
		return ""
	case word == "":
		return "the text does not begin with a statement"
	}
	return fmt.Sprintf("%s is no query; a query begins with SELECT, WITH, VALUES or TABLE", strings.ToUpper(clip(word, 40)))
}

// firstWord gives the first word of a statement, after white space, comments
// and opening parentheses as Postgres's lexer sees them. It is "" when something
// else stands there, or nothing.
func firstWord(sql string) string {
	for {
		rest := strings.TrimLeft(sql, " \t\r\n\f\v(")
		switch {
		case strings.HasPrefix(rest, "--"):
			rest = afterLine(rest)
		case strings.HasPrefix(rest, "/*"):
			rest = afterComment(rest)
		}
		if len(rest) == len(sql) {
			return leadingWord(sql)
		}
		sql = rest
	}
}

// afterLine drops a comment that goes to the end of the line.
func afterLine(sql string) string {
	end := strings.IndexAny(sql, "\r\n")
	if end < 0 {
		return ""
	}
	return sql[end:]
}

// afterComment drops a comment with the comments nested in it; an open one
// reaches to the end.
func afterComment(sql string) string {
	depth := 0
	for i := 0; i+1 < len(sql); i++ {
		switch sql[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return sql[i+1:]
			}
		}
	}
	return ""
}

// leadingWord gives the identifier in front, as Postgres delimits it.
func leadingWord(sql string) string {
	for i := 0; i < len(sql); i++ {
		c := sql[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '$') {
			return sql[:i]
		}
	}
	return sql
}

// clip cuts a text to at most limit bytes, at a rune boundary.
func clip(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}
