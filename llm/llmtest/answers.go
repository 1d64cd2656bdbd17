package llmtest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/wire"
)

func whole(t *testing.T, b bench) {
	text := "SELECT 'ü→\U0001F600' -- \t\"quoted\" \\ back\nFROM t;\n"
	server := b.server(t, fake.Answer{
		Text: text, Usage: llm.Usage{PromptTokens: 21, CompletionTokens: 9, CachedTokens: b.cached()}, Delay: 30 * time.Millisecond,
	})
	model := b.open(t, server.BaseURL)
	var reached []llm.Stage
	got, err := model.Complete(llm.WithTrace(t.Context(), func(s llm.Stage) { reached = append(reached, s) }), asked())
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != text || got.Thinking != "" || got.Finish != llm.FinishStop || got.Model != "fake-model" {
		t.Errorf("text %q, thinking %q, finish %q, model %q", got.Text, got.Thinking, got.Finish, got.Model)
	}
	if want := (llm.Usage{PromptTokens: 21, CompletionTokens: 9, CachedTokens: b.cached()}); got.Usage != want {
		t.Errorf("usage %+v, want %+v", got.Usage, want)
	}
	b.wantTimes(t, got.Timing, 30*time.Millisecond)
	if !b.whole && !slices.Equal(reached, b.Trace) {
		t.Errorf("stages %v, want %v", reached, b.Trace)
	}
	if slices.Contains(reached, llm.StageWaiting) && !slices.Contains(reached, llm.StageAnswering) {
		t.Errorf("the call waits for an answer and never tells of one: %v", reached)
	}
	if got.Attempts != 0 || got.Cached || got.Cost != 0 || server.Calls() != 1 {
		t.Errorf("%+v after %d calls", got, server.Calls())
	}
}

func (b bench) cached() int {
	if b.Protocol == fake.Ollama {
		return 0
	}
	return 5
}

func (b bench) wantTimes(t *testing.T, got llm.Timing, least time.Duration) {
	t.Helper()
	if got.Total < least || got.Total > patience {
		t.Errorf("took %v, of which the server alone %v", got.Total, least)
	}
	if b.whole && got.FirstToken != 0 {
		t.Errorf("first piece after %v of an answer that has one", got.FirstToken)
	}
	if !b.whole && (got.FirstToken < least || got.FirstToken > got.Total) {
		t.Errorf("first piece after %v of %v", got.FirstToken, got.Total)
	}
}

// request: what is sent is what was asked, temperature 0 with it.
func request(t *testing.T, b bench) {
	server := b.server(t, fake.Say("SELECT 1"))
	r := llm.Request{
		Messages: []llm.Message{{Role: llm.RoleSystem, Content: "Be brief."}, {Role: llm.RoleUser, Content: "How <many> & \"which\"?\nñ"}},
		Schema:   "never sent", Question: "never sent either", Cell: llm.Cell{Question: "nor this"},
		Options: llm.Options{Seed: 42, MaxTokens: 77},
	}
	got, err := b.open(t, server.BaseURL).Complete(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0]
	if sent.Model != "fake-model" || sent.Prompt != "Be brief.\nHow <many> & \"which\"?\nñ" || sent.Stream == b.whole {
		t.Errorf("model %q, prompt %q, stream %v", sent.Model, sent.Prompt, sent.Stream)
	}
	body := string(sent.Body)
	if strings.Contains(body, "never") || strings.Contains(body, "nor this") {
		t.Errorf("sent what is for others: %s", body)
	}
	if temperature := numbers(t, sent.Body)["temperature"]; !slices.Equal(temperature, []float64{0}) {
		t.Errorf("temperature %v, want it to be 0 and said: %s", temperature, body)
	}
	if !slices.Contains(all(numbers(t, sent.Body)), 77) {
		t.Errorf("no limit on tokens in %s", body)
	}
	seeded, dropped := slices.Contains(all(numbers(t, sent.Body)), 42), slices.Contains(got.Dropped, llm.ParamSeed)
	if seeded == b.Seedless || dropped != b.Seedless {
		t.Errorf("seed sent: %v, dropped: %v: %s", seeded, got.Dropped, body)
	}
}

// numbers are those in a document, by the name of their field.
func numbers(t *testing.T, document []byte) map[string][]float64 {
	t.Helper()
	var top any
	if err := json.Unmarshal(document, &top); err != nil {
		t.Fatalf("sent no JSON: %v: %s", err, document)
	}
	found := map[string][]float64{}
	var walk func(string, any)
	walk = func(name string, v any) {
		switch v := v.(type) {
		case float64:
			found[name] = append(found[name], v)
		case []any:
			for _, inner := range v {
				walk(name, inner)
			}
		case map[string]any:
			for name, inner := range v {
				walk(name, inner)
			}
		}
	}
	walk("", top)
	return found
}

func all(by map[string][]float64) []float64 {
	var out []float64
	for _, some := range by {
		out = append(out, some...)
	}
	return out
}

