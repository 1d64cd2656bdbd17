package llmtest

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
)

func unauthorized(t *testing.T, b bench) {
	e := b.failed(t, fake.Fail(401, "Incorrect API key provided"))
	wantKind(t, e, llm.KindAuth)
	if !e.Kind.Final() || e.Hint == "" {
		t.Errorf("a dead key has to stop a run, with a hint: %+v", e)
	}
	wantKind(t, b.failed(t, fake.Fail(403, "no permission")), llm.KindAuth)
}

func unknownModel(t *testing.T, b bench) {
	e := b.failed(t, fake.Fail(404, b.NotFound))
	wantKind(t, e, llm.KindUnknownModel)
	if !strings.Contains(e.Hint, b.PullHint) || e.Hint == "" || !strings.Contains(e.Message, b.NotFound) {
		t.Errorf("message %q, hint %q", e.Message, e.Hint)
	}
}

func rateInSeconds(t *testing.T, b bench) {
	for header, want := range map[string]time.Duration{
		"7": 7 * time.Second, "0.5": 500 * time.Millisecond, "": 0, "soon": 0, "-3": 0, "NaN": 0, "1e300": 0,
	} {
		e := b.failed(t, fake.Answer{Failure: &fake.Failure{Status: 429, Message: "slow down", RetryAfter: header}})
		wantKind(t, e, llm.KindRate)
		if e.RetryAfter != want {
			t.Errorf("Retry-After %q means %v, not %v", header, e.RetryAfter, want)
		}
	}
}

func rateWithDate(t *testing.T, b bench) {
	at := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
	e := b.failed(t, fake.Answer{Failure: &fake.Failure{Status: 429, Message: "slow down", RetryAfter: at}})
	wantKind(t, e, llm.KindRate)
	if e.RetryAfter < 80*time.Second || e.RetryAfter > 91*time.Second {
		t.Errorf("wants to be left alone for %v, not 90 s", e.RetryAfter)
	}
	past := time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat)
	if e := b.failed(t, fake.Answer{Failure: &fake.Failure{Status: 503, Message: "busy", RetryAfter: past}}); e.RetryAfter != 0 {
		t.Errorf("a date that has passed means %v", e.RetryAfter)
	}
}

// serverError: the failure is handed on at once, and the next call works.
func serverError(t *testing.T, b bench) {
	server := b.serve(t, func(r fake.Request) fake.Answer {
		if r.Number == 1 {
			return fake.Fail(500, "the engine stalled")
		}
		return fake.Say("SELECT 1")
	})
	model := b.open(t, server.BaseURL)
	_, err := model.Complete(t.Context(), asked())
	e := isError(t, err)
	wantKind(t, e, llm.KindServer)
	if !strings.Contains(e.Message, "the engine stalled") || server.Calls() != 1 {
		t.Errorf("%v after %d calls", e, server.Calls())
	}
	got, err := model.Complete(t.Context(), asked())
	if err != nil || got.Text != "SELECT 1" || server.Calls() != 2 {
		t.Errorf("%q, %v after %d calls", got.Text, err, server.Calls())
	}
}

func refusedOption(t *testing.T, b bench) {
	f := b.Refused
	if f.Status == 0 {
		f.Status = 400
	}
	e := b.failed(t, fake.Answer{Failure: &f})
	wantKind(t, e, llm.KindBadRequest)
	if e.Param != b.Param {
		t.Errorf("refused %q, want %q: %v", e.Param, b.Param, e)
	}
	if e := b.failed(t, fake.Fail(400, "the request is malformed")); e.Param != "" || e.Kind != llm.KindBadRequest {
		t.Errorf("refused %q, kind %q, for no option: %v", e.Param, e.Kind, e)
	}
}

func page(status int, title string) fake.Answer {
	return fake.Answer{Failure: &fake.Failure{Status: status, Message: title, Page: true}}
}

func badGateway(t *testing.T, b bench) {
	e := b.failed(t, page(502, "502 Bad Gateway & more"))
	wantKind(t, e, llm.KindServer)
	if !strings.Contains(e.Message, "Bad Gateway & more") || strings.ContainsAny(e.Message, "<>{}") {
		t.Errorf("message %q", e.Message)
	}
}

func pageWith200(t *testing.T, b bench) {
	e := b.failed(t, page(200, "Sign in to the network"))
	wantKind(t, e, llm.KindServer)
	if !strings.Contains(e.Message, "Sign in to the network") {
		t.Errorf("message %q", e.Message)
	}
}

// pageWith404 comes from a server that is no provider.
func pageWith404(t *testing.T, b bench) {
	e := b.failed(t, page(404, "Not here"))
	wantKind(t, e, llm.KindBadRequest)
	if !strings.Contains(e.Hint, "base URL") {
		t.Errorf("hint %q", e.Hint)
	}
}

func errorWith200(t *testing.T, b bench) {
	e := b.failed(t, fake.Fail(200, "all engines are busy"))
	wantKind(t, e, llm.KindServer)
	if !strings.Contains(e.Message, "all engines are busy") {
		t.Errorf("message %q", e.Message)
	}
}

// redirect: the key goes to no other address.
func redirect(t *testing.T, b bench) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(elsewhere.Close)
	here := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL+r.URL.Path, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(here.Close)
	_, err := b.open(t, here.URL).Complete(t.Context(), asked())
	wantKind(t, isError(t, err), llm.KindBadRequest)
	if reached {
		t.Error("the request went on to another server")
	}
}

func noServer(t *testing.T, b bench) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := "http://" + l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = b.open(t, base).Complete(t.Context(), asked())
	e := isError(t, err)
	wantKind(t, e, llm.KindUnreachable)
	if e.Hint == "" {
		t.Error("no hint")
	}
}
