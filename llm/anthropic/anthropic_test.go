package anthropic_test

import (
	"encoding/json"
	"strings"
	"testing"

	"ercheck/llm"
	"ercheck/llm/anthropic"
	"ercheck/llm/llmtest"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/wire"
)

func TestConformance(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{
		Protocol: fake.Anthropic, Header: "X-Api-Key", Seedless: true,
		New:      func(c wire.Config) (llm.Model, error) { return anthropic.New(c) },
		NotFound: "model: fake-model",
		Refused:  fake.Failure{Message: "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode."}, Param: llm.ParamTemperature,
	})
}

func start(t *testing.T, answer func(fake.Request) fake.Answer) (*fake.Server, *anthropic.Model) {
	t.Helper()
	server := fake.New(fake.Anthropic, answer)
	t.Cleanup(server.Close)
	m, err := anthropic.New(wire.Config{Model: "m", BaseURL: server.BaseURL, Key: "a-key-for-tests"})
	if err != nil {
		t.Fatal(err)
	}
	return server, m
}

func asking(o llm.Options) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: "How many?"}}, Options: o}
}

// sent are the fields of a request that are about reasoning and length.
type sent struct {
	MaxTokens   int `json:"max_tokens"`
	Temperature *float64
	Thinking    *struct {
		Type   string
		Budget int `json:"budget_tokens"`
	}
}

func read(t *testing.T, r fake.Request) sent {
	t.Helper()
	var s sent
	if err := json.Unmarshal(r.Body, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReasoningIsAskedForInTheWayThatAModelTakes(t *testing.T) {
	server, m := start(t, func(r fake.Request) fake.Answer {
		if strings.Contains(string(r.Body), "adaptive") {
			return fake.Fail(400, "adaptive thinking is not supported on this model")
		}
		return fake.Say("SELECT 1")
	})
	for range 2 {
		got, err := m.Complete(t.Context(), asking(llm.Options{Think: llm.ThinkOn, MaxTokens: 100}))
		if err != nil || len(got.Dropped) != 1 || got.Dropped[0] != llm.ParamTemperature {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if server.Calls() != 3 {
		t.Errorf("%d calls, want one that is refused and two", server.Calls())
	}
	if s := read(t, server.Requests()[2]); s.Temperature != nil || s.Thinking.Type != "enabled" || s.MaxTokens != s.Thinking.Budget+100 {
		t.Errorf("%s", server.Requests()[2].Body)
	}
	if _, err := m.Complete(t.Context(), asking(llm.Options{Think: llm.ThinkOff})); err != nil {
		t.Fatal(err)
	}
	if s := read(t, server.Requests()[3]); s.Thinking.Type != "disabled" || s.Temperature == nil {
		t.Errorf("%s", server.Requests()[3].Body)
	}
}

func TestThereIsALimitOnTokens(t *testing.T) {
	server, m := start(t, func(fake.Request) fake.Answer { return fake.Say("SELECT 1") })
	for _, o := range []llm.Options{{}, {MaxTokens: 9}, {MaxTokens: 9, Omit: []string{llm.ParamMaxTokens}}} {
		if _, err := m.Complete(t.Context(), asking(o)); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []int{8192, 9, 4096} {
		if s := read(t, server.Requests()[i]); s.MaxTokens != want || s.Thinking != nil {
			t.Errorf("%d tokens, want %d: %s", s.MaxTokens, want, server.Requests()[i].Body)
		}
	}
}

func TestErrorsOfTheService(t *testing.T) {
	tests := []struct {
		failure fake.Failure
		kind    llm.Kind
		param   string
	}{
		{fake.Failure{Status: 400, Message: "Your credit balance is too low to access the API."}, llm.KindBudget, ""},
		{fake.Failure{Status: 402, Code: "billing_error", Message: "no payment"}, llm.KindBudget, ""},
		{fake.Failure{Status: 400, Message: "prompt is too long: 210000 tokens > 200000 maximum"}, llm.KindTooLong, ""},
		{fake.Failure{Status: 413, Message: "Request exceeds the maximum size"}, llm.KindTooLong, ""},
		{fake.Failure{Status: 529, Message: "Overloaded"}, llm.KindServer, ""},
		{fake.Failure{Status: 400, Message: "`temperature` is deprecated for this model."}, llm.KindBadRequest, llm.ParamTemperature},
		{fake.Failure{Status: 400, Message: "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for m"}, llm.KindBadRequest, llm.ParamMaxTokens},
		{fake.Failure{Status: 400, Message: "output_config.format: Extra inputs are not permitted"}, llm.KindBadRequest, llm.ParamSchema},
		{fake.Failure{Status: 400, Message: "messages: roles must alternate"}, llm.KindBadRequest, ""},
	}
	for _, tt := range tests {
		_, m := start(t, func(fake.Request) fake.Answer { return fake.Answer{Failure: &tt.failure} })
		_, err := m.Complete(t.Context(), asking(llm.Options{}))
		e, ok := err.(*llm.Error)
		if !ok || e.Kind != tt.kind || e.Param != tt.param {
			t.Errorf("%v, want kind %q, param %q", err, tt.kind, tt.param)
		}
	}
}

func TestTheEnvironmentGivesNoKey(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "from the environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "from the environment")
	if _, err := anthropic.New(wire.Config{Model: "m"}); llm.KindOf(err) != llm.KindAuth {
		t.Errorf("%v", err)
	}
	server, m := start(t, func(fake.Request) fake.Answer { return fake.Say("SELECT 1") })
	if _, err := m.Complete(t.Context(), asking(llm.Options{})); err != nil {
		t.Fatal(err)
	}
	if h := server.Requests()[0].Header; h.Get("X-Api-Key") != "a-key-for-tests" || h.Get("Authorization") != "" {
		t.Errorf("%v", h)
	}
}

func TestListNamesModels(t *testing.T) {
	server := fake.New(fake.Anthropic, nil)
	defer server.Close()
	server.Models = []string{"b", "a"}
	got, err := anthropic.List(t.Context(), wire.Config{BaseURL: server.BaseURL, Key: "a-key-for-tests"})
	if err != nil || strings.Join(got, " ") != "b a" {
		t.Errorf("%v, %v", got, err)
	}
}
