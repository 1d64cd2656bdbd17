package through

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"

	"ercheck/llm"
)

// Key stands for a request to a model, with all that decides its answer.
type Key [sha256.Size]byte

// String is the key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// keyVersion changes when the same parts would mean something else.
const keyVersion = "ercheck response 1"

// keyOf covers the model, where it is, every option, the repeat and the whole
// text. What only labels the request, question and variant, takes no part: an
// equal text is the same question. A new field of llm.Options has to be added
// here, which a test sees to.
func keyOf(model string, s Source, r llm.Request) Key {
	o := r.Options
	parts := []string{
		keyVersion, s.Provider, model, s.BaseURL, s.Version, strconv.Itoa(r.Cell.Repeat),
		strconv.FormatFloat(o.Temperature, 'g', -1, 64), strconv.FormatInt(o.Seed, 10), strconv.Itoa(o.MaxTokens),
		string(o.Think), string(o.Schema), strconv.Itoa(len(o.Omit)),
	}
	parts = append(parts, o.Omit...)
	for _, m := range r.Messages {
		parts = append(parts, m.Role, m.Content)
	}
	return digest(parts)
}

// digest hashes texts with their lengths, so that no two lists look alike.
func digest(parts []string) (k Key) {
	h := sha256.New()
	var length [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		h.Write(length[:])
		h.Write([]byte(p))
	}
	h.Sum(k[:0])
	return k
}
