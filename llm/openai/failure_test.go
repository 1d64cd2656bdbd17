package openai_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/openai"
	"ercheck/llm/wire"
)

// says is a server that answers everything with one document.
func says(t *testing.T, status int, media, document string) llm.Model {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", media)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(document))
	}))
	t.Cleanup(server.Close)
	return open(t, openai.Compatible, wire.Config{BaseURL: server.URL, Model: "m"})
}

func open(t *testing.T, s openai.Service, c wire.Config) llm.Model {
	t.Helper()
	m, err := openai.New(s, c)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var question = llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: "How many?"}}}

func TestErrorsInTheShapesOfManyServers(t *testing.T) {
	tests := []struct {
		name     string
		status   int
		document string
		kind     llm.Kind
		param    string
	}{
		{"no credit", 429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`, llm.KindBudget, ""},
		{"no balance", 402, `{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}`, llm.KindBudget, ""},
		{"too long", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, llm.KindTooLong, ""},
		{"too long, vLLM", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","param":null,"code":400}`, llm.KindTooLong, ""},
		{"too long, llama.cpp", 400, `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing it","type":"exceed_context_size_error"}}`, llm.KindTooLong, ""},
		{"filtered prompt", 400, `{"error":{"message":"The response was filtered","type":null,"param":"prompt","code":"content_filter","status":400}}`, llm.KindRefused, ""},
		{"max_tokens", 400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`, llm.KindBadRequest, llm.ParamMaxTokens},
		{"seed, FastAPI", 422, `{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":1}]}`, llm.KindBadRequest, llm.ParamSeed},
		{"reasoning effort", 400, `{"error":{"message":"Unsupported value: 'none' is not supported with the 'm' model. Supported values are: 'low' and 'high'.","type":"invalid_request_error","param":"reasoning_effort","code":"unsupported_value"}}`, llm.KindBadRequest, llm.ParamThink},
		{"schema", 400, `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","type":"invalid_request_error","param":null,"code":null}}`, llm.KindBadRequest, llm.ParamSchema},
		{"usage in streams", 400, `{"message":"unknown field stream_options"}`, llm.KindBadRequest, "stream_options"},
		{"an option in passing", 400, `{"error":{"message":"temperature is read, and the messages are malformed"}}`, llm.KindBadRequest, ""},
		{"overloaded", 503, `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`, llm.KindServer, ""},
		{"upstream failed", 200, `{"error":{"message":"Provider returned error","code":429}}`, llm.KindRate, ""},
		{"a text", 500, `{"error":"boom"}`, llm.KindServer, ""},
		{"no words", 400, ``, llm.KindBadRequest, ""},
		{"a list", 400, `[1,2]`, llm.KindBadRequest, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := says(t, tt.status, "application/json", tt.document).Complete(t.Context(), question)
			e, ok := err.(*llm.Error)
			if !ok || e.Kind != tt.kind || e.Param != tt.param {
				t.Errorf("kind %q, param %q, want %q, %q: %v", llm.KindOf(err), e.Param, tt.kind, tt.param, err)
			}
		})
	}
}

func TestAServerThatDoesNotStreamIsUnderstood(t *testing.T) {
	m := says(t, 200, "application/json; charset=utf-8", `{"id":"1","object":"chat.completion","created":1,"model":"m-1","choices":[{"index":0,
		"message":{"role":"assistant","content":"SELECT 1","reasoning":"one"},"finish_reason":"length"}],"usage":{"prompt_tokens":3,"completion_tokens":4,"total_tokens":7}}`)
	got, err := m.Complete(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != "SELECT 1" || got.Thinking != "one" || got.Finish != llm.FinishLength || got.Usage != (llm.Usage{PromptTokens: 3, CompletionTokens: 4}) || got.Model != "m-1" {
		t.Errorf("%+v", got)
	}
}

func TestStreamsAsTheyAreWritten(t *testing.T) {
	piece := `{"choices":[{"index":0,"delta":{"content":"SELECT"},"finish_reason":null}]}`
	end := `{"choices":[{"index":0,"delta":{"content":" 1"},"finish_reason":"stop"}]}`
	tests := map[string]struct {
		stream string
		kind   llm.Kind
	}{
		"CRLF":                   {"data: " + piece + "\r\n\r\ndata: " + end + "\r\n\r\ndata: [DONE]\r\n\r\n", ""},
		"no space, no [DONE]":    {"data:" + piece + "\n\ndata:" + end + "\n\n", ""},
		"no blank line at last":  {"data: " + piece + "\n\ndata: " + end, ""},
		"comments":               {": busy\n\n\n\n: busy\ndata: " + piece + "\n\n: busy\n\ndata: " + end + "\n\n", ""},
		"data in lines":          {"data: {\"choices\":\ndata: [{\"index\":0,\"delta\":{\"content\":\"SELECT 1\"},\"finish_reason\":\"stop\"}]}\n\n", ""},
		"nothing":                {"", llm.KindCut},
		"comments alone":         {": busy\n\n", llm.KindCut},
		"no end":                 {"data: " + piece + "\n\ndata: [DONE]\n\n", llm.KindCut},
		"no JSON":                {"data: SELECT 1\n\n", llm.KindServer},
		"an error after a piece": {"data: " + piece + "\n\ndata: {\"error\":\"gone\"}\n\n", llm.KindServer},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := says(t, 200, "text/event-stream", tt.stream).Complete(t.Context(), question)
			if llm.KindOf(err) != tt.kind || err == nil && got.Text != "SELECT 1" {
				t.Errorf("%q, %v, want kind %q", got.Text, err, tt.kind)
			}
		})
	}
}

func TestARefusalIsNoAnswer(t *testing.T) {
	m := says(t, 200, "text/event-stream", `data: {"choices":[{"index":0,"delta":{"refusal":"I can't"},"finish_reason":null}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

`)
	got, err := m.Complete(t.Context(), question)
	if err != nil || got.Finish != llm.FinishFilter || got.Text != "I can't" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestConfigsThatCannotBeUsed(t *testing.T) {
	tests := []struct {
		service openai.Service
		config  wire.Config
		kind    llm.Kind
	}{
		{openai.OpenAI, wire.Config{Model: "m"}, llm.KindAuth},
		{openai.DeepSeek, wire.Config{Model: "m"}, llm.KindAuth},
		{openai.Compatible, wire.Config{Model: "m"}, llm.KindBadRequest},
		{openai.Compatible, wire.Config{Model: "m", BaseURL: "localhost:8000"}, llm.KindBadRequest},
		{openai.Compatible, wire.Config{Model: "m", BaseURL: "http://user:secret@host"}, llm.KindBadRequest},
	}
	for _, tt := range tests {
		if _, err := openai.New(tt.service, tt.config); llm.KindOf(err) != tt.kind {
			t.Errorf("%s %+v: %v, want kind %q", tt.service.Provider, tt.config, err, tt.kind)
		}
	}
}

func TestListNamesModels(t *testing.T) {
	server := fake.New(fake.OpenAI, nil)
	defer server.Close()
	server.Models = []string{"b", "a"}
	got, err := openai.List(t.Context(), openai.Compatible, wire.Config{BaseURL: server.BaseURL})
	if err != nil || len(got) != 2 || got[0] != "b" {
		t.Errorf("%v, %v", got, err)
	}
	_, err = openai.List(t.Context(), openai.Compatible, wire.Config{BaseURL: server.BaseURL + "/nowhere"})
	if llm.KindOf(err) != llm.KindBadRequest {
		t.Errorf("%v", err)
	}
}
