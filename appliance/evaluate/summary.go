package evaluate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// Summary is what one call of Evaluate did.
type Summary struct {
	Total    int // cells of the run
	Before   int // of those, done before this call
	Ended    int // in this call, with an outcome that is stored now
	Again    int // of this call, not stored since the cell had an answer already
	Kept     int // of Ended, from a response that an earlier call had received
	Errors   int // of Ended, not rows
	Correct  int // of Ended
	Outcomes map[record.Outcome]int

	PromptTokens, CompletionTokens int // of Ended, as far as the model said
	Elapsed                        time.Duration
}

// Left is how many cells have no outcome yet.
func (s Summary) Left() int { return s.Total - s.Before - s.Ended - s.Again }

// tally adds up cells as they end.
type tally struct {
	mu  sync.Mutex
	sum Summary
}

func (t *tally) add(c record.Cell, stored, kept bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &t.sum
	if !stored {
		s.Again++
		return
	}
	if s.Outcomes == nil {
		s.Outcomes = map[record.Outcome]int{}
	}
	s.Ended++
	s.Outcomes[c.Outcome]++
	s.Errors += one(!c.Ran())
	s.Correct += one(c.Correct)
	s.Kept += one(kept)
	s.PromptTokens += c.PromptTokens
	s.CompletionTokens += c.CompletionTokens
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (t *tally) summary() Summary {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.sum
	s.Outcomes = maps.Clone(s.Outcomes)
	return s
}

// Stopped says that a run ended before its last cell. What was received is
// stored, and the run can be resumed.
type Stopped struct {
	Run         string
	Done, Total int
	Interrupted bool  // the caller's context ended, as by Ctrl-C
	Err         error // why
}

// Error says how far the run came and why it stopped.
func (s *Stopped) Error() string {
	if s.Interrupted {
		return fmt.Sprintf("run %s was interrupted with %d of %d cells done", s.Run, s.Done, s.Total)
	}
	return fmt.Sprintf("run %s stopped with %d of %d cells done: %v", s.Run, s.Done, s.Total, s.Err)
}

// Unwrap returns the cause; of an interrupted run it is the context's error.
func (s *Stopped) Unwrap() error { return s.Err }

// Hint says what to do about the cause, and how to go on.
func (s *Stopped) Hint() string {
	resume := "ercheck run --resume " + s.Run + " goes on"
	if advice := hintOf(s.Err); advice != "" && !s.Interrupted {
		return advice + "; then " + resume
	}
	return resume
}

func hintOf(err error) string {
	if hinted, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return hinted.Hint()
	}
	if failed, ok := errors.AsType[*llm.Error](err); ok {
		return failed.Hint
	}
	return ""
}

func (e *evaluation) stopped(ctx context.Context, err error, s Summary) error {
	interrupted := ctx.Err() != nil && errors.Is(err, ctx.Err())
	return &Stopped{Run: e.Run.ID, Done: s.Total - s.Left(), Total: s.Total, Interrupted: interrupted, Err: err}
}
