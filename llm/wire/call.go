package wire

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"ercheck/llm"
)

// FinishSize is the Finish of an answer that is larger than its limit. It holds
// what came until then.
const FinishSize = "size"

// Call is one exchange with a provider. It belongs to one goroutine.
type Call struct {
	// Response is filled by the provider, but for Text, Thinking and the times.
	// A Finish that is empty at the end says that the answer was cut off.
	Response llm.Response
	// Refusing is for providers that tell of a refusal before the end.
	Refusing bool

	config         Config
	omit           []string
	ctx            context.Context
	began, first   time.Time
	text, thinking strings.Builder

	status *Status // what the server said instead of an answer
	broken error   // what ended the body before its time
}

type callKey struct{}

// Begin starts a call in which the options of omit are not to be sent.
func (c Config) Begin(ctx context.Context, omit []string) *Call {
	call := &Call{config: c, omit: omit, began: time.Now()}
	call.ctx = context.WithValue(ctx, callKey{}, call)
	return call
}

// callOf is the call that a request is made for. There is one in every request
// of a Client, but for those that an SDK makes on its own: they get one that
// nobody asks.
func callOf(ctx context.Context) *Call {
	if call, ok := ctx.Value(callKey{}).(*Call); ok {
		return call
	}
	return &Call{}
}

// Context is the one to give to the SDK.
func (c *Call) Context() context.Context { return c.ctx }

func (c *Call) refused(s *Status) error {
	c.status = s
	return s
}

func (c *Call) broke(err error) {
	if c.broken == nil {
		c.broken = err
	}
}

// Refused notes that the server said in mid-stream that it failed.
func (c *Call) Refused(document string) {
	_ = c.refused(&Status{Code: http.StatusOK, Header: http.Header{}, Body: []byte(document)})
}

// Cut reports whether the connection broke before the body's end.
func (c *Call) Cut() bool { return c.broken != nil }

// Failed reports whether the server said that it failed.
func (c *Call) Failed() bool { return c.status != nil }

// Drop notes that an option that was asked for is not sent.
func (c *Call) Drop(param string) {
	if !slices.Contains(c.Response.Dropped, param) {
		c.Response.Dropped = append(c.Response.Dropped, param)
	}
}

// Sends reports whether an option may be sent. One that may not is dropped.
func (c *Call) Sends(param string) bool {
	if slices.Contains(c.omit, param) {
		c.Drop(param)
		return false
	}
	return true
}

// Text takes a piece of the answer. It reports false when there is no room for
// more, and the provider should hang up.
func (c *Call) Text(piece string) bool { return c.add(&c.text, piece) }

// Thinking takes a piece of the reasoning, as Text does.
func (c *Call) Thinking(piece string) bool { return c.add(&c.thinking, piece) }

func (c *Call) add(to *strings.Builder, piece string) bool {
	if piece == "" {
		return true
	}
	if c.first.IsZero() && !c.config.Whole {
		c.first = time.Now()
		llm.Reached(c.ctx, llm.StageAnswering)
	}
	if limit := c.config.maxText(); to.Len()+len(piece) > limit {
		to.WriteString(piece[:limit-to.Len()])
		c.Response.Finish = FinishSize
		return false
	}
	to.WriteString(piece)
	return true
}

// End gives the response, or why there is none: err is the SDK's error, read is
// how the provider reads its own. What was sent by the provider is made valid:
// each piece that is not UTF-8 becomes one U+FFFD; nothing else is changed, but
// for the key, should a server send it back.
func (c *Call) End(err error, read func(*Status) Reading) (llm.Response, error) {
	if gone := c.ctx.Err(); gone != nil && c.Response.Finish == "" {
		return llm.Response{}, gone
	}
	if c.status != nil && c.Response.Finish == "" {
		c.Response.Finish = read(c.status).Finish
	}
	if failure := c.failure(err, read); failure != nil {
		return llm.Response{}, failure
	}
	r := c.Response
	r.Text, r.Thinking = c.valid(c.text.String()), c.valid(c.thinking.String())
	r.Model = c.valid(r.Model)
	r.Timing.Total = time.Since(c.began) - r.Timing.Load
	if !c.first.IsZero() {
		r.Timing.FirstToken = max(0, c.first.Sub(c.began)-r.Timing.Load)
	}
	return r, nil
}

func (c *Call) valid(text string) string {
	return c.config.scrub(strings.ToValidUTF8(text, "\uFFFD"))
}

// failure is what the exchange failed with, or nil. What breaks after the answer
// has said how it ended takes nothing from it.
func (c *Call) failure(err error, read func(*Status) Reading) error {
	switch {
	case c.Response.Finish != "":
		return nil
	case c.status != nil:
		return c.config.failedWith(c.status, read)
	case errors.Is(c.broken, errTooLarge):
		return c.config.fault(llm.KindServer, "the answer does not end within any sensible size", "")
	case c.broken != nil:
		return c.config.fault(llm.KindCut, "the answer was cut off: "+reason(c.broken), "")
	case err != nil:
		return c.config.unreached(err)
	}
	return c.config.fault(llm.KindCut, "the answer ended before its end was said", "")
}
