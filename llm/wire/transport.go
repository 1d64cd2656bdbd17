package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
)

const (
	// MaxText is how large an answer, or its reasoning, may be, in bytes, where a
	// Config says nothing else.
	MaxText = 16 << 20
	// maxWhole bounds a body that comes in one piece.
	maxWhole = 64 << 20
	// maxStream bounds a stream, whose pieces are larger than what they carry.
	maxStream = 1 << 30
	// maxFailure is how much of a body that says what went wrong is read.
	maxFailure = 64 << 10
)

// errTooLarge ends a body that goes on after its limit.
var errTooLarge = errors.New("the body is larger than any answer")

// Status is an exchange that ended in something else than an answer. SDKs hand
// it on as the transport's error.
type Status struct {
	Code   int         // of HTTP; may be 200, where the body says that it failed
	Header http.Header // never nil
	Body   []byte      // its first 64 KB
}

// Error implements error. It names no address and repeats nothing that was sent.
func (s *Status) Error() string {
	return strings.TrimSpace(fmt.Sprintf("HTTP %d %s", s.Code, http.StatusText(s.Code)))
}

// transport hands on answers only. It tells the Call in the request's context
// what else came.
type transport struct{ base http.RoundTripper }

// RoundTrip implements http.RoundTripper. Its error is a *Status where the server
// answered.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	call := callOf(r.Context())
	if response.StatusCode < 200 || response.StatusCode > 299 || media == "text/html" {
		return nil, failed(call, response)
	}
	if media != "" {
		// SDKs compare it as it stands.
		response.Header.Set("Content-Type", media)
	}
	if media == "application/json" {
		return whole(call, response)
	}
	response.Body = &body{ReadCloser: response.Body, call: call, left: maxStream}
	return response, nil
}

// failed reads what a server says about its failure.
func failed(call *Call, response *http.Response) error {
	defer func() { _ = response.Body.Close() }()
	// What can be read of it is all that there is to say.
	text, _ := io.ReadAll(io.LimitReader(response.Body, maxFailure))
	return call.refused(&Status{response.StatusCode, response.Header, text})
}

// whole reads a body that is one JSON document, to find out whether it is about
// an error.
func whole(call *Call, response *http.Response) (*http.Response, error) {
	text, err := io.ReadAll(&body{ReadCloser: response.Body, call: call, left: maxWhole})
	_ = response.Body.Close()
	if err != nil {
		return nil, err
	}
	if isFailure(text) {
		return nil, call.refused(&Status{response.StatusCode, response.Header, text[:min(len(text), maxFailure)]})
	}
	response.Body = io.NopCloser(bytes.NewReader(text))
	return response, nil
}

// isFailure reports whether a document has an error at its top, in place of or
// beside an answer.
func isFailure(document []byte) bool {
	var top struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(document, &top) != nil {
		return false
	}
	switch string(top.Error) {
	case "", "null", `""`, "{}", "false":
		return false
	}
	return true
}

// body ends at its limit and where the connection breaks. The reader sees a
// plain end, for not every SDK tells one from the other, and some print a broken
// one on standard error; what it was, the call knows.
type body struct {
	io.ReadCloser
	call *Call
	left int64
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.call.broke(errTooLarge)
		return 0, io.EOF
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	if err != nil && err != io.EOF {
		b.call.broke(err)
		err = io.EOF
	}
	return n, err
}
