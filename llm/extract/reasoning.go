package extract

import "strings"

// mark is what a tag in the text does.
type mark int

const (
	markNone   mark = iota
	markOpen        // reasoning begins
	markClose       // reasoning ends
	markBorder      // neither, but no statement reaches across it
)

// Tags by their names. Angle or square brackets, letters of any case.
var (
	reasoningTags = words("think thinking thought thoughts reasoning reflection scratchpad analysis")
	borderTags    = words("sql query answer final final_answer response output result code s")
)

var stringPrefixes = words("e b x n")

// outsideReasoning gives the parts of text that are no reasoning, cut at the
// tags that wrap an answer and at control tokens (<|im_end|>) too.
//
// A tag in quotes that close on the same line is a literal, not a tag, so
// '<think>' in a condition stays SQL.
func outsideReasoning(text string) []string {
	var parts []string
	start, reasoning := 0, false
	for pos := 0; pos < len(text); {
		m, size := tagAt(text, pos)
		if m == markNone {
			pos += quotedSize(text, pos)
			continue
		}
		switch {
		case m == markClose && !reasoning:
			parts = nil // all before it was reasoning that the prompt had opened
		case !reasoning:
			parts = append(parts, text[start:pos])
		}
		if m != markBorder {
			reasoning = m == markOpen
		}
		pos += size
		start = pos
	}
	if reasoning {
		return parts
	}
	return append(parts, text[start:])
}

// tagAt says what tag stands at pos, and its length.
func tagAt(text string, pos int) (mark, int) {
	closing := map[byte]string{'<': ">", '[': "]"}[text[pos]]
	if closing == "" {
		return markNone, 0
	}
	const longest = 40
	window := text[pos+1 : min(len(text), pos+longest)]
	end := strings.Index(window, closing)
	if end < 0 {
		return markNone, 0
	}
	name := strings.ToLower(window[:end])
	size := end + 2
	switch bare := strings.TrimPrefix(name, "/"); {
	case reasoningTags[bare] && bare == name:
		return markOpen, size
	case reasoningTags[bare]:
		return markClose, size
	case closing == ">" && (borderTags[bare] || control(name)):
		return markBorder, size
	}
	return markNone, 0
}

// control reports whether a tag's inside is a token of a chat template.
func control(name string) bool {
	return len(name) > 2 && name[0] == '|' && name[len(name)-1] == '|' && !strings.ContainsAny(name, " '\"\n")
}

// quotedSize is the length of the quoted piece at pos, or 1. A quote behind a
// word is an apostrophe, except behind the single letter of E'…' and its like.
func quotedSize(text string, pos int) int {
	prefix := wordBefore(text, pos)
	quote := ""
	switch c := text[pos]; {
	case c == '\'' && prefix != "" && !stringPrefixes[strings.ToLower(prefix)]: // an apostrophe
	case c == '\'' || c == '"' || c == '`':
		quote = text[pos : pos+1]
	case strings.HasPrefix(text[pos:], "$$"):
		quote = "$$"
	}
	if quote == "" {
		return 1
	}
	inside := text[pos+len(quote):]
	end := closingQuote(inside, quote, strings.EqualFold(prefix, "e"))
	if end < 0 {
		return len(quote)
	}
	return end + 2*len(quote)
}

// closingQuote finds the quote that closes inside on the same line, or gives
// -1; with escapes, one behind a backslash does not.
func closingQuote(inside, quote string, escapes bool) int {
	for from := 0; ; {
		i := strings.Index(inside[from:], quote)
		if i < 0 || strings.Contains(inside[from:from+i], "\n") {
			return -1
		}
		end := from + i
		slashes := end - len(strings.TrimRight(inside[:end], "\\"))
		if !escapes || slashes%2 == 0 {
			return end
		}
		from = end + 1
	}
}

// wordBefore is the word that ends at pos, or its last two letters.
func wordBefore(text string, pos int) string {
	start := pos
	for start > 0 && pos-start < 2 && letter(text[start-1]) {
		start--
	}
	return text[start:pos]
}

// letter reports whether c is part of a word; all bytes outside ASCII are.
func letter(c byte) bool {
	return c == '_' || c >= 0x80 || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// line is text up to its first newline.
func line(text string) string {
	before, _, _ := strings.Cut(text, "\n")
	return before
}

// words makes a set of the words in s.
func words(s string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(s) {
		set[w] = true
	}
	return set
}
