package batch

import (
	"encoding/json"
	"io"

	"ercheck/llm"
)

// DefaultMaxTokens is the limit on an answer that Anthropic's service is sent
// where none is given: it takes no request without one. It is what a model that is
// asked directly gets, so that the answers compare.
const DefaultMaxTokens = 8192

// message is how both services take one turn.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func messages(all []llm.Message) []message {
	var out []message
	for _, m := range all {
		out = append(out, message{m.Role, m.Content})
	}
	return out
}

type openAILine struct {
	ID     string     `json:"custom_id"`
	Method string     `json:"method"`
	URL    string     `json:"url"`
	Body   openAIBody `json:"body"`
}

type openAIBody struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	Temperature float64   `json:"temperature"`
	Seed        int64     `json:"seed,omitempty"`
	MaxTokens   int       `json:"max_completion_tokens,omitempty"`
}

// OpenAI writes a file of requests for a model, one a line. Its requests are
// written by the returned function, in their order.
func OpenAI(w io.Writer, model string) (add func(id string, r llm.Request) error, end func() error) {
	out := encoder(w)
	add = func(id string, r llm.Request) error {
		o := r.Options
		return out.Encode(openAILine{ID: id, Method: "POST", URL: "/v1/chat/completions", Body: openAIBody{
			Model: model, Messages: messages(r.Messages), Temperature: o.Temperature, Seed: o.Seed, MaxTokens: o.MaxTokens}})
	}
	return add, func() error { return nil }
}

type anthropicRequest struct {
	ID     string          `json:"custom_id"`
	Params anthropicParams `json:"params"`
}

type anthropicParams struct {
	Model       string    `json:"model"`
	MaxTokens   int       `json:"max_tokens"`
	Temperature float64   `json:"temperature"`
	System      string    `json:"system,omitempty"`
	Messages    []message `json:"messages"`
}

// Anthropic writes one document with all requests for a model, as the body of
// the call that creates a batch. end closes it.
func Anthropic(w io.Writer, model string) (add func(id string, r llm.Request) error, end func() error) {
	out, before := encoder(w), `{"requests":[`
	add = func(id string, r llm.Request) error {
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		before = ","
		return out.Encode(anthropicRequest{id, anthropicBody(model, r)})
	}
	end = func() error {
		if before != "," {
			before += "]}\n"
		} else {
			before = "]}\n"
		}
		_, err := io.WriteString(w, before)
		return err
	}
	return add, end
}

func anthropicBody(model string, r llm.Request) anthropicParams {
	p := anthropicParams{Model: model, MaxTokens: r.Options.MaxTokens, Temperature: r.Options.Temperature}
	if p.MaxTokens == 0 {
		p.MaxTokens = DefaultMaxTokens
	}
	for _, m := range r.Messages {
		if m.Role == llm.RoleSystem {
			p.System += m.Content
			continue
		}
		p.Messages = append(p.Messages, message{m.Role, m.Content})
	}
	return p
}

func encoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}
