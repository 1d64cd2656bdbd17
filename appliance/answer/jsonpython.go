package answer

import (
	"bytes"
	"slices"
)

// appendJSONStr appends str() of the Python value: of a string its text, of all
// others their repr.
func appendJSONStr(dst, raw []byte) []byte {
	r := jsonReader{rest: raw, ok: true}
	if r.next() == '"' {
		if text := r.text(); r.done() {
			return append(dst, text...)
		}
		return append(dst, raw...)
	}
	return appendPython(dst, raw, func(dst, raw []byte) []byte { return append(dst, raw...) })
}

// appendJSONRepr appends repr() of the Python value.
func appendJSONRepr(dst, raw []byte) []byte { return appendPython(dst, raw, appendStringRepr) }

// appendPython appends the repr of a JSON text, or fallback of the text itself
// when it cannot be read.
func appendPython(dst, raw []byte, fallback func(dst, raw []byte) []byte) []byte {
	p := pythonWriter{jsonReader: jsonReader{rest: raw, ok: true}, dst: dst}
	p.value()
	if !p.done() {
		return fallback(dst, raw)
	}
	return p.dst
}

// pythonWriter writes JSON as Python shows it while it reads, without a tree in
// between: a value may be as large as one value may be.
type pythonWriter struct {
	jsonReader
	dst []byte
}

func (p *pythonWriter) value() {
	switch c := p.next(); {
	case c == '[':
		p.take('[')
		p.sequence()
	case c == '{':
		p.take('{')
		p.object()
	case c == '"':
		p.dst = appendStringRepr(p.dst, p.text())
	case c == '-' || c >= '0' && c <= '9':
		p.dst = appendJSONNumber(p.dst, p.number())
	default:
		p.dst = append(p.dst, pythonWords[p.word()]...)
	}
}

var pythonWords = map[string]string{"true": "True", "false": "False", "null": "None"}

func (p *pythonWriter) sequence() {
	p.dst = append(p.dst, '[')
	start := len(p.dst)
	p.list(']', func() {
		p.comma(start)
		p.value()
	})
	p.dst = append(p.dst, ']')
}

func (p *pythonWriter) comma(start int) {
	if len(p.dst) > start {
		p.dst = append(p.dst, ", "...)
	}
}

// object writes {'k': v}. A name that comes twice, which json allows and jsonb
// does not, keeps its first place and gets its last value, as in a dict.
func (p *pythonWriter) object() {
	p.dst = append(p.dst, '{')
	start := len(p.dst)
	var m members
	p.list('}', func() {
		p.comma(start)
		from := len(p.dst)
		name := p.key()
		p.dst = append(appendStringRepr(p.dst, name), ": "...)
		p.value()
		m.put(name, span{from, len(p.dst)})
	})
	if m.twice {
		p.dst = p.arrange(m.spans, start)
	}
	p.dst = append(p.dst, '}')
}

// maxRearranged is the largest piece with a name that comes twice, in bytes. A
// larger one is refused, and so compared as the text it is: moving megabytes at
// every level of nesting would take minutes.
const maxRearranged = 64 << 10

// arrange replaces what follows start by the members in their order.
func (p *pythonWriter) arrange(in []span, start int) []byte {
	if len(p.dst)-start > maxRearranged {
		p.fail()
		return p.dst
	}
	ordered := make([]byte, 0, len(p.dst)-start)
	for i, at := range in {
		if i > 0 {
			ordered = append(ordered, ", "...)
		}
		ordered = append(ordered, p.dst[at.from:at.to]...)
	}
	return append(p.dst[:start], ordered...)
}

// span is a piece of a buffer.
type span struct{ from, to int }

// members are the pieces that hold an object's members, each name once.
type members struct {
	spans []span
	names [][]byte
	index map[string]int // of names, once there are many
	twice bool           // a name came again
}

// fewMembers are searched one by one.
const fewMembers = 12

// put adds a member, or replaces the earlier one of the same name in its place.
func (m *members) put(name []byte, at span) {
	if i := m.find(name); i >= 0 {
		m.spans[i] = at
		m.twice = true
		return
	}
	if m.index != nil {
		m.index[string(name)] = len(m.spans)
	}
	m.spans = append(m.spans, at)
	m.names = append(m.names, name)
}

func (m *members) find(name []byte) int {
	if len(m.names) <= fewMembers {
		return slices.IndexFunc(m.names, func(other []byte) bool { return bytes.Equal(other, name) })
	}
	if m.index == nil {
		m.index = make(map[string]int, 2*len(m.names))
		for i, known := range m.names {
			m.index[string(known)] = i
		}
	}
	if i, found := m.index[string(name)]; found {
		return i
	}
	return -1
}

// appendJSONNumber appends a JSON number as Python reads it: an int without
// point and exponent, else a float.
func appendJSONNumber(dst, text []byte) []byte {
	for _, c := range text {
		if c == '.' || c == 'e' || c == 'E' {
			return appendFloatText(dst, text)
		}
	}
	if string(text) == "-0" {
		return append(dst, '0')
	}
	return append(dst, text...)
}
