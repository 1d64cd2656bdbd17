// Package tinygguf makes models of a few hundred kilobytes that a real Ollama
// server loads and runs, so that tests can put a provider to a real server.
//
//  1. Random has random weights: it writes noise, or what a JSON schema leaves
//     it to choose (random.go);
//  2. Script answers what a test wants, chosen by a word in the prompt (script.go);
//  3. both write the vocabulary of the 256 bytes, so that a byte of a prompt is a
//     token, but for a script's keywords (vocabulary.go);
//  4. a File puts metadata and weights into the format GGUF (file.go).
//
// An Arch decides which of the server's engines runs a model. The package must
// not know a server, a protocol or what is asked.
package tinygguf

// Arch is a model's architecture.
type Arch string

// The architectures. Ollama runs the first two by llama.cpp, the third by an
// engine of its own.
const (
	Llama Arch = "llama"
	Qwen2 Arch = "qwen2"
	Qwen3 Arch = "qwen3"
)

// shape is how large a model is. All have one layer.
type shape struct {
	arch    Arch
	context int // tokens, which it says that it was trained for
	width   int // of an embedding; a multiple of headWidth
	hidden  int // width of the feed-forward part
}

const (
	headWidth = 32
	// defaultContext is the trained length of a model that names none, in tokens.
	defaultContext = 8192
)

// metadata is what a server reads of a model before its weights.
func (s shape) metadata(v *vocabulary) []entry {
	if s.context <= 0 {
		s.context = defaultContext
	}
	of := func(key string) string { return string(s.arch) + "." + key }
	heads := uint32(s.width / headWidth)
	return append([]entry{
		{"general.architecture", string(s.arch)},
		{"general.name", "tiny"},
		{"general.file_type", uint32(0)}, // all weights are float32
		{of("block_count"), uint32(1)},
		{of("context_length"), uint32(s.context)},
		{of("embedding_length"), uint32(s.width)},
		{of("feed_forward_length"), uint32(s.hidden)},
		{of("attention.head_count"), heads},
		{of("attention.head_count_kv"), heads},
		{of("attention.layer_norm_rms_epsilon"), float32(1e-5)},
		{of("attention.key_length"), uint32(headWidth)},
		{of("attention.value_length"), uint32(headWidth)},
		{of("rope.dimension_count"), uint32(headWidth)},
		{of("rope.freq_base"), float32(10000)},
		{of("vocab_size"), uint32(len(v.tokens))},
	}, v.metadata()...)
}

// weights are the tensors of a model but for its projections: the norms, which
// change nothing, and those that an architecture has beyond the first one's.
func (s shape) norms() []tensor {
	all := []tensor{
		ones("blk.0.attn_norm.weight", s.width),
		ones("blk.0.ffn_norm.weight", s.width),
		ones("output_norm.weight", s.width),
	}
	switch s.arch {
	case Qwen2:
		for _, of := range []string{"q", "k", "v"} {
			all = append(all, zeros("blk.0.attn_"+of+".bias", s.width))
		}
	case Qwen3:
		all = append(all, ones("blk.0.attn_q_norm.weight", headWidth), ones("blk.0.attn_k_norm.weight", headWidth))
	}
	return all
}

// projections are the matrices of a model, filled by make: a name, the width of
// what goes in and of what comes out.
func (s shape) projections(tokens int, make func(name string, in, out int) tensor) []tensor {
	return []tensor{
		make("token_embd.weight", s.width, tokens),
		make("blk.0.attn_q.weight", s.width, s.width),
		make("blk.0.attn_k.weight", s.width, s.width),
		make("blk.0.attn_v.weight", s.width, s.width),
		make("blk.0.attn_output.weight", s.width, s.width),
		make("blk.0.ffn_gate.weight", s.width, s.hidden),
		make("blk.0.ffn_up.weight", s.width, s.hidden),
		make("blk.0.ffn_down.weight", s.hidden, s.width),
		make("output.weight", s.width, tokens),
	}
}
