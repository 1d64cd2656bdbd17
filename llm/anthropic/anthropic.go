// Package anthropic asks models by Anthropic's Messages protocol.
//
//  1. a request becomes the SDK's parameters, and what the protocol has not is
//     dropped and said (request.go);
//  2. the stream's events, or the one message, become an llm.Response (answer.go);
//  3. errors in the service's shape get their kinds (failure.go).
//
// There are two ways to ask a model to reason, and each is refused by models of
// the other: the newer is tried first, once for each Model.
//
// The SDK does the talking and retries nothing. Nothing is read from the
// environment, nor from the SDK's own files of credentials.
package anthropic

import (
	"context"
	"strings"
	"sync/atomic"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// Provider stands before the colon in a model's full name.
const Provider = "anthropic"

// address is where the service is.
const address = "https://api.anthropic.com/"

// Model is one model of the service. It is safe for concurrent use.
type Model struct {
	config   wire.Config
	messages sdk.MessageService
	budgeted atomic.Bool // it reasons by a budget of tokens: the older way
}

// New gives a model without asking anybody. Its errors are *llm.Error.
func New(c wire.Config) (*Model, error) {
	set, err := settings(&c)
	if err != nil {
		return nil, err
	}
	return &Model{config: c, messages: sdk.NewMessageService(set...)}, nil
}

// settings completes a config and gives the options of the SDK that it means.
func settings(c *wire.Config) ([]option.RequestOption, error) {
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
	return []option.RequestOption{
		option.WithBaseURL(c.BaseURL), option.WithHTTPClient(c.Client()), option.WithMaxRetries(0), option.WithAPIKey(c.Key),
	}, nil
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.config.Name() }

// Complete implements llm.Model.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	budgeted := m.budgeted.Load()
	got, err := m.ask(ctx, r, budgeted)
	if r.Options.Think == llm.ThinkOn && !budgeted && refusesAdaptive(err) {
		m.budgeted.Store(true)
		return m.ask(ctx, r, true)
	}
	return got, err
}

// refusesAdaptive reports whether an error is about the newer way to reason.
func refusesAdaptive(err error) bool {
	return llm.KindOf(err) == llm.KindBadRequest && strings.Contains(err.Error(), "adaptive")
}

// ask makes one call.
func (m *Model) ask(ctx context.Context, r llm.Request, budgeted bool) (llm.Response, error) {
	call := m.config.Begin(ctx, r.Options.Omit)
	params, extra := m.params(call, r, budgeted)
	if m.config.Whole {
		answer, err := m.messages.New(call.Context(), params, extra...)
		if err == nil {
			takeWhole(call, answer)
		}
		return call.End(err, read)
	}
	llm.Reached(ctx, llm.StageWaiting)
	err := takeStream(call, m.messages.NewStreaming(call.Context(), params, extra...))
	return call.End(err, read)
}

// listed is how many models are asked for: more than there are.
const listed = 1000

// List names the models that there are for this key, newest first.
func List(ctx context.Context, c wire.Config) ([]string, error) {
	set, err := settings(&c)
	if err != nil {
		return nil, err
	}
	var names []string
	models := sdk.NewModelService(set...)
	err = c.Ask(ctx, read, func(ctx context.Context) error {
		page, err := models.List(ctx, sdk.ModelListParams{Limit: sdk.Int(listed)})
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
