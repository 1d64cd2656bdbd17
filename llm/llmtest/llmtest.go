// Package llmtest proves that a provider keeps the contract of llm.Model, against
// a server that speaks the provider's protocol and does what servers do.
//
//	llmtest.Run(t, llmtest.Harness{Protocol: fake.OpenAI, New: …})
//
// Every case runs with a stream, and once more with the answer in one piece where
// a provider can be asked for that. The cases: answers.go for what is whole,
// failures.go for what is not, breaks.go for what ends on the way.
//
// The package must not know any provider's code.
package llmtest

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/wire"
)

// Key is the key that every case gives. No text that comes out of a provider may
// hold it.
const Key = "sk-a-key-that-nobody-may-see"

// Harness says what is to be proved, and in what a provider differs.
type Harness struct {
	Protocol fake.Protocol
	// New opens the model that a config names.
	New func(wire.Config) (llm.Model, error)
	// Header is where the key is sent, "" = it is not.
	Header string
	// PullHint is what the hint about a missing model has to say.
	PullHint string
	// NotFound is the text of the server's error about a missing model.
	NotFound string
	// Refused is the server's error about an option, and Param the option.
	Refused fake.Failure
	Param   string
	// Seedless is a provider that has no seed.
	Seedless bool
	// Trace is the stages that a streamed call tells of.
	Trace []llm.Stage
}

// Run runs every case.
func Run(t *testing.T, h Harness) {
	if h.Trace == nil {
		h.Trace = []llm.Stage{llm.StageWaiting, llm.StageAnswering}
	}
	cases := []struct {
		name string
		run  func(*testing.T, bench)
	}{
		{"whole", whole}, {"request", request}, {"omit", omit}, {"schema", schema}, {"thinking", thinking},
		{"length", length}, {"filtered", filtered}, {"megabyte", megabyte}, {"too large", tooLarge}, {"bytes", strangeBytes},
		{"key", keyIsSent}, {"key comes back", keyComesBack},
		{"401", unauthorized}, {"404", unknownModel}, {"429 in seconds", rateInSeconds}, {"429 with a date", rateWithDate},
		{"500 then success", serverError}, {"refused option", refusedOption}, {"page with 502", badGateway}, {"page with 200", pageWith200},
		{"page with 404", pageWith404}, {"error with 200", errorWith200}, {"redirect", redirect}, {"no server", noServer},
		{"cut", cut}, {"closed at once", closedAtOnce}, {"error in stream", errorInStream},
		{"cancel", cancel}, {"stalled", stalled},
	}
	for _, wholly := range []bool{false, true} {
		for _, c := range cases {
			t.Run(map[bool]string{false: "stream", true: "one piece"}[wholly]+"/"+c.name, func(t *testing.T) {
				noGoroutineIsLeft(t)
				c.run(t, bench{h, wholly})
			})
		}
	}
}

// bench is a harness in one of the two ways to be answered.
type bench struct {
	Harness
	whole bool
}

// asked is a request as a run makes it.
func asked() llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: "How many?"}}}
}

// server starts one that answers always alike.
func (b bench) server(t *testing.T, a fake.Answer) *fake.Server {
	t.Helper()
	return b.serve(t, func(fake.Request) fake.Answer { return a })
}

func (b bench) serve(t *testing.T, answer func(fake.Request) fake.Answer) *fake.Server {
	t.Helper()
	s := fake.New(b.Protocol, answer)
	t.Cleanup(s.Close)
	return s
}

// open gives the model on a server, by a client of its own.
func (b bench) open(t *testing.T, base string) llm.Model {
	t.Helper()
	transport := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(transport.CloseIdleConnections)
	m, err := b.New(wire.Config{
		Provider: "any", Model: "fake-model", BaseURL: base, Key: Key, HTTPClient: &http.Client{Transport: transport},
		Whole: b.whole, MaxText: limit,
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// limit is how large answers may be here, in bytes.
const limit = 2 << 20

// patience is how long a case may take that waits for nothing.
const patience = 20 * time.Second

// ask asks a server that answers with a.
func (b bench) ask(t *testing.T, a fake.Answer, r llm.Request) (llm.Response, error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	return b.open(t, b.server(t, a).BaseURL).Complete(ctx, r)
}

// answered is the response to what must succeed.
func (b bench) answered(t *testing.T, a fake.Answer, r llm.Request) llm.Response {
	t.Helper()
	got, err := b.ask(t, a, r)
	if err != nil {
		t.Fatalf("Complete: %v", err)
	}
	return got
}

// failed is the error of what must fail, which holds no key and says which model.
func (b bench) failed(t *testing.T, a fake.Answer) *llm.Error {
	t.Helper()
	got, err := b.ask(t, a, asked())
	if err == nil {
		t.Fatalf("Complete gives %q, finish %q, and no error", got.Text, got.Finish)
	}
	return isError(t, err)
}

func isError(t *testing.T, err error) *llm.Error {
	t.Helper()
	var e *llm.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is not *llm.Error: %v", err, err)
	}
	if !strings.HasSuffix(e.Model, ":fake-model") {
		t.Errorf("the error names the model %q", e.Model)
	}
	for _, text := range []string{err.Error(), e.Hint} {
		if strings.Contains(text, Key) {
			t.Errorf("the key is in %q", text)
		}
		if strings.ContainsAny(text, "\n\r\x00") {
			t.Errorf("more than a line: %q", text)
		}
	}
	return e
}

func wantKind(t *testing.T, e *llm.Error, want llm.Kind) {
	t.Helper()
	if e.Kind != want {
		t.Errorf("kind %q, want %q: %v", e.Kind, want, e)
	}
}

// noGoroutineIsLeft checks at the end of a test, when all else is closed, and
// waits a little for those that are on their way out.
func noGoroutineIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for range 200 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		stacks := make([]byte, 64<<10)
		t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
	})
}
