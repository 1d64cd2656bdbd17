package value

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// What this file draws is made to be confused: values at the ends of a range,
// numbers of the same digits, texts that are nearly equal. Each gives nil where
// the spec has no such values.

// Ends draws the ends of the range and what is next to them; every second time,
// where there are constants of the type, one of these or what is next to it.
func (m *Maker) Ends(constants ...string) func(*chance.Stream) string {
	if !m.counted || m.upTo != nil {
		return nil
	}
	least, most := m.spec.From, m.spec.To
	ends := []int64{least, min(least+1, most), max(most-1, least), most}
	around := m.around(constants)
	return func(s *chance.Stream) string {
		all := ends
		if len(around) > 0 && s.Below(2) == 0 {
			all = around
		}
		return m.units.format(all[s.Below(int64(len(all)))])
	}
}

// sameDigits are texts that are equal as numbers or read alike.
var sameDigits = []string{"1", "1.0", "1.1", "1.10", "1.100", "01.1", "11", "110"}

// firstDigits are what numbers of the same digits begin with.
var firstDigits = []int64{11, 12, 1, 2, 3, 5, 7}

// Digits draws numbers with the same digits and zeros behind them, as 1.10 and
// 11.00, and for texts without a list such as 1.1 and 1.10.
func (m *Maker) Digits() func(*chance.Stream) string {
	var all []string
	switch base := m.spec.Type.Base; {
	case m.upTo != nil:
	case base == er.Text:
		all = sameDigits
	case base == er.Integer || base == er.Bigint || base == er.Numeric || base == er.Float:
		for _, first := range firstDigits {
			all = append(all, m.shifted(first)...)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return func(s *chance.Stream) string { return all[s.Below(int64(len(all)))] }
}

// shifted are the values of a number of units and of that with zeros behind it,
// when the range has at least two.
func (m *Maker) shifted(n int64) []string {
	var all []string
	for ; n <= m.spec.To; n *= 10 {
		if n >= m.spec.From {
			all = append(all, m.units.format(n))
		}
		if n > m.units.most/10 {
			break
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// alikeTexts is how many texts are written in several ways.
const alikeTexts = 2

// Alike draws from a list, or a few texts of the patterns, each written as it is,
// in capitals, in small letters, or with a space at one end.
func (m *Maker) Alike(key chance.Key) func(*chance.Stream) string {
	if m.spec.Type.Base != er.Text {
		return nil
	}
	base := m.Draw
	if m.upTo == nil {
		var few [alikeTexts]string
		for i := range few {
			stream := key.At(int64(i))
			few[i] = m.Draw(&stream)
		}
		base = func(s *chance.Stream) string { return few[s.Below(alikeTexts)] }
	}
	return func(s *chance.Stream) string {
		text := base(s)
		switch s.Below(5) {
		case 0:
			return strings.ToUpper(text)
		case 1:
			return strings.ToLower(text)
		case 2:
			return text + " "
		case 3:
			return " " + text
		}
		return text
	}
}

// Alike turns two of every three texts into variants of the third: in capitals,
// and with a space behind. Values that could then be equal stay as they are.
func (d *Distinct) Alike() *Distinct {
	if d.pattern == nil || !d.pattern.tellsCase() {
		return d
	}
	return &Distinct{make: func(i int64) string {
		switch text := d.At(i - i%3); i % 3 {
		case 1:
			return strings.ToUpper(text)
		case 2:
			return text + " "
		default:
			return text
		}
	}}
}

// tellsCase says whether no text of the pattern is another one in capitals or
// with a space behind: some place always has a small letter, no text ends in a
// space, and words of one place differ in more than case.
func (p *Pattern) tellsCase() bool {
	small := false
	for i := range p.parts {
		words := p.parts[i].texts()
		small = small || len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !hasSmall(w) })
		folded := map[string]bool{}
		for _, w := range words {
			folded[strings.ToUpper(w)] = true
		}
		if len(folded) < len(words) {
			return false
		}
	}
	if len(p.parts) == 0 {
		return false
	}
	return small && !slices.ContainsFunc(p.parts[len(p.parts)-1].texts(), endsInSpace)
}

// texts are what a part can stand for; none for numbers and digits.
func (p *part) texts() []string {
	if p.kind == literal {
		return []string{p.literal}
	}
	return p.words
}

// hasSmall looks for ASCII letters: capitals of others can be small ones too.
func hasSmall(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= 'a' && r <= 'z' })
}

func endsInSpace(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s == "" || unicode.IsSpace(r)
}
