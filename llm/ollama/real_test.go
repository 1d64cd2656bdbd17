//go:build linux

package ollama_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ercheck/llm"
	"ercheck/llm/llmtest/ollamatest"
	"ercheck/llm/llmtest/tinygguf"
	"ercheck/llm/ollama"
	"ercheck/llm/through"
	"ercheck/llm/wire"
)

// real is a real server with models of one architecture.
type real struct {
	*ollamatest.Server
	arch tinygguf.Arch
}

// trained is the context length of the models, in tokens, of which a prompt has
// one for each byte and about ten more.
const trained = 4096

// architectures are run by llama.cpp, but for the last, which the server's own
// engine runs.
var architectures = []tinygguf.Arch{tinygguf.Llama, tinygguf.Qwen2, tinygguf.Qwen3}

// TestRealServer puts the provider to a real server, where there is one.
func TestRealServer(t *testing.T) {
	cases := []struct {
		name string
		run  func(*testing.T, real)
	}{
		{"whole", realWhole}, {"context", realContext}, {"too long", realTooLong}, {"grown", realGrown}, {"length", realLength},
		{"endless", realEndless}, {"stutter", realStutter}, {"schema", realSchema}, {"think", realThink}, {"missing", realMissing},
		{"list", realList}, {"cancel", realCancel}, {"queue", realQueue}, {"runner killed", realRunnerKilled},
		{"server killed", realServerKilled}, {"server back", realServerBack},
	}
	server := ollamatest.Start(t)
	for _, arch := range architectures {
		t.Run(string(arch), func(t *testing.T) {
			s := real{server, arch}
			s.script(t)
			s.Create(t, s.name("random"), tinygguf.Random{Arch: arch, Context: trained, Seed: 1}.File(), "")
			for _, c := range cases {
				t.Run(c.name, func(t *testing.T) { c.run(t, s) })
			}
		})
	}
}

// name is that of a model of this architecture.
func (s real) name(of string) string { return of + "-" + string(s.arch) }

// What the scripted model answers.
const (
	saysShort = "SELECT count(*) FROM a WHERE b = 'ü→' -- done"
	saysLoop  = "one after the other, without end; "
)

// script makes the scripted model.
func (s real) script(t *testing.T) {
	t.Helper()
	file, err := tinygguf.Script{Arch: s.arch, Context: trained, Rules: []tinygguf.Rule{
		{If: "ENDLESS", Say: saysLoop, Loop: true},
		{If: "STUTTER", Say: "again ", Loop: true},
		{If: "NOTHING"},
	}, Default: tinygguf.Rule{Say: saysShort}}.File()
	if err != nil {
		t.Fatal(err)
	}
	s.Create(t, s.name("scripted"), file, "")
}

// open gives a model of the server.
func (s real) open(t *testing.T, name string) *ollama.Model {
	t.Helper()
	m, err := ollama.New(wire.Config{Model: name, BaseURL: s.BaseURL})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func (s real) scripted(t *testing.T) *ollama.Model { t.Helper(); return s.open(t, s.name("scripted")) }

// within is a context for calls that all end in a minute.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(stop)
	return ctx
}

