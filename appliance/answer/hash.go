package answer

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// RowHash stands for one row under Typed: rows with the same one are equal, up
// to a collision of 128 bits. It is also what the digest of Columns is made of.
type RowHash struct{ hi, lo uint64 }

// String gives 32 hex digits.
func (h RowHash) String() string { return fmt.Sprintf("%016x%016x", h.hi, h.lo) }

// plus adds modulo 2^128: the hash of a multiset is the sum over its members.
func (h RowHash) plus(o RowHash) RowHash {
	lo, carry := bits.Add64(h.lo, o.lo, 0)
	hi, _ := bits.Add64(h.hi, o.hi, carry)
	return RowHash{hi, lo}
}

// murmur is a running MurmurHash3_x64_128 with seed 0 (Austin Appleby, in the
// public domain). It is not cryptographic, and need not be: who wants a wrong
// answer to collide with gold has to know gold, and can answer with it. In
// return a value costs a tenth of a SHA-256, and each row needs many.
type murmur struct{ h1, h2 uint64 }

const (
	murmurC1 = 0x87c37b91114253d5
	murmurC2 = 0x4cf5ad432745937f
)

// stir prepares 16 bytes for absorb: what does not depend on those before.
func stir(k1, k2 uint64) RowHash {
	return RowHash{bits.RotateLeft64(k1*murmurC1, 31) * murmurC2, bits.RotateLeft64(k2*murmurC2, 33) * murmurC1}
}

// absorb takes the next 16 bytes.
func (m *murmur) absorb(k RowHash) {
	m.h1 = (bits.RotateLeft64(m.h1^k.hi, 27)+m.h2)*5 + 0x52dce729
	m.h2 = (bits.RotateLeft64(m.h2^k.lo, 31)+m.h1)*5 + 0x38495ab5
}

// sum ends a text of so many bytes.
func (m murmur) sum(length int) RowHash {
	h1, h2 := m.h1^uint64(length), m.h2^uint64(length)
	h1 += h2
	h2 += h1
	h1, h2 = scramble(h1), scramble(h2)
	h1 += h2
	return RowHash{h1, h2 + h1}
}

func scramble(k uint64) uint64 {
	k = (k ^ k>>33) * 0xff51afd7ed558ccd
	k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
	return k ^ k>>33
}

// hashBytes hashes one value.
func hashBytes(text []byte) RowHash {
	var m murmur
	rest := text
	for ; len(rest) >= 16; rest = rest[16:] {
		m.absorb(stir(binary.LittleEndian.Uint64(rest), binary.LittleEndian.Uint64(rest[8:])))
	}
	var last [16]byte
	copy(last[:], rest)
	tail := stir(binary.LittleEndian.Uint64(last[:]), binary.LittleEndian.Uint64(last[8:]))
	return murmur{m.h1 ^ tail.hi, m.h2 ^ tail.lo}.sum(len(text))
}

// hashOf hashes hashes, in their order.
func hashOf(parts ...RowHash) RowHash {
	var m murmur
	for _, p := range parts {
		m.absorb(stir(p.hi, p.lo))
	}
	return m.sum(16 * len(parts))
}
