package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// keywords are the words of SQL that stand beside one another in queries and
// in definitions. They need not be complete: see prose.
var keywords = words(`
	all analyze and any array as asc at between bernoulli both by case cast collate column constraint create cross
	cube current current_date current_timestamp current_user date default delete desc distinct double drop else
	end escape except exclude exists explain extract false fetch filter first following for foreign from full
	generated group grouping groups having identity if ilike in inner insert intersect interval into is isnull join
	key last lateral leading left like limit local materialized natural next no not notnull null nulls of
	offset on only or order ordinality others outer over overlaps overlay partition placing position preceding
	precision primary range recursive references repeatable respect right row rows select set sets
	share similar skip some substring symmetric system table tablesample text then ties time timestamp
	timestamptz to trailing trim true unbounded union unique unknown unnest update using values varying view
	when where window with within without year month day hour minute second zone always alter temporary temp
	integer bigint boolean numeric begin commit rollback transaction work start savepoint locked nowait
	add cascade restrict deferrable check index`)

func keyword(w string) bool { return keywords[strings.ToLower(w)] }

// prose reports whether a line, taken alone, is prose and no part of a
// statement. Prose is a line in which three words follow one another that are
// no keywords (SQL has at most a name and its alias), that ends like a
// sentence behind a word, that begins like a heading or with bold print, or
// that holds a sign which SQL has only in quotes. What follows a semicolon or
// stands in a comment is not looked at.
func prose(l string) bool {
	l = strings.TrimSpace(l)
	if strings.HasPrefix(l, "**") || strings.HasPrefix(l, "##") {
		return true
	}
	p := proseLine{rest: l}
	for p.rest != "" && p.run < 3 && !p.sign {
		p.step()
	}
	return p.run >= 3 || p.sign || p.sentence
}

// proseLine is the state of a walk along a line.
type proseLine struct {
	rest     string
	run      int  // words in a row that are no keywords
	word     bool // the last thing was a word or closing parenthesis
	sentence bool // the last thing was the end of a sentence behind a word
	sign     bool // a character that SQL has only in quotes was met
}

func (p *proseLine) step() {
	r, size := utf8.DecodeRuneInString(p.rest)
	switch {
	case r == ';' || strings.HasPrefix(p.rest, "--"):
		size = len(p.rest)
	case strings.HasPrefix(p.rest, "/*"):
		size = through(p.rest, "*/")
	case r == '\'' || r == '"':
		size = through(p.rest[1:], string(r)) + 1
		p.run, p.word, p.sentence = 0, false, false
	case unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b':
	case wordRune(r):
		size = p.takeWord()
	case r == utf8.RuneError || r < utf8.RuneSelf:
		p.sentence = p.word && strings.ContainsRune(".:!?", r)
		p.run, p.word = 0, r == ')'
	default:
		p.sign = true
	}
	p.rest = p.rest[size:]
}

// takeWord reads a word with the apostrophes in it.
func (p *proseLine) takeWord() int {
	end := strings.IndexFunc(p.rest, func(r rune) bool { return !wordRune(r) && r != '\'' && r != '’' })
	if end < 0 {
		end = len(p.rest)
	}
	w := p.rest[:end]
	digits := '0' <= w[0] && w[0] <= '9'
	if keyword(w) || digits {
		p.run = 0
	} else {
		p.run++
	}
	p.word, p.sentence = !digits, false
	return end
}

func wordRune(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// through is the length of s up to and with end, or of all of it.
func through(s, end string) int {
	if i := strings.Index(s, end); i >= 0 {
		return i + len(end)
	}
	return len(s)
}
