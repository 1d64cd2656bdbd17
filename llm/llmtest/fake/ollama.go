package fake

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

var ollama = protocol{
	media: "application/x-ndjson",
	request: func(path string, body []byte) (Request, bool) {
		in := decoded[struct {
			Model    string
			Messages []turn
			Stream   *bool
		}](body)
		return Request{Model: in.Model, Prompt: joined(in.Messages), Stream: in.Stream == nil || *in.Stream}, path == "/api/chat" && len(in.Messages) > 0
	},
	frames:  ollamaFrames,
	whole:   func(r Request, a Answer) string { return ollamaLine(r, a, a.Text, a.Thinking, true) },
	failure: func(f Failure) string { return `{"error":` + quote(f.Message) + `}` },
	frame:   func(document string) string { return document + "\n" },
	other:   ollamaOther,
}

func ollamaFrames(r Request, a Answer) []string {
	out := each(a.Thinking, a.Pieces, func(p string) string { return ollamaLine(r, a, "", p, false) + "\n" })
	out = append(out, each(a.Text, a.Pieces, func(p string) string { return ollamaLine(r, a, p, "", false) + "\n" })...)
	return append(out, ollamaLine(r, a, "", "", true)+"\n")
}

func ollamaLine(r Request, a Answer, text, thinking string, done bool) string {
	message := `{"role":"assistant","content":` + quote(text)
	if thinking != "" {
		message += `,"thinking":` + quote(thinking)
	}
	line := `{"model":` + quote(r.Model) + `,"created_at":"2025-01-01T00:00:00Z","message":` + message + `}`
	if !done {
		return line + `,"done":false}`
	}
	return line + fmt.Sprintf(`,"done":true,"done_reason":%s,"total_duration":9,"load_duration":%d,"prompt_eval_count":%d,"prompt_eval_duration":1,"eval_count":%d,"eval_duration":1}`,
		quote(a.finished(nil)), a.Load.Nanoseconds(), a.Usage.PromptTokens, a.Usage.CompletionTokens)
}

// ollamaOther knows the models that are listed. A chat without messages loads.
func ollamaOther(s *Server, path string, body []byte) (int, string) {
	name := decoded[struct{ Model string }](body).Model
	switch path {
	case "/api/version":
		return http.StatusOK, `{"version":"0.17.4"}`
	case "/api/tags", "/api/ps":
		var entries []string
		for _, m := range s.Models {
			entries = append(entries, fmt.Sprintf(`{"name":%s,"model":%[1]s,"digest":%s,"size":1,"context_length":%d}`, quote(m), quote(s.Digest), s.Context))
		}
		return http.StatusOK, `{"models":[` + strings.Join(entries, ",") + `]}`
	}
	if (path == "/api/show" || path == "/api/chat") && !slices.Contains(s.Models, name) {
		return http.StatusNotFound, `{"error":` + quote("model '"+name+"' not found") + `}`
	}
	switch path {
	case "/api/show":
		can := `"` + strings.Join(s.Capabilities, `","`) + `"`
		return http.StatusOK, fmt.Sprintf(`{"details":{"family":"fake"},"model_info":{"general.architecture":"fake","fake.context_length":%d},"capabilities":[%s]}`, s.Context, can)
	case "/api/chat":
		return http.StatusOK, `{"model":` + quote(name) + `,"created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":""},"done":true,"done_reason":"load"}`
	}
	return 0, ""
}
