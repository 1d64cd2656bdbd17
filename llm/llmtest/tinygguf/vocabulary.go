package tinygguf

import "strings"

// Kinds of tokens, in the format's numbers.
const (
	tokenNormal  = 1
	tokenControl = 3
	tokenUser    = 4 // found in a prompt wherever its text stands
)

// endToken ends an answer, and a message in a prompt.
const endToken = 2

// Template is the chat template, in Ollama's language, that the control tokens
// belong to.
const Template = "{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n"

// vocabulary is that of GPT-2's byte-level encoding, without its words.
type vocabulary struct {
	tokens []string
	kinds  []int32
	known  map[string]bool
}

// newVocabulary has the control tokens, one for each byte, and one for two bytes
// that are in no prompt, because llama.cpp wants at least one merge.
func newVocabulary() *vocabulary {
	v := &vocabulary{known: map[string]bool{}}
	for _, text := range []string{"<|endoftext|>", "<|im_start|>", "<|im_end|>"} {
		v.add(text, tokenControl)
	}
	for b := range 256 {
		v.add(string(byteRunes[b]), tokenNormal)
	}
	v.add(zero+zero, tokenNormal)
	return v
}

// add gives the number of a new token. A server wants each text once.
func (v *vocabulary) add(text string, kind int32) int {
	v.known[text] = true
	v.tokens, v.kinds = append(v.tokens, text), append(v.kinds, kind)
	return len(v.tokens) - 1
}

func (v *vocabulary) metadata() []entry {
	return []entry{
		{"tokenizer.ggml.model", "gpt2"},
		{"tokenizer.ggml.pre", "qwen2"},
		{"tokenizer.ggml.tokens", v.tokens},
		{"tokenizer.ggml.token_type", v.kinds},
		{"tokenizer.ggml.merges", []string{zero + " " + zero}},
		{"tokenizer.ggml.bos_token_id", uint32(0)},
		{"tokenizer.ggml.eos_token_id", uint32(endToken)},
		{"tokenizer.ggml.padding_token_id", uint32(0)},
		{"tokenizer.ggml.add_bos_token", false},
	}
}

// byteRunes are the letters that stand for bytes in a vocabulary: themselves
// where they can be seen, others from U+0100 on.
var byteRunes = func() (runes [256]rune) {
	next := rune(256)
	for b := range runes {
		seen := b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xFF && b != 0xAD
		if runes[b] = rune(b); !seen {
			runes[b] = next
			next++
		}
	}
	return runes
}()

// zero is how a vocabulary writes a byte 0.
var zero = encoded("\x00")

// encoded is a text as a vocabulary writes it.
func encoded(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteRune(byteRunes[c])
	}
	return b.String()
}
