package ollama

import (
	"encoding/json"
	"errors"

	"github.com/ollama/ollama/api"

	"ercheck/llm"
	"ercheck/llm/wire"
)

const (
	// FinishAborted is the Finish of an answer whose stream the server ended in
	// good order without saying that the answer is done. Servers do so when a model
	// goes on repeating one token.
	FinishAborted = "aborted"
	// FinishRepetition is the same from a server that says why.
	FinishRepetition = "repetition"
	// finishUnknown is for a server that does not say why an answer is done.
	finishUnknown = "unknown"
)

// errEnough ends a stream of which there is no more room for.
var errEnough = errors.New("the answer is larger than its limit")

// take makes a call and gathers its pieces. It gives the last of them.
func take(call *wire.Call, chat func(api.ChatResponseFunc) error) (last api.ChatResponse, err error) {
	err = chat(func(piece api.ChatResponse) error {
		if !call.Thinking(piece.Message.Thinking) || !call.Text(piece.Message.Content) {
			return errEnough
		}
		last = piece
		return nil
	})
	switch {
	case err != nil:
		failed(call, err)
	case last.Done:
		done(call, last)
	case !call.Cut() && !call.Failed() && call.Context().Err() == nil:
		call.Response.Finish = FinishAborted
	}
	return last, err
}

// failed notes an error that the server said in mid-stream. The client gives its
// text alone.
func failed(call *wire.Call, err error) {
	if call.Failed() || call.Cut() || wire.IsNetwork(err) || errors.Is(err, errEnough) {
		return
	}
	text, _ := json.Marshal(err.Error()) // a string can always be written
	call.Refused(`{"error":` + string(text) + `}`)
}

// done takes what the last line says about the whole answer.
func done(call *wire.Call, last api.ChatResponse) {
	call.Response.Finish = last.DoneReason
	if last.DoneReason == "" {
		call.Response.Finish = finishUnknown
	}
	call.Response.Usage = llm.Usage{PromptTokens: last.PromptEvalCount, CompletionTokens: last.EvalCount}
	call.Response.Timing.Load = last.LoadDuration
}
