package evaluate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// streak is the cells that failed for passing reasons and may do so through no
// fault of theirs: one failure may be the prompt's, many with no answer between
// them are the provider's. So each is held back until an answer to a later call,
// or the end of the work, shows that the provider is well.
type streak struct {
	mu       sync.Mutex
	held     []heldCell
	failures int                 // so far
	met      map[*llm.Error]bool // since the last answer; an error that several cells share is one failure
}

// heldCell is a cell and the number of its failure.
type heldCell struct {
	cell    record.Cell
	failure int
}

// longestStreak is how many failures without an answer between them stop a run:
// more than one bad prompt has in the usual order of work, and few enough to
// notice an outage before it has taken hours.
const longestStreak = 5

// held is the outcome of a cell that waits in a streak.
const held record.Outcome = "held"

// hold takes a failed cell, or gives the error that stops the run: the provider
// is down. A server that cannot be reached is so at the first failure: whoever
// asks it has waited for it.
func (s *streak) hold(c record.Cell, e *llm.Error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.met == nil {
		s.met = map[*llm.Error]bool{}
	}
	s.met[e] = true
	s.failures++
	s.held = append(s.held, heldCell{c, s.failures})
	switch {
	case e.Kind == llm.KindUnreachable:
		return e
	case len(s.met) >= longestStreak:
		return fmt.Errorf("%d calls failed with no answer between them, the last one: %w", len(s.met), e)
	}
	return nil
}

// now is how many failures there were, for a call that begins.
func (s *streak) now() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failures
}

// over is told of an answer to a call that began after so many failures, and
// gives the cells that failed before it. Later ones may have met an outage that
// the call was sent before.
func (s *streak) over(began int) []record.Cell {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.met = nil
	var own []record.Cell
	for len(s.held) > 0 && s.held[0].failure <= began {
		own = append(own, s.held[0].cell)
		s.held = s.held[1:]
	}
	return own
}

// passing says whether an error is one that the same request may not meet again.
func passing(err error) (*llm.Error, bool) {
	e, ok := errors.AsType[*llm.Error](err)
	return e, ok && e.Kind.Transient()
}

// endStreak saves the cells that failed before a call began that was answered.
func (w *worker) endStreak(ctx context.Context, began int) error {
	for _, c := range w.streak.over(began) {
		if err := w.save(ctx, c, Evidence{}, false); err != nil {
			return err
		}
	}
	return nil
}
