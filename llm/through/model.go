package through

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ercheck/llm"
)

// Model is a model with the layer around it.
type Model struct {
	layer  *Layer
	inner  llm.Model
	source Source
	pool   *pool
	price  Price
	priced bool // price is known
	adapted
	longest longest
	version version
}

// Name implements llm.Model; it is the inner model's.
func (m *Model) Name() string { return m.inner.Name() }

// Complete implements llm.Model. Its errors are the inner model's, after all
// that could be done, and without secrets; KindBudget when the limit on the cost
// is reached, which no later call can pass.
func (m *Model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	key, exact := m.key(ctx, r)
	response, err := m.layer.flights.do(ctx, key, func() (llm.Response, error) {
		if response, ok := m.layer.recall(key); exact && ok {
			return response, nil
		}
		response, err := m.pay(ctx, r)
		if err == nil {
			m.keep(ctx, r, response)
		}
		return response, err
	})
	if err != nil {
		return response, m.scrubbed(ctx, err)
	}
	m.layer.counters.answered(response)
	return response, nil
}

// keep writes an answer to the cache, where all that decided it is known.
func (m *Model) keep(ctx context.Context, r llm.Request, response llm.Response) {
	if key, exact := m.key(ctx, r); exact {
		m.layer.keep(key, response)
	}
}

// pay sends the request until there is an answer or no hope of one.
func (m *Model) pay(ctx context.Context, r llm.Request) (llm.Response, error) {
	asked := r.Options.Omit
	var response llm.Response
	spent := 0.0
	calls, err := m.persist(ctx, func() error {
		r.Options.Omit = m.omit(asked)
		var cost float64
		var err error
		response, cost, err = m.once(ctx, r)
		spent += cost
		return err
	}, func(err error) bool { return m.adapt(err, r.Options.Omit) })
	if err != nil {
		return llm.Response{}, err
	}
	response.Attempts, response.Cost = calls, spent
	response.Dropped = m.dropped(response.Dropped)
	return response, nil
}

// Prepare implements llm.Preparer for a model that does: it is given the time of
// loading, and what passes is tried again.
func (m *Model) Prepare(ctx context.Context, longest llm.Request) error {
	p, ok := m.inner.(llm.Preparer)
	if !ok {
		return nil
	}
	_, err := m.persist(ctx, func() error {
		return m.timed(ctx, func(ctx context.Context) error { return p.Prepare(ctx, longest) })
	}, func(error) bool { return false })
	if err != nil {
		return m.scrubbed(ctx, err)
	}
	return nil
}

// persist calls until it works or there is no hope of it, and says how often it
// did. mended says that the cause of an error was taken away, which needs no
// pause.
func (m *Model) persist(ctx context.Context, call func() error, mended func(error) bool) (calls int, err error) {
	tries := tries{Retry: m.layer.Retry, began: time.Now()}
	for {
		tries.calls++
		err := call()
		if err == nil {
			return tries.calls, nil
		}
		if ctx.Err() != nil {
			return tries.calls, ctx.Err()
		}
		if mended(err) {
			continue
		}
		wait, again := tries.after(err, m.pool.reached.Load())
		if !again {
			return tries.calls, tries.spent(err)
		}
		if err := m.waitToRetry(ctx, err, wait); err != nil {
			return tries.calls, err
		}
	}
}

// waitToRetry tells of a server that is gone, and waits.
func (m *Model) waitToRetry(ctx context.Context, err error, wait time.Duration) error {
	if llm.KindOf(err) == llm.KindUnreachable && m.pool.reached.Load() {
		m.layer.notice(fmt.Sprintf("%s does not answer and is tried again for up to %v", m.Name(), m.layer.Retry.Away))
	}
	m.layer.counters.retries.Add(1)
	return m.layer.counters.wait(ctx, wait)
}

// once sends the request once, in its turn and within its time, and says what it
// cost whether or not it was answered.
func (m *Model) once(ctx context.Context, r llm.Request) (response llm.Response, cost float64, err error) {
	need := EstimateTokens(r.Messages)
	turn, err := m.pool.enter(ctx, &m.layer.counters, need.typical())
	if err != nil {
		return response, 0, err
	}
	defer func() { turn.leave(response.Usage, err) }()
	// In turn, so that what is reserved is in flight and known soon.
	hold, err := m.layer.budget.reserve(ctx, &m.layer.counters, m.most(r, need))
	if err != nil {
		return response, 0, m.named(err)
	}
	// What ends without coming back, as by a panic, may have been paid for.
	cost = m.price.Cost(llm.Usage{PromptTokens: need.High})
	defer func() { hold.settle(cost) }()
	err = errBroken
	response, err = m.send(ctx, r)
	cost = m.cost(need, response, err)
	return response, cost, err
}

// errBroken is the end of a call that did not come back.
var errBroken = errors.New("the call did not come back")

// send is the call itself.
func (m *Model) send(ctx context.Context, r llm.Request) (llm.Response, error) {
	m.layer.counters.calls.Add(1)
	m.layer.counters.flying.Add(1)
	defer m.layer.counters.flying.Add(-1)
	var response llm.Response
	err := m.timed(ctx, func(ctx context.Context) (err error) {
		response, err = m.inner.Complete(ctx, r)
		return err
	})
	if err != nil {
		return llm.Response{}, err
	}
	m.longest.see(response.Usage.CompletionTokens)
	return response, nil
}

// timed makes a call that has to be in time.
func (m *Model) timed(ctx context.Context, call func(context.Context) error) error {
	timed, watch := m.layer.Deadlines.watch(ctx)
	defer watch.stop()
	err := call(timed)
	if late := watch.late(); err != nil && late != nil && ctx.Err() == nil {
		return &llm.Error{Kind: llm.KindDeadline, Model: m.Name(), Message: late.Error(), Hint: late.hint}
	}
	return err
}

// named says whose call it was.
func (m *Model) named(err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		e.Model = m.Name()
	}
	return err
}
