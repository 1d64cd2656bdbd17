package extract

import (
	"strings"

	"ercheck/llm/sqllex"
)

var (
	queryWords = words("select with values table")
	// mainWords are the words of which a statement has one outside
	// parentheses, and after which a further SELECT is another statement.
	mainWords = words("select values table")
)

const objects = "table view index unique temp temporary or materialized schema function extension role user database " +
	"type sequence unlogged trigger procedure policy domain default server publication subscription rule if only"

// pairs are the words that begin a statement other than a query, each with
// those of which one follows. A dot stands for the statement's end, a star for
// a name or string behind a first word in capitals: "Show it" is prose.
var pairs = map[string]map[string]bool{
	"insert":     words("into"),
	"update":     words("*"),
	"delete":     words("from"),
	"merge":      words("into"),
	"create":     words(objects),
	"drop":       words(objects),
	"alter":      words(objects),
	"truncate":   words("table only *"),
	"copy":       words("( *"),
	"explain":    words("( select with analyze verbose values table"),
	"set":        words("session local role transaction time search_path *"),
	"reset":      words("all role session *"),
	"show":       words("all search_path *"),
	"do":         words("language *"),
	"begin":      words(". work transaction isolation read"),
	"start":      words("transaction"),
	"commit":     words(". work transaction"),
	"rollback":   words(". work transaction to"),
	"abort":      words(". work transaction"),
	"end":        words(". work transaction"),
	"savepoint":  words("*"),
	"call":       words("*"),
	"prepare":    words("*"),
	"execute":    words("*"),
	"deallocate": words("all prepare *"),
	"declare":    words("*"),
	"listen":     words("*"),
	"notify":     words("*"),
	"unlisten":   words("*"),
	"lock":       words("table *"),
	"grant":      words("select insert update delete all usage execute create *"),
	"revoke":     words("select insert update delete all usage execute create grant *"),
	"vacuum":     words(". ( full analyze verbose *"),
	"analyze":    words(". ( verbose *"),
	"cluster":    words(". *"),
	"reindex":    words("table index schema database system ("),
	"refresh":    words("materialized"),
	"comment":    words("on"),
	"discard":    words("all plans temp temporary sequences"),
	"checkpoint": words("."),
}

// begins reports whether a statement begins at t, and whether it is a query.
func (s scanner) begins(t sqllex.Token) (query, ok bool) {
	if t.Is(s.text, "(") {
		return true, s.parenthesised(t)
	}
	if t.Kind != sqllex.Word {
		return false, false
	}
	first := strings.ToLower(t.Text(s.text))
	if queryWords[first] {
		return true, s.beginsQuery(t, first)
	}
	return false, s.beginsOther(t, first)
}

// parenthesised reports whether a query stands in the parentheses at t.
func (s scanner) parenthesised(t sqllex.Token) bool {
	const deepest = 16
	for range deepest {
		t = s.after(t)
		if t.Kind == sqllex.Word {
			query, ok := s.begins(t)
			return query && ok
		}
		if !t.Is(s.text, "(") {
			break
		}
	}
	return false
}

// beginsQuery looks at what follows the first word, since "with", "table" and
// "values" are words of prose as well.
func (s scanner) beginsQuery(t sqllex.Token, first string) bool {
	second := s.after(t)
	switch first {
	case "with":
		return s.beginsWith(second)
	case "values":
		return second.Is(s.text, "(")
	case "table":
		return name(second) && (!s.prose || capitals(t.Text(s.text)))
	}
	return !s.prose || s.beginsList(second)
}

// selectSymbols may follow SELECT at once; other signs only follow the word as
// a word of prose.
const selectSymbols = "(*$-+@`"

// beginsList reports whether the list of a SELECT may begin with t.
func (s scanner) beginsList(t sqllex.Token) bool {
	switch t.Kind {
	case sqllex.EOF:
		return false
	case sqllex.Symbol:
		return strings.Contains(selectSymbols, t.Text(s.text))
	}
	return true
}

// beginsWith reports whether name AS ( or name (columns) AS follows WITH.
func (s scanner) beginsWith(t sqllex.Token) bool {
	if t.Is(s.text, "recursive") {
		t = s.after(t)
	}
	if !name(t) {
		return false
	}
	t = s.after(t)
	if t.Is(s.text, "(") {
		return true
	}
	if !t.Is(s.text, "as") {
		return false
	}
	t = s.after(t)
	return t.Is(s.text, "(") || t.Is(s.text, "not") || t.Is(s.text, "materialized")
}

func (s scanner) beginsOther(t sqllex.Token, first string) bool {
	follow := pairs[first]
	if follow == nil {
		return false
	}
	second := s.after(t)
	switch {
	case follow[strings.ToLower(second.Text(s.text))]:
		return true
	case second.Kind == sqllex.EOF || second.Is(s.text, ";"):
		return follow["."]
	}
	return follow["*"] && (name(second) || second.Kind == sqllex.String) && capitals(t.Text(s.text))
}

// lookahead bounds how far behind a word the next one is looked for, in bytes:
// many words before one endless comment would each read it.
const lookahead = 4000

// after is the token behind t, comments left out.
func (s scanner) after(t sqllex.Token) sqllex.Token {
	near := s.text[:min(len(s.text), t.End+lookahead)]
	for {
		t = sqllex.Next(near, t.End)
		if t.Kind != sqllex.Comment {
			return t
		}
	}
}

func name(t sqllex.Token) bool { return t.Kind == sqllex.Word || t.Kind == sqllex.Name }

func capitals(s string) bool { return s == strings.ToUpper(s) }
