package fake

import (
	"fmt"
	"strings"

	"ercheck/llm"
)

var openAI = protocol{
	base:  "/v1",
	media: "text/event-stream; charset=utf-8",
	request: func(path string, body []byte) (Request, bool) {
		in := decoded[struct {
			Model    string
			Messages []turn
			Stream   bool
		}](body)
		return Request{Model: in.Model, Prompt: joined(in.Messages), Stream: in.Stream}, path == "/v1/chat/completions"
	},
	frames:  openAIFrames,
	whole:   openAIWhole,
	failure: openAIFailure,
	frame:   func(document string) string { return "data: " + document + "\n\n" },
	other: func(s *Server, path string, _ []byte) (int, string) {
		var entries []string
		for _, m := range s.Models {
			entries = append(entries, `{"id":`+quote(m)+`,"object":"model","created":1,"owned_by":"fake"}`)
		}
		return at(path, "/v1/models", `{"object":"list","data":[`+strings.Join(entries, ",")+`]}`)
	},
}

func openAIFrames(r Request, a Answer) []string {
	chunk := func(choices, usage string) string {
		return `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":` + quote(r.Model) +
			`,"system_fingerprint":"fp","choices":[` + choices + `],"usage":` + usage + "}\n\n"
	}
	delta := func(delta, finish string) string {
		return chunk(`{"index":0,"delta":`+delta+`,"logprobs":null,"finish_reason":`+optional(finish)+`}`, "null")
	}
	out := []string{": a comment keeps the connection\n\n" + delta(`{"role":"assistant","content":"","refusal":null}`, "")}
	out = append(out, each(a.Thinking, a.Pieces, func(p string) string {
		return delta(`{"content":null,"reasoning_content":`+quote(p)+`}`, "")
	})...)
	out = append(out, each(a.Text, a.Pieces, func(p string) string { return delta(`{"content":`+quote(p)+`}`, "") })...)
	return append(out, delta(`{}`, a.finished(nil)), chunk("", openAIUsage(a.Usage)), "data: [DONE]\n\n")
}

func openAIUsage(u llm.Usage) string {
	return fmt.Sprintf(`{"prompt_tokens":%d,"completion_tokens":%d,"total_tokens":%d,"prompt_tokens_details":{"cached_tokens":%d}}`,
		u.PromptTokens, u.CompletionTokens, u.PromptTokens+u.CompletionTokens, u.CachedTokens)
}

func openAIWhole(r Request, a Answer) string {
	thought := ""
	if a.Thinking != "" {
		thought = `,"reasoning_content":` + quote(a.Thinking)
	}
	return `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":` + quote(r.Model) +
		`,"choices":[{"index":0,"message":{"role":"assistant","content":` + quote(a.Text) + thought + `,"refusal":null},"logprobs":null,"finish_reason":` +
		quote(a.finished(nil)) + `}],"usage":` + openAIUsage(a.Usage) + `}`
}

func openAIFailure(f Failure) string {
	code := f.code(map[int]string{401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}, "")
	class := map[int]string{429: "requests", 500: "server_error"}[f.Status]
	if class == "" {
		class = "invalid_request_error"
	}
	if f.Status == 200 && code == "" {
		code, class = "server_error", "server_error"
	}
	return `{"error":{"message":` + quote(f.Message) + `,"type":` + quote(class) + `,"param":` + optional(f.Param) + `,"code":` + optional(code) + `}}`
}
