package llmtest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
)

// cut: an answer that broke off is none, however whole it looks.
func cut(t *testing.T, b bench) {
	for pieces := 1; pieces <= 3; pieces++ {
		if b.whole {
			break // what comes in one piece cannot be cut between pieces
		}
		wantKind(t, b.failed(t, fake.Answer{Text: "SELECT a FROM t WHERE b", Pieces: 3, Break: pieces}), llm.KindCut)
	}
}

func closedAtOnce(t *testing.T, b bench) {
	if e := b.failed(t, fake.Answer{Break: -1}); !e.Kind.Transient() {
		t.Errorf("kind %q is not passing: %v", e.Kind, e)
	}
}

// errorInStream: the server fails after it began to answer with status 200.
func errorInStream(t *testing.T, b bench) {
	if b.whole {
		return // there is no stream to fail in
	}
	e := b.failed(t, fake.Answer{Text: "SELECT a FROM t", Break: 2, Failure: &fake.Failure{Status: 200, Message: "the engine died"}})
	wantKind(t, e, llm.KindServer)
	if !strings.Contains(e.Message, "the engine died") {
		t.Errorf("message %q", e.Message)
	}
}

// cancel: the call comes back at once, with the context's error.
func cancel(t *testing.T, b bench) {
	server := b.server(t, fake.Answer{Text: "SELECT a FROM t", Stall: 2})
	ctx, stop := context.WithCancel(t.Context())
	heard := llm.WithTrace(ctx, func(s llm.Stage) {
		if s == llm.StageAnswering {
			stop()
		}
	})
	if b.whole {
		time.AfterFunc(50*time.Millisecond, stop)
		server = b.server(t, fake.Answer{Stall: -1})
	}
	defer stop()
	begun := time.Now()
	_, err := b.open(t, server.BaseURL).Complete(heard, asked())
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("came back after %v", took)
	}
}

// stalled: the first byte never comes, or no other.
func stalled(t *testing.T, b bench) {
	for _, after := range []int{-1, 2} {
		ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer stop()
		a := fake.Answer{Text: "SELECT a FROM t", Stall: after}
		if b.whole {
			a.Stall = -1
		}
		begun := time.Now()
		_, err := b.open(t, b.server(t, a).BaseURL).Complete(ctx, asked())
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want the context's", err)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("came back after %v", took)
		}
	}
}
