package openai

import (
	"ercheck/llm"
	"ercheck/llm/wire"
)

// Service is one that speaks this protocol, with what it does in its own way.
type Service struct {
	Provider  string // its name before the colon
	BaseURL   string // where it is; "" = the user has to say
	NeedsKey  bool
	maxTokens string // what the limit on an answer's length is called
	seed      bool   // it knows one
	schema    bool   // it takes a JSON schema
	// think is the field that turns reasoning on or off, and its value.
	think func(on bool) (field string, value any)
}

// OpenAI is the company's own service.
var OpenAI = Service{
	Provider: "openai", BaseURL: "https://api.openai.com/v1/", NeedsKey: true,
	maxTokens: "max_completion_tokens", seed: true, schema: true,
	think: func(on bool) (string, any) {
		if on {
			return "reasoning_effort", "medium"
		}
		return "reasoning_effort", "none"
	},
}

// DeepSeek has neither a seed nor a schema.
var DeepSeek = Service{
	Provider: "deepseek", BaseURL: "https://api.deepseek.com/v1/", NeedsKey: true,
	maxTokens: "max_tokens",
	think: func(on bool) (string, any) {
		if on {
			return "thinking", map[string]string{"type": "enabled"}
		}
		return "thinking", map[string]string{"type": "disabled"}
	},
}

// Compatible is any other server with this protocol: vLLM, SGLang, llama.cpp, a
// gateway. Reasoning is a variable of the model's chat template there.
var Compatible = Service{
	Provider: "compatible", maxTokens: "max_tokens", seed: true, schema: true,
	think: func(on bool) (string, any) {
		return "chat_template_kwargs", map[string]bool{"enable_thinking": on}
	},
}

// paramUsage is dropped for servers that do not count tokens in a stream.
const paramUsage = "stream_options"

// options are the fields that a server may refuse.
var options = wire.Options{
	"temperature":           llm.ParamTemperature,
	"seed":                  llm.ParamSeed,
	"max_tokens":            llm.ParamMaxTokens,
	"max_completion_tokens": llm.ParamMaxTokens,
	"reasoning_effort":      llm.ParamThink,
	"effort":                llm.ParamThink,
	"thinking":              llm.ParamThink,
	"chat_template_kwargs":  llm.ParamThink,
	"response_format":       llm.ParamSchema,
	"json_schema":           llm.ParamSchema,
	"stream_options":        paramUsage,
}
