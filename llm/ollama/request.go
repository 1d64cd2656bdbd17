package ollama

import (
	"time"

	"github.com/ollama/ollama/api"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// keepAlive is how long the server is asked to keep the model in memory after a
// call: longer than a run waits between two, shorter than a night.
func keepAlive() *api.Duration { return &api.Duration{Duration: 30 * time.Minute} }

// request is the chat that r means. The prompt is never cut (truncate), and what
// was read is never thrown away to go on writing (shift).
func (m *Model) request(call *wire.Call, s state, r llm.Request) *api.ChatRequest {
	no, stream := false, !m.config.Whole
	request := &api.ChatRequest{
		Model: m.config.Model, Stream: &stream, Truncate: &no, Shift: &no, KeepAlive: keepAlive(),
		Options: map[string]any{"num_ctx": s.context},
	}
	for _, one := range r.Messages {
		request.Messages = append(request.Messages, api.Message{Role: one.Role, Content: one.Content})
	}
	o := r.Options
	if call.Sends(llm.ParamTemperature) {
		request.Options["temperature"] = o.Temperature
	}
	if o.Seed != 0 && call.Sends(llm.ParamSeed) {
		request.Options["seed"] = o.Seed
	}
	if o.MaxTokens > 0 && call.Sends(llm.ParamMaxTokens) {
		request.Options["num_predict"] = o.MaxTokens
	}
	if o.Schema != nil && call.Sends(llm.ParamSchema) {
		request.Format = o.Schema
	}
	request.Think = think(call, s, o.Think)
	return request
}

// think says explicitly what a model that reasons is to do, since the server's
// default has changed between versions and decides where the reasoning appears.
// A model that cannot reason is told nothing; to want it from one is dropped.
func think(call *wire.Call, s state, want llm.Think) *api.ThinkValue {
	switch {
	case want != llm.ThinkDefault && !call.Sends(llm.ParamThink):
		return nil
	case !s.thinks && want == llm.ThinkOn:
		call.Drop(llm.ParamThink)
		return nil
	case !s.thinks || want == llm.ThinkDefault && !call.Sends(llm.ParamThink):
		return nil
	}
	return &api.ThinkValue{Value: want != llm.ThinkOff}
}
