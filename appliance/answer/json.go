package answer

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// maxJSONDepth bounds recursion. Python's own parser stops near the same depth;
// a deeper value is compared as the text it is.
const maxJSONDepth = 900

// jsonReader reads a JSON text, as Postgres lets it through, value by value.
// After a fault ok is false, and what was written until then is of no use.
type jsonReader struct {
	rest  []byte
	ok    bool
	depth int
}

func (r *jsonReader) fail() { r.ok, r.rest = false, nil }

// done says whether the text was one value and nothing else.
func (r *jsonReader) done() bool {
	r.space()
	return r.ok && len(r.rest) == 0
}

func (r *jsonReader) space() {
	for len(r.rest) > 0 {
		switch r.rest[0] {
		case ' ', '\t', '\n', '\r':
			r.rest = r.rest[1:]
		default:
			return
		}
	}
}

// next gives the first byte of the next token, 0 at the end.
func (r *jsonReader) next() byte {
	r.space()
	if len(r.rest) == 0 {
		return 0
	}
	return r.rest[0]
}

func (r *jsonReader) take(b byte) bool {
	if r.next() != b {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// word reads true, false or null.
func (r *jsonReader) word() string {
	for _, w := range []string{"true", "false", "null"} {
		if len(r.rest) >= len(w) && string(r.rest[:len(w)]) == w {
			r.rest = r.rest[len(w):]
			return w
		}
	}
	r.fail()
	return ""
}

// number reads a number and gives its text.
func (r *jsonReader) number() []byte {
	n := 0
	for n < len(r.rest) && isNumberByte(r.rest[n]) {
		n++
	}
	text := r.rest[:n]
	if _, ok := parseDecimal(text); !ok {
		r.fail()
		return nil
	}
	r.rest = r.rest[n:]
	return text
}

func isNumberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

// list reads "[…]" or "{…}" after its first byte: item is called for each
// element until the closing byte.
func (r *jsonReader) list(closing byte, item func()) {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxJSONDepth {
		r.fail()
		return
	}
	if r.take(closing) {
		return
	}
	for r.ok {
		item()
		if r.take(closing) {
			return
		}
		if !r.take(',') {
			r.fail()
		}
	}
}

// key reads "name": and gives the name.
func (r *jsonReader) key() []byte {
	if r.next() != '"' {
		r.fail()
		return nil
	}
	name := r.text()
	if !r.take(':') {
		r.fail()
	}
	return name
}

// text reads a string and gives its value. Half of a surrogate pair, which no
// UTF-8 text can hold, becomes U+FFFD.
func (r *jsonReader) text() []byte {
	end := 1
	for end < len(r.rest) && r.rest[end] != '"' && r.rest[end] != '\\' {
		end++
	}
	if end < len(r.rest) && r.rest[end] == '"' { // the usual case, without a copy
		value := r.rest[1:end:end]
		r.rest = r.rest[end+1:]
		return value
	}
	return r.escapedText()
}

func (r *jsonReader) escapedText() []byte {
	var value []byte
	r.rest = r.rest[1:]
	for len(r.rest) > 0 {
		switch c := r.rest[0]; c {
		case '"':
			r.rest = r.rest[1:]
			return value
		case '\\':
			value = r.escape(value)
		default:
			value = append(value, c)
			r.rest = r.rest[1:]
		}
	}
	r.fail()
	return nil
}

var simpleEscapes = map[byte]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads one escape and appends its value.
func (r *jsonReader) escape(value []byte) []byte {
	if len(r.rest) < 2 {
		r.fail()
		return value
	}
	if c, ok := simpleEscapes[r.rest[1]]; ok {
		r.rest = r.rest[2:]
		return append(value, c)
	}
	first, ok := r.unicode()
	if !ok {
		r.fail()
		return value
	}
	if utf16.IsSurrogate(first) {
		before := r.rest
		second, _ := r.unicode()
		first = utf16.DecodeRune(first, second)
		if first == utf8.RuneError {
			r.rest = before
		}
	}
	return utf8.AppendRune(value, first)
}

// unicode reads \u12ab.
func (r *jsonReader) unicode() (rune, bool) {
	if len(r.rest) < 6 || r.rest[0] != '\\' || r.rest[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(r.rest[2:6]), 16, 32)
	if err != nil {
		return 0, false
	}
	r.rest = r.rest[6:]
	return rune(n), true
}
