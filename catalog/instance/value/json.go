package value

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

type objectMember struct {
	name  string
	label string // as JSON
	maker *Maker
	list  bool
}

// newMembers orders members as jsonb does: by length, then by bytes.
func newMembers(specs []Member) []objectMember {
	var all []objectMember
	for _, m := range specs {
		all = append(all, objectMember{m.Name, QuoteJSON(m.Name), NewMaker(m.Spec), m.List})
	}
	slices.SortFunc(all, func(a, b objectMember) int {
		return cmp.Or(len(a.name)-len(b.name), strings.Compare(a.name, b.name))
	})
	return all
}

// object writes an object as Postgres prints jsonb.
func object(members []objectMember, s *chance.Stream) string {
	var room [256]byte
	b := append(room[:0], '{')
	for i := range members {
		m := &members[i]
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, m.label...), ": "...)
		if m.list {
			b = append(b, array(m.maker, s)...)
		} else {
			b = append(b, m.maker.json(s)...)
		}
	}
	return string(append(b, '}'))
}

const maxListed = 3

func array(m *Maker, s *chance.Stream) string {
	n := s.Below(maxListed + 1)
	elements := make([]string, 0, n)
	for range n {
		if e := m.json(s); !slices.Contains(elements, e) {
			elements = append(elements, e)
		}
	}
	slices.Sort(elements)
	return "[" + strings.Join(elements, ", ") + "]"
}

// json draws a value as a JSON value.
func (m *Maker) json(s *chance.Stream) string {
	text := m.Draw(s)
	switch m.spec.Type.Base {
	case er.Integer, er.Bigint, er.Numeric, er.Float, er.JSON:
		return text
	case er.Boolean:
		if text == "t" {
			return "true"
		}
		return "false"
	}
	return QuoteJSON(text)
}

// QuoteJSON writes a string as jsonb prints it: only what must be is escaped.
func QuoteJSON(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == utf8.RuneError }) {
		return `"` + text + `"`
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\b':
			b.WriteString(`\b`)
		case r == '\f':
			b.WriteString(`\f`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ':
			const hex = "0123456789abcdef"
			b.WriteString(`\u00` + string(hex[r>>4]) + string(hex[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
