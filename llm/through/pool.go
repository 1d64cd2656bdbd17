package through

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"ercheck/llm"
)

// Limits are what one provider bears. 0 = the default.
type Limits struct {
	Concurrency       int // calls at a time, at most; default 4
	RequestsPerMinute int // default: no limit
	TokensPerMinute   int // of prompts and answers together; default: no limit
}

// DefaultConcurrency suits a laptop and the rate limits of most providers.
const DefaultConcurrency = 4

func (l Limits) filled() Limits {
	if l.Concurrency <= 0 {
		l.Concurrency = DefaultConcurrency
	}
	return l
}

// pool is what the models of one provider share.
type pool struct {
	gate             *gate
	requests, tokens *meter
	reached          atomic.Bool // the server answered something
}

func newPool(l Limits) *pool {
	return &pool{gate: newGate(l.Concurrency), requests: newMeter(l.RequestsPerMinute), tokens: newMeter(l.TokensPerMinute)}
}

// turn is one call's place in a pool.
type turn struct {
	pool   *pool
	round  int
	tokens int // counted when it came in
}

// enter waits until a call that is expected to take so many tokens may be sent.
func (p *pool) enter(ctx context.Context, c *counters, tokens int) (turn, error) {
	c.waiting.Add(1)
	round, err := p.gate.enter(ctx)
	c.waiting.Add(-1)
	if err != nil {
		return turn{}, err
	}
	if err = p.requests.wait(ctx, c, 1); err == nil {
		err = p.tokens.wait(ctx, c, tokens)
	}
	if err != nil {
		p.gate.leave(round, nothing)
		return turn{}, err
	}
	return turn{p, round, tokens}, nil
}

// leave ends the call, with the tokens that it took and how it ended.
func (t turn) leave(u llm.Usage, err error) {
	t.pool.tokens.add(u.PromptTokens + u.CompletionTokens - t.tokens)
	kind := llm.KindOf(err)
	if err == nil || kind != llm.KindUnreachable && kind != llm.KindDeadline && kind != "" {
		t.pool.reached.Store(true)
	}
	if wait := retryAfter(err); wait > 0 && wait <= longestPause {
		t.pool.gate.close(wait)
	}
	t.pool.gate.leave(t.round, effectOf(err))
}

// longestPause is how long a provider can make all its models wait. Who asks for
// more has most likely no quota left, which each call is told.
const longestPause = 10 * time.Minute

// effectOf says what the end of a call shows: an overloaded provider refuses,
// fails or is late.
func effectOf(err error) effect {
	switch llm.KindOf(err) {
	case llm.KindRate, llm.KindServer, llm.KindDeadline, llm.KindUnreachable:
		return tooMuch
	case "":
		if err != nil && !errors.Is(err, context.Canceled) {
			return nothing
		}
	}
	if err == nil {
		return good
	}
	return nothing
}
