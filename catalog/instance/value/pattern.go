package value

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ercheck/catalog/instance/chance"
	"ercheck/catalog/nearest"
)

// Pattern is a text with places for words: "{first}.{last}@{mail}". A place
// names a list; written with a capital it gives the word with one; {n} is a
// number, {#} a digit.
type Pattern struct {
	Text  string
	parts []part
}

// part is a literal, or a place with its words.
type part struct {
	literal string
	kind    placeKind
	words   []string
}

type placeKind int

const (
	literal placeKind = iota
	number            // {n}
	digit             // {#}
	word
)

// NewPattern reads a pattern; own are lists by name, which hide the built-in
// ones. The error has no place.
func NewPattern(text string, own map[string][]string) (Pattern, error) {
	p := Pattern{Text: text}
	for rest := text; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		if before != "" {
			p.parts = append(p.parts, part{literal: before})
		}
		if !found {
			break
		}
		name, tail, closed := strings.Cut(after, "}")
		if !closed {
			return p, fmt.Errorf("pattern %q: { without }", text)
		}
		place, err := newPlace(name, own)
		if err != nil {
			return p, fmt.Errorf("pattern %q: %w", text, err)
		}
		p.parts = append(p.parts, place)
		rest = tail
	}
	return p, nil
}

func mustPattern(text string) Pattern {
	p, err := NewPattern(text, nil)
	if err != nil {
		panic(err) // a pattern of this package
	}
	return p
}

func newPlace(name string, own map[string][]string) (part, error) {
	switch name {
	case "n":
		return part{kind: number}, nil
	case "#":
		return part{kind: digit}, nil
	}
	if words := list(name, own); words != nil {
		return part{kind: word, words: words}, nil
	}
	if lower := uncapital(name); lower != name {
		if words := list(lower, own); words != nil {
			return part{kind: word, words: capitals(words)}, nil
		}
	}
	return part{}, fmt.Errorf("there is no list of words %q (%s)", name, nearest.Hint(name, listNames(own)))
}

func uncapital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[size:]
}

func capitals(words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		r, size := utf8.DecodeRuneInString(w)
		all[i] = string(unicode.ToUpper(r)) + w[size:]
	}
	return all
}

// maxNumber bounds {n} where nothing has to be unique.
const maxNumber = 9999

// draw fills the places at random.
func (p *Pattern) draw(s *chance.Stream) string {
	return p.fill(func(place *part) string {
		switch place.kind {
		case number:
			return strconv.FormatInt(1+s.Below(maxNumber), 10)
		case digit:
			return strconv.FormatInt(s.Below(10), 10)
		}
		return place.words[s.Below(int64(len(place.words)))]
	})
}

func (p *Pattern) fill(at func(*part) string) string {
	var room [96]byte
	b := room[:0]
	for i := range p.parts {
		if p.parts[i].kind == literal {
			b = append(b, p.parts[i].literal...)
		} else {
			b = append(b, at(&p.parts[i])...)
		}
	}
	return string(b)
}

// numbered gives the text with {n} set to n and the rest drawn.
func (p *Pattern) numbered(n int64, s *chance.Stream) string {
	return p.fill(func(place *part) string {
		if place.kind == number {
			return strconv.FormatInt(n, 10)
		}
		return place.words[s.Below(int64(len(place.words)))]
	})
}

// nth gives the n-th of the texts that combine gives room for.
func (p *Pattern) nth(n int64) string {
	return p.fill(func(place *part) string {
		size := int64(len(place.words))
		if place.kind == digit {
			size = 10
		}
		index := n % size
		n /= size
		if place.kind == digit {
			return strconv.FormatInt(index, 10)
		}
		return place.words[index]
	})
}

// numbering says whether a different {n} always makes a different text: there
// is exactly one, and no other digit.
func (p *Pattern) numbering() bool {
	count := 0
	for i := range p.parts {
		switch {
		case p.parts[i].kind == number:
			count++
		case p.parts[i].kind == digit || hasDigit(p.parts[i].literal) || anyDigit(p.parts[i].words):
			return false
		}
	}
	return count == 1
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

func anyDigit(words []string) bool {
	for _, w := range words {
		if hasDigit(w) {
			return true
		}
	}
	return false
}

// combinations is how many different texts the words make, 0 when different
// words could make the same text: each place must be followed by a character
// that no word of it contains.
func (p *Pattern) combinations() int64 {
	product := uint64(1)
	for i := range p.parts {
		place := &p.parts[i]
		size := uint64(len(place.words))
		switch {
		case place.kind == literal:
			continue
		case place.kind == number:
			return 0
		case place.kind == digit:
			size = 10
		case repeats(place.words):
			return 0
		}
		if i+1 < len(p.parts) && !ends(place, p.parts[i+1]) {
			return 0
		}
		high, low := bits.Mul64(product, size)
		if high > 0 || low > 1<<62 {
			return 1 << 62
		}
		product = low
	}
	return int64(product)
}

// ends says whether the next part marks where the place's word ends.
func ends(place *part, next part) bool {
	if place.kind == digit {
		return true
	}
	if next.kind != literal {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next.literal)
	for _, w := range place.words {
		if strings.ContainsRune(w, first) {
			return false
		}
	}
	return true
}

func repeats(words []string) bool {
	seen := make(map[string]bool, len(words))
	for _, w := range words {
		if seen[w] {
			return true
		}
		seen[w] = true
	}
	return false
}
