package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"ercheck/llm"
)

var gemini = protocol{
	media: "text/event-stream",
	request: func(path string, body []byte) (Request, bool) {
		name, verb, ok := strings.Cut(strings.TrimPrefix(path, "/v1beta/models/"), ":")
		in := decoded[struct{ SystemInstruction, Contents json.RawMessage }](body)
		return Request{
			Model: name, Prompt: strings.Trim(texts(in.SystemInstruction)+"\n"+texts(in.Contents), "\n"),
			Stream: verb == "streamGenerateContent",
		}, ok && (verb == "streamGenerateContent" || verb == "generateContent")
	},
	frames: geminiFrames,
	whole: func(r Request, a Answer) string {
		return geminiDocument(r, a, geminiParts(a), a.finished(geminiFinish))
	},
	failure: geminiFailure,
	frame:   func(document string) string { return "data: " + document + "\r\n\r\n" },
	other: func(s *Server, path string, _ []byte) (int, string) {
		var entries []string
		for _, m := range s.Models {
			entries = append(entries, `{"name":`+quote("models/"+m)+`,"supportedGenerationMethods":["generateContent"]}`)
		}
		return at(path, "/v1beta/models", `{"models":[`+strings.Join(entries, ",")+`]}`)
	},
}

var geminiFinish = map[string]string{
	llm.FinishStop: "STOP", llm.FinishLength: "MAX_TOKENS", llm.FinishFilter: "SAFETY",
}

func geminiPart(text string, thought bool) string {
	if thought {
		return `{"text":` + quote(text) + `,"thought":true}`
	}
	return `{"text":` + quote(text) + `}`
}

func geminiParts(a Answer) string {
	var parts []string
	if a.Thinking != "" {
		parts = append(parts, geminiPart(a.Thinking, true))
	}
	if a.Text != "" {
		parts = append(parts, geminiPart(a.Text, false))
	}
	return strings.Join(parts, ",")
}

func geminiFrames(r Request, a Answer) []string {
	say := func(part, finish string) string { return "data: " + geminiDocument(r, a, part, finish) + "\r\n\r\n" }
	out := each(a.Thinking, a.Pieces, func(p string) string { return say(geminiPart(p, true), "") })
	out = append(out, each(a.Text, a.Pieces, func(p string) string { return say(geminiPart(p, false), "") })...)
	return append(out, say("", a.finished(geminiFinish)))
}

// geminiDocument has no finish, and no content, where there is none.
func geminiDocument(r Request, a Answer, parts, finish string) string {
	candidate := `"index":0`
	if parts != "" {
		candidate = `"content":{"parts":[` + parts + `],"role":"model"},` + candidate
	}
	if finish != "" {
		candidate += `,"finishReason":` + quote(finish)
	}
	usage := fmt.Sprintf(`{"promptTokenCount":%d,"candidatesTokenCount":%d,"cachedContentTokenCount":%d,"totalTokenCount":%d}`,
		a.Usage.PromptTokens, a.Usage.CompletionTokens, a.Usage.CachedTokens, a.Usage.PromptTokens+a.Usage.CompletionTokens)
	return `{"candidates":[{` + candidate + `}],"usageMetadata":` + usage + `,"modelVersion":` + quote(r.Model) + `,"responseId":"r1"}`
}

func geminiFailure(f Failure) string {
	status := f.code(map[int]string{
		400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND",
		429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE", 200: "UNAVAILABLE",
	}, "UNKNOWN")
	code := f.Status
	if code == 200 {
		code = 503
	}
	return fmt.Sprintf(`{"error":{"code":%d,"message":%s,"status":%s}}`, code, quote(f.Message), quote(status))
}
