package shred

import (
	"strconv"
	"strings"
)

// codebook has two codes for every word of a model: a short one, mostly a letter
// or two, for where other words follow, and a long one of up to four letters. No
// two words have the same short code, or the same long one. Codes are of ASCII
// letters and digits, and none contains a word of the model of four letters or
// more.
type codebook struct {
	words  map[string]bool // of four letters or more
	short  *codes
	long   *codes
	engine map[string]string // codes of the engine's own words
}

// Lengths of codes and words, in bytes.
const (
	longest = 4 // of a long code without its number
	telling = 4 // from this length on a word says what is meant
)

func newCodebook(words []string) *codebook {
	b := &codebook{words: map[string]bool{}, short: newCodes(), long: newCodes(),
		engine: map[string]string{"id": "id", "type": "typ", "ref": "rf", "key": "ky"}}
	for _, c := range b.engine {
		b.short.taken[c], b.long.taken[c] = true, true
	}
	for _, w := range words {
		for _, w := range []string{w, codeWord(w)} {
			if len(w) >= telling {
				b.words[w] = true
			}
		}
	}
	for _, w := range words {
		b.add(codeWord(w))
	}
	return b
}

// codeWord is what a word is looked up by, so that one has the same code in the
// singular and in the plural.
func codeWord(word string) string { return singular(word) }

func (b *codebook) add(word string) {
	if b.engine[word] != "" || b.short.of[word] != "" {
		return
	}
	letters := codeLetters(word)
	pairs := []string{letters[:1]}
	for i := 1; i < len(letters); i++ {
		pairs = append(pairs, letters[:1]+letters[i:i+1])
	}
	b.short.assign(word, pairs)
	b.long.assign(word, []string{b.skeleton(word, longest), b.skeleton(word, longest-1)})
}

// encode turns a name in snake case: short codes, and a long one at the end.
func (b *codebook) encode(name string) string {
	words := snakeWords(name)
	if len(words) == 0 {
		words = []string{name}
	}
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = b.code(codeWord(w), i == len(words)-1)
	}
	return strings.Join(parts, "_")
}

// code gives a word's code; one that is not of the model, as a number or a code
// itself, is cut down without regard to others.
func (b *codebook) code(word string, last bool) string {
	if c := b.engine[word]; c != "" {
		return c
	}
	from := b.short
	if last {
		from = b.long
	}
	if c := from.of[word]; c != "" {
		return c
	}
	return b.skeleton(word, longest)
}

// skeleton is a word's first letter and its consonants, up to a length, without
// the second of two equal ones.
func (b *codebook) skeleton(word string, length int) string {
	letters := codeLetters(word)
	code := letters[:1]
	for i := 1; i < len(letters) && len(code) < length; i++ {
		if !strings.ContainsRune("aeiou", rune(letters[i])) && letters[i] != code[len(code)-1] {
			code += letters[i : i+1]
		}
	}
	return b.guard(code)
}

// guard cuts what is a word of the model.
func (b *codebook) guard(code string) string {
	if b.words[code] {
		return code[:telling-1]
	}
	return code
}

// codeLetters are the ASCII letters and digits of a word, at least one.
func codeLetters(word string) string {
	letters := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, word)
	if letters == "" || letters[0] <= '9' {
		return "x" + letters
	}
	return letters
}

// codes are given out once each.
type codes struct {
	of    map[string]string // by word
	taken map[string]bool
	next  map[string]int // the number to try next behind a code
}

func newCodes() *codes {
	return &codes{of: map[string]string{}, taken: map[string]bool{}, next: map[string]int{}}
}

// assign gives the word the first candidate that is free, or the first with a
// number behind it.
func (c *codes) assign(word string, candidates []string) {
	for _, candidate := range candidates {
		if !c.taken[candidate] {
			c.take(word, candidate)
			return
		}
	}
	first := candidates[0]
	for {
		c.next[first]++
		if candidate := first + strconv.Itoa(c.next[first]+1); !c.taken[candidate] {
			c.take(word, candidate)
			return
		}
	}
}

func (c *codes) take(word, code string) {
	c.taken[code] = true
	c.of[word] = code
}
