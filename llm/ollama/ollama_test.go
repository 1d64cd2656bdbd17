package ollama_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"ercheck/llm"
	"ercheck/llm/llmtest"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/ollama"
	"ercheck/llm/wire"
)

func TestConformance(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{
		Protocol: fake.Ollama, Header: "Authorization",
		New:      func(c wire.Config) (llm.Model, error) { return ollama.New(c) },
		NotFound: "model 'fake-model' not found", PullHint: "ollama pull fake-model",
		Refused: fake.Failure{Message: `"fake-model" does not support thinking`}, Param: llm.ParamThink,
		Trace: []llm.Stage{llm.StageLoading, llm.StageWaiting, llm.StageAnswering},
	})
}

func start(t *testing.T, answer func(fake.Request) fake.Answer) (*fake.Server, *ollama.Model) {
	t.Helper()
	server := fake.New(fake.Ollama, answer)
	t.Cleanup(server.Close)
	m, err := ollama.New(wire.Config{Model: "fake-model", BaseURL: server.BaseURL})
	if err != nil {
		t.Fatal(err)
	}
	return server, m
}

func always(a fake.Answer) func(fake.Request) fake.Answer {
	return func(fake.Request) fake.Answer { return a }
}

func asking(prompt string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: prompt}}}
}

// chat is what is sent to the server.
type chat struct {
	Stream, Truncate, Shift *bool
	Think                   any
	KeepAlive               any `json:"keep_alive"`
	Format                  json.RawMessage
	Options                 struct {
		NumCtx     int     `json:"num_ctx"`
		NumPredict *int    `json:"num_predict"`
		Seed       *int    `json:"seed"`
		Heat       float64 `json:"temperature"`
	}
}

