package fake

import (
	"encoding/json"
	"fmt"
	"strings"

	"ercheck/llm"
)

var anthropic = protocol{
	media: "text/event-stream; charset=utf-8",
	request: func(path string, body []byte) (Request, bool) {
		in := decoded[struct {
			Model            string
			System, Messages json.RawMessage
			Stream           bool
		}](body)
		return Request{Model: in.Model, Prompt: strings.Trim(texts(in.System)+"\n"+texts(in.Messages), "\n"), Stream: in.Stream}, path == "/v1/messages"
	},
	frames:  anthropicFrames,
	whole:   anthropicWhole,
	failure: anthropicFailure,
	frame:   func(document string) string { return "event: error\ndata: " + document + "\n\n" },
	other: func(s *Server, path string, _ []byte) (int, string) {
		var entries []string
		for _, m := range s.Models {
			entries = append(entries, `{"type":"model","id":`+quote(m)+`,"display_name":`+quote(m)+`,"created_at":"2025-01-01T00:00:00Z"}`)
		}
		return at(path, "/v1/models", `{"data":[`+strings.Join(entries, ",")+`],"has_more":false,"first_id":null,"last_id":null}`)
	},
}

// texts finds every text below a value: contents are texts or lists of blocks.
func texts(value json.RawMessage) string {
	var found []string
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case string:
			if key == "text" || key == "content" {
				found = append(found, v)
			}
		case []any:
			for _, inner := range v {
				walk(key, inner)
			}
		case map[string]any:
			for _, k := range []string{"content", "parts", "text"} {
				walk(k, v[k])
			}
		}
	}
	walk("content", decoded[any](value))
	return strings.Join(found, "\n")
}

var anthropicFinish = map[string]string{
	llm.FinishStop: "end_turn", llm.FinishLength: "max_tokens", llm.FinishFilter: "refusal",
}

func anthropicFrames(r Request, a Answer) []string {
	event := func(name, fields string) string {
		return "event: " + name + "\ndata: {\"type\":\"" + name + "\"" + fields + "}\n\n"
	}
	start := event("message_start", `,"message":`+anthropicMessage(r, "", "null", a.Usage, 1)) +
		event("ping", "")
	out := []string{start}
	block := 0
	for _, b := range []struct{ text, kind, field, empty string }{
		{a.Thinking, "thinking", "thinking", `,"signature":""`}, {a.Text, "text", "text", ""},
	} {
		if b.text == "" {
			continue
		}
		index := fmt.Sprintf(`,"index":%d`, block)
		out[len(out)-1] += event("content_block_start", index+`,"content_block":{"type":"`+b.kind+`","`+b.field+`":""`+b.empty+`}`)
		out = append(out, each(b.text, a.Pieces, func(p string) string {
			return event("content_block_delta", index+`,"delta":{"type":"`+b.kind+`_delta","`+b.field+`":`+quote(p)+`}`)
		})...)
		out[len(out)-1] += event("content_block_stop", index)
		block++
	}
	end := event("message_delta", `,"delta":{"stop_reason":`+quote(a.finished(anthropicFinish))+`,"stop_sequence":null},"usage":{"output_tokens":`+
		fmt.Sprint(a.Usage.CompletionTokens)+`}`) + event("message_stop", "")
	return append(out, end)
}

func anthropicMessage(r Request, content, finish string, u llm.Usage, output int) string {
	return `{"id":"msg_1","type":"message","role":"assistant","model":` + quote(r.Model) + `,"content":[` + content +
		`],"stop_reason":` + finish + `,"stop_sequence":null,"usage":` +
		fmt.Sprintf(`{"input_tokens":%d,"cache_creation_input_tokens":0,"cache_read_input_tokens":%d,"output_tokens":%d}}`,
			u.PromptTokens-u.CachedTokens, u.CachedTokens, output)
}

func anthropicWhole(r Request, a Answer) string {
	var blocks []string
	if a.Thinking != "" {
		blocks = append(blocks, `{"type":"thinking","thinking":`+quote(a.Thinking)+`,"signature":"sig"}`)
	}
	if a.Text != "" {
		blocks = append(blocks, `{"type":"text","text":`+quote(a.Text)+`}`)
	}
	return anthropicMessage(r, strings.Join(blocks, ","), quote(a.finished(anthropicFinish)), a.Usage, a.Usage.CompletionTokens)
}

func anthropicFailure(f Failure) string {
	class := f.code(map[int]string{
		400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error",
		413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error", 200: "overloaded_error",
	}, "api_error")
	return `{"type":"error","error":{"type":` + quote(class) + `,"message":` + quote(f.Message) + `},"request_id":"req_1"}`
}
