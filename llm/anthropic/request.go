package anthropic

import (
	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"ercheck/llm"
	"ercheck/llm/wire"
)

const (
	// answerTokens is the limit on an answer where the user sets none: the protocol
	// wants one, and this is what every model of the last generations takes.
	answerTokens = 8192
	// fewTokens is the limit for a model that refused another.
	fewTokens = 4096
	// thinkTokens is how many tokens a model may reason for, by the older way. They
	// count in the limit on the answer, so it is raised by as many.
	thinkTokens = 4096
)

// params are the SDK's parameters for r, with those it cannot keep in their
// order as options.
func (m *Model) params(call *wire.Call, r llm.Request, budgeted bool) (sdk.MessageNewParams, []option.RequestOption) {
	o := r.Options
	p := sdk.MessageNewParams{Model: m.config.Model, MaxTokens: answerTokens}
	p.System, p.Messages = turns(r.Messages)
	switch {
	case !call.Sends(llm.ParamMaxTokens):
		p.MaxTokens = fewTokens
	case o.MaxTokens > 0:
		p.MaxTokens = int64(o.MaxTokens)
	}
	thinks := o.Think != llm.ThinkDefault && call.Sends(llm.ParamThink)
	if thinks {
		think(&p, o.Think == llm.ThinkOn, budgeted)
	}
	if thinks && o.Think == llm.ThinkOn {
		// A model that reasons chooses its temperature itself.
		call.Drop(llm.ParamTemperature)
	} else if call.Sends(llm.ParamTemperature) {
		p.Temperature = sdk.Float(o.Temperature)
	}
	if o.Seed != 0 {
		call.Drop(llm.ParamSeed)
	}
	var extra []option.RequestOption
	if o.Schema != nil && call.Sends(llm.ParamSchema) {
		extra = append(extra, option.WithJSONSet("output_config", map[string]any{
			"format": map[string]any{"type": "json_schema", "schema": o.Schema},
		}))
	}
	return p, extra
}

// think turns reasoning on or off.
func think(p *sdk.MessageNewParams, on, budgeted bool) {
	switch {
	case !on:
		p.Thinking.OfDisabled = &sdk.ThinkingConfigDisabledParam{}
	case budgeted:
		p.Thinking.OfEnabled = &sdk.ThinkingConfigEnabledParam{BudgetTokens: thinkTokens}
		p.MaxTokens += thinkTokens
	default:
		p.Thinking.OfAdaptive = &sdk.ThinkingConfigAdaptiveParam{Display: sdk.ThinkingConfigAdaptiveDisplaySummarized}
	}
}

// turns are the messages, with what the system says apart.
func turns(all []llm.Message) (system []sdk.TextBlockParam, turns []sdk.MessageParam) {
	for _, m := range all {
		text := sdk.NewTextBlock(m.Content)
		switch m.Role {
		case llm.RoleSystem:
			system = append(system, sdk.TextBlockParam{Text: m.Content})
		case llm.RoleAssistant:
			turns = append(turns, sdk.NewAssistantMessage(text))
		default:
			turns = append(turns, sdk.NewUserMessage(text))
		}
	}
	return system, turns
}
