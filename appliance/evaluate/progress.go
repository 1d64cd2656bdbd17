package evaluate

import (
	"sync/atomic"
	"time"

	"ercheck/appliance/record"
)

// Progress counts while the work goes on; whoever draws looks whenever it
// likes. The zero value is ready.
type Progress struct {
	total, before, done, errors, asking, running atomic.Int64
	started                                      atomic.Int64 // nanoseconds since 1970; 0 = not yet
	model                                        atomic.Pointer[string]
}

// Snapshot is how far the work is.
type Snapshot struct {
	Model   string // that is being asked
	Total   int    // cells of the run
	Done    int    // of those, with an outcome, in this call or before
	Before  int    // of Done, before this call
	Errors  int    // of those of this call, not rows
	Asking  int    // calls in flight
	Running int    // statements at work
	Elapsed time.Duration
	Left    time.Duration // at the pace so far; 0 = unknown
}

// Snapshot reads the counters.
func (p *Progress) Snapshot() Snapshot {
	s := Snapshot{
		Total: int(p.total.Load()), Done: int(p.done.Load()), Before: int(p.before.Load()), Errors: int(p.errors.Load()),
		Asking: int(p.asking.Load()), Running: int(p.running.Load()),
	}
	if m := p.model.Load(); m != nil {
		s.Model = *m
	}
	if started := p.started.Load(); started != 0 {
		s.Elapsed = time.Since(time.Unix(0, started))
	}
	if ended := s.Done - s.Before; ended > 0 {
		s.Left = time.Duration(float64(s.Elapsed) / float64(ended) * float64(s.Total-s.Done))
	}
	return s
}

func (p *Progress) begin(total, before int) {
	p.total.Store(int64(total))
	p.before.Store(int64(before))
	p.done.Store(int64(before))
	p.started.Store(time.Now().UnixNano())
}

func (p *Progress) asks(model string) { p.model.Store(&model) }

func (p *Progress) ended(c record.Cell) {
	if !c.Ran() {
		p.errors.Add(1)
	}
	p.done.Add(1)
}
