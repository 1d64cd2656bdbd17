package through

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"ercheck/llm"
)

// scripted is a model that answers its n-th call, from 0, by a function.
type scripted struct {
	name  string
	reply func(ctx context.Context, n int, r llm.Request) (llm.Response, error)

	mu       sync.Mutex
	requests []llm.Request
	at       []time.Time
}

func script(reply func(ctx context.Context, n int, r llm.Request) (llm.Response, error)) *scripted {
	return &scripted{name: "fake:m", reply: reply}
}

func (s *scripted) Name() string { return s.name }

func (s *scripted) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	s.mu.Lock()
	n := len(s.requests)
	s.requests = append(s.requests, r)
	s.at = append(s.at, time.Now())
	s.mu.Unlock()
	return s.reply(ctx, n, r)
}

func (s *scripted) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// failing fails with the errors one after the other, and then answers.
func failing(errs ...error) *scripted {
	return script(func(_ context.Context, n int, _ llm.Request) (llm.Response, error) {
		if n < len(errs) {
			return llm.Response{}, errs[n]
		}
		return answer("yes"), nil
	})
}

// always fails each time.
func always(err error) *scripted {
	return script(func(context.Context, int, llm.Request) (llm.Response, error) { return llm.Response{}, err })
}

// slow answers after a time, unless its context ends.
func slow(d time.Duration) *scripted {
	return script(func(ctx context.Context, _ int, _ llm.Request) (llm.Response, error) {
		return answer("yes"), sleep(ctx, d)
	})
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func answer(text string) llm.Response {
	return llm.Response{Text: text, Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 100, CompletionTokens: 10}}
}

func fail(k llm.Kind) *llm.Error { return &llm.Error{Kind: k, Message: "it failed"} }

// ask is the n-th of many different requests.
func ask(n int) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: fmt.Sprintf("question %d", n)}}}
}

func wrap(t testing.TB, m llm.Model, o Options) *Model {
	t.Helper()
	w, err := New(o).Wrap(m, Source{Provider: "fake"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// mustAnswer asks and wants an answer.
func mustAnswer(t testing.TB, m llm.Model, r llm.Request) llm.Response {
	t.Helper()
	response, err := m.Complete(context.Background(), r)
	if err != nil {
		t.Fatalf("Complete: %v", err)
	}
	return response
}

// mustFail asks and wants an error of a kind.
func mustFail(t testing.TB, m llm.Model, r llm.Request, kind llm.Kind) *llm.Error {
	t.Helper()
	response, err := m.Complete(context.Background(), r)
	e, ok := err.(*llm.Error)
	if !ok || e.Kind != kind {
		t.Fatalf("Complete = %+v, %v, want an error of kind %s", response, err, kind)
	}
	return e
}

// memory is a cache that may fail.
type memory struct {
	mu   sync.Mutex
	kept map[Key]llm.Response
	err  error
}

func newMemory() *memory { return &memory{kept: map[Key]llm.Response{}} }

func (m *memory) Get(k Key) (llm.Response, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.kept[k]
	return r, ok
}

func (m *memory) Put(k Key, r llm.Response) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err == nil {
		m.kept[k] = r
	}
	return m.err
}

// priced is a table with one model, fake:m, at 1 dollar for a million tokens of
// a prompt and 10 for an answer's.
func priced(t testing.TB) *Prices {
	t.Helper()
	p, err := parsePrices("test", []byte("prices: [{models: ['fake:*'], input: 1, output: 10}]"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// notices collects what a user is told.
type notices struct {
	mu   sync.Mutex
	said []string
}

func (n *notices) add(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said = append(n.said, text)
}
