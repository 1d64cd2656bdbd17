package through

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ercheck/llm"
)

func TestBuiltInPrices(t *testing.T) {
	p := BuiltInPrices()
	if p.Date == "" || len(p.Named()) < 10 {
		t.Fatalf("dated %q, %d names", p.Date, len(p.Named()))
	}
	for _, e := range p.entries {
		if (e.Input > 0 || e.Output > 0) && (e.AsOf == "" || e.AsOf > p.Date) {
			t.Errorf("%v: as of %q in a table of %s", e.Models, e.AsOf, p.Date)
		}
		if e.Output < e.Input || e.cached() > e.Input {
			t.Errorf("%v: an order of prices that no provider has", e.Models)
		}
	}
	if own, known := p.Of("ollama:some-model:7b"); !known || own.Input != 0 {
		t.Errorf("one's own machine costs %v, %v", own, known)
	}
	for _, unknown := range []string{"ollama:some-model:1t-cloud", "openai:not-yet-there", "lexical", ""} {
		if price, known := p.Of(unknown); known {
			t.Errorf("%s costs %v", unknown, price)
		}
	}
}

func TestTheClosestPatternWins(t *testing.T) {
	p, err := parsePrices("test", []byte(`
prices:
  - {models: ["p:*"], input: 1, output: 1}
  - {models: ["p:big*"], input: 2, output: 2}
  - {models: ["p:big"], input: 3, output: 3}
  - {models: ["p:*-free"], unknown: true}
`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"p:x": 1, "p:bigger": 2, "p:big": 3} {
		if price, known := p.Of(name); !known || price.Input != want {
			t.Errorf("%s costs %v, want %v", name, price.Input, want)
		}
	}
	if _, known := p.Of("p:x-free"); known {
		t.Error("what is said to be unknown is known")
	}
}

func TestCost(t *testing.T) {
	p := Price{Input: 2, Cached: 0.5, Output: 8}
	for _, tt := range []struct {
		usage llm.Usage
		want  float64
	}{
		{llm.Usage{}, 0},
		{llm.Usage{PromptTokens: 1e6}, 2},
		{llm.Usage{PromptTokens: 1e6, CachedTokens: 1e6, CompletionTokens: 1e6}, 8.5},
		{llm.Usage{PromptTokens: 1000, CachedTokens: 600, CompletionTokens: 10}, 0.0008 + 0.0003 + 0.00008},
		{llm.Usage{PromptTokens: 1e6, CachedTokens: 2e6}, 0.5}, // a provider that counts otherwise
		{llm.Usage{PromptTokens: 1e6, CachedTokens: -5}, 2},
	} {
		if got := p.Cost(tt.usage); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%+v costs %v, want %v", tt.usage, got, tt.want)
		}
	}
}

func TestReadPrices(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(path, []byte("prices: [{models: ['ollama:*'], input: 0.1, output: 0.2}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := ReadPrices(path)
	if err != nil {
		t.Fatal(err)
	}
	if price, _ := p.Of("ollama:x"); price.Input != 0.1 || price.Cached != 0.1 {
		t.Errorf("the file does not go before the built-in table: %+v", price)
	}
	name := BuiltInPrices().Named()[0]
	if _, known := p.Of(name); !known {
		t.Errorf("%s, which the file does not name, is lost", name)
	}
	if _, err := ReadPrices(path + "x"); !os.IsNotExist(err) {
		t.Errorf("error %v", err)
	}
}

func TestPricesThatCannotBeUsed(t *testing.T) {
	for name, tt := range map[string]struct{ text, says string }{
		"empty":          {"", "no prices"},
		"no list":        {"prices: 5", "line 1"},
		"unknown field":  {"prices: [{models: ['p:m'], input: 1, ouput: 1}]", "ouput"},
		"no models":      {"prices:\n  - {input: 1, output: 1}", "f.yaml:2: an entry without models"},
		"no full name":   {"prices:\n  - {models: ['p:m']}\n  - {models: [m]}", "f.yaml:3"},
		"two stars":      {"prices: [{models: ['p:*m*']}]", "more than one *"},
		"twice":          {"prices: [{models: ['p:m']}, {models: ['p:m']}]", "two prices"},
		"negative":       {"prices: [{models: ['p:m'], input: -1}]", "-1"},
		"not a number":   {"prices: [{models: ['p:m'], input: .nan}]", "NaN"},
		"endless":        {"prices: [{models: ['p:m'], cached: .inf}]", "+Inf"},
		"both":           {"prices: [{models: ['p:m'], input: 1, unknown: true}]", "unknown and given"},
		"two documents":  {"prices: [{models: ['p:m']}]\n---\nprices: []", "more than one document"},
		"no YAML":        {"{[", "line 1"},
		"aliases":        {"a: &a [x]\nb: &b [*a,*a]\nprices: *b", "field a not found"},
		"a huge nesting": {strings.Repeat("[", 200_000), "exceeded max depth"},
	} {
		_, err := parsePrices("f.yaml", []byte(tt.text))
		if llm.KindOf(err) != llm.KindInvalidFile || !strings.Contains(err.Error(), tt.says) || !strings.HasPrefix(err.Error(), "f.yaml") {
			t.Errorf("%s: error %v, want %q", name, err, tt.says)
		}
	}
}

func TestEstimates(t *testing.T) {
	cache := newMemory()
	o := Options{Cache: cache, Prices: priced(t)}
	m := wrap(t, slow(0), o)
	mustAnswer(t, m, ask(0))
	long := llm.Request{Messages: []llm.Message{{Content: strings.Repeat("x", 100_000)}}}
	e := m.Estimate(t.Context(), slices.Values([]llm.Request{ask(0), ask(1), long}))
	if e.Calls != 2 || e.Cached != 1 || !e.Priced {
		t.Errorf("estimate %+v", e)
	}
	if e.Prompt.Low < 20_000 || e.Prompt.High > 51_000 || e.Answer.Low != 2*answerLow || e.Answer.High != 2*answerHigh {
		t.Errorf("tokens %+v", e)
	}
	if e.Low < 0.02 || e.High > 0.1 || e.Low > e.High {
		t.Errorf("dollars %v to %v", e.Low, e.High)
	}
	if s := m.layer.Snapshot(); s.Calls != 1 || s.Cached != 0 {
		t.Errorf("an estimate counted as %+v", s)
	}
}

// A sentence that is known to have 10 tokens in the usual tokenizers.
func TestTokensAreBetweenTheEnds(t *testing.T) {
	got := EstimateTokens([]llm.Message{{Content: "The quick brown fox jumps over the lazy dog."}})
	if got.Low > 10 || got.High < 10 || got.typical() < got.Low || got.typical() > got.High {
		t.Errorf("%+v tokens are expected", got)
	}
}

// Whatever a file holds, it is read or refused.
func FuzzPrices(f *testing.F) {
	f.Add("prices: [{models: ['p:m'], input: 1, output: 2}]")
	f.Add("prices: [null, {models: [~]}]")
	f.Add("prices:\n  - &a {models: ['p:m']}\n  - *a\n  - {<<: *a}")
	f.Add(string(builtIn))
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePrices("f.yaml", []byte(text))
		if err != nil && llm.KindOf(err) != llm.KindInvalidFile {
			t.Errorf("error %v", err)
		}
		if err == nil {
			if price, _ := p.Of("p:m"); !(price.Input >= 0 && price.Output >= 0 && price.Cached >= 0) {
				t.Errorf("a price of %+v", price)
			}
		}
	})
}
