package batch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"ercheck/llm"
)

// longestLine is how many bytes a response may take in a file.
const longestLine = 64 << 20

// LineError says which line of a file cannot be used, and why.
type LineError struct {
	Line   int // from 1
	Reason string
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Read gives the answers of a file one by one. After an error, a *LineError or
// the reader's own, nothing more comes. An id that comes twice is an error.
func Read(r io.Reader) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, longestLine)
		seen := map[string]int{}
		n := 0
		for lines.Scan() {
			n++
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			a, err := parse(lines.Bytes())
			if first, twice := seen[a.ID]; err == nil && twice {
				err = fmt.Errorf("id %q is on line %d already", a.ID, first)
			}
			if err != nil {
				yield(Answer{}, &LineError{n, err.Error()})
				return
			}
			seen[a.ID] = n
			if !yield(a, nil) {
				return
			}
		}
		if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
			yield(Answer{}, &LineError{n + 1, fmt.Sprintf("it has more than %d MB", longestLine>>20)})
		} else if err != nil {
			yield(Answer{}, err)
		}
	}
}

// line holds the keys of all three forms.
type line struct {
	ID       string          `json:"id"`        // plain; of OpenAI's, its own number
	CustomID string          `json:"custom_id"` // of both services
	Response json.RawMessage `json:"response"`  // plain: the text; OpenAI: status and body
	Error    json.RawMessage `json:"error"`     // OpenAI
	Result   *result         `json:"result"`    // Anthropic
}

func parse(text []byte) (Answer, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Answer{}, fmt.Errorf("it is no JSON object: %w", err)
	}
	switch {
	case l.Result != nil:
		return named(l.CustomID, l.Result.answer())
	case l.CustomID != "":
		return named(l.CustomID, openAIAnswer(l))
	default:
		return plain(l)
	}
}

// unsaid is the failure of a line that has neither a response nor a reason.
const unsaid = "there is no response that ended, and nothing says why"

func named(id string, a Answer) (Answer, error) {
	if a.Response.Text == "" && a.Response.Finish == "" && a.Failure == "" {
		a.Failure = unsaid
	}
	if a.ID = id; id == "" {
		return a, errors.New("it has no id")
	}
	return a, nil
}

func plain(l line) (Answer, error) {
	var text *string
	if err := json.Unmarshal(l.Response, &text); err != nil || text == nil {
		return Answer{}, errors.New(`it has no "response" that is a text`)
	}
	return named(l.ID, Answer{Response: llm.Response{Text: *text, Finish: llm.FinishStop}})
}

// openAIResponse is what the service wraps a chat completion in.
type openAIResponse struct {
	Status int `json:"status_code"`
	Body   struct {
		Model   string `json:"model"`
		Choices []struct {
			Finish  string `json:"finish_reason"`
			Message struct {
				Content   string `json:"content"`
				Reasoning string `json:"reasoning_content"`
				Refusal   string `json:"refusal"`
			} `json:"message"`
		} `json:"choices"`
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
			Details    struct {
				Cached int `json:"cached_tokens"`
			} `json:"prompt_tokens_details"`
		} `json:"usage"`
		Error json.RawMessage `json:"error"`
	} `json:"body"`
}

func openAIAnswer(l line) Answer {
	var r openAIResponse
	switch err := json.Unmarshal(l.Response, &r); {
	case !empty(l.Error):
		return Answer{Failure: short(l.Error)}
	case err != nil || r.Status >= 300 || !empty(r.Body.Error):
		return Answer{Failure: short(l.Response)}
	case len(r.Body.Choices) == 0:
		return Answer{Failure: "the response has no choice"}
	}
	c, u := r.Body.Choices[0], r.Body.Usage
	if c.Message.Refusal != "" {
		return Answer{Failure: "refused: " + c.Message.Refusal}
	}
	return Answer{Response: llm.Response{
		Text: c.Message.Content, Thinking: c.Message.Reasoning, Finish: c.Finish, Model: r.Body.Model,
		Usage: llm.Usage{PromptTokens: u.Prompt, CompletionTokens: u.Completion, CachedTokens: u.Details.Cached},
	}}
}

// result is what Anthropic's service says of one request.
type result struct {
	Type    string          `json:"type"` // succeeded, errored, canceled, expired
	Error   json.RawMessage `json:"error"`
	Message struct {
		Model   string `json:"model"`
		Stop    string `json:"stop_reason"`
		Content []struct {
			Type     string `json:"type"`
			Text     string `json:"text"`
			Thinking string `json:"thinking"`
		} `json:"content"`
		Usage struct {
			Input        int `json:"input_tokens"`
			CacheRead    int `json:"cache_read_input_tokens"`
			CacheCreated int `json:"cache_creation_input_tokens"`
			Output       int `json:"output_tokens"`
		} `json:"usage"`
	} `json:"message"`
}

func (r *result) answer() Answer {
	if r.Type != "succeeded" {
		return Answer{Failure: strings.TrimSpace(r.Type + " " + short(r.Error))}
	}
	m := r.Message
	a := Answer{Response: llm.Response{Finish: finish(m.Stop), Model: m.Model, Usage: llm.Usage{
		PromptTokens:     m.Usage.Input + m.Usage.CacheRead + m.Usage.CacheCreated,
		CompletionTokens: m.Usage.Output, CachedTokens: m.Usage.CacheRead}}}
	for _, part := range m.Content {
		a.Response.Text += part.Text
		a.Response.Thinking += part.Thinking
	}
	return a
}

// finish gives Anthropic's reasons the names that llm has for them.
func finish(reason string) string {
	switch reason {
	case "end_turn", "stop_sequence":
		return llm.FinishStop
	case "max_tokens", "model_context_window_exceeded":
		return llm.FinishLength
	case "refusal":
		return llm.FinishFilter
	}
	return reason
}

func empty(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// longestFailure is how many bytes of a failure are kept.
const longestFailure = 500

func short(raw json.RawMessage) string {
	if empty(raw) {
		return ""
	}
	text := string(raw)
	if len(text) > longestFailure {
		text = strings.ToValidUTF8(text[:longestFailure], "") + "…"
	}
	return text
}
