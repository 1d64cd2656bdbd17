package tinygguf

import "fmt"

// Script is a model that answers by the first rule whose keyword stands anywhere
// in the prompt, or by Default.
//
// How it works: each token that is neither a keyword nor a piece of an answer has
// the same embedding. Queries and keys are 0, so that attention is the mean of
// the prompt, of which the values let the keywords alone pass. The output reads a
// keyword as the first piece of its answer, and a piece as the next one.
type Script struct {
	Arch    Arch
	Context int // trained length in tokens; 0 = 8192
	Rules   []Rule
	Default Rule // its If is not read
	// Words are one token each, wherever they stand in a prompt: they make a long
	// one quicker to read.
	Words []string
}

// Rule is one answer.
type Rule struct {
	If   string // the keyword, of two bytes or more
	Say  string // "" ends the answer before it began
	Loop bool   // it is said again and again; one of up to pieceBytes is one token
}

// pieceBytes is how much of an answer a token is, in bytes, or a little more.
const pieceBytes = 24

// piece is a token of an answer and the one that follows.
type piece struct{ token, next int }

// scripted is a script as tokens.
type scripted struct {
	*vocabulary
	keys   []int   // of the rules
	firsts []int   // pieces of the rules' answers, and of the default's
	pieces []piece // of all answers
}

// File makes the model. It fails when a keyword or an answer cannot be made of
// tokens of its own, as the same short answer twice.
func (s Script) File() (File, error) {
	t, err := s.tokens()
	if err != nil {
		return File{}, err
	}
	width := t.piecesAt() + len(t.pieces)
	size := shape{arch: s.Arch, context: s.Context, width: (width + headWidth - 1) / headWidth * headWidth, hidden: headWidth}
	return File{size.metadata(t.vocabulary), append(size.norms(), size.projections(len(t.vocabulary.tokens), t.weights)...)}, nil
}

func (s Script) tokens() (*scripted, error) {
	t := &scripted{vocabulary: newVocabulary()}
	for _, r := range s.Rules {
		key, err := t.word(r.If)
		if err != nil {
			return nil, err
		}
		t.keys = append(t.keys, key)
	}
	for _, text := range s.Words {
		if _, err := t.word(text); err != nil {
			return nil, err
		}
	}
	for _, r := range append(s.Rules[:len(s.Rules):len(s.Rules)], s.Default) {
		first, err := t.answer(r)
		if err != nil {
			return nil, err
		}
		t.firsts = append(t.firsts, first)
	}
	return t, nil
}

// word adds what is one token wherever it stands.
func (t *scripted) word(text string) (int, error) {
	if t.known[text] || text == "" {
		return 0, fmt.Errorf("the word %q is a token already, or none", text)
	}
	return t.add(text, tokenUser), nil
}

// answer adds the pieces of a rule's answer and gives the first one.
func (t *scripted) answer(r Rule) (first int, err error) {
	first = endToken
	begin := len(t.pieces)
	for rest := r.Say; rest != ""; {
		n := t.fresh(rest)
		if n == 0 {
			return 0, fmt.Errorf("the end %q of an answer is a token already: lengthen it", rest)
		}
		token := t.add(encoded(rest[:n]), tokenNormal)
		if len(t.pieces) > begin {
			t.pieces[len(t.pieces)-1].next = token
		} else {
			first = token
		}
		t.pieces = append(t.pieces, piece{token, endToken})
		rest = rest[n:]
	}
	if r.Loop && len(t.pieces) > begin {
		t.pieces[len(t.pieces)-1].next = first
	}
	return first, nil
}

// fresh is the length of the next piece, which no token may have been before, nor
// may it leave a single byte, which is one; 0 = there is none.
func (t *scripted) fresh(rest string) int {
	for n := min(pieceBytes, len(rest)); n <= len(rest); n++ {
		if !t.known[encoded(rest[:n])] && len(rest)-n != 1 {
			return n
		}
	}
	return 0
}

// Where things stand in an embedding: what is nothing else at 0, then the
// keywords, the keywords that attention found, and the pieces.
func (t *scripted) keysAt() int   { return 1 }
func (t *scripted) foundAt() int  { return 1 + len(t.keys) }
func (t *scripted) piecesAt() int { return 1 + 2*len(t.keys) }

// The output's weights, each far above the next, also where a keyword is one of
// ten thousand tokens.
const (
	pieceWeight   = 1e30
	firstKey      = 1e18
	keyStep       = 1e3 // by which a rule counts more than the one after it
	lastKey       = 1e6 // from the fifth rule on, all count alike
	defaultWeight = 1
)

// weights fills a matrix of the model.
func (t *scripted) weights(name string, in, out int) tensor {
	m := matrix(name, in, out)
	switch name {
	case "token_embd.weight":
		t.embed(m)
	case "blk.0.attn_v.weight":
		for i := range t.keys {
			m.set(t.foundAt()+i, t.keysAt()+i, 1)
		}
	case "blk.0.attn_output.weight":
		for i := range t.keys {
			m.set(t.foundAt()+i, t.foundAt()+i, 1)
		}
	case "output.weight":
		t.speak(m)
	}
	return m
}

// embed says where each token stands.
func (t *scripted) embed(m tensor) {
	at := make([]int, len(t.vocabulary.tokens))
	for i, key := range t.keys {
		at[key] = t.keysAt() + i
	}
	for i, p := range t.pieces {
		at[p.token] = t.piecesAt() + i
	}
	for token, place := range at {
		m.set(token, place, 1)
	}
}

// speak says which token comes next.
func (t *scripted) speak(m tensor) {
	weight := float32(firstKey)
	for i := range t.keys {
		m.set(t.firsts[i], t.foundAt()+i, weight)
		weight = max(weight/keyStep, lastKey)
	}
	for place := range t.foundAt() {
		m.set(t.firsts[len(t.keys)], place, defaultWeight)
	}
	for i, p := range t.pieces {
		m.set(p.next, t.piecesAt()+i, pieceWeight)
	}
}
