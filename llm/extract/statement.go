package extract

import (
	"strings"

	"ercheck/llm/sqllex"
)

// statement is a complete statement: the range from its first word to its last.
type statement struct {
	start, end int
	query      bool // begins like a SELECT, WITH, VALUES or TABLE
}

// scanner walks over one block.
type scanner struct {
	text  string
	prose bool // text that is no SQL may stand around statements
}

// inCode reads text that should be nothing but statements. It is not ok when
// text does not begin with one.
func inCode(text string) (found []statement, ok bool) {
	s := scanner{text: text}
	for pos := 0; ; {
		t := s.skipSeparators(pos)
		query, begins := s.begins(t)
		if !begins {
			return found, ok
		}
		ok = true
		st, next, complete := s.read(t.Start, query, false)
		if complete {
			found = append(found, st)
		}
		pos = next
	}
}

// maxIncomplete bounds how many statements of a text may turn out incomplete,
// each of which may have been read to the text's end.
const maxIncomplete = 16

// inProse looks for statements in running text.
func inProse(text string) []statement {
	s := scanner{text: text, prose: true}
	var found []statement
	incomplete := 0
	for pos := s.candidate(0, true); pos < len(text) && incomplete < maxIncomplete; {
		t := sqllex.Next(text, pos)
		inline := pos > 0 && text[pos-1] == '`'
		query, begins := s.begins(t)
		if !begins || s.readsAsProse(t.Start, inline) {
			pos = s.candidate(t.Start+1, false)
			continue
		}
		st, next, complete := s.read(t.Start, query, inline)
		if !complete {
			incomplete++
			pos = s.candidate(t.Start+1, false)
			continue
		}
		found = append(found, st)
		pos = s.following(next)
	}
	return found
}

// following is where to look on after a statement: at one that directly
// follows, else at the next candidate.
func (s scanner) following(pos int) int {
	t := s.skipSeparators(pos)
	if _, begins := s.begins(t); begins {
		return t.Start
	}
	return s.candidate(pos, false)
}

// readsAsProse tests the rest of the line at pos.
func (s scanner) readsAsProse(pos int, inline bool) bool {
	l := s.text[pos:min(len(s.text), pos+proseWindow)]
	if inline {
		l, _, _ = strings.Cut(l, "`")
	}
	return prose(line(l))
}

// proseWindow bounds how much of a line is looked at, in bytes.
const proseWindow = 2000

// candidate is the next place from pos on where running text may turn into
// SQL: the first word of a line, or what follows a colon or backtick. bare
// says that nothing but such marks precedes pos in its line.
func (s scanner) candidate(pos int, bare bool) int {
	for ; pos < len(s.text); pos++ {
		c := s.text[pos]
		switch {
		case bare && (letter(c) && (c < '0' || c > '9') || c == '('):
			return pos
		case c == '\n' || c == ':' || c == '`':
			bare = true
		case bare && strings.IndexByte(lineMarks, c) < 0:
			bare = false
		}
	}
	return pos
}

// lineMarks may stand before the first word of a line: quotation, list and
// emphasis marks of Markdown, white space.
const lineMarks = " \t\r>-*#.0123456789"

// skipSeparators is the next token that is neither comment nor semicolon.
func (s scanner) skipSeparators(pos int) sqllex.Token {
	for {
		t := sqllex.Next(s.text, pos)
		if t.Kind != sqllex.Comment && !t.Is(s.text, ";") {
			return t
		}
		pos = t.End
	}
}

func onlySeparators(text string) bool {
	return scanner{text: text}.skipSeparators(0).Kind == sqllex.EOF
}

// read takes the statement that begins at start. next is where to go on.
// inline says that a backtick ends it.
func (s scanner) read(start int, query, inline bool) (st statement, next int, complete bool) {
	st = statement{start: start, end: start, query: query}
	r := reading{scanner: s, inline: inline, start: start}
	for pos := start; ; {
		t := sqllex.Next(s.text, pos)
		if t.Kind == sqllex.Comment {
			if t.Open {
				return st, len(s.text), false
			}
			pos = t.End
			continue
		}
		if r.ends(t, st.end) {
			return st, t.Start, r.depth == 0 && s.standsAlone(st)
		}
		r.take(t)
		if t.Open || r.depth < 0 {
			return st, t.End, false
		}
		pos, st.end = t.End, t.End
	}
}

// standsAlone reports whether what was read begins a statement by itself too:
// the word that made it look like one may have been left out of it.
func (s scanner) standsAlone(st statement) bool {
	s.text = s.text[:st.end]
	_, ok := s.begins(sqllex.Next(s.text, st.start))
	return ok
}

// reading is what is known while a statement is read.
type reading struct {
	scanner
	inline   bool
	start    int
	depth    int          // open parentheses and brackets
	previous sqllex.Token // the last token taken
	main     bool         // the SELECT, VALUES, … outside parentheses was met
}

func (r *reading) take(t sqllex.Token) {
	switch {
	case t.Kind == sqllex.Symbol && strings.Contains("([", t.Text(r.text)):
		r.depth++
	case t.Kind == sqllex.Symbol && strings.Contains(")]", t.Text(r.text)):
		r.depth--
	case r.depth == 0 && t.Kind == sqllex.Word && mainWords[strings.ToLower(t.Text(r.text))]:
		r.main = true
	}
	r.previous = t
}

// ends reports whether the statement ended before t; end is where its last
// token did.
func (r *reading) ends(t sqllex.Token, end int) bool {
	if t.Kind == sqllex.EOF || t.Is(r.text, ";") || r.inline && t.Is(r.text, "`") {
		return true
	}
	gap := r.text[end:t.Start]
	if t.Start == r.start || !strings.Contains(gap, "\n") {
		return false
	}
	if r.depth == 0 && r.another(t) {
		return true
	}
	return r.prose && r.turnsToProse(t, gap)
}

// another reports whether the word t that begins a line begins a statement of
// its own, after one that nobody ended with a semicolon.
func (r *reading) another(t sqllex.Token) bool {
	if !r.main || !t.Is(r.text, "select") && !t.Is(r.text, "with") {
		return false
	}
	for _, w := range []string{"union", "intersect", "except", "all", "distinct", "as"} {
		if r.previous.Is(r.text, w) {
			return false
		}
	}
	query, ok := r.begins(t)
	return ok && query && !r.previous.Is(r.text, ",")
}

// turnsToProse reports whether the line that t begins is no more SQL: it reads
// as prose, or after a blank line it goes on with a bare name, which could only
// be an alias.
func (r *reading) turnsToProse(t sqllex.Token, gap string) bool {
	if r.readsAsProse(t.Start, false) {
		return true
	}
	blank := strings.Count(gap, "\n") > 1 && strings.TrimSpace(gap) == ""
	operand := r.previous.Kind != sqllex.Symbol && !keyword(r.previous.Text(r.text)) || r.previous.Is(r.text, ")")
	return blank && r.depth == 0 && operand && t.Kind == sqllex.Word && !keyword(t.Text(r.text))
}
