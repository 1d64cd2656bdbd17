// Package fake is a server that speaks a provider's protocol and says what a test
// wants it to say: right answers, failures in the provider's own shapes, and all
// that goes wrong on the way.
//
//  1. New starts a server on a loopback port for one Protocol;
//  2. a request for a completion becomes a Request, whichever protocol it came in;
//  3. the test's function makes an Answer of it;
//  4. the answer goes out as the protocol's stream, or as one document, or as its
//     error (protocol.go, openai.go, anthropic.go, gemini.go, ollama.go).
//
// It counts what it is asked, for tests about calls that must not be made twice.
// The package knows protocols only: neither the providers' code nor their SDKs.
package fake

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"time"

	"ercheck/llm"
)

// Request is one request for a completion.
type Request struct {
	Model  string
	Prompt string // the messages' texts, a line break between them
	Stream bool
	Body   []byte // as it came
	Header http.Header
	Number int // counts from 1
}

// Answer is what a server says.
type Answer struct {
	Text, Thinking string
	Finish         string // of package llm; "" = llm.FinishStop
	Usage          llm.Usage
	Pieces         int           // of the text in a stream; 0 = 3
	Load           time.Duration // of the model, where a protocol tells it
	Delay          time.Duration // before the first byte
	Pause          time.Duration // before every further piece of a stream

	Break int // the connection breaks after that many pieces; 0 = never, -1 = before any
	End   int // the stream ends in good order after that many pieces; 0 = with the answer
	Stall int // nothing comes after that many pieces; 0 = never, -1 = nothing at all

	Failure *Failure // in place of the answer, or after Break pieces of it
}

// Say is the answer of a model that works.
func Say(text string) Answer {
	return Answer{Text: text, Usage: llm.Usage{PromptTokens: 11, CompletionTokens: 7}}
}

// Failure is an error in a protocol's own shape.
type Failure struct {
	Status     int    // of HTTP; 200 says that only the body tells of the failure
	Code       string // "" = what the protocol calls such a status
	Message    string
	Param      string // the option that is refused, where the protocol says it apart
	RetryAfter string // the header
	Page       bool   // a web page by something between, whatever the protocol
}

// Fail is an answer that is an error.
func Fail(status int, message string) Answer {
	return Answer{Failure: &Failure{Status: status, Message: message}}
}

// Server is a running server. Close it.
type Server struct {
	// BaseURL is what a provider is to be given.
	BaseURL string
	// Models are those that it lists.
	Models []string
	// Context is the trained context length that Ollama's protocol tells, and
	// Capabilities what a model can do there. They hold for every model.
	Context      int
	Capabilities []string
	// Digest is what Ollama's protocol says every model's files are.
	Digest string

	protocol protocol
	answer   func(Request) Answer
	http     *httptest.Server
	mu       sync.Mutex
	requests []Request
	others   []string
}

// New starts a server. answer is called by many goroutines at a time.
func New(p Protocol, answer func(Request) Answer) *Server {
	s := &Server{protocol: protocols[p], answer: answer, Models: []string{"fake-model"}, Context: 8192, Capabilities: []string{"completion"}}
	s.http = httptest.NewServer(s)
	s.BaseURL = s.http.URL + s.protocol.base
	return s
}

// Close ends the server and everything that it is still saying.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests are those for completions, in the order they came.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Calls counts Requests.
func (s *Server) Calls() int { return len(s.Requests()) }

// Others are the paths of all other requests, in the order they came.
func (s *Server) Others() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.others)
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client has gone
	}
	request, ok := s.protocol.request(r.URL.Path, body)
	if !ok {
		s.other(w, r.URL.Path, body)
		return
	}
	request.Body, request.Header = body, r.Header.Clone()
	s.mu.Lock()
	request.Number = len(s.requests) + 1
	s.requests = append(s.requests, request)
	s.mu.Unlock()
	a := s.answer(request)
	if !wait(r, a.Delay) {
		return
	}
	s.write(&writer{w, r}, request, a)
}

// other answers what is no completion.
func (s *Server) other(w http.ResponseWriter, path string, body []byte) {
	s.mu.Lock()
	s.others = append(s.others, path)
	s.mu.Unlock()
	status, document := s.protocol.other(s, path, body)
	if status == 0 {
		http.NotFound(w, nil)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	fmt.Fprint(w, document)
}

func (s *Server) write(w *writer, r Request, a Answer) {
	switch {
	case a.Stall < 0:
		w.stall()
	case a.Failure != nil && a.Break == 0:
		s.fail(w, *a.Failure)
	case a.Break < 0:
		w.break_()
	case r.Stream:
		s.stream(w, r, a)
	default:
		w.document("application/json", http.StatusOK, s.protocol.whole(r, a))
	}
}

// stream sends the pieces, as far as they are to come.
func (s *Server) stream(w *writer, r Request, a Answer) {
	w.Header().Set("Content-Type", s.protocol.media)
	for i, frame := range s.protocol.frames(r, a) {
		switch {
		case a.End > 0 && i >= a.End:
			return
		case a.Stall > 0 && i >= a.Stall:
			w.stall()
			return
		case a.Break > 0 && i >= a.Break && a.Failure != nil:
			w.piece(s.protocol.frame(s.protocol.failure(*a.Failure)))
			return
		case a.Break > 0 && i >= a.Break:
			w.break_()
		case i > 0 && !wait(w.request, a.Pause):
			return
		}
		w.piece(frame)
	}
}

func (s *Server) fail(w *writer, f Failure) {
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	if f.Page {
		w.document("text/html; charset=utf-8", f.Status, "<!DOCTYPE html>\n<html><head><title>"+f.Message+
			"</title><style>h1{color:red}</style></head><body><h1>"+f.Message+"</h1></body></html>\n")
		return
	}
	w.document("application/json", f.Status, s.protocol.failure(f))
}

// writer is a response with the request that it is for.
type writer struct {
	http.ResponseWriter
	request *http.Request
}

func (w *writer) document(media string, status int, text string) {
	w.Header().Set("Content-Type", media)
	w.WriteHeader(status)
	w.piece(text)
}

// piece sends at once. That the client may have gone, the next wait finds out.
func (w *writer) piece(text string) {
	_, _ = io.WriteString(w, text)
	w.ResponseWriter.(http.Flusher).Flush()
}

// stall says nothing until the client has gone.
func (w *writer) stall() { <-w.request.Context().Done() }

// break_ closes the connection in the middle of a word.
func (w *writer) break_() { panic(http.ErrAbortHandler) }

// wait reports whether the client is still there after d.
func wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return r.Context().Err() == nil
	}
	select {
	case <-time.After(d):
		return true
	case <-r.Context().Done():
		return false
	}
}