// omit: what a model refused before is not sent, and said.
func omit(t *testing.T, b bench) {
	server := b.server(t, fake.Say("SELECT 1"))
	r := asked()
	params := []string{llm.ParamTemperature, llm.ParamSeed, llm.ParamThink, llm.ParamSchema}
	r.Options = llm.Options{Temperature: 0.625, Seed: 4242, Think: llm.ThinkOn, Schema: json.RawMessage(`{"type":"object"}`), Omit: params}
	got, err := b.open(t, server.BaseURL).Complete(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range params {
		if !slices.Contains(got.Dropped, p) {
			t.Errorf("%s is not said to be dropped: %v", p, got.Dropped)
		}
	}
	body := string(server.Requests()[0].Body)
	for _, part := range []string{"0.625", "4242", "temperature", "seed", "think", "reasoning", "object"} {
		if strings.Contains(body, part) {
			t.Errorf("%q is sent: %s", part, body)
		}
	}
}

// schema: it is sent in the order of its keys, or said to be dropped.
func schema(t *testing.T, b bench) {
	server := b.server(t, fake.Say(`{"zeta":1,"alpha":2}`))
	r := asked()
	r.Options.Schema = json.RawMessage(`{"type":"object","properties":{"zeta":{"type":"integer"},"alpha":{"type":"integer"}},"required":["zeta","alpha"],"additionalProperties":false}`)
	got, err := b.open(t, server.BaseURL).Complete(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	body := string(server.Requests()[0].Body)
	sent := strings.Contains(body, string(r.Options.Schema))
	if dropped := slices.Contains(got.Dropped, llm.ParamSchema); sent == dropped {
		t.Errorf("schema sent as it stands: %v, dropped: %v: %s", sent, got.Dropped, body)
	}
}

// thinking: reasoning is kept apart, and an answer of nothing else is empty.
func thinking(t *testing.T, b bench) {
	a := fake.Answer{Thinking: "Let me see: SELECT 0?\n", Text: "SELECT 1"}
	if got := b.answered(t, a, asked()); got.Text != a.Text || got.Thinking != a.Thinking {
		t.Errorf("text %q, thinking %q", got.Text, got.Thinking)
	}
	a.Text = ""
	if got := b.answered(t, a, asked()); got.Text != "" || got.Thinking != a.Thinking || got.Finish != llm.FinishStop {
		t.Errorf("text %q, thinking %q, finish %q", got.Text, got.Thinking, got.Finish)
	}
}

func length(t *testing.T, b bench) {
	got := b.answered(t, fake.Answer{Text: "SELECT a FROM t", Finish: llm.FinishLength}, asked())
	if got.Finish != llm.FinishLength || got.Text != "SELECT a FROM t" {
		t.Errorf("text %q, finish %q", got.Text, got.Finish)
	}
}

func filtered(t *testing.T, b bench) {
	if b.Protocol == fake.Ollama {
		return // the protocol has no such end
	}
	got := b.answered(t, fake.Answer{Text: "SEL", Finish: llm.FinishFilter}, asked())
	if got.Finish != llm.FinishFilter {
		t.Errorf("finish %q", got.Finish)
	}
}

func megabyte(t *testing.T, b bench) {
	text := strings.Repeat("SELECT 1 -- é\n", 1<<20/15)
	got := b.answered(t, fake.Answer{Text: text, Pieces: 1000}, asked())
	if got.Text != text || got.Finish != llm.FinishStop {
		t.Errorf("%d bytes of %d, finish %q", len(got.Text), len(text), got.Finish)
	}
	if !b.whole {
		got = b.answered(t, fake.Answer{Text: text, Pieces: 1}, asked())
		if got.Text != text {
			t.Errorf("in one piece: %d bytes of %d", len(got.Text), len(text))
		}
	}
}

// tooLarge: what never ends is hung up on.
func tooLarge(t *testing.T, b bench) {
	got := b.answered(t, fake.Answer{Text: strings.Repeat("SELECT 1;\n", limit/10+10), Pieces: 64}, asked())
	if got.Finish != wire.FinishSize || len(got.Text) > limit || len(got.Text) < limit-4 {
		t.Errorf("%d bytes, finish %q", len(got.Text), got.Finish)
	}
}

// strangeBytes: NUL stays, what is no UTF-8 is replaced.
func strangeBytes(t *testing.T, b bench) {
	got := b.answered(t, fake.Answer{Text: "a\x00b\x01c", Pieces: 1}, asked())
	if got.Text != "a\x00b\x01c" {
		t.Errorf("text %q", got.Text)
	}
	got = b.answered(t, fake.Answer{Text: "SELECT '\xff' AS a", Thinking: "\xc3\x28", Pieces: 1}, asked())
	if got.Text != "SELECT '\uFFFD' AS a" || got.Thinking != "\uFFFD(" {
		t.Errorf("text %q, thinking %q", got.Text, got.Thinking)
	}
}

func keyIsSent(t *testing.T, b bench) {
	server := b.server(t, fake.Say("SELECT 1"))
	if _, err := b.open(t, server.BaseURL).Complete(t.Context(), asked()); err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0]
	if b.Header != "" && !strings.Contains(sent.Header.Get(b.Header), Key) {
		t.Errorf("no key in %s: %v", b.Header, sent.Header)
	}
	if strings.Contains(string(sent.Body), Key) {
		t.Error("the key is in the body")
	}
	if timeout := sent.Header.Get("X-Stainless-Retry-Count"); timeout != "" && timeout != "0" {
		t.Errorf("the SDK tries again by itself: %s", timeout)
	}
}

// keyComesBack: a server that repeats what it was sent does not get it stored.
func keyComesBack(t *testing.T, b bench) {
	got := b.answered(t, fake.Answer{Text: "SELECT '" + Key + "'", Thinking: "the key is " + Key, Pieces: 2}, asked())
	if strings.Contains(got.Text+got.Thinking, Key) {
		t.Errorf("the key is in the answer: %q %q", got.Text, got.Thinking)
	}
	e := b.failed(t, fake.Fail(400, "bad header: Bearer "+Key))
	if !strings.Contains(e.Message, "[key]") {
		t.Errorf("the message is lost: %v", e)
	}
}
