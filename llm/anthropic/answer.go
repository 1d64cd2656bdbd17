package anthropic

import (
	"errors"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// finishes are the reasons to stop, as llm has them. Others stay as they are.
var finishes = map[sdk.StopReason]string{
	sdk.StopReasonEndTurn:                    llm.FinishStop,
	sdk.StopReasonStopSequence:               llm.FinishStop,
	sdk.StopReasonMaxTokens:                  llm.FinishLength,
	sdk.StopReasonModelContextWindowExceeded: llm.FinishLength,
	sdk.StopReasonRefusal:                    llm.FinishFilter,
}

func finish(call *wire.Call, reason sdk.StopReason) {
	call.Response.Finish = string(reason)
	if known, ok := finishes[reason]; ok {
		call.Response.Finish = known
	}
}

// takeStream takes events until the message ends, or the call has enough.
func takeStream(call *wire.Call, stream *ssestream.Stream[sdk.MessageStreamEventUnion]) error {
	for stream.Next() {
		if !takeEvent(call, stream.Current()) {
			break
		}
	}
	err := stream.Err()
	var said *sdk.Error
	if errors.As(err, &said) {
		call.Refused(said.RawJSON())
	}
	if closed := stream.Close(); err == nil {
		err = closed
	}
	return err
}

// takeEvent takes one event. It reports false when there is no room for more.
func takeEvent(call *wire.Call, e sdk.MessageStreamEventUnion) bool {
	switch e.Type {
	case "message_start":
		takeStart(call, e.Message)
	case "content_block_delta":
		return call.Thinking(e.Delta.Thinking) && call.Text(e.Delta.Text)
	case "message_delta":
		call.Response.Usage.CompletionTokens = int(e.Usage.OutputTokens)
		if e.Delta.StopReason != "" {
			finish(call, e.Delta.StopReason)
		}
	}
	return true
}

// takeStart takes what is said of the whole message.
func takeStart(call *wire.Call, m sdk.Message) {
	u := m.Usage
	call.Response.Model = m.Model
	call.Response.Usage = llm.Usage{
		PromptTokens:     int(u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens),
		CompletionTokens: int(u.OutputTokens),
		CachedTokens:     int(u.CacheReadInputTokens),
	}
}

// takeWhole takes the message that was asked for in one piece.
func takeWhole(call *wire.Call, m *sdk.Message) {
	takeStart(call, *m)
	for _, block := range m.Content {
		if !call.Thinking(block.Thinking) || !call.Text(block.Text) {
			return
		}
	}
	finish(call, m.StopReason)
}
