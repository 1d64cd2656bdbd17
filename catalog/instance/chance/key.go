// Package chance is where generated data gets its variety from, by integers
// only, so that every machine draws the same.
//
//  1. A Key is derived from a seed and names; each thing that is decided has a
//     key of its own, so that adding one decision changes no other.
//  2. A Key gives one Stream per entity, or a Permutation of 0 to n-1 that is
//     computed and not kept.
//  3. A Distribution and a Zipf table turn a Stream into lengths and ranks.
//
// It does not know what is decided: no entities, no links.
package chance

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Key is the root of independent draws.
type Key struct{ hi, lo uint64 }

// NewKey derives a key; different seeds or names give unrelated ones.
func NewKey(seed uint64, names ...string) Key {
	h := sha256.New()
	var word [8]byte
	binary.BigEndian.PutUint64(word[:], seed)
	h.Write(word[:])
	for _, name := range names {
		binary.BigEndian.PutUint64(word[:], uint64(len(name)))
		h.Write(word[:])
		h.Write([]byte(name))
	}
	sum := h.Sum(nil)
	return Key{binary.BigEndian.Uint64(sum[0:8]), binary.BigEndian.Uint64(sum[8:16])}
}

// At is the stream of the i-th thing that the key decides on.
func (k Key) At(i int64) Stream { return k.Pair(i, 0) }

// Pair is the stream of a thing with two numbers, as a link.
func (k Key) Pair(i, j int64) Stream {
	var s Stream
	s.pcg.Seed(mix(k.hi^mix(uint64(i))), mix(k.lo+mix(uint64(j)+golden)))
	return s
}

const golden = 0x9e3779b97f4a7c15

// mix is a bijection of 64 bits in which each bit of the input reaches all of
// the output (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x += golden
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Stream is a sequence of draws. Not safe for concurrent use; copying one
// repeats it.
type Stream struct{ pcg rand.PCG }

// Uint64 draws 64 bits.
func (s *Stream) Uint64() uint64 { return s.pcg.Uint64() }

// Below draws from 0 to n-1; n must be positive. The bias is below n/2^64.
func (s *Stream) Below(n int64) int64 {
	hi, _ := bits.Mul64(s.pcg.Uint64(), uint64(n))
	return int64(hi)
}

// Million is what a share of one is counted in.
const Million = 1_000_000

// Hit is true in share millionths of all draws.
func (s *Stream) Hit(share int64) bool { return s.Below(Million) < share }
