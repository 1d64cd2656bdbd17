package evaluate

import (
	"context"
	"sync"

	"ercheck/llm"
)

// once shares the response to a prompt that is the same for every variant: the
// first cell of a question and repeat asks, the others get what it got.
type once struct {
	mu    sync.Mutex
	asked map[llm.Cell]*shared // of no variant
}

// shared is one response that several cells get.
type shared struct {
	there    chan struct{} // closed when response and err are there
	response llm.Response
	err      error
}

// do makes ask a call that is made once for the cell's question and repeat. Who
// comes later waits until ctx ends, pays nothing, and meets the same error: a
// provider that failed one prompt is not asked for it ten times.
func (o *once) do(ctx context.Context, cell llm.Cell, ask func() (llm.Response, error)) func() (llm.Response, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s, ok := o.asked[cell]; ok {
		return func() (llm.Response, error) { return s.wait(ctx) }
	}
	if o.asked == nil {
		o.asked = map[llm.Cell]*shared{}
	}
	s := &shared{there: make(chan struct{})}
	o.asked[cell] = s
	return func() (llm.Response, error) {
		defer close(s.there)
		s.response, s.err = ask()
		return s.response, s.err
	}
}

func (s *shared) wait(ctx context.Context) (llm.Response, error) {
	select {
	case <-s.there:
	case <-ctx.Done():
		return llm.Response{}, ctx.Err()
	}
	again := s.response
	again.Cached, again.Cost, again.Attempts = true, 0, 0
	again.Timing = llm.Timing{}
	return again, s.err
}
