package openai_test

import (
	"testing"

	"ercheck/llm"
	"ercheck/llm/llmtest"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/openai"
	"ercheck/llm/wire"
)

func opener(s openai.Service) func(wire.Config) (llm.Model, error) {
	return func(c wire.Config) (llm.Model, error) { return openai.New(s, c) }
}

func TestConformance(t *testing.T) {
	for _, s := range []openai.Service{openai.OpenAI, openai.DeepSeek, openai.Compatible} {
		t.Run(s.Provider, func(t *testing.T) {
			llmtest.Run(t, llmtest.Harness{
				Protocol: fake.OpenAI, New: opener(s), Header: "Authorization", Seedless: s.Provider == "deepseek",
				NotFound: "The model `fake-model` does not exist or you do not have access to it.",
				Refused: fake.Failure{
					Message: "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
					Param:   "temperature", Code: "unsupported_value",
				},
				Param: llm.ParamTemperature,
			})
		})
	}
}
