package evaluate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"ercheck/appliance/record"
	"ercheck/llm"
	"ercheck/llm/extract"
)

// cell takes one cell from its prompt to the store. An error stops the run.
func (w *worker) cell(ctx context.Context, key record.CellKey) error {
	c, kept := w.Kept[key]
	if !kept {
		var err error
		if c, err = w.ask(ctx, key); err != nil || c.Outcome == held {
			return err
		}
	}
	var found Evidence
	if c.Outcome == "" {
		var err error
		if found, err = w.execute(ctx, &c); err != nil {
			return err
		}
	}
	return w.save(ctx, c, found, kept)
}

// save judges a cell that has its outcome and stores it.
func (w *worker) save(ctx context.Context, c record.Cell, found Evidence, kept bool) error {
	Judge(w.questions[c.Question], &c, found)
	c.Ended = time.Now().UTC()
	stored, err := w.store.Save(ctx, c, w.samples.sample(c, found.Rows))
	if err != nil {
		return err
	}
	w.tally.add(c, stored, kept)
	w.progress.ended(c)
	return nil
}

// ask gives a cell with what was received, and an outcome where there is
// nothing to execute.
func (w *worker) ask(ctx context.Context, key record.CellKey) (record.Cell, error) {
	c := record.Cell{CellKey: key}
	request, once, err := w.request(key)
	if err != nil {
		return c, w.noResponse(ctx, &c, err)
	}
	c.Prompt = transcript(request.Messages)
	began := w.streak.now()
	response, err := w.inTurn(ctx, request, once, &c)
	if err != nil || c.Outcome != "" {
		return c, err
	}
	received(&c, response)
	w.findSQL(ctx, &c, response)
	return c, w.endStreak(ctx, began)
}

func (w *worker) request(key record.CellKey) (r llm.Request, once bool, err error) {
	variant, question := w.variants[key.Variant], w.questions[key.Question]
	var p Prompt
	err = guard("the prompt of "+key.Question, func() { p = w.Prompt(w.arm, variant, question) })
	cell := llm.Cell{Question: key.Question, Variant: key.Variant, Repeat: key.Repeat}
	return p.Request(question, cell, w.Options), p.Once, err
}

// received notes what came back and what it took.
func received(c *record.Cell, r llm.Response) {
	c.Response, c.Thinking = r.Text, r.Thinking
	c.PromptTokens, c.CompletionTokens, c.CachedTokens = r.Usage.PromptTokens, r.Usage.CompletionTokens, r.Usage.CachedTokens
	c.Cost, c.Cached, c.Attempts = r.Cost, r.Cached, r.Attempts
	c.Answered, c.Dropped = r.Model, r.Dropped
	c.LoadTime, c.FirstToken = r.Timing.Load, r.Timing.FirstToken
	if r.Finish != llm.FinishStop {
		c.Finish = r.Finish
	}
}

// inTurn calls the model when it is this cell's turn. An error stops the run,
// and then nobody who waits for the first call gets a turn.
func (w *worker) inTurn(ctx context.Context, r llm.Request, once bool, c *record.Cell) (llm.Response, error) {
	leave, err := w.first.enter(ctx)
	if err != nil {
		return llm.Response{}, err
	}
	ask := func() (llm.Response, error) { return w.complete(ctx, r, &c.AskTime) }
	if once {
		ask = w.once.do(ctx, r.Cell, ask)
	}
	response, err := ask()
	if err != nil {
		err = w.noResponse(ctx, c, err)
	}
	if err == nil {
		leave()
	}
	return response, err
}

func (w *worker) complete(ctx context.Context, r llm.Request, took *time.Duration) (response llm.Response, err error) {
	w.progress.asking.Add(1)
	defer w.progress.asking.Add(-1)
	started := time.Now()
	defer func() { *took = time.Since(started) }()
	if panicked := guard("model "+w.model.Name(), func() { response, err = w.model.Complete(ctx, r) }); panicked != nil {
		return response, panicked
	}
	return response, err
}

// noResponse sorts an error met before there is a response: it stops the run when every other cell
// would fail alike, or when the run is being stopped, which is most likely its
// cause; one that passes is held back until it is known whose it is; else it is
// the cell's.
func (w *worker) noResponse(ctx context.Context, c *record.Cell, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if llm.KindOf(err).Final() {
		return err
	}
	c.Outcome, c.Message = record.NoResponse, clip(err.Error())
	if e, ok := passing(err); ok {
		failed := *c
		c.Outcome = held
		return w.streak.hold(failed, e)
	}
	return w.reportPanic(ctx, c.CellKey, err)
}

func (w *worker) findSQL(ctx context.Context, c *record.Cell, r llm.Response) {
	var outcome string
	err := guard("extraction", func() {
		if c.SQL, outcome = extract.SQL(r); c.SQL != "" && w.Translate != nil {
			c.SQL = w.Translate(w.arm, w.variants[c.Variant], c.SQL)
		}
	})
	c.Outcome = record.Outcome(outcome)
	switch {
	case err != nil:
		c.SQL, c.Outcome, c.Message = "", record.NoSQL, err.Error()
		_ = w.reportPanic(ctx, c.CellKey, err) // the message says it too
	case c.Outcome == record.Truncated:
		c.Message = fmt.Sprintf("the response ended with %q instead of %q", r.Finish, llm.FinishStop)
	case c.Outcome == record.NoSQL:
		c.Message = "the response holds no complete SQL statement"
	}
}

// transcript is all messages as one text. One message of a user, the usual
// case, is given as it was sent.
func transcript(messages []llm.Message) string {
	if len(messages) == 1 && messages[0].Role == llm.RoleUser {
		return messages[0].Content
	}
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "[%s]\n%s\n\n", m.Role, m.Content)
	}
	return b.String()
}

// panicked is a mistake in our code, met while working on a cell.
type panicked struct {
	where string
	value any
	place string // the function that panicked
}

func (p *panicked) Error() string {
	return fmt.Sprintf("%s failed by a mistake in ercheck: %v (in %s)", p.where, p.value, p.place)
}

// guard turns a panic of f into an error, so that one cell's is not the end of
// the others.
func guard(where string, f func()) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicked{where, value, panicPlace()}
		}
	}()
	f()
	return nil
}

// panicPlace names the function that panicked: the first below the runtime's.
func panicPlace() string {
	callers := make([]uintptr, 16)
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return frame.Function
		}
	}
}

// reportPanic stores an event for a panic, since a cell's failure is counted as
// the model's, and this one is not.
func (w *worker) reportPanic(ctx context.Context, key record.CellKey, err error) error {
	if _, ok := errors.AsType[*panicked](err); !ok {
		return nil
	}
	return w.event(ctx, "%s on %s: %v", key.Question, key.Variant, err)
}

func (e *evaluation) event(ctx context.Context, format string, args ...any) error {
	return e.store.Event(ctx, record.Event{At: time.Now().UTC(), Message: clip(fmt.Sprintf(format, args...))})
}

// longest is how many bytes of a message are kept: some providers answer with a
// page of HTML.
const longest = 2000

// clip makes a message short and valid.
func clip(message string) string {
	message = strings.ToValidUTF8(message, "\uFFFD")
	if len(message) <= longest {
		return message
	}
	end := longest
	for !utf8.RuneStart(message[end]) {
		end--
	}
	return message[:end] + "…"
}
