package through

import (
	"context"
	"sync"

	"ercheck/llm"
)

// flights lets one of several equal requests at a time be answered, and gives
// the others its answer. When it fails the next one tries, since it may have
// been ended by whoever asked it.
type flights struct {
	mu     sync.Mutex
	flying map[Key]*flight
}

// flight is a request that is being answered.
type flight struct {
	landed   chan struct{} // closed at its end
	ok       bool          // response is whole
	response llm.Response
}

// do calls answer, or waits for who does already. The answer of another is free
// and counts as from the cache.
func (f *flights) do(ctx context.Context, key Key, answer func() (llm.Response, error)) (llm.Response, error) {
	for {
		own, other := f.board(key)
		if other == nil {
			return f.fly(key, own, answer)
		}
		select {
		case <-other.landed:
			if other.ok {
				return again(other.response), nil
			}
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
	}
}

// board gives a flight of the caller's own, or one that is under way.
func (f *flights) board(key Key) (own, other *flight) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if other = f.flying[key]; other != nil {
		return nil, other
	}
	own = &flight{landed: make(chan struct{})}
	f.flying[key] = own
	return own, nil
}

// fly answers, and lands even when answer panics.
func (f *flights) fly(key Key, own *flight, answer func() (llm.Response, error)) (response llm.Response, err error) {
	defer func() {
		f.mu.Lock()
		delete(f.flying, key)
		f.mu.Unlock()
		close(own.landed)
	}()
	response, err = answer()
	own.response, own.ok = response, err == nil
	return response, err
}

// again is a response that was paid for before.
func again(r llm.Response) llm.Response {
	r.Attempts, r.Cost, r.Cached = 0, 0, true
	return r
}
