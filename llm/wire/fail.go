package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"html"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"
	"unicode"

	"ercheck/llm"
)

// Reading is what a provider makes of its own error. What it leaves empty is
// filled in by what HTTP says.
type Reading struct {
	Kind       llm.Kind
	Message    string // in the provider's words
	Hint       string
	Param      string        // the option refused
	RetryAfter time.Duration // said in the body instead of a header
	// Finish is for what a server calls an error and is the model's doing: the
	// response is what came until then, and this its Finish.
	Finish string
}

// failedWith turns what the server said into an *llm.Error.
func (c Config) failedWith(s *Status, read func(*Status) Reading) error {
	r := read(s)
	page := r.Message == "" && isPage(s)
	if r.Message == "" {
		r.Message = plain(s)
	}
	if r.Kind == "" {
		r.Kind = kindOf(s.Code, page)
	}
	e := c.fault(r.Kind, s.Error()+": "+r.Message, r.Hint)
	if e.Hint == "" {
		e.Hint = hints[r.Kind]
	}
	if page && r.Kind == llm.KindBadRequest {
		e.Hint = "there is no such service at this address: check the base URL"
	}
	e.Param, e.RetryAfter = r.Param, r.RetryAfter
	if e.RetryAfter == 0 {
		e.RetryAfter = retryAfter(s.Header, time.Now())
	}
	return e
}

// hints are for errors about which the provider's own reading has none.
var hints = map[llm.Kind]string{
	llm.KindAuth:         "check the key, and what it may be used for",
	llm.KindUnknownModel: "see ercheck model list for those there are",
}

// KindOf is what a status of HTTP says by itself.
func KindOf(code int) llm.Kind { return kindOf(code, false) }

// kindOf is the same for what may be a page. A page is written by something in
// between, which knows of no models.
func kindOf(code int, page bool) llm.Kind {
	switch {
	case code == http.StatusUnauthorized, code == http.StatusForbidden, code == http.StatusProxyAuthRequired:
		return llm.KindAuth
	case code == http.StatusPaymentRequired:
		return llm.KindBudget
	case code == http.StatusNotFound && !page:
		return llm.KindUnknownModel
	case code == http.StatusRequestEntityTooLarge:
		return llm.KindTooLong
	case code == http.StatusTooManyRequests:
		return llm.KindRate
	case code == http.StatusRequestTimeout, code == http.StatusConflict, code == http.StatusTooEarly,
		code >= 500, code < 300:
		return llm.KindServer
	}
	return llm.KindBadRequest
}

func (c Config) fault(kind llm.Kind, message, hint string) *llm.Error {
	return &llm.Error{Kind: kind, Model: c.Name(), Message: c.scrub(oneLine(message)), Hint: c.scrub(hint)}
}

// unreached says why there is no answer at all.
func (c Config) unreached(err error) error {
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate), strings.Contains(err.Error(), "gave HTTP response to HTTPS client"):
		return c.fault(llm.KindBadRequest, "no safe connection: "+reason(err), "check the base URL, and http:// against https://")
	case isTimeout(err):
		return c.fault(llm.KindDeadline, "no answer in time: "+reason(err), "")
	case IsNetwork(err):
		return c.fault(llm.KindUnreachable, "no connection: "+reason(err), "check that the service runs, and the network")
	}
	return c.fault(llm.KindServer, "what came is no answer: "+reason(err), "")
}

func isTimeout(err error) bool {
	var timeout net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

// IsNetwork reports whether an error is about a connection.
func IsNetwork(err error) bool {
	var op *net.OpError
	var name *net.DNSError
	var address *url.Error
	return errors.As(err, &op) || errors.As(err, &name) || errors.As(err, &address) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

// reason is an error's text without the address that net/http puts before it.
func reason(err error) string {
	var address *url.Error
	if errors.As(err, &address) {
		err = address.Err
	}
	return err.Error()
}

// isPage reports whether a body was written for people. Services answer in JSON.
func isPage(s *Status) bool {
	start := strings.TrimSpace(string(s.Body))
	return start == "" || start[0] != '{' && start[0] != '['
}

var (
	titleOf = regexp.MustCompile(`(?is)<title[^>]*>(.*?)</title>`)
	tags    = regexp.MustCompile(`(?is)<(script|style)\b.*?</(script|style)>|<[^>]*>`)
)

// plain is what a body says for which there is no better reading: the message in
// one of the shapes that servers use, a page's title, or its first words.
func plain(s *Status) string {
	text := string(s.Body)
	if said := Read(s).Message; said != "" {
		return said
	}
	if m := titleOf.FindStringSubmatch(text); m != nil {
		return "a page instead of an answer: " + html.UnescapeString(m[1])
	}
	text = strings.TrimSpace(html.UnescapeString(tags.ReplaceAllString(text, " ")))
	if text == "" {
		return "without a word"
	}
	return text
}

// maxMessage bounds an error's text, in runes.
const maxMessage = 500

// oneLine makes a text of others fit for an error: valid, one line, bounded.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if runes := []rune(text); len(runes) > maxMessage {
		text = string(runes[:maxMessage]) + "…"
	}
	return text
}

// Ask does a call that is no completion, as a list of models. do is given the
// context to use; its errors come back as those of a Call do.
func (c Config) Ask(ctx context.Context, read func(*Status) Reading, do func(context.Context) error) error {
	call := c.Begin(ctx, nil)
	if err := do(call.Context()); err != nil || call.broken != nil || call.status != nil {
		_, err := call.End(err, read)
		return err
	}
	return nil
}
