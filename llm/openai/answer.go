package openai

import (
	"encoding/json"
	"strings"

	sdk "github.com/openai/openai-go"
	"github.com/openai/openai-go/packages/respjson"
	"github.com/openai/openai-go/packages/ssestream"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// inStream is what the SDK puts before an error that comes as an event.
const inStream = "received error while streaming: "

// takeStream takes pieces until the answer ends, or the call has enough.
func takeStream(call *wire.Call, stream *ssestream.Stream[sdk.ChatCompletionChunk]) error {
	for stream.Next() {
		if !takeChunk(call, stream.Current()) {
			break
		}
	}
	err := stream.Err()
	if err == nil {
		return stream.Close()
	}
	if document, ok := strings.CutPrefix(err.Error(), inStream); ok {
		call.Refused(`{"error":` + quoted(document) + `}`)
	}
	if call.Response.Model != "" {
		_ = stream.Close() // it has failed already
	}
	return err
}

// quoted is an error as JSON: the SDK hands on an object as it stands, and a
// string without its quotes.
func quoted(document string) string {
	if json.Valid([]byte(document)) {
		return document
	}
	text, _ := json.Marshal(document) // a string can always be written
	return string(text)
}

// takeChunk takes one event. It reports false when there is no room for more.
func takeChunk(call *wire.Call, c sdk.ChatCompletionChunk) bool {
	call.Response.Model = c.Model
	if c.JSON.Usage.Valid() {
		takeUsage(call, c.Usage)
	}
	for _, choice := range c.Choices {
		if whole, ok := choice.JSON.ExtraFields["message"]; ok {
			return takeMessage(call, whole.Raw(), choice.FinishReason)
		}
		d := choice.Delta
		if !call.Thinking(reasoning(d.JSON.ExtraFields)) || !call.Text(d.Content) || !call.Text(d.Refusal) {
			return false
		}
		finish(call, choice.FinishReason, d.Refusal)
	}
	return true
}

// takeMessage takes the answer of a server that does not stream.
func takeMessage(call *wire.Call, document, reason string) bool {
	var m sdk.ChatCompletionMessage
	if json.Unmarshal([]byte(document), &m) != nil {
		return true // an answer without an end, which the call takes for cut
	}
	fits := call.Thinking(reasoning(m.JSON.ExtraFields)) && call.Text(m.Content) && call.Text(m.Refusal)
	if fits {
		finish(call, reason, m.Refusal)
	}
	return fits
}

// takeWhole takes the answer that was asked for in one piece.
func takeWhole(call *wire.Call, c *sdk.ChatCompletion) {
	call.Response.Model = c.Model
	takeUsage(call, c.Usage)
	if len(c.Choices) > 0 {
		takeMessage(call, c.Choices[0].Message.RawJSON(), c.Choices[0].FinishReason)
	}
}

// reasoning is what the model thought, under the two names that are in use.
func reasoning(fields map[string]respjson.Field) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		var text string
		if f, ok := fields[name]; ok && json.Unmarshal([]byte(f.Raw()), &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

func takeUsage(call *wire.Call, u sdk.CompletionUsage) {
	if u.PromptTokens == 0 && u.CompletionTokens == 0 {
		return
	}
	call.Response.Usage = llm.Usage{
		PromptTokens:     int(u.PromptTokens),
		CompletionTokens: int(u.CompletionTokens),
		CachedTokens:     int(u.PromptTokensDetails.CachedTokens),
	}
}

// finish notes how the answer ended. A refusal is told in words of its own and
// ends as any answer does.
func finish(call *wire.Call, reason, refusal string) {
	switch {
	case reason == "":
		if refusal != "" {
			call.Refusing = true
		}
	case refusal != "" || call.Refusing:
		call.Response.Finish = llm.FinishFilter
	default:
		call.Response.Finish = reason
	}
}
