package chance

import "math/bits"

// rounds of the Feistel network; four suffice for statistics, six are cheap.
const rounds = 6

// Permutation is a bijection of 0 to n-1 that takes no memory: a Feistel network
// on the smallest power of two that holds n, walked until it is back below n
// (less than two steps on average).
type Permutation struct {
	n           int64
	left, right uint // bits of the two halves
	keys        [rounds]uint64
}

// Permutation gives the key's bijection of 0 to n-1.
func (k Key) Permutation(n int64) Permutation {
	p := Permutation{n: n}
	if n < 2 {
		return p
	}
	width := max(2, uint(bits.Len64(uint64(n-1))))
	p.left, p.right = width/2, width-width/2
	s := k.At(n)
	for i := range p.keys {
		p.keys[i] = s.Uint64()
	}
	return p
}

// Len is n.
func (p *Permutation) Len() int64 { return p.n }

// At is where i goes; i must be in 0 to n-1.
func (p *Permutation) At(i int64) int64 {
	if p.n < 2 {
		return i
	}
	x := uint64(i)
	for {
		if x = p.forward(x); int64(x) < p.n {
			return int64(x)
		}
	}
}

// Of is the inverse: Of(At(i)) is i.
func (p *Permutation) Of(x int64) int64 {
	if p.n < 2 {
		return x
	}
	i := uint64(x)
	for {
		if i = p.backward(i); int64(i) < p.n {
			return int64(i)
		}
	}
}

func (p *Permutation) forward(x uint64) uint64 {
	a, b := x>>p.right, x&(1<<p.right-1)
	for i := 0; i < rounds; i += 2 {
		a ^= mix(b^p.keys[i]) >> (64 - p.left)
		b ^= mix(a^p.keys[i+1]) >> (64 - p.right)
	}
	return a<<p.right | b
}

func (p *Permutation) backward(x uint64) uint64 {
	a, b := x>>p.right, x&(1<<p.right-1)
	for i := rounds - 2; i >= 0; i -= 2 {
		b ^= mix(a^p.keys[i+1]) >> (64 - p.right)
		a ^= mix(b^p.keys[i]) >> (64 - p.left)
	}
	return a<<p.right | b
}
