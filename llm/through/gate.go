package through

import (
	"context"
	"slices"
	"sync"
	"time"
)

// gate bounds the calls at a time, below a limit that is given: set to half of
// those in flight when the provider shows that they are too many, and raised by
// one after as many good calls as there are at a time (additive increase,
// multiplicative decrease, as TCP does). Who waits is served in order of coming.
type gate struct {
	mu     sync.Mutex
	most   int     // the limit given
	bound  float64 // the limit now, 1 to most
	inside int
	queue  []chan struct{}
	closed time.Time // nobody enters before
	round  int       // counts the halvings
}

func newGate(most int) *gate { return &gate{most: most, bound: float64(most)} }

// enter waits for a place. The round that it gives belongs to leave.
func (g *gate) enter(ctx context.Context) (round int, err error) {
	g.mu.Lock()
	if len(g.queue) == 0 && g.free() {
		defer g.mu.Unlock()
		g.inside++
		return g.round, ctx.Err()
	}
	turn := make(chan struct{})
	g.queue = append(g.queue, turn)
	g.mu.Unlock()
	select {
	case <-turn:
	case <-ctx.Done():
		return 0, g.giveUp(ctx, turn)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.round, nil
}

// giveUp leaves the queue, or the place that was given at the same moment.
func (g *gate) giveUp(ctx context.Context, turn chan struct{}) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.queue, turn); i >= 0 {
		g.queue = slices.Delete(g.queue, i, i+1)
	} else {
		g.inside--
	}
	g.admit()
	return ctx.Err()
}

// effect is what a call showed about the provider.
type effect int

const (
	nothing effect = iota
	good
	tooMuch
)

// leave gives the place back. Only the first sign of too much in a round counts:
// the other calls of that round were sent before it was known.
func (g *gate) leave(round int, e effect) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	switch {
	case e == good:
		g.bound = min(float64(g.most), g.bound+1/g.bound)
	case e == tooMuch && round == g.round:
		g.bound = max(1, min(g.bound, float64(g.inside+1))/2)
		g.round++
	}
	g.admit()
}

// close lets nobody enter for d.
func (g *gate) close(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if until := time.Now().Add(d); until.After(g.closed) {
		g.closed = until
		time.AfterFunc(d, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.admit()
		})
	}
}

func (g *gate) free() bool { return g.inside < int(g.bound) && !time.Now().Before(g.closed) }

// admit lets those in whose turn it is.
func (g *gate) admit() {
	for len(g.queue) > 0 && g.free() {
		g.inside++
		close(g.queue[0])
		g.queue = g.queue[1:]
	}
}

// now is the limit at this moment.
func (g *gate) now() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return int(g.bound)
}