func sent(t *testing.T, r fake.Request) chat {
	t.Helper()
	var c chat
	if err := json.Unmarshal(r.Body, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func mustComplete(t *testing.T, m llm.Model, r llm.Request) llm.Response {
	t.Helper()
	got, err := m.Complete(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNothingIsCutAndTheContextStays(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	server.Context = 131072
	if err := m.Prepare(t.Context(), asking(strings.Repeat("x", 30000))); err != nil {
		t.Fatal(err)
	}
	for _, prompt := range []string{"short", strings.Repeat("y", 30000), "short again"} {
		mustComplete(t, m, asking(prompt))
	}
	for _, r := range server.Requests() {
		c := sent(t, r)
		if c.Truncate == nil || *c.Truncate || c.Shift == nil || *c.Shift || c.KeepAlive == nil {
			t.Errorf("truncate, shift or keep_alive is left to the server: %s", r.Body)
		}
		if want := 16384; c.Options.NumCtx != want { // 12,000 + 256 + 4,096, in steps of 1,024
			t.Errorf("num_ctx %d, want %d", c.Options.NumCtx, want)
		}
	}
}

func TestTheContextIsNoLongerThanTrained(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	server.Context = 2048
	mustComplete(t, m, asking("short"))
	if got := sent(t, server.Requests()[0]).Options.NumCtx; got != 2048 {
		t.Errorf("num_ctx %d, want 2048", got)
	}
}

const exceeds = "the input length exceeds the context length"

// tokensOfOneByte is a server whose every byte is a token.
func tokensOfOneByte(t *testing.T) func(fake.Request) fake.Answer {
	return func(r fake.Request) fake.Answer {
		if len(r.Prompt) > sent(t, r).Options.NumCtx {
			return fake.Fail(400, exceeds)
		}
		return fake.Answer{Text: "SELECT 1", Usage: llm.Usage{PromptTokens: len(r.Prompt), CompletionTokens: 3}}
	}
}

func TestTheContextGrowsWhereAnEstimateWasTooLow(t *testing.T) {
	server, m := start(t, tokensOfOneByte(t))
	server.Context = 40000
	got := mustComplete(t, m, asking(strings.Repeat("z", 20000)))
	if got.Text != "SELECT 1" || got.Usage.PromptTokens != 20000 {
		t.Errorf("%+v", got)
	}
	mustComplete(t, m, asking("short"))
	var lengths []int
	for _, r := range server.Requests() {
		lengths = append(lengths, sent(t, r).Options.NumCtx)
	}
	if len(lengths) != 3 || lengths[1] != 2*lengths[0] || lengths[2] != lengths[1] {
		t.Errorf("context lengths %v, want one, its double, and that again", lengths)
	}
}

func TestAPromptThatDoesNotFitIsSaid(t *testing.T) {
	server, m := start(t, tokensOfOneByte(t))
	server.Context = 4096
	_, err := m.Complete(t.Context(), asking(strings.Repeat("z", 5000)))
	if llm.KindOf(err) != llm.KindTooLong || !strings.Contains(err.Error(), exceeds) {
		t.Errorf("%v", err)
	}
	if got := mustComplete(t, m, asking("short")); got.Text != "SELECT 1" {
		t.Errorf("the next prompt: %+v", got)
	}
}

func TestAServerThatCutsAllTheSameIsFoundOut(t *testing.T) {
	server, m := start(t, always(fake.Answer{Text: "SELECT 1", Usage: llm.Usage{PromptTokens: 2048, CompletionTokens: 3}}))
	server.Context = 2048
	if _, err := m.Complete(t.Context(), asking(strings.Repeat("z", 9000))); llm.KindOf(err) != llm.KindTooLong {
		t.Errorf("%v", err)
	}
}

func TestThinkIsSaidWhereAModelCan(t *testing.T) {
	tests := []struct {
		capable bool
		want    llm.Think
		sent    any
		dropped bool
	}{
		{true, llm.ThinkDefault, true, false}, {true, llm.ThinkOn, true, false}, {true, llm.ThinkOff, false, false},
		{false, llm.ThinkDefault, nil, false}, {false, llm.ThinkOn, nil, true}, {false, llm.ThinkOff, nil, false},
	}
	for _, tt := range tests {
		server, m := start(t, always(fake.Answer{Text: "SELECT 1", Thinking: "hm"}))
		if tt.capable {
			server.Capabilities = []string{"completion", "thinking"}
		}
		r := asking("short")
		r.Options.Think = tt.want
		got := mustComplete(t, m, r)
		if think := sent(t, server.Requests()[0]).Think; think != tt.sent || (len(got.Dropped) > 0) != tt.dropped {
			t.Errorf("capable %v, wanted %q: sent %v, dropped %v", tt.capable, tt.want, think, got.Dropped)
		}
	}
}

func TestRepetitionEndsAnAnswerAndIsNotAskedAgain(t *testing.T) {
	said := &fake.Failure{Status: 200, Message: "prediction aborted, token repeat limit reached"}
	tests := map[string]fake.Answer{
		ollama.FinishRepetition: {Text: "aaaaaaaaa", Break: 2, Failure: said},
		"refused outright":      {Failure: &fake.Failure{Status: 500, Message: said.Message}},
	}
	for name, a := range tests {
		_, m := start(t, always(a))
		got, err := m.Complete(t.Context(), asking("short"))
		if err != nil || got.Finish != ollama.FinishRepetition || a.Text != "" && got.Text == "" {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAStreamThatEndsWithoutDoneIsNoAnswer(t *testing.T) {
	_, m := start(t, always(fake.Answer{Text: "aaaaaaaaa", End: 2}))
	got, err := m.Complete(t.Context(), asking("short"))
	if err != nil || got.Finish != ollama.FinishAborted || got.Text == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestErrorsOfAServer(t *testing.T) {
	tests := []struct {
		status  int
		message string
		kind    llm.Kind
		param   string
	}{
		{500, "model requires more system memory (9.1 GiB) than is available (2.3 GiB)", llm.KindBadRequest, ""},
		{500, "failed to parse grammar", llm.KindBadRequest, llm.ParamSchema},
		{500, "invalid JSON schema in format", llm.KindBadRequest, llm.ParamSchema},
		{500, "an error was encountered while running the model: unexpected EOF", llm.KindServer, ""},
		{503, "server busy, please try again.  maximum pending requests exceeded", llm.KindServer, ""},
		{404, "model \"fake-model\" not found, try pulling it first", llm.KindUnknownModel, ""},
		{400, `"fake-model" does not support chat`, llm.KindBadRequest, ""},
	}
	for _, tt := range tests {
		_, m := start(t, always(fake.Fail(tt.status, tt.message)))
		_, err := m.Complete(t.Context(), asking("short"))
		e, ok := err.(*llm.Error)
		if !ok || e.Kind != tt.kind || e.Param != tt.param {
			t.Errorf("%q: %v, want kind %q, param %q", tt.message, err, tt.kind, tt.param)
		}
	}
}

func TestAModelThatIsNotThere(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	server.Models = []string{"another"}
	err := m.Prepare(t.Context(), asking("short"))
	e, ok := err.(*llm.Error)
	if !ok || e.Kind != llm.KindUnknownModel || !strings.Contains(e.Hint, "ollama pull fake-model") || server.Calls() != 0 {
		t.Errorf("%v after %d calls", err, server.Calls())
	}
}

func TestAModelThatWritesNothing(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	server.Capabilities = []string{"embedding"}
	if err := m.Prepare(t.Context(), asking("short")); llm.KindOf(err) != llm.KindBadRequest || server.Calls() != 0 {
		t.Errorf("%v after %d calls", err, server.Calls())
	}
}

func TestItIsLoadedOnceForAllThatAskAtATime(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := m.Complete(t.Context(), asking("short")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := strings.Join(server.Others(), " "); got != "/api/show /api/tags /api/chat" || server.Calls() != 8 {
		t.Errorf("%d calls after %s", server.Calls(), got)
	}
}

// A tag that is moved is another model, and asking for that loads nothing.
func TestVersionIsTheDigestOfTheFiles(t *testing.T) {
	server, m := start(t, always(fake.Say("SELECT 1")))
	server.Digest = "0123456789abcdef"
	for range 2 {
		if v, err := m.Version(t.Context()); v != server.Digest || err != nil {
			t.Errorf("version %q, %v", v, err)
		}
	}
	if got := strings.Join(server.Others(), " "); got != "/api/show /api/tags" {
		t.Errorf("asked for %s", got)
	}
	if r := mustComplete(t, m, asking("short")); r.Model != "fake-model@0123456789ab" {
		t.Errorf("answered by %q", r.Model)
	}
	server, gone := start(t, always(fake.Say("SELECT 1")))
	server.Close()
	if _, err := gone.Version(t.Context()); llm.KindOf(err) != llm.KindUnreachable {
		t.Errorf("of a server that is gone: %v", err)
	}
}

func TestAddress(t *testing.T) {
	for host, want := range map[string]string{
		"":                         "http://127.0.0.1:11434",
		"example.org":              "http://example.org:11434",
		"example.org:8080":         "http://example.org:8080",
		":8080":                    "http://127.0.0.1:8080",
		"0.0.0.0":                  "http://127.0.0.1:11434",
		"0.0.0.0:1234":             "http://127.0.0.1:1234",
		"[::]:1234":                "http://127.0.0.1:1234",
		"[::1]":                    "http://[::1]:11434",
		"http://example.org":       "http://example.org:80",
		"https://example.org/a/b/": "https://example.org:443/a/b",
		" https://example.org:1 ":  "https://example.org:1",
	} {
		if got := ollama.Address(host); got != want {
			t.Errorf("Address(%q) = %q, want %q", host, got, want)
		}
	}
}

func TestListNamesModels(t *testing.T) {
	server := fake.New(fake.Ollama, nil)
	defer server.Close()
	server.Models = []string{"qwen:7b", "llama:latest"}
	got, err := ollama.List(t.Context(), wire.Config{BaseURL: server.BaseURL})
	if err != nil || len(got) != 2 || got[0] != "qwen:7b" {
		t.Errorf("%v, %v", got, err)
	}
}
