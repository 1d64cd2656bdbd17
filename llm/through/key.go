package through

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"sync"
	"time"

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

// version remembers what a model's name stands for.
type version struct {
	mu    sync.Mutex
	known bool
	text  string
	again time.Time // when to ask again
}

// What asking for a version may take, and how long a failure of it holds: it is
// no reason to wait.
const (
	versionTimeout = 10 * time.Second
	versionPause   = time.Minute
)

// key is the request's. It is not exact while it cannot be known what the
// model's name stands for: the call that follows will tell why.
func (m *Model) key(ctx context.Context, r llm.Request) (key Key, exact bool) {
	source := m.source
	if v, ok := m.inner.(llm.Versioned); ok {
		var text string
		text, exact = m.version.get(ctx, v)
		source.Version += "@" + text
	} else {
		exact = true
	}
	return keyOf(m.Name(), source, r), exact
}

// get asks once; who comes meanwhile waits for it.
func (v *version) get(ctx context.Context, of llm.Versioned) (text string, known bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.known && !time.Now().Before(v.again) {
		ctx, cancel := context.WithTimeout(ctx, versionTimeout)
		defer cancel()
		var err error
		v.text, err = of.Version(ctx)
		v.known, v.again = err == nil, time.Now().Add(versionPause)
	}
	return v.text, v.known
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
