package batch_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/llm"
	"ercheck/llm/batch"
)

func request(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleSystem, Content: "be brief"}, {Role: llm.RoleUser, Content: text}},
		Options: llm.Options{Seed: 7}}
}

func TestOpenAIWritesALineForEachRequest(t *testing.T) {
	var b strings.Builder
	add, end := batch.OpenAI(&b, "m-1")
	for _, id := range []string{"x-0", "x-1"} {
		if err := add(id, request("a < b?")); err != nil {
			t.Fatal(err)
		}
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	line := `{"custom_id":"x-ID","method":"POST","url":"/v1/chat/completions","body":{"model":"m-1",` +
		`"messages":[{"role":"system","content":"be brief"},{"role":"user","content":"a < b?"}],"temperature":0,"seed":7}}` + "\n"
	want := strings.ReplaceAll(line, "ID", "0") + strings.ReplaceAll(line, "ID", "1")
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnthropicWritesOneDocument(t *testing.T) {
	for n := range 3 {
		var b strings.Builder
		add, end := batch.Anthropic(&b, "m-1")
		for i := range n {
			if err := add(string(rune('a'+i)), request("q")); err != nil {
				t.Fatal(err)
			}
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		var document struct {
			Requests []struct {
				ID     string         `json:"custom_id"`
				Params map[string]any `json:"params"`
			} `json:"requests"`
		}
		if err := json.Unmarshal([]byte(b.String()), &document); err != nil || len(document.Requests) != n {
			t.Fatalf("%d requests make %s: %v", n, b.String(), err)
		}
		for _, r := range document.Requests {
			want := map[string]any{"model": "m-1", "max_tokens": 8192.0, "temperature": 0.0, "system": "be brief",
				"messages": []any{map[string]any{"role": "user", "content": "q"}}}
			if diff := cmp.Diff(want, r.Params); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		}
	}
}

func TestReadTakesAllThreeForms(t *testing.T) {
	file := `{"id":"p","response":"SELECT 1"}

{"id":"batch_req_1","custom_id":"o","response":{"status_code":200,"body":{"model":"m-1","choices":[{"finish_reason":"length","message":{"content":"SELECT 2"}}],"usage":{"prompt_tokens":5,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":3}}}},"error":null}
{"id":"batch_req_2","custom_id":"of","response":null,"error":{"code":"batch_expired"}}
{"id":"batch_req_3","custom_id":"o4","response":{"status_code":400,"body":{"error":{"message":"no"}}},"error":null}
{"custom_id":"a","result":{"type":"succeeded","message":{"model":"m-2","stop_reason":"end_turn","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"SELECT"},{"type":"text","text":" 3"}],"usage":{"input_tokens":4,"cache_read_input_tokens":6,"output_tokens":1}}}}
{"custom_id":"ae","result":{"type":"expired"}}
{"custom_id":"ar","result":{"type":"succeeded","message":{"stop_reason":"refusal"}}}
{"custom_id":"nothing"}
{"custom_id":"void","result":{}}
`
	want := []batch.Answer{
		{ID: "p", Response: llm.Response{Text: "SELECT 1", Finish: "stop"}},
		{ID: "o", Response: llm.Response{Text: "SELECT 2", Finish: "length", Model: "m-1", Usage: llm.Usage{PromptTokens: 5, CompletionTokens: 2, CachedTokens: 3}}},
		{ID: "of", Failure: `{"code":"batch_expired"}`},
		{ID: "o4", Failure: `{"status_code":400,"body":{"error":{"message":"no"}}}`},
		{ID: "a", Response: llm.Response{Text: "SELECT 3", Thinking: "hm", Finish: "stop", Model: "m-2", Usage: llm.Usage{PromptTokens: 10, CompletionTokens: 1, CachedTokens: 6}}},
		{ID: "ae", Failure: "expired"},
		{ID: "ar", Response: llm.Response{Finish: llm.FinishFilter}},
		{ID: "nothing", Failure: "there is no response that ended, and nothing says why"},
		{ID: "void", Failure: "there is no response that ended, and nothing says why"},
	}
	var got []batch.Answer
	for a, err := range batch.Read(strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, a)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReadSaysWhichLineIsWrong(t *testing.T) {
	for file, want := range map[string]string{
		"{\"id\":\"p\",\"response\":\"x\"}\n[]": "line 2: it is no JSON object",
		"nonsense":                              "line 1: it is no JSON object",
		`{"id":"p"}`:                            "line 1: it has no \"response\"",
		`{"id":"p","response":null}`:            "line 1: it has no \"response\"",
		`{"response":"x"}`:                      "line 1: it has no id",
		`{"result":{"type":"succeeded"}}`:       "line 1: it has no id",
		"{\"id\":\"p\",\"response\":\"x\"}\n\n{\"id\":\"p\",\"response\":\"y\"}": "line 3: id \"p\" is on line 1 already",
		`{"id":"p","response":"` + strings.Repeat("x", 65<<20) + `"}`:            "line 1: it has more than 64 MB",
	} {
		var last error
		for _, err := range batch.Read(strings.NewReader(file)) {
			last = err
		}
		var e *batch.LineError
		if !errors.As(last, &e) || !strings.HasPrefix(e.Error(), want) {
			t.Errorf("%.40s: %v, want %s", file, last, want)
		}
	}
}
