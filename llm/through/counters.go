package through

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ercheck/llm"
)

// counters are what a display of progress is made of.
type counters struct {
	calls, retries, flying, waiting atomic.Int64
	answers, cached                 atomic.Int64
	promptTokens, completionTokens  atomic.Int64
	mu                              sync.Mutex
	recent                          []time.Time // when the answers of the last minute came, oldest first
}

// Snapshot is what a Layer has done and does.
type Snapshot struct {
	Calls    int // sent
	Retries  int // of those, again after a failure
	InFlight int
	Waiting  int // for their turn, a limit, or the next try

	Answers          int // from providers
	Cached           int // that were there already
	PromptTokens     int // of Answers, as far as providers said
	CompletionTokens int
	Cost             float64        // US dollars, with Options.Spent; models of unknown price count 0
	PerMinute        int            // Answers in the last minute
	Concurrency      map[string]int // calls at a time that each provider bears now
}

// Snapshot reads the counters, at any time.
func (l *Layer) Snapshot() Snapshot {
	c := &l.counters
	s := Snapshot{
		Calls: int(c.calls.Load()), Retries: int(c.retries.Load()), InFlight: int(c.flying.Load()), Waiting: int(c.waiting.Load()),
		Answers: int(c.answers.Load()), Cached: int(c.cached.Load()),
		PromptTokens: int(c.promptTokens.Load()), CompletionTokens: int(c.completionTokens.Load()),
		Cost: l.budget.total(), PerMinute: c.perMinute(time.Now()), Concurrency: map[string]int{},
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, p := range l.pools {
		provider, _, _ := strings.Cut(name, "\x00")
		s.Concurrency[provider] += p.gate.now()
	}
	return s
}

// answered counts a response.
func (c *counters) answered(r llm.Response) {
	if r.Cached {
		c.cached.Add(1)
		return
	}
	c.answers.Add(1)
	c.promptTokens.Add(int64(r.Usage.PromptTokens))
	c.completionTokens.Add(int64(r.Usage.CompletionTokens))
	now := time.Now()
	c.perMinute(now)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.recent = append(c.recent, now)
}

// perMinute counts the answers of the last minute and forgets older ones.
func (c *counters) perMinute(now time.Time) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := 0
	for old < len(c.recent) && now.Sub(c.recent[old]) > time.Minute {
		old++
	}
	c.recent = c.recent[old:]
	return len(c.recent)
}

// wait for d, or until ctx ends, and count as waiting.
func (c *counters) wait(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	c.waiting.Add(1)
	defer c.waiting.Add(-1)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
