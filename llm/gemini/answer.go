package gemini

import (
	"encoding/json"
	"errors"

	"google.golang.org/genai"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// finishes are the reasons to stop, as llm has them. Others stay as they are.
var finishes = map[genai.FinishReason]string{
	genai.FinishReasonStop:              llm.FinishStop,
	genai.FinishReasonMaxTokens:         llm.FinishLength,
	genai.FinishReasonSafety:            llm.FinishFilter,
	genai.FinishReasonRecitation:        llm.FinishFilter,
	genai.FinishReasonBlocklist:         llm.FinishFilter,
	genai.FinishReasonProhibitedContent: llm.FinishFilter,
	genai.FinishReasonSPII:              llm.FinishFilter,
}

// blocked is the status, not one of the service's, of a prompt that it keeps
// from its models. It says so with status 200 and no answer.
const blocked = "PROMPT_BLOCKED"

// take takes a piece of an answer, or all of it. It reports false when there is
// no room for more.
func take(call *wire.Call, r *genai.GenerateContentResponse) bool {
	if r.ModelVersion != "" {
		call.Response.Model = r.ModelVersion
	}
	if u := r.UsageMetadata; u != nil {
		call.Response.Usage = llm.Usage{
			PromptTokens:     int(u.PromptTokenCount + u.ToolUsePromptTokenCount),
			CompletionTokens: int(u.CandidatesTokenCount + u.ThoughtsTokenCount),
			CachedTokens:     int(u.CachedContentTokenCount),
		}
	}
	if f := r.PromptFeedback; f != nil && f.BlockReason != "" {
		refuse(call, genai.APIError{Status: blocked, Message: "the prompt is blocked: " + string(f.BlockReason)})
	}
	if len(r.Candidates) == 0 {
		return true
	}
	return takeCandidate(call, r.Candidates[0])
}

func takeCandidate(call *wire.Call, c *genai.Candidate) bool {
	if c.Content != nil {
		for _, part := range c.Content.Parts {
			add := call.Text
			if part.Thought {
				add = call.Thinking
			}
			if !add(part.Text) {
				return false
			}
		}
	}
	if c.FinishReason != "" {
		call.Response.Finish = string(c.FinishReason)
		if known, ok := finishes[c.FinishReason]; ok {
			call.Response.Finish = known
		}
	}
	return true
}

// refused notes an error that came within a stream.
func refused(call *wire.Call, err error) {
	var said genai.APIError
	if errors.As(err, &said) {
		refuse(call, said)
	}
}

func refuse(call *wire.Call, e genai.APIError) {
	// An error of the service is made of texts and numbers, which can be written.
	document, _ := json.Marshal(map[string]genai.APIError{"error": e})
	call.Refused(string(document))
}
