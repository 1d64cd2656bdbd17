package gemini

import (
	"math"
	"slices"
	"strings"

	"google.golang.org/genai"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// parameters are the SDK's for r. Temperature 0 is sent, for the service's own
// default is another.
func parameters(call *wire.Call, r llm.Request) ([]*genai.Content, *genai.GenerateContentConfig) {
	o := r.Options
	config := &genai.GenerateContentConfig{AutomaticContinuation: new(bool)}
	var contents []*genai.Content
	config.SystemInstruction, contents = turns(r.Messages)
	if call.Sends(llm.ParamTemperature) {
		config.Temperature = genai.Ptr(float32(o.Temperature))
	}
	if o.Seed != 0 && call.Sends(llm.ParamSeed) {
		seed(call, config, o.Seed)
	}
	if o.MaxTokens > 0 && call.Sends(llm.ParamMaxTokens) {
		config.MaxOutputTokens = int32(min(o.MaxTokens, math.MaxInt32))
	}
	if o.Think != llm.ThinkDefault && call.Sends(llm.ParamThink) {
		config.ThinkingConfig = think(o.Think == llm.ThinkOn)
	}
	if o.Schema != nil && call.Sends(llm.ParamSchema) {
		config.ResponseMIMEType = "application/json"
		// The SDK's own field for it would sort its keys.
		config.HTTPOptions = &genai.HTTPOptions{ExtraBody: map[string]any{
			"generationConfig": map[string]any{"responseJsonSchema": o.Schema},
		}}
	}
	return contents, config
}

// seed is sent if it is one of the service's, which are smaller.
func seed(call *wire.Call, config *genai.GenerateContentConfig, n int64) {
	if n < math.MinInt32 || n > math.MaxInt32 {
		call.Drop(llm.ParamSeed)
		return
	}
	config.Seed = genai.Ptr(int32(n))
}

// think lets a model choose how long it reasons, or forbids it.
func think(on bool) *genai.ThinkingConfig {
	if on {
		return &genai.ThinkingConfig{IncludeThoughts: true, ThinkingBudget: genai.Ptr[int32](-1)}
	}
	return &genai.ThinkingConfig{ThinkingBudget: genai.Ptr[int32](0)}
}

// turns are the messages, with what the system says apart.
func turns(all []llm.Message) (system *genai.Content, turns []*genai.Content) {
	for _, m := range all {
		switch m.Role {
		case llm.RoleSystem:
			if system == nil {
				system = &genai.Content{}
			}
			system.Parts = append(system.Parts, genai.NewPartFromText(m.Content))
		case llm.RoleAssistant:
			turns = append(turns, genai.NewContentFromText(m.Content, genai.RoleModel))
		default:
			turns = append(turns, genai.NewContentFromText(m.Content, genai.RoleUser))
		}
	}
	return system, turns
}

// answers reports whether a model can be asked, where the service says it.
func answers(m *genai.Model) bool {
	return len(m.SupportedActions) == 0 || slices.Contains(m.SupportedActions, "generateContent")
}

func nameOf(m *genai.Model) string { return strings.TrimPrefix(m.Name, "models/") }
