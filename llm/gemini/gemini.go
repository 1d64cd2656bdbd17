// Package gemini asks Google's models by the Gemini protocol.
//
//  1. a request becomes the SDK's contents and config, and what the protocol has
//     not is dropped and said (request.go);
//  2. the stream's pieces, or the one response, become an llm.Response (answer.go);
//  3. errors in the service's shape get their kinds (failure.go).
//
// The SDK does the talking. It retries nothing, and its habit to go on with an
// answer that was cut off, by asking again, is switched off: that would be paid
// and not be said. The key goes in a header, never in an address.
package gemini

import (
	"context"

	"google.golang.org/genai"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// Provider stands before the colon in a model's full name.
const Provider = "gemini"

// address is where the service is.
const address = "https://generativelanguage.googleapis.com/"

// Model is one model of the service. It is safe for concurrent use.
type Model struct {
	config wire.Config
	client *genai.Client
}

// New gives a model without asking anybody. Its errors are *llm.Error.
func New(c wire.Config) (*Model, error) {
	client, err := connect(&c)
	if err != nil {
		return nil, err
	}
	return &Model{c, client}, nil
}

// connect completes a config and gives a client for it.
func connect(c *wire.Config) (*genai.Client, error) {
	c.Provider = Provider
	if c.BaseURL == "" {
		c.BaseURL = address
	}
	if err := c.CheckBaseURL(); err != nil {
		return nil, err
	}
	if err := c.NeedKey(); err != nil {
		return nil, err
	}
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey: c.Key, Backend: genai.BackendGeminiAPI, HTTPClient: c.Client(),
		HTTPOptions: genai.HTTPOptions{BaseURL: c.BaseURL, APIVersion: "v1beta"},
	})
	if err != nil {
		// The SDK prints its whole config, with the key.
		return nil, &llm.Error{Kind: llm.KindBadRequest, Model: c.Name(), Message: "the SDK does not take this configuration"}
	}
	return client, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.config.Name() }

// Complete implements llm.Model.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	call := m.config.Begin(ctx, r.Options.Omit)
	contents, config := parameters(call, r)
	if m.config.Whole {
		answer, err := m.client.Models.GenerateContent(call.Context(), m.config.Model, contents, config)
		if err == nil {
			take(call, answer)
		}
		return call.End(err, read)
	}
	llm.Reached(ctx, llm.StageWaiting)
	for piece, err := range m.client.Models.GenerateContentStream(call.Context(), m.config.Model, contents, config) {
		if err != nil {
			refused(call, err)
			return call.End(err, read)
		}
		if !take(call, piece) {
			break
		}
	}
	return call.End(nil, read)
}

// listed is how many models are asked for at a time: the most that there may be.
const listed = 1000

// List names the models that answer for this key, in the service's order.
func List(ctx context.Context, c wire.Config) ([]string, error) {
	client, err := connect(&c)
	if err != nil {
		return nil, err
	}
	var names []string
	err = c.Ask(ctx, read, func(ctx context.Context) error {
		page, err := client.Models.List(ctx, &genai.ListModelsConfig{PageSize: listed})
		if err != nil {
			return err
		}
		for _, m := range page.Items {
			if answers(m) {
				names = append(names, nameOf(m))
			}
		}
		return nil
	})
	return names, err
}
