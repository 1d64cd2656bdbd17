package tinygguf

import (
	"math"
	"math/rand/v2"
)

// Random is a model with random weights: equal settings, equal weights. It
// writes noise, of any length, or what a JSON schema leaves it to choose.
type Random struct {
	Arch    Arch
	Context int    // trained length in tokens; 0 = 8192
	Seed    uint64 // of the weights
}

// File makes the model.
func (r Random) File() File {
	s := shape{arch: r.Arch, context: r.Context, width: 2 * headWidth, hidden: 4 * headWidth}
	source := rand.New(rand.NewPCG(r.Seed, 1))
	v := newVocabulary()
	random := func(name string, in, out int) tensor {
		t := matrix(name, in, out)
		for i := range t.data {
			t.data[i] = float32(source.NormFloat64() / math.Sqrt(float64(in)))
		}
		return t
	}
	return File{s.metadata(v), append(s.norms(), s.projections(len(v.tokens), random)...)}
}
