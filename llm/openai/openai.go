// Package openai asks models behind OpenAI's chat completions: OpenAI itself,
// DeepSeek, and every server that is compatible with it.
//
//  1. a Service says what each does in its own way (service.go);
//  2. a request becomes the SDK's parameters, and what the service has not is
//     dropped and said (request.go);
//  3. the stream's pieces, or the one answer, become an llm.Response (answer.go);
//  4. errors in the service's shapes get their kinds (failure.go).
//
// The SDK does the talking and retries nothing. Nothing is read from the
// environment. The package must not know other providers' protocols.
package openai

import (
	"context"

	sdk "github.com/openai/openai-go"
	"github.com/openai/openai-go/option"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// Model is one model of a service. It is safe for concurrent use.
type Model struct {
	service Service
	config  wire.Config
	chat    sdk.ChatCompletionService
}

// New gives a model without asking anybody. The config's Provider and an empty
// BaseURL are filled in by the service. Its errors are *llm.Error.
func New(s Service, c wire.Config) (*Model, error) {
	set, err := s.settings(&c)
	if err != nil {
		return nil, err
	}
	return &Model{s, c, sdk.NewChatCompletionService(set...)}, nil
}

// settings completes a config and gives the options of the SDK that it means.
func (s Service) settings(c *wire.Config) ([]option.RequestOption, error) {
	c.Provider = s.Provider
	if c.BaseURL == "" {
		c.BaseURL = s.BaseURL
	}
	if c.BaseURL == "" {
		return nil, &llm.Error{Kind: llm.KindBadRequest, Model: c.Name(), Message: "nobody says where the server is",
			Hint: "give its address with --base-url http://host:port/v1"}
	}
	if err := c.CheckBaseURL(); err != nil {
		return nil, err
	}
	if err := c.NeedKey(); s.NeedsKey && err != nil {
		return nil, err
	}
	set := []option.RequestOption{option.WithBaseURL(c.BaseURL), option.WithHTTPClient(c.Client()), option.WithMaxRetries(0)}
	if c.Key != "" {
		set = append(set, option.WithAPIKey(c.Key))
	}
	return set, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.config.Name() }

// Complete implements llm.Model.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	call := m.config.Begin(ctx, r.Options.Omit)
	params, extra := m.params(call, r)
	if m.config.Whole {
		answer, err := m.chat.New(call.Context(), params, extra...)
		if err == nil {
			takeWhole(call, answer)
		}
		return call.End(err, read)
	}
	llm.Reached(ctx, llm.StageWaiting)
	stream := m.chat.NewStreaming(call.Context(), params, extra...)
	err := takeStream(call, stream)
	return call.End(err, read)
}

// List names the models that a service has for this key, in its order.
func List(ctx context.Context, s Service, c wire.Config) ([]string, error) {
	set, err := s.settings(&c)
	if err != nil {
		return nil, err
	}
	var names []string
	models := sdk.NewModelService(set...)
	err = c.Ask(ctx, read, func(ctx context.Context) error {
		page, err := models.List(ctx)
		if err != nil {
			return err
		}
		for _, m := range page.Data {
			names = append(names, m.ID)
		}
		return nil
	})
	return names, err
}
