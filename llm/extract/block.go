package extract

import "strings"

// block is a piece of a response: code, or running text.
type block struct {
	text string
	code bool
}

// blocks cuts text at its fences and JSON objects, in order. Of the two, what
// begins first contains the other.
func blocks(text string) []block {
	var out []block
	tries := maxObjects
	for text != "" {
		f, fenced := nextFence(text)
		if o, ok := nextObject(text, f.start, &tries); ok {
			out = append(out, block{text: text[:o.start]})
			out = append(out, o.values...)
			text = text[o.end:]
			continue
		}
		out = append(out, block{text: text[:f.start]})
		if fenced {
			out = append(out, block{text: f.content, code: true})
		}
		text = text[f.end:]
	}
	return out
}

// fence is a fenced block: its range in the text, markers included, and what
// stands between them without the label.
type fence struct {
	start, end int
	content    string
}

// nextFence finds the first fence: three or more backticks anywhere in a line,
// or tildes at its beginning. It ends at a run of as many that begins or ends
// a line, else on its own line, else with the text: servers often cut the
// closing fence off as a stop word. Without one the fence is empty, at the end.
func nextFence(text string) (fence, bool) {
	start := strings.Index(text, "```")
	before := text
	if start >= 0 {
		before = text[:start]
	}
	if tilde := lineStartIndex(before, "~~~"); tilde >= 0 {
		start = tilde
	}
	if start < 0 {
		return fence{start: len(text), end: len(text)}, false
	}
	run := runLength(text[start:])
	marker := text[start : start+run]
	inside := text[start+run:]
	end, after := closing(inside, marker)
	return fence{
		start:   start,
		end:     start + run + after,
		content: withoutLabel(inside[:end]),
	}, true
}

// closing gives where the content before a fence's end stops and where the
// text behind it goes on.
func closing(inside, marker string) (end, after int) {
	first := line(inside)
	if i := strings.Index(first, marker); i >= 0 {
		return i, i + len(marker)
	}
	for pos := len(first); pos < len(inside); {
		pos++ // over the newline
		l := line(inside[pos:])
		trimmed := strings.TrimSpace(l)
		lead := strings.Index(l, trimmed)
		switch {
		case strings.HasPrefix(trimmed, marker):
			return pos + lead, pos + lead + len(marker)
		case strings.HasSuffix(trimmed, marker):
			at := lead + len(trimmed) - len(marker)
			return pos + at, pos + at + len(marker)
		}
		pos += len(l)
	}
	return len(inside), len(inside)
}

// withoutLabel drops the language that follows an opening fence. A word that
// begins a statement is no language.
func withoutLabel(content string) string {
	end := 0
	for end < len(content) && (letter(content[end]) || strings.IndexByte("+-#.", content[end]) >= 0) {
		end++
	}
	if label := strings.ToLower(content[:end]); queryWords[label] || pairs[label] != nil {
		return content
	}
	return content[end:]
}

// lineStartIndex finds marker where only white space precedes it in its line.
func lineStartIndex(text, marker string) int {
	for pos := 0; ; {
		i := strings.Index(text[pos:], marker)
		if i < 0 {
			return -1
		}
		at := pos + i
		if strings.TrimSpace(text[strings.LastIndexByte(text[:at], '\n')+1:at]) == "" {
			return at
		}
		pos = at + runLength(text[at:])
	}
}

// runLength counts how often text's first byte stands at its beginning.
func runLength(text string) int {
	n := 0
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}
