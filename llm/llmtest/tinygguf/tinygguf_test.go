package tinygguf

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// follow reads an answer off the pieces: each says which one is next.
func follow(t *scripted, rule, limit int) string {
	at, next := map[int]string{}, map[int]int{}
	for _, p := range t.pieces {
		at[p.token], next[p.token] = decoded(t.vocabulary.tokens[p.token]), p.next
	}
	var b strings.Builder
	for token := t.firsts[rule]; token != endToken && b.Len() < limit; token = next[token] {
		b.WriteString(at[token])
	}
	return b.String()
}

func decoded(text string) string {
	var b []byte
	for _, r := range text {
		b = append(b, byte(slices.Index(byteRunes[:], r)))
	}
	return string(b)
}

func TestAScriptSaysItsAnswers(t *testing.T) {
	says := []string{"SELECT 1", "SELECT 12", "SELECT 1 FROM a", "", "ü→\n\x00 twice ü→\n\x00"}
	s := Script{Arch: Llama, Default: Rule{Say: "no SELECT at all"}}
	for i, say := range says {
		s.Rules = append(s.Rules, Rule{If: strings.Repeat("k", i+2), Say: say})
	}
	tokens, err := s.tokens()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range append(says, s.Default.Say) {
		if got := follow(tokens, i, 1000); got != want {
			t.Errorf("rule %d says %q, not %q", i, got, want)
		}
	}
}

func TestALoopDoesNotEnd(t *testing.T) {
	for _, say := range []string{"na ", "one after the other "} {
		tokens, err := Script{Arch: Qwen3, Default: Rule{Say: say, Loop: true}}.tokens()
		if err != nil {
			t.Fatal(err)
		}
		if got := follow(tokens, 0, 100); !strings.HasPrefix(got, strings.Repeat(say, 100/len(say))) {
			t.Errorf("%q", got)
		}
	}
}

func TestWhatCannotBeTokensIsSaid(t *testing.T) {
	for name, s := range map[string]Script{
		"a byte":           {Rules: []Rule{{If: "x", Say: "SELECT 1"}}},
		"no keyword":       {Rules: []Rule{{Say: "SELECT 1"}}},
		"twice":            {Rules: []Rule{{If: "key", Say: "SELECT 1"}, {If: "key", Say: "SELECT 2"}}},
		"a word twice":     {Words: []string{"word", "word"}},
		"an answer's byte": {Default: Rule{Say: "x"}},
		"the same again":   {Rules: []Rule{{If: "key", Say: "one"}}, Default: Rule{Say: "one"}},
	} {
		if _, err := s.File(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// The weights begin at a place that the format prescribes, and fill the file.
func TestAFileIsWhole(t *testing.T) {
	for _, arch := range []Arch{Llama, Qwen2, Qwen3} {
		f := Random{Arch: arch, Seed: 1}.File()
		weights := 0
		for _, tensor := range f.tensors {
			n := 1
			for _, of := range tensor.shape {
				n *= of
			}
			if n != len(tensor.data) {
				t.Errorf("%s %s: %d weights of the shape %v", arch, tensor.name, len(tensor.data), tensor.shape)
			}
			weights += 4*n + padding(4*n)
		}
		b := f.Bytes()
		if !bytes.HasPrefix(b, []byte("GGUF\x03\x00\x00\x00")) || (len(b)-weights)%alignment != 0 {
			t.Errorf("%s: %d bytes with %d of weights", arch, len(b), weights)
		}
		if !bytes.Equal(b, Random{Arch: arch, Seed: 1}.File().Bytes()) {
			t.Errorf("%s: equal seeds, different files", arch)
		}
	}
}
