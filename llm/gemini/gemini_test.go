package gemini_test

import (
	"encoding/json"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/gemini"
	"ercheck/llm/llmtest"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/wire"
)

func TestConformance(t *testing.T) {
	llmtest.Run(t, llmtest.Harness{
		Protocol: fake.Gemini, Header: "X-Goog-Api-Key",
		New:      func(c wire.Config) (llm.Model, error) { return gemini.New(c) },
		NotFound: "models/fake-model is not found for API version v1beta, or is not supported for generateContent.",
		Refused:  fake.Failure{Message: "Budget 0 is invalid. This model only works in thinking mode."}, Param: llm.ParamThink,
	})
}

// says is a server that answers everything with one document.
func says(t *testing.T, status int, media, document string) (*gemini.Model, *[]string) {
	t.Helper()
	var addresses []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		addresses = append(addresses, r.URL.String())
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(document))
	}))
	t.Cleanup(server.Close)
	m, err := gemini.New(wire.Config{Model: "m", BaseURL: server.URL, Key: "a-key-for-tests"})
	if err != nil {
		t.Fatal(err)
	}
	return m, &addresses
}

func asking(o llm.Options) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: "How many?"}}, Options: o}
}

func TestErrorsOfTheService(t *testing.T) {
	tests := []struct {
		name     string
		status   int
		document string
		want     llm.Error
	}{
		{"a wrong key", 400, `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}`,
			llm.Error{Kind: llm.KindAuth}},
		{"a quota", 429, `{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"34.5s"}]}}`,
			llm.Error{Kind: llm.KindRate, RetryAfter: 34500 * time.Millisecond}},
		{"in a list", 503, `[{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}]`, llm.Error{Kind: llm.KindServer}},
		{"too long", 400, `{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}`,
			llm.Error{Kind: llm.KindTooLong}},
		{"a field", 400, `{"error":{"code":400,"message":"Invalid JSON payload received. Unknown name \"seed\" at 'generation_config': Cannot find field.","status":"INVALID_ARGUMENT"}}`,
			llm.Error{Kind: llm.KindBadRequest, Param: llm.ParamSeed}},
		{"a schema", 400, `{"error":{"code":400,"message":"JSON mode is not enabled for models/m","status":"INVALID_ARGUMENT"}}`,
			llm.Error{Kind: llm.KindBadRequest, Param: llm.ParamSchema}},
		{"no country", 400, `{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}`,
			llm.Error{Kind: llm.KindBadRequest}},
	}
	for _, tt := range tests {
		m, _ := says(t, tt.status, "application/json; charset=UTF-8", tt.document)
		_, err := m.Complete(t.Context(), asking(llm.Options{}))
		e, ok := err.(*llm.Error)
		if !ok || e.Kind != tt.want.Kind || e.Param != tt.want.Param || e.RetryAfter != tt.want.RetryAfter {
			t.Errorf("%s: %+v, want %+v", tt.name, err, tt.want)
		}
	}
}

func TestAPromptThatIsBlockedIsRefused(t *testing.T) {
	m, _ := says(t, 200, "text/event-stream", `data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":3},"modelVersion":"m"}`+"\r\n\r\n")
	_, err := m.Complete(t.Context(), asking(llm.Options{}))
	if llm.KindOf(err) != llm.KindRefused || !strings.Contains(err.Error(), "PROHIBITED_CONTENT") {
		t.Errorf("%v", err)
	}
}

func TestTheKeyIsInNoAddress(t *testing.T) {
	m, addresses := says(t, 200, "text/event-stream", `data: {"candidates":[{"content":{"parts":[{"text":"SELECT 1"}]},"finishReason":"STOP"}]}`+"\n\n")
	if _, err := m.Complete(t.Context(), asking(llm.Options{})); err != nil {
		t.Fatal(err)
	}
	if len(*addresses) != 1 || strings.Contains((*addresses)[0], "key") {
		t.Errorf("%v", *addresses)
	}
}

func TestTheSDKDoesNotGoOnByItself(t *testing.T) {
	m, addresses := says(t, 200, "text/event-stream", `data: {"candidates":[{"content":{"parts":[{"text":"SELECT 1"}]},"finishReason":"CONTINUATION"}],"continuationToken":"YQ=="}`+"\n\n")
	got, err := m.Complete(t.Context(), asking(llm.Options{}))
	if err != nil || got.Finish == llm.FinishStop || len(*addresses) != 1 {
		t.Errorf("%+v, %v after %d calls", got, err, len(*addresses))
	}
}

func TestReasoningAndSeeds(t *testing.T) {
	tests := []struct {
		options llm.Options
		budget  any
		dropped bool
	}{
		{llm.Options{}, nil, false},
		{llm.Options{Think: llm.ThinkOn, Seed: math.MaxInt32}, -1.0, false},
		{llm.Options{Think: llm.ThinkOff, Seed: math.MaxInt32 + 1}, 0.0, true},
	}
	for _, tt := range tests {
		server := fake.New(fake.Gemini, func(fake.Request) fake.Answer { return fake.Say("SELECT 1") })
		defer server.Close()
		m, err := gemini.New(wire.Config{Model: "m", BaseURL: server.BaseURL, Key: "a-key-for-tests"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Complete(t.Context(), asking(tt.options))
		if err != nil || slices.Contains(got.Dropped, llm.ParamSeed) != tt.dropped {
			t.Errorf("%+v, %v", got, err)
		}
		var sent struct {
			GenerationConfig struct{ ThinkingConfig map[string]any }
		}
		if err := json.Unmarshal(server.Requests()[0].Body, &sent); err != nil {
			t.Fatal(err)
		}
		if budget := sent.GenerationConfig.ThinkingConfig["thinkingBudget"]; budget != tt.budget {
			t.Errorf("%+v: a budget of %v, want %v", tt.options, budget, tt.budget)
		}
	}
}

func TestListNamesModels(t *testing.T) {
	server := fake.New(fake.Gemini, nil)
	defer server.Close()
	server.Models = []string{"b", "a"}
	got, err := gemini.List(t.Context(), wire.Config{BaseURL: server.BaseURL, Key: "a-key-for-tests"})
	if err != nil || strings.Join(got, " ") != "b a" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := gemini.New(wire.Config{Model: "m"}); llm.KindOf(err) != llm.KindAuth {
		t.Errorf("without a key: %v", err)
	}
}
