// Package through is the layer around any model that makes asking it
// dependable: nothing is paid twice, nothing is given up too early, nothing is
// waited for without end, and no more is spent than was allowed.
//
// What a request goes through, from the outside in:
//
//  1. an equal request that is being answered is waited for, and an answer that
//     was paid for before is taken from the cache (flight.go, key.go, cache.go);
//  2. it waits for its turn: calls at a time, which adapt to what the provider
//     bears, and requests and tokens per minute (pool.go, gate.go, rate.go);
//  3. the most that the call may cost is reserved, or the call is refused
//     (budget.go, price.go, estimate.go);
//  4. it is sent, with a time for each of its stages (deadline.go);
//  5. an option that the model refuses is left out from then on (adapt.go), and a
//     failure that passes is tried again (retry.go);
//  6. what came is counted, paid and kept (counters.go), and secrets are taken
//     out of errors (scrub.go).
//
// A Layer serves all models of one program: those of one provider share its
// limits, and all share the budget. The package must not know a provider, what
// a prompt means, flags or a terminal.
package through

import (
	"sync"

	"ercheck/llm"
)

// Options say how a Layer works. The zero value is usable: defaults that suit a
// night without supervision, no cache and no limit on the cost.
type Options struct {
	Limits    Limits // of each provider
	Deadlines Deadlines
	Retry     Retry
	Cache     Cache   // nil keeps nothing
	Fresh     bool    // what the cache held before is not read, and is overwritten
	Prices    *Prices // nil = the built-in table
	MaxCost   float64 // US dollars for all models together; 0 = no limit

	// Notice is told what a user should know and no error says, each thing once.
	// Several goroutines may call it. nil = nobody.
	Notice func(string)
}

// Source says where a model's answers come from, beside its name: what decides
// an answer, and what must never be shown.
type Source struct {
	Provider string   // shares limits: "openai"
	BaseURL  string   // of the server; "" = the provider's own
	Version  string   // anything else that decides answers, as a digest of the weights; may be empty
	Secrets  []string // keys that must not stand in an error
}

// Layer is what all models of a program share.
type Layer struct {
	Options
	budget   *budget
	counters counters
	flights  flights

	mu      sync.Mutex
	pools   map[string]*pool
	noticed map[string]bool
	written map[Key]bool // by this layer: readable in spite of Fresh
}

// New makes a Layer.
func New(o Options) *Layer {
	o.Limits, o.Deadlines, o.Retry = o.Limits.filled(), o.Deadlines.filled(), o.Retry.filled()
	if o.Prices == nil {
		o.Prices = BuiltInPrices()
	}
	return &Layer{
		Options: o, budget: newBudget(o.MaxCost), flights: flights{flying: map[Key]*flight{}},
		pools: map[string]*pool{}, noticed: map[string]bool{}, written: map[Key]bool{},
	}
}

// Wrap puts the layer around a model. The error is an *llm.Error of
// KindBadRequest: a limit on the cost cannot be held without the model's price.
func (l *Layer) Wrap(m llm.Model, s Source) (*Model, error) {
	price, known := l.Prices.Of(m.Name())
	if !known && l.MaxCost > 0 {
		return nil, &llm.Error{Kind: llm.KindBadRequest, Model: m.Name(),
			Message: "a limit on the cost cannot be held, because no price is known",
			Hint:    "give its price in a file with --prices, or leave --max-cost away"}
	}
	return &Model{layer: l, inner: m, source: s, pool: l.pool(s), price: price, priced: known}, nil
}

// Spend counts dollars that were spent before against the limit on the cost, as
// by a run that is resumed.
func (l *Layer) Spend(dollars float64) { l.budget.add(dollars) }

// pool gives what models of one provider share.
func (l *Layer) pool(s Source) *pool {
	l.mu.Lock()
	defer l.mu.Unlock()
	name := s.Provider + "\x00" + s.BaseURL
	if l.pools[name] == nil {
		l.pools[name] = newPool(l.Limits)
	}
	return l.pools[name]
}

// notice tells the user something, once.
func (l *Layer) notice(text string) {
	l.mu.Lock()
	again := l.noticed[text]
	l.noticed[text] = true
	l.mu.Unlock()
	if !again && l.Notice != nil {
		l.Notice(text)
	}
}
