package through_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"ercheck/llm"
	"ercheck/llm/llmtest/fake"
	"ercheck/llm/openai"
	"ercheck/llm/through"
	"ercheck/llm/wire"
)

// served is a model of a real provider behind the layer, and a server that
// speaks its protocol.
func served(t testing.TB, o through.Options, answer func(fake.Request) fake.Answer) (*through.Model, *through.Layer, *fake.Server) {
	t.Helper()
	server := fake.New(fake.OpenAI, answer)
	t.Cleanup(server.Close)
	const key = "sk-a-key-that-is-secret"
	inner, err := openai.New(openai.OpenAI, wire.Config{Model: "fake-model", BaseURL: server.BaseURL, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	layer := through.New(o)
	m, err := layer.Wrap(inner, through.Source{Provider: "openai", BaseURL: server.BaseURL, Secrets: []string{key}})
	if err != nil {
		t.Fatal(err)
	}
	return m, layer, server
}

func question(n int) llm.Request {
	return llm.Request{Messages: []llm.Message{{Role: llm.RoleUser, Content: fmt.Sprintf("question %d", n)}}}
}

// Everything that can pass goes wrong on the way to one answer.
func TestAnAnswerInSpiteOfEverything(t *testing.T) {
	soon := time.Now().Add(2 * time.Second).UTC()
	troubles := []fake.Answer{
		{Failure: &fake.Failure{Status: http.StatusTooManyRequests, Message: "slow down", RetryAfter: "1"}},
		{Failure: &fake.Failure{Status: http.StatusTooManyRequests, Message: "slow down", RetryAfter: soon.Format(http.TimeFormat)}},
		fake.Fail(http.StatusInternalServerError, "oops"),
		{Text: "SELECT 1 + 1 + 1", Break: 2},
		{Stall: -1},
		{Failure: &fake.Failure{Status: http.StatusBadGateway, Page: true}},
	}
	o := through.Options{
		Retry:     through.Retry{First: 10 * time.Millisecond},
		Deadlines: through.Deadlines{FirstToken: 200 * time.Millisecond},
	}
	m, layer, server := served(t, o, func(r fake.Request) fake.Answer {
		if r.Number <= len(troubles) {
			return troubles[r.Number-1]
		}
		return fake.Say("SELECT 1")
	})
	began := time.Now()
	r, err := m.Complete(context.Background(), question(0))
	if err != nil {
		t.Fatal(err)
	}
	if r.Text != "SELECT 1" || r.Attempts != len(troubles)+1 || server.Calls() != r.Attempts {
		t.Errorf("response %+v after %d calls", r, server.Calls())
	}
	if took := time.Since(began); took < time.Second || time.Now().Before(soon.Truncate(time.Second)) {
		t.Errorf("the server was left alone for %v", took)
	}
	if s := layer.Snapshot(); s.Retries != len(troubles) || s.Answers != 1 {
		t.Errorf("counted %+v", s)
	}
}

func TestADeadKeyIsTriedOnce(t *testing.T) {
	m, _, server := served(t, through.Options{}, func(r fake.Request) fake.Answer {
		return fake.Fail(http.StatusUnauthorized, "wrong key: "+r.Header.Get("Authorization"))
	})
	_, err := m.Complete(context.Background(), question(0))
	if llm.KindOf(err) != llm.KindAuth || server.Calls() != 1 {
		t.Errorf("error %v after %d calls", err, server.Calls())
	}
	if shown := fmt.Sprintf("%v %+v %#v", err, err, err); strings.Contains(shown, "secret") {
		t.Errorf("the key is in %s", shown)
	}
}

func TestARefusedParameterCostsOneCall(t *testing.T) {
	m, _, server := served(t, through.Options{}, func(r fake.Request) fake.Answer {
		if strings.Contains(string(r.Body), `"seed"`) {
			return fake.Answer{Failure: &fake.Failure{Status: http.StatusBadRequest, Param: "seed", Code: "unsupported_parameter",
				Message: "Unsupported parameter: 'seed' is not supported with this model."}}
		}
		return fake.Say("SELECT 1")
	})
	for i := range 3 {
		q := question(i)
		q.Options.Seed = 7
		r, err := m.Complete(context.Background(), q)
		if err != nil || len(r.Dropped) != 1 || r.Dropped[0] != llm.ParamSeed {
			t.Fatalf("response %+v, %v", r, err)
		}
	}
	if server.Calls() != 4 {
		t.Errorf("%d calls for 3 answers", server.Calls())
	}
}

// The wall time of 150 calls of 200 ms, 16 at a time, is near the ideal, with
// provider, layer and cache. On a busy machine the ideal is what the provider
// alone takes there, and three tries are given.
func TestWallTimeIsNearTheIdeal(t *testing.T) {
	const calls, atATime, each = 150, 16, 200 * time.Millisecond
	const ideal = each * ((calls + atATime - 1) / atATime)
	for range 3 {
		o := through.Options{Limits: through.Limits{Concurrency: atATime}, Cache: through.Files{Folder: filepath.Join(t.TempDir(), "responses")}}
		m, _, server := served(t, o, func(fake.Request) fake.Answer {
			a := fake.Say("SELECT 1")
			a.Delay = each
			return a
		})
		took := wallTime(t, m, calls, calls)
		best := max(ideal, wallTime(t, bare(t, server), calls, atATime))
		t.Logf("%v, %.2f of %v", took, float64(took)/float64(best), best)
		if took <= best*13/10 {
			return
		}
	}
	t.Error("far from the ideal in three tries")
}

// bare is the provider's model without the layer.
func bare(t testing.TB, server *fake.Server) llm.Model {
	t.Helper()
	m, err := openai.New(openai.OpenAI, wire.Config{Model: "fake-model", BaseURL: server.BaseURL, Key: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wallTime asks calls questions, at most so many at a time.
func wallTime(t *testing.T, m llm.Model, calls, atATime int) time.Duration {
	t.Helper()
	began := time.Now()
	var group errgroup.Group
	group.SetLimit(atATime)
	for i := range calls {
		group.Go(func() error {
			_, err := m.Complete(context.Background(), question(i))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	return time.Since(began)
}

// BenchmarkServer is a call of a provider to a server that answers at once, bare
// and through the layer.
func BenchmarkServer(b *testing.B) {
	m, _, server := served(b, through.Options{Cache: through.Files{Folder: b.TempDir()}}, func(fake.Request) fake.Answer { return fake.Say("SELECT 1") })
	for name, m := range map[string]llm.Model{"bare": bare(b, server), "through": m} {
		b.Run(name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				if _, err := m.Complete(context.Background(), question(n)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
