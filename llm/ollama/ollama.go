// Package ollama asks the models of an Ollama server by its own protocol: the one
// that is compatible with OpenAI's cuts prompts in silence.
//
//  1. Address finds the server, as OLLAMA_HOST means it (address.go);
//  2. a model is got ready once: what it can do, how long a context it was trained
//     for, how much of it the prompts need, and into memory with it (ready.go);
//  3. a request becomes a chat that is never cut and never shifted (request.go);
//  4. the stream becomes an llm.Response, if its last line says that it is whole:
//     the client gives no error for most ways to break off (answer.go);
//  5. errors get their kinds (failure.go).
//
// The context length stays the same from call to call, since another one loads
// the model anew. It grows when a prompt turns out not to fit and the model was
// trained for more.
//
// The client does the talking. Nothing is read from the environment, and nothing
// is pulled or removed on the server.
package ollama

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/ollama/ollama/api"

	"ercheck/llm"
	"ercheck/llm/wire"
)

// Provider stands before the colon in a model's full name.
const Provider = "ollama"

// Model is one model of a server. It is safe for concurrent use.
type Model struct {
	config wire.Config
	client *api.Client

	loading sync.Mutex // held while the model is got ready
	mu      sync.Mutex // guards what follows
	known   *facts     // nil = the server was not asked yet
	context int        // num_ctx of every call; 0 = not settled
	used    time.Time  // when it was last known to be in memory; zero = never
}

// New gives a model without asking the server. An empty BaseURL is the default
// address. Its errors are *llm.Error.
func New(c wire.Config) (*Model, error) {
	client, err := connect(&c)
	if err != nil {
		return nil, err
	}
	return &Model{config: c, client: client}, nil
}

// connect completes a config and gives a client for it.
func connect(c *wire.Config) (*api.Client, error) {
	c.Provider = Provider
	if c.BaseURL == "" {
		c.BaseURL = Address("")
	}
	if err := c.CheckBaseURL(); err != nil {
		return nil, err
	}
	base, err := url.Parse(c.BaseURL)
	if err != nil {
		return nil, err // which CheckBaseURL would have said
	}
	client := c.Client()
	if c.Key != "" {
		client.Transport = &keyed{client.Transport, c.Key}
	}
	return api.NewClient(base, client), nil
}

// keyed sends a key, which a server behind a proxy may want and the client has no
// place for.
type keyed struct {
	http.RoundTripper
	key string
}

// RoundTrip implements http.RoundTripper.
func (k *keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+k.key)
	return k.RoundTripper.RoundTrip(r)
}

// Name implements llm.Model.
func (m *Model) Name() string { return m.config.Name() }

// Prepare implements llm.Preparer: the context will have room for longest.
func (m *Model) Prepare(ctx context.Context, longest llm.Request) error {
	_, err := m.ready(ctx, longest)
	return err
}

// Complete implements llm.Model. A prompt that does not fit the model is an error
// of llm.KindTooLong. What took the model into memory is in Timing.Load.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	begun := time.Now()
	for {
		s, err := m.ready(ctx, r)
		if err != nil {
			return llm.Response{}, err
		}
		loaded := time.Since(begun)
		got, err := m.chat(ctx, s, r)
		if llm.KindOf(err) == llm.KindTooLong && m.grow(s) {
			continue
		}
		m.note(err)
		got.Timing.Load += loaded
		return got, err
	}
}

// note remembers that the model is in memory, or that this is not sure any more.
func (m *Model) note(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used = time.Now()
	if err != nil {
		m.used = time.Time{}
	}
}

// chat makes one call.
func (m *Model) chat(ctx context.Context, s state, r llm.Request) (llm.Response, error) {
	call := m.config.Begin(ctx, r.Options.Omit)
	request := m.request(call, s, r)
	if !m.config.Whole {
		llm.Reached(ctx, llm.StageWaiting)
	}
	last, err := take(call, func(f api.ChatResponseFunc) error { return m.client.Chat(call.Context(), request, f) })
	call.Response.Model = s.exact(m.config.Model)
	got, err := call.End(err, m.read)
	if err != nil {
		return got, err
	}
	return got, m.fits(s, last)
}

// List names the models that a server has, in its order.
func List(ctx context.Context, c wire.Config) ([]string, error) {
	client, err := connect(&c)
	if err != nil {
		return nil, err
	}
	m := &Model{config: c}
	var names []string
	err = c.Ask(ctx, m.read, func(ctx context.Context) error {
		all, err := client.List(ctx)
		if err != nil {
			return err
		}
		for _, one := range all.Models {
			names = append(names, one.Name)
		}
		return nil
	})
	return slices.Clip(names), err
}