// answered is the response to what must succeed.
func answered(t *testing.T, m llm.Model, r llm.Request) llm.Response {
	t.Helper()
	got, err := m.Complete(within(t), r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// loaded is the context length with which a model is in memory; 0 = it is not.
func (s real) loaded(t *testing.T, name string) int {
	t.Helper()
	running, err := s.Client.ListRunning(within(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range running.Models {
		if m.Name == name+":latest" {
			return m.ContextLength
		}
	}
	return 0
}

func realWhole(t *testing.T, s real) {
	m := s.scripted(t)
	var reached []llm.Stage
	first, err := m.Complete(llm.WithTrace(within(t), func(s llm.Stage) { reached = append(reached, s) }), asking("how many?"))
	if err != nil {
		t.Fatal(err)
	}
	if first.Text != saysShort || first.Finish != llm.FinishStop || first.Thinking != "" || len(first.Dropped) != 0 {
		t.Errorf("%+v", first)
	}
	if p, c := first.Usage.PromptTokens, first.Usage.CompletionTokens; p < len("how many?") || p > len("how many?")+40 || c < 2 || c > 10 {
		t.Errorf("usage %+v", first.Usage)
	}
	if !strings.HasPrefix(first.Model, s.name("scripted")+"@") {
		t.Errorf("answered by %q", first.Model)
	}
	if want := []llm.Stage{llm.StageLoading, llm.StageWaiting, llm.StageAnswering}; !slices.Equal(reached, want) {
		t.Errorf("stages %v, want %v", reached, want)
	}
	if tm := first.Timing; tm.Load <= 0 || tm.FirstToken <= 0 || tm.Total < tm.FirstToken {
		t.Errorf("timing %+v", tm)
	}
	second := answered(t, m, asking("how many now?"))
	if second.Timing.Load >= first.Timing.Load || second.Timing.Load > 200*time.Millisecond {
		t.Errorf("the second call loads for %v, the first for %v", second.Timing.Load, first.Timing.Load)
	}
	t.Logf("first %+v %+v, second %+v", first.Usage, first.Timing, second.Timing)
	if empty := answered(t, m, asking("NOTHING")); empty.Text != "" || empty.Finish != llm.FinishStop {
		t.Errorf("an empty answer: %+v", empty)
	}
}

func realContext(t *testing.T, s real) {
	m := s.scripted(t)
	r := asking(strings.Repeat("x", 1000))
	r.Options.MaxTokens = 64
	if err := m.Prepare(within(t), r); err != nil {
		t.Fatal(err)
	}
	for _, prompt := range []string{"short", strings.Repeat("y", 900), "short again"} {
		r.Messages[0].Content = prompt
		answered(t, m, r)
		if got := s.loaded(t, s.name("scripted")); got != 1024 { // 400 + 256 + 64, in steps of 1,024
			t.Errorf("a context of %d tokens after a prompt of %d bytes", got, len(prompt))
		}
	}
	answered(t, s.scripted(t), asking("more room for the answer"))
	if got := s.loaded(t, s.name("scripted")); got != trained {
		t.Errorf("a context of %d tokens, want the %d it was trained for", got, trained)
	}
}

func realTooLong(t *testing.T, s real) {
	m := s.scripted(t)
	_, err := m.Complete(within(t), asking(strings.Repeat("z", trained+100)))
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Kind != llm.KindTooLong || e.Hint == "" {
		t.Fatalf("%v", err)
	}
	t.Log(e, "·", e.Hint)
	fits := strings.Repeat("z", trained-200)
	if got := answered(t, m, asking(fits)); got.Text != saysShort || got.Usage.PromptTokens < len(fits) {
		t.Errorf("what just fits: %+v", got)
	}
}

// realGrown: an estimate of less than a token for each byte is too low here.
func realGrown(t *testing.T, s real) {
	r := asking(strings.Repeat("z", 1500))
	r.Options.MaxTokens = 50
	got := answered(t, s.scripted(t), r)
	if got.Text != saysShort || got.Usage.PromptTokens < 1500 || s.loaded(t, s.name("scripted")) != 2048 {
		t.Errorf("%+v with a context of %d", got, s.loaded(t, s.name("scripted")))
	}
}

func realLength(t *testing.T, s real) {
	r := asking("ENDLESS")
	r.Options.MaxTokens = 50
	got := answered(t, s.scripted(t), r)
	if got.Finish != llm.FinishLength || got.Usage.CompletionTokens != 50 || !strings.HasPrefix(got.Text, saysLoop+saysLoop) {
		t.Errorf("%+v", got)
	}
}

// realEndless: an answer ends with the context, and nothing is thrown away for it
// to go on.
func realEndless(t *testing.T, s real) {
	got := answered(t, s.scripted(t), asking("ENDLESS"))
	all := got.Usage.PromptTokens + got.Usage.CompletionTokens
	if got.Finish != llm.FinishLength || all > trained+1 || all < trained-1 {
		t.Errorf("finish %q after %d tokens of %d", got.Finish, all, trained)
	}
	t.Logf("%+v, finish %q", got.Usage, got.Finish)
}

func realStutter(t *testing.T, s real) {
	got := answered(t, s.scripted(t), asking("STUTTER"))
	if got.Finish != ollama.FinishAborted && got.Finish != ollama.FinishRepetition || !strings.HasPrefix(got.Text, "again again ") {
		t.Errorf("%+v", got)
	}
	t.Logf("finish %q after %d bytes", got.Finish, len(got.Text))
}

// realSchema: random weights can only write what the schema lets them.
func realSchema(t *testing.T, s real) {
	tables := make([]string, 300)
	for i := range tables {
		tables[i] = fmt.Sprintf("a_table_with_number_%d", i)
	}
	schema, err := json.Marshal(map[string]any{
		"type": "object", "properties": map[string]any{"tables": map[string]any{
			"type": "array", "minItems": 1, "maxItems": 3, "items": map[string]any{"type": "string", "enum": tables},
		}}, "required": []string{"tables"}, "additionalProperties": false,
	})
	if err != nil {
		t.Fatal(err)
	}
	m, seen := s.open(t, s.name("random")), map[string]bool{}
	for i := range 50 {
		r := asking(fmt.Sprintf("question %d", i))
		r.Options = llm.Options{Schema: schema, Seed: int64(i + 1), Temperature: 1, MaxTokens: 400}
		got := answered(t, m, r)
		var answer struct{ Tables []string }
		if err := json.Unmarshal([]byte(got.Text), &answer); err != nil || got.Finish != llm.FinishStop || len(answer.Tables) == 0 {
			t.Fatalf("%q, finish %q: %v", got.Text, got.Finish, err)
		}
		for _, table := range answer.Tables {
			if !slices.Contains(tables, table) {
				t.Errorf("%q is no table", table)
			}
			seen[table] = true
		}
	}
	if len(seen) < 5 {
		t.Errorf("only %d different tables were answered: the weights are not random", len(seen))
	}
	t.Logf("50 answers obey, with %d different tables", len(seen))
}

func realThink(t *testing.T, s real) {
	r := asking("how many?")
	r.Options.Think = llm.ThinkOn
	if got := answered(t, s.scripted(t), r); got.Text != saysShort || !slices.Equal(got.Dropped, []string{llm.ParamThink}) {
		t.Errorf("a model that does not think: %+v", got)
	}
	file, err := tinygguf.Script{Arch: s.arch, Context: trained, Default: tinygguf.Rule{Say: "<think>hm, let me see</think>SELECT 1"}}.File()
	if err != nil {
		t.Fatal(err)
	}
	s.Create(t, s.name("thinking"), file, thinkingTemplate)
	m := s.open(t, s.name("thinking"))
	for _, think := range []llm.Think{llm.ThinkDefault, llm.ThinkOn} {
		r.Options.Think = think
		if got := answered(t, m, r); got.Text != "SELECT 1" || got.Thinking != "hm, let me see" || len(got.Dropped) != 0 {
			t.Errorf("think %q: %+v", think, got)
		}
	}
	// A model that reasons against its orders does so in its answer.
	r.Options.Think = llm.ThinkOff
	if got := answered(t, m, r); !strings.HasSuffix(got.Text, "SELECT 1") || got.Thinking != "" {
		t.Errorf("think off: %+v", got)
	}
}

// thinkingTemplate is how a server recognises that a model reasons.
var thinkingTemplate = strings.Replace(tinygguf.Template, "{{ .Content }}", "{{ if .Thinking }}<think>{{ .Thinking }}</think>{{ end }}{{ .Content }}", 1)

func realMissing(t *testing.T, s real) {
	_, err := s.open(t, "not-there").Complete(within(t), asking("how many?"))
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Kind != llm.KindUnknownModel || !strings.Contains(e.Hint, "ollama pull not-there") {
		t.Errorf("%v", err)
	}
}

func realList(t *testing.T, s real) {
	names, err := ollama.List(within(t), wire.Config{BaseURL: s.BaseURL})
	if err != nil || !slices.Contains(names, s.name("scripted")+":latest") {
		t.Errorf("%v, %v", names, err)
	}
	version, err := s.scripted(t).Version(within(t))
	if err != nil || len(version) != 64 {
		t.Errorf("version %q, %v", version, err)
	}
}

// answering gives a context that calls f when the first piece of the answer came.
func answering(ctx context.Context, f func()) context.Context {
	return llm.WithTrace(ctx, func(s llm.Stage) {
		if s == llm.StageAnswering {
			f()
		}
	})
}

func realCancel(t *testing.T, s real) {
	ctx, stop := context.WithCancel(within(t))
	defer stop()
	m := s.scripted(t)
	_, err := m.Complete(answering(ctx, stop), asking("ENDLESS"))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if got := answered(t, m, asking("how many?")); got.Text != saysShort {
		t.Errorf("the next call: %+v", got)
	}
}

// realQueue: a server that answers one at a time answers all.
func realQueue(t *testing.T, s real) {
	m, done := s.scripted(t), make(chan error)
	for range 8 {
		go func() {
			got, err := m.Complete(within(t), asking("how many?"))
			if err == nil && got.Text != saysShort {
				err = fmt.Errorf("%+v", got)
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func realRunnerKilled(t *testing.T, s real) {
	m := s.scripted(t)
	answered(t, m, asking("how many?")) // it is in memory
	_, err := m.Complete(answering(within(t), func() { s.KillRunners(t) }), asking("ENDLESS"))
	if !llm.KindOf(err).Transient() {
		t.Errorf("kind %q does not pass: %v", llm.KindOf(err), err)
	}
	t.Log(err)
	if got := answered(t, m, asking("how many?")); got.Text != saysShort {
		t.Errorf("the next call: %+v", got)
	}
	s.KillRunners(t) // between two calls
	got, err := s.dependable(t, m).Complete(within(t), asking("how many?"))
	if err != nil || got.Text != saysShort {
		t.Errorf("after a runner was killed that nobody asked: %+v, %v", got, err)
	}
}

// dependable puts the layer around a model that a run has.
func (s real) dependable(t *testing.T, m llm.Model) llm.Model {
	t.Helper()
	layer := through.New(through.Options{Retry: through.Retry{First: 100 * time.Millisecond, Longest: 500 * time.Millisecond}})
	wrapped, err := layer.Wrap(m, through.Source{Provider: ollama.Provider, BaseURL: s.BaseURL})
	if err != nil {
		t.Fatal(err)
	}
	return wrapped
}

func realServerKilled(t *testing.T, s real) {
	m := s.scripted(t)
	_, err := m.Complete(answering(within(t), s.Kill), asking("ENDLESS"))
	if !llm.KindOf(err).Transient() {
		t.Errorf("killed in mid-stream: kind %q, %v", llm.KindOf(err), err)
	}
	_, err = m.Complete(within(t), asking("how many?"))
	if llm.KindOf(err) != llm.KindUnreachable {
		t.Errorf("a server that is gone: kind %q, %v", llm.KindOf(err), err)
	}
	t.Log(err)
	s.Again(t)
	if got := answered(t, m, asking("how many?")); got.Text != saysShort {
		t.Errorf("the server is back: %+v", got)
	}
}

// realServerBack: the layer around a model waits for a server that comes back.
func realServerBack(t *testing.T, s real) {
	m := s.dependable(t, s.scripted(t))
	answered(t, m, asking("how many?"))
	s.Kill()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	done := make(chan error)
	go func() {
		got, err := m.Complete(within(t), asking("how many now?"))
		if err == nil && (got.Text != saysShort || got.Attempts < 2) {
			err = fmt.Errorf("%+v", got)
		}
		done <- err
	}()
	time.Sleep(300 * time.Millisecond)
	s.Again(t)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
