package openai

import (
	"encoding/json"

	sdk "github.com/openai/openai-go"
	"github.com/openai/openai-go/option"
	"github.com/openai/openai-go/shared"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// params are the SDK's parameters for r, with those it has no field for as
// options. Temperature 0 is sent, for a service's own default is another.
func (m *Model) params(call *wire.Call, r llm.Request) (sdk.ChatCompletionNewParams, []option.RequestOption) {
	p := sdk.ChatCompletionNewParams{Model: m.config.Model, Messages: messages(r.Messages)}
	var extra []option.RequestOption
	o := r.Options
	if call.Sends(llm.ParamTemperature) {
		p.Temperature = sdk.Float(o.Temperature)
	}
	if o.Seed != 0 && m.has(call, m.service.seed, llm.ParamSeed) {
		p.Seed = sdk.Int(o.Seed)
	}
	if o.MaxTokens > 0 && call.Sends(llm.ParamMaxTokens) {
		extra = append(extra, option.WithJSONSet(m.service.maxTokens, o.MaxTokens))
	}
	if o.Think != llm.ThinkDefault && call.Sends(llm.ParamThink) {
		field, value := m.service.think(o.Think == llm.ThinkOn)
		extra = append(extra, option.WithJSONSet(field, value))
	}
	if o.Schema != nil && m.has(call, m.service.schema, llm.ParamSchema) {
		p.ResponseFormat = following(o.Schema)
	}
	if !m.config.Whole && call.Sends(paramUsage) {
		p.StreamOptions = sdk.ChatCompletionStreamOptionsParam{IncludeUsage: sdk.Bool(true)}
	}
	return p, extra
}

// has reports whether an option is to be sent that not every service has.
func (m *Model) has(call *wire.Call, known bool, param string) bool {
	if !known {
		call.Drop(param)
		return false
	}
	return call.Sends(param)
}

func messages(all []llm.Message) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
	for _, m := range all {
		switch m.Role {
		case llm.RoleSystem:
			out = append(out, sdk.SystemMessage(m.Content))
		case llm.RoleAssistant:
			out = append(out, sdk.AssistantMessage(m.Content))
		default:
			out = append(out, sdk.UserMessage(m.Content))
		}
	}
	return out
}

// following asks for an answer that follows a schema, in the order of its keys.
func following(schema json.RawMessage) sdk.ChatCompletionNewParamsResponseFormatUnion {
	return sdk.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
		JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "answer", Strict: sdk.Bool(true), Schema: schema},
	}}
}
