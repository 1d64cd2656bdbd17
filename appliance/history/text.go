package history

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// packFrom is from what size, in bytes, a text is worth compressing.
const packFrom = 256

// largestText is what unpacking may allocate: more is damage or an attack. A
// row of SQLite has a limit of the same order.
const largestText = 1 << 30

// text is one text ready to be stored. The zero value is the empty text, which
// is stored as NULL.
type text struct {
	digest []byte
	size   int
	packed bool
	body   []byte
}

// codec packs and unpacks texts; it is safe for concurrent use.
type codec struct {
	pack   *zstd.Encoder
	unpack *zstd.Decoder
}

func newCodec() (codec, error) {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(2), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return codec{}, err
	}
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxMemory(largestText))
	if err != nil {
		return codec{}, err
	}
	return codec{pack, unpack}, nil
}

func (c codec) close() {
	if c.unpack != nil {
		c.unpack.Close()
	}
}

// encode digests a text and packs it where that makes it smaller. It is the
// costly part of a save and runs outside the transaction.
func (c codec) encode(s string) text {
	if s == "" {
		return text{}
	}
	plain := []byte(s)
	sum := sha256.Sum256(plain)
	t := text{digest: sum[:], size: len(plain), body: plain}
	if len(plain) < packFrom {
		return t
	}
	if packed := c.pack.EncodeAll(plain, nil); len(packed) < len(plain) {
		t.packed, t.body = true, packed
	}
	return t
}

// decode gives the plain text back, or what is wrong with it.
func (c codec) decode(t text) (string, error) {
	plain := t.body
	if t.packed {
		if t.size < 0 || t.size > largestText {
			return "", fmt.Errorf("a text of %d bytes", t.size)
		}
		var err error
		if plain, err = c.unpack.DecodeAll(t.body, nil); err != nil {
			return "", err
		}
	}
	if sum := sha256.Sum256(plain); !bytes.Equal(sum[:], t.digest) {
		return "", fmt.Errorf("a text differs from its digest %x", t.digest)
	}
	return string(plain), nil
}

// intern stores a text where it is not stored yet and returns its id, NULL for
// the empty text.
func intern(ctx context.Context, tx *sql.Tx, t text) (sql.NullInt64, error) {
	if t.digest == nil {
		return sql.NullInt64{}, nil
	}
	id := sql.NullInt64{Valid: true}
	err := tx.QueryRowContext(ctx, `SELECT id FROM texts WHERE digest = ?`, t.digest).Scan(&id.Int64)
	if err != sql.ErrNoRows {
		return id, err
	}
	done, err := tx.ExecContext(ctx, `INSERT INTO texts (digest, size, packed, body) VALUES (?, ?, ?, ?)`,
		t.digest, t.size, t.packed, t.body)
	if err != nil {
		return id, err
	}
	id.Int64, err = done.LastInsertId()
	return id, err
}

// textColumns are what scanText reads of an alias of texts.
func textColumns(alias string) string {
	return fmt.Sprintf("%[1]s.digest, %[1]s.size, %[1]s.packed, %[1]s.body", alias)
}

// nullText receives a text that may be missing from an outer join.
type nullText struct {
	digest, body []byte
	size         sql.NullInt64
	packed       sql.NullBool
}

func (n *nullText) targets() []any { return []any{&n.digest, &n.size, &n.packed, &n.body} }

func (n *nullText) text() text {
	return text{digest: n.digest, size: int(n.size.Int64), packed: n.packed.Bool, body: n.body}
}
