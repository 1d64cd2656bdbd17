package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"ercheck/appliance"
	"ercheck/reports/visible"
)

// statusLine draws progress: one line on standard error, drawn again at most ten
// times a second, and only on a terminal. With --verbose elsewhere, a line for
// each stage's end.
type statusLine struct {
	s     *session
	mu    sync.Mutex
	last  time.Time
	shown int // columns of the line that is there now
	stage string
	began time.Time
}

const drawEvery = 100 * time.Millisecond

// Progress implements appliance.Options.Progress.
func (l *statusLine) Progress(p appliance.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.s.env.Now()
	if p.Stage != l.stage {
		l.stage, l.began, l.last = p.Stage, now, time.Time{}
	}
	ended := p.Total > 0 && p.Done == p.Total
	switch {
	case l.s.global.quiet:
	case l.s.env.ErrTerminal:
		if ended || now.Sub(l.last) >= drawEvery {
			l.last = now
			l.draw(progressText(p, now.Sub(l.began), p.Note, askedText(l.s.layer)))
		}
	case l.s.global.verbose && ended:
		fmt.Fprintln(l.s.env.Stderr, progressText(p, now.Sub(l.began), p.Note, askedText(l.s.layer)))
	}
}

// clear takes the line away before anything else is written.
func (l *statusLine) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown > 0 {
		l.draw("")
		fmt.Fprint(l.s.env.Stderr, "\r")
	}
}

func (l *statusLine) draw(line string) {
	if width := l.s.env.ErrWidth; width > 0 {
		line = visible.Fit(line, width-1)
	}
	length := visible.Width(line)
	fmt.Fprint(l.s.env.Stderr, "\r"+line+strings.Repeat(" ", max(0, l.shown-length)))
	l.shown = length
}

func progressText(p appliance.Progress, took time.Duration, notes ...string) string {
	line := fmt.Sprintf("%s %d", p.Stage, p.Done)
	if p.Total > 0 {
		line = fmt.Sprintf("%s %d of %d", p.Stage, p.Done, p.Total)
	}
	line += fmt.Sprintf(" · %.0f s", took.Seconds())
	if left := timeLeft(p, took); left >= time.Second {
		line += fmt.Sprintf(", about %.0f s left", left.Seconds())
	}
	for _, note := range notes {
		if note != "" {
			line += " · " + visible.Line(note)
		}
	}
	return line
}

// timeLeft goes on at the rate so far; 0 = unknown.
func timeLeft(p appliance.Progress, took time.Duration) time.Duration {
	done := p.Done - p.Before
	if done <= 0 || p.Total == 0 || took < time.Second {
		return 0
	}
	return time.Duration(float64(took) / float64(done) * float64(p.Total-p.Done))
}
