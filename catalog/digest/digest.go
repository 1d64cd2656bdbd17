// Package digest compares multisets of rows without keeping them: each row is
// hashed to 128 bits and the hashes are added modulo 2^128, so that the order
// of rows does not count and duplicates do (with XOR, pairs would cancel).
//
// It knows nothing of what the values mean: callers decide on their text.
package digest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// Tags tell apart values whose bytes are equal.
const (
	tagNull byte = iota
	tagText
)

// Multiset is the running sum over rows. The zero value is the empty multiset.
type Multiset struct {
	hi, lo uint64
	rows   uint64
	buf    []byte
}

// Begin starts a row. Every value of it is then given by Null or Text, and End
// adds the row.
func (m *Multiset) Begin() { m.buf = m.buf[:0] }

// Null adds a NULL to the current row.
func (m *Multiset) Null() { m.buf = append(m.buf, tagNull) }

// Text adds a value to the current row, length first, so that no two different
// rows encode alike.
func (m *Multiset) Text(s string) {
	m.buf = append(m.buf, tagText)
	m.buf = binary.AppendUvarint(m.buf, uint64(len(s)))
	m.buf = append(m.buf, s...)
}

// Bytes is Text without a copy into a string.
func (m *Multiset) Bytes(b []byte) {
	m.buf = append(m.buf, tagText)
	m.buf = binary.AppendUvarint(m.buf, uint64(len(b)))
	m.buf = append(m.buf, b...)
}

// End adds the current row to the sum.
func (m *Multiset) End() {
	sum := sha256.Sum256(m.buf)
	m.add(binary.BigEndian.Uint64(sum[0:8]), binary.BigEndian.Uint64(sum[8:16]), 1)
}

// Merge adds all rows of o.
func (m *Multiset) Merge(o *Multiset) { m.add(o.hi, o.lo, o.rows) }

func (m *Multiset) add(hi, lo, rows uint64) {
	var carry uint64
	m.lo, carry = bits.Add64(m.lo, lo, 0)
	m.hi, _ = bits.Add64(m.hi, hi, carry)
	m.rows += rows
}

// Rows is how many rows were added.
func (m *Multiset) Rows() int64 { return int64(m.rows) }

// Equal says whether the two multisets are the same, up to a collision of the
// hash.
func (m *Multiset) Equal(o *Multiset) bool {
	return m.hi == o.hi && m.lo == o.lo && m.rows == o.rows
}

// String gives the row count and the sum, as "12:00ff…" (32 hex digits).
func (m *Multiset) String() string {
	return fmt.Sprintf("%d:%016x%016x", m.rows, m.hi, m.lo)
}

// OfTexts is the SHA-256 of the length-prefixed texts in order, in hex: an
// identity for things that are not rows (a model, a schema, a prompt).
func OfTexts(texts ...string) string {
	h := sha256.New()
	var length [8]byte
	for _, s := range texts {
		binary.BigEndian.PutUint64(length[:], uint64(len(s)))
		h.Write(length[:])
		h.Write([]byte(s))
	}
	return hex.EncodeToString(h.Sum(nil))
}
