package through

import (
	"context"
	"fmt"
	"sync"

	"ercheck/llm"
)

// budget is what may be spent and what was. Every call reserves the most that it
// is expected to cost, so that calls at the same time cannot pass the limit
// together; only what a call costs beyond its own estimate can.
type budget struct {
	limit float64 // 0 = none

	mu       sync.Mutex
	spent    float64 // with before
	before   float64 // by earlier calls of the program
	reserved float64
	inFlight int           // reservations
	settled  chan struct{} // closed and replaced when one ends
}

func newBudget(limit float64) *budget {
	return &budget{limit: limit, settled: make(chan struct{})}
}

func (b *budget) add(dollars float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += dollars
	b.before += dollars
}

// hold is one call's reservation.
type hold struct {
	budget *budget
	amount float64
}

// reserve sets an amount aside. Where it does not fit beside what is in flight,
// it waits for that to cost less than it may; where it does not fit at all, the
// error has KindBudget.
func (b *budget) reserve(ctx context.Context, c *counters, amount float64) (hold, error) {
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	for {
		settled, err := b.take(amount)
		if err != nil || settled == nil {
			return hold{b, amount}, err
		}
		select {
		case <-settled:
		case <-ctx.Done():
			return hold{}, ctx.Err()
		}
	}
}

// take reserves, or gives a channel to wait for.
func (b *budget) take(amount float64) (settled <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.limit == 0 || b.spent+b.reserved+amount <= b.limit:
		b.reserved += amount
		b.inFlight++
		return nil, nil
	case b.inFlight > 0 && b.spent+amount <= b.limit:
		return b.settled, nil
	}
	return nil, &llm.Error{Kind: llm.KindBudget,
		Message: fmt.Sprintf("the limit of $%.4g on the cost is reached: $%.4g is spent, and the next call may cost $%.2g", b.limit, b.spent, amount),
		Hint:    "give a higher --max-cost to go on"}
}

// settle puts what the call cost in place of what was reserved.
func (h hold) settle(cost float64) {
	b := h.budget
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += cost
	b.inFlight--
	if b.reserved -= h.amount; b.inFlight == 0 {
		b.reserved = 0 // sums of floats leave crumbs
	}
	close(b.settled)
	b.settled = make(chan struct{})
}

// total is what was spent in this call of the program.
func (b *budget) total() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.spent - b.before
}
