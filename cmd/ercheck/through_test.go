package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"ercheck/llm"
	"ercheck/llm/through"
)

// farModel is a model that is not built in: it counts its calls and can be down.
type farModel struct {
	name  string
	calls atomic.Int64
	fails func(call int64) error // nil = never
}

func (m *farModel) Name() string { return m.name }

func (m *farModel) Complete(context.Context, llm.Request) (llm.Response, error) {
	if n := m.calls.Add(1); m.fails != nil {
		if err := m.fails(n); err != nil {
			return llm.Response{}, err
		}
	}
	return llm.Response{Text: "SELECT 1", Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 1000, CompletionTokens: 1000}}, nil
}

// withFarModel adds a provider to the table for one test, which must not be
// parallel.
func withFarModel(t *testing.T) *farModel {
	t.Helper()
	m := &farModel{name: "far:" + t.Name()}
	before := providers
	t.Cleanup(func() { providers = before })
	providers = append(providers[:len(providers):len(providers)], provider{"far", "far:NAME", "far away",
		func(_ context.Context, a asked) (llm.Model, error) {
			return a.through(m, through.Source{Provider: "far", Secrets: []string{"far-secret-key"}})
		}})
	return m
}

// twoCells is a run of two cells.
func (m *farModel) twoCells(more ...string) []string {
	return append([]string{"run", "social", "--scale", "tiny", "--no-verify", "--variant", "full_sti", "--question", "q01", "--question", "q02",
		"--concurrency", "1", "--model", m.name, "--json"}, more...)
}

func TestAnAnswerIsPaidOnce(t *testing.T) {
	m, home := withFarModel(t), testHome(t)
	before := keptResponses(t, home)
	for i, want := range []struct {
		flags []string
		calls int64
	}{{nil, 2}, {nil, 2}, {[]string{"--repeats", "2"}, 4}, {[]string{"--fresh"}, 6}, {nil, 6}} {
		got := program(t, home, m.twoCells(want.flags...)...)
		if got.exit != exitDone || m.calls.Load() != want.calls {
			t.Errorf("run %d: exit code %d, %d calls so far, want %d\n%s", i, got.exit, m.calls.Load(), want.calls, got.err)
		}
	}
	if kept := keptResponses(t, home) - before; kept != 4 {
		t.Errorf("%d responses are kept", kept)
	}
}

// keptResponses counts what is in a home, which tests share.
func keptResponses(t *testing.T, home string) int {
	t.Helper()
	kept, err := filepath.Glob(filepath.Join(home, "responses", "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(kept)
}

func TestTheCostStopsARunThatGoesOn(t *testing.T) {
	m, home := withFarModel(t), testHome(t)
	prices := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(prices, []byte("prices: [{models: ['far:*'], input: 1, output: 1000}]"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := program(t, home, m.twoCells("--max-cost", "3")...); got.exit != exitUsage || !strings.Contains(got.out, "--prices") {
		t.Errorf("an unknown price and a limit: exit code %d\n%s", got.exit, got.out)
	}
	var failed struct{ Error failure }
	document(t, home, exitFailed, &failed, m.twoCells("--max-cost", "2.5", "--prices", prices)...)
	if failed.Error.Code != codeBudget || m.calls.Load() != 1 || !strings.Contains(failed.Error.Hint, "--max-cost") {
		t.Fatalf("%d calls, error %+v", m.calls.Load(), failed.Error)
	}
	id := regexp.MustCompile(`run (\S+) stopped`).FindStringSubmatch(failed.Error.Message)
	if len(id) != 2 {
		t.Fatalf("no run in %q", failed.Error.Message)
	}
	if got := program(t, home, "run", "--resume", id[1], "--max-cost", "2.5", "--prices", prices); got.exit != exitFailed || m.calls.Load() != 1 {
		t.Errorf("resumed with no money left: exit code %d, %d calls\n%s", got.exit, m.calls.Load(), got.err)
	}
	if got := program(t, home, "run", "--resume", id[1], "--max-cost", "10", "--prices", prices); got.exit != exitDone || m.calls.Load() != 2 ||
		!strings.Contains(got.err, "1 call to a model, $1.00") {
		t.Errorf("resumed: exit code %d, %d calls\n%s", got.exit, m.calls.Load(), got.err)
	}
}

func TestAProviderThatIsDownStopsARunThatGoesOn(t *testing.T) {
	m, home := withFarModel(t), testHome(t)
	m.fails = func(call int64) error {
		if call > 1 {
			return &llm.Error{Kind: llm.KindAuth, Message: "key far-secret-key was revoked"}
		}
		return nil
	}
	got := program(t, home, m.twoCells()...)
	if got.exit != exitFailed || !strings.Contains(got.out, "1 of 2 cells done") || strings.Contains(got.out+got.err, "far-secret") {
		t.Errorf("exit code %d\n%s%s", got.exit, got.out, got.err)
	}
	m.fails = nil
	if got := program(t, home, "run", "--resume", "last"); got.exit != exitDone || m.calls.Load() != 3 {
		t.Errorf("resumed: exit code %d, %d calls\n%s", got.exit, m.calls.Load(), got.err)
	}
}

func TestLayerFlagsThatAreWrong(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(broken, []byte("prices:\n  - {models: [x]}"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ flag, value, says string }{
		{"--max-cost", "0", "above 0"}, {"--max-cost", "-1", "above 0"}, {"--max-cost", "NaN", "above 0"}, {"--max-cost", "Inf", "above 0"},
		{"--rpm", "-1", "--rpm must be at least 0"}, {"--tpm", "-5", "--tpm must be at least 0"},
		{"--call-timeout", "-1s", "--call-timeout must not be negative"}, {"--load-timeout", "-1s", "--load-timeout"},
		{"--prices", "nowhere.yaml", "nowhere.yaml"}, {"--prices", broken, "prices.yaml:2: "},
	} {
		got := program(t, t.TempDir(), "run", "social", tt.flag, tt.value)
		if got.exit != exitUsage || !strings.Contains(got.err, tt.says) {
			t.Errorf("%s %s: exit code %d\n%s", tt.flag, tt.value, got.exit, got.err)
		}
	}
}
