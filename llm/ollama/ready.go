package ollama

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/types/model"

	"ercheck/llm"
)

// facts are what a server says about a model.
type facts struct {
	trained  int    // the context length it was trained for, in tokens; 0 = unknown
	thinks   bool   // it reasons before it answers, and can be told not to
	digest   string // of its files; "" = unknown
	complete bool   // it answers at all
}

// state is what a call is made with.
type state struct {
	facts
	context int // num_ctx, in tokens
}

// exact is a model's name with its digest, since a tag can be moved.
func (s state) exact(name string) string {
	if s.digest == "" {
		return name
	}
	return name + "@" + s.digest[:min(12, len(s.digest))]
}

const (
	// bytesPerToken is fewer than there are in a token of SQL and English, 3 to 4,
	// so that an estimate errs on the side of more room.
	bytesPerToken = 2.5
	// templateTokens are for what a model's template puts around the messages.
	templateTokens = 256
	// answerTokens are for an answer, with its reasoning, whose length is not limited.
	answerTokens = 4096
	// contextStep is what a context length is a multiple of.
	contextStep = 1024
	// inMemory is how long a model surely stays in memory after a call. The server
	// is asked to keep it for much longer.
	inMemory = time.Minute
)

// need is the context length that r wants.
func need(r llm.Request) int {
	bytes := len(r.Options.Schema)
	for _, m := range r.Messages {
		bytes += len(m.Content)
	}
	answer := r.Options.MaxTokens
	if answer <= 0 {
		answer = answerTokens
	}
	tokens := int(float64(bytes)/bytesPerToken) + templateTokens + answer
	return (tokens + contextStep - 1) / contextStep * contextStep
}

// ready sees to it that the model is known, its context length settled, and that
// it is in memory. One call at a time does that; others wait for it.
func (m *Model) ready(ctx context.Context, r llm.Request) (state, error) {
	if s, ok := m.settled(); ok {
		return s, nil
	}
	m.loading.Lock()
	defer m.loading.Unlock()
	if s, ok := m.settled(); ok {
		return s, nil
	}
	if !m.config.Whole {
		llm.Reached(ctx, llm.StageLoading)
	}
	s, err := m.learn(ctx, r)
	if err != nil {
		return s, err
	}
	if err := m.load(ctx, s); err != nil {
		return s, err
	}
	m.note(nil)
	return s, nil
}

func (m *Model) settled() (state, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || m.context == 0 || time.Since(m.used) > inMemory {
		return state{}, false
	}
	return state{*m.known, m.context}, true
}

// learn asks for the model's facts, once, and settles the context length.
func (m *Model) learn(ctx context.Context, r llm.Request) (state, error) {
	known, err := m.learned(ctx)
	if err != nil {
		return state{}, err
	}
	if !known.complete {
		return state{}, m.fail(llm.KindBadRequest, "the model writes no text", "name one that does, see ercheck model list")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.context == 0 {
		m.context = known.atMost(need(r))
	}
	return state{*known, m.context}, nil
}

// learned gives the model's facts, which the server is asked for once.
func (m *Model) learned(ctx context.Context) (*facts, error) {
	m.mu.Lock()
	known := m.known
	m.mu.Unlock()
	if known != nil {
		return known, nil
	}
	known, err := m.ask(ctx)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known = known
	return known, nil
}

// Version implements llm.Versioned: the digest of the model's files, since a tag
// can be moved. It is empty where the server lists no such model.
func (m *Model) Version(ctx context.Context) (string, error) {
	known, err := m.learned(ctx)
	if err != nil {
		return "", err
	}
	return known.digest, nil
}

// atMost bounds a context length by what the model was trained for.
func (f facts) atMost(tokens int) int {
	if f.trained > 0 {
		return min(tokens, f.trained)
	}
	return tokens
}

// grow doubles the context length, or reports that the model has no more.
func (m *Model) grow(s state) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.context > s.context {
		return true // another call did
	}
	if s.trained == 0 {
		return false
	}
	m.context = s.atMost(2 * s.context)
	m.used = time.Time{}
	return m.context > s.context
}

// ask asks the server what it has.
func (m *Model) ask(ctx context.Context) (*facts, error) {
	var f facts
	err := m.config.Ask(ctx, m.read, func(ctx context.Context) error {
		shown, err := m.client.Show(ctx, &api.ShowRequest{Model: m.config.Model})
		if err != nil {
			return err
		}
		all, err := m.client.List(ctx)
		if err != nil {
			return err
		}
		f = factsOf(shown)
		f.digest = digestOf(all.Models, m.config.Model)
		return nil
	})
	return &f, err
}

// factsOf reads what is shown of a model. Servers before 0.6.4 tell nothing of
// capabilities; then it is taken to answer.
func factsOf(shown *api.ShowResponse) facts {
	f := facts{
		thinks:   slices.Contains(shown.Capabilities, model.CapabilityThinking),
		complete: len(shown.Capabilities) == 0 || slices.Contains(shown.Capabilities, model.CapabilityCompletion),
	}
	architecture, _ := shown.ModelInfo["general.architecture"].(string)
	if trained, ok := shown.ModelInfo[architecture+".context_length"].(float64); ok && trained >= 1 && trained < 1<<31 {
		f.trained = int(trained)
	}
	return f
}

func digestOf(all []api.ListModelResponse, name string) string {
	for _, m := range all {
		if m.Name == name || strings.TrimSuffix(m.Name, ":latest") == name {
			return m.Digest
		}
	}
	return ""
}

// load brings the model into memory with its context length. A chat without
// messages does just that.
func (m *Model) load(ctx context.Context, s state) error {
	return m.config.Ask(ctx, m.read, func(ctx context.Context) error {
		return m.client.Chat(ctx, &api.ChatRequest{
			Model: m.config.Model, KeepAlive: keepAlive(), Options: map[string]any{"num_ctx": s.context},
		}, func(api.ChatResponse) error { return nil })
	})
}

// fits checks that the prompt was read whole. Servers before 0.12.6 take no
// notice of truncate, and a prompt that they cut fills the context.
func (m *Model) fits(s state, last api.ChatResponse) error {
	if last.PromptEvalCount < s.context {
		return nil
	}
	return m.fail(llm.KindTooLong, fmt.Sprintf("the prompt fills all of the context's %d tokens, so the server has cut it", s.context),
		"use a model with a longer context, or a server from 0.12.6 on")
}

func (m *Model) fail(kind llm.Kind, message, hint string) error {
	return &llm.Error{Kind: kind, Model: m.Name(), Message: message, Hint: hint}
}

var (
	_ llm.Preparer  = (*Model)(nil)
	_ llm.Versioned = (*Model)(nil)
)
