package through

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ercheck/llm"
)

func TestAnsweredIsNotAskedAgain(t *testing.T) {
	cache := newMemory()
	inner := slow(0)
	first := mustAnswer(t, wrap(t, inner, Options{Cache: cache, Prices: priced(t)}), ask(0))
	m := wrap(t, inner, Options{Cache: cache, Prices: priced(t)})
	second := mustAnswer(t, m, ask(0))
	if inner.count() != 1 || first.Cost == 0 || first.Cached {
		t.Errorf("%d calls, first %+v", inner.count(), first)
	}
	if !second.Cached || second.Attempts != 0 || second.Cost != 0 || second.Text != first.Text || second.Usage != first.Usage {
		t.Errorf("from the cache %+v", second)
	}
	if s := m.layer.Snapshot(); s.Cached != 1 || s.Answers != 0 || s.Calls != 0 {
		t.Errorf("counted %+v", s)
	}
}

func TestOnlyWholeAnswersAreKept(t *testing.T) {
	for name, r := range map[string]llm.Response{
		"cut":     {Text: "SELECT", Finish: llm.FinishLength},
		"empty":   {Text: " \n", Thinking: "long", Finish: llm.FinishStop},
		"refused": {Text: "no", Finish: "content_filter"},
		"unended": {Text: "SELECT"},
	} {
		cache := newMemory()
		inner := script(func(context.Context, int, llm.Request) (llm.Response, error) { return r, nil })
		m := wrap(t, inner, Options{Cache: cache})
		mustAnswer(t, m, ask(0))
		mustAnswer(t, m, ask(0))
		if len(cache.kept) != 0 || inner.count() != 2 {
			t.Errorf("%s: %d kept, %d calls", name, len(cache.kept), inner.count())
		}
	}
	cache := newMemory()
	_, _ = wrap(t, always(fail(llm.KindAuth)), Options{Cache: cache}).Complete(context.Background(), ask(0))
	if len(cache.kept) != 0 {
		t.Error("an error was kept")
	}
}

func TestFreshAsksAnewAndOnce(t *testing.T) {
	cache := newMemory()
	mustAnswer(t, wrap(t, script(func(context.Context, int, llm.Request) (llm.Response, error) { return answer("old"), nil }), Options{Cache: cache}), ask(0))
	inner := script(func(context.Context, int, llm.Request) (llm.Response, error) { return answer("new"), nil })
	m := wrap(t, inner, Options{Cache: cache, Fresh: true})
	for range 3 {
		if r := mustAnswer(t, m, ask(0)); r.Text != "new" {
			t.Errorf("answer %q", r.Text)
		}
	}
	if inner.count() != 1 {
		t.Errorf("%d calls", inner.count())
	}
	if r := mustAnswer(t, wrap(t, inner, Options{Cache: cache}), ask(0)); r.Text != "new" || !r.Cached {
		t.Errorf("afterwards the cache has %+v", r)
	}
}

func TestACacheThatFailsIsSaidOnceAndCostsNoAnswer(t *testing.T) {
	cache := newMemory()
	cache.err = errors.New("disk full")
	var told notices
	m := wrap(t, slow(0), Options{Cache: cache, Notice: told.add})
	mustAnswer(t, m, ask(0))
	mustAnswer(t, m, ask(1))
	if len(told.said) != 1 || !strings.Contains(told.said[0], "disk full") {
		t.Errorf("told %q", told.said)
	}
}

func TestEqualRequestsInFlightAreOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := slow(time.Second)
		m := wrap(t, inner, Options{})
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() { mustAnswer(t, m, ask(0)) })
		}
		group.Wait()
		if s := m.layer.Snapshot(); inner.count() != 1 || s.Answers != 1 || s.Cached != 9 {
			t.Errorf("%d calls, counted %+v", inner.count(), s)
		}
	})
}

// Who was ended by its own caller is no answer for those who waited.
func TestAnEndedCallIsTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inner := slow(time.Minute)
		m := wrap(t, inner, Options{})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		go func() { _, _ = m.Complete(ctx, ask(0)) }()
		synctest.Wait()
		short, stop := context.WithTimeout(context.Background(), time.Millisecond)
		defer stop()
		if _, err := m.Complete(short, ask(0)); err != context.DeadlineExceeded {
			t.Errorf("who waits for another ended with %v", err)
		}
		mustAnswer(t, m, ask(0))
		if inner.count() != 2 {
			t.Errorf("%d calls", inner.count())
		}
	})
}

// Whatever decides an answer is part of the key, and what does not is not.
func TestKeysAreExact(t *testing.T) {
	base := func() (string, Source, llm.Request) {
		r := ask(0)
		r.Options.Omit = []string{"a"}
		return "p:m", Source{Provider: "p"}, r
	}
	name, source, request := base()
	before := keyOf(name, source, request)
	seen := map[Key]string{before: "the same"}
	differs := func(what string, change func(name *string, s *Source, r *llm.Request)) {
		name, source, request := base()
		change(&name, &source, &request)
		k := keyOf(name, source, request)
		if same, ok := seen[k]; ok {
			t.Errorf("%s has the key of %s", what, same)
		}
		seen[k] = what
	}
	differs("another model", func(n *string, _ *Source, _ *llm.Request) { *n = "p:n" })
	differs("another provider", func(_ *string, s *Source, _ *llm.Request) { s.Provider = "q" })
	differs("another server", func(_ *string, s *Source, _ *llm.Request) { s.BaseURL = "http://x" })
	differs("other weights", func(_ *string, s *Source, _ *llm.Request) { s.Version = "x" })
	differs("another repeat", func(_ *string, _ *Source, r *llm.Request) { r.Cell.Repeat = 1 })
	differs("another role", func(_ *string, _ *Source, r *llm.Request) { r.Messages[0].Role = llm.RoleSystem })
	differs("another text", func(_ *string, _ *Source, r *llm.Request) { r.Messages[0].Content += "x" })
	differs("bytes that are no text", func(_ *string, _ *Source, r *llm.Request) { r.Messages[0].Content += "\xff" })
	differs("other bytes that are no text", func(_ *string, _ *Source, r *llm.Request) { r.Messages[0].Content += "\xfe" })
	differs("another message", func(_ *string, _ *Source, r *llm.Request) { r.Messages = append(r.Messages, llm.Message{}) })
	differs("an option moved to a message", func(_ *string, _ *Source, r *llm.Request) {
		r.Options.Omit = nil
		r.Messages = append([]llm.Message{{Role: "a"}}, r.Messages...)
	})
	options := reflect.TypeFor[llm.Options]()
	for i := range options.NumField() {
		differs("option "+options.Field(i).Name, func(_ *string, _ *Source, r *llm.Request) { other(t, reflect.ValueOf(&r.Options).Elem().Field(i)) })
	}
	request.Cell.Question, request.Cell.Variant = "q", "v"
	source.Secrets = []string{"key"}
	if keyOf(name, source, request) != before {
		t.Error("a label or a secret is part of the key")
	}
}

// other gives a field another value.
func other(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Int, reflect.Int64:
		v.SetInt(5)
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		if v.Type() == reflect.TypeFor[json.RawMessage]() {
			v.SetBytes([]byte(`{}`))
			return
		}
		v.Set(reflect.ValueOf([]string{"b"}))
	default:
		t.Fatalf("no other value of a %s is known here", v.Type())
	}
}

func TestFilesKeepEverything(t *testing.T) {
	files := Files{filepath.Join(t.TempDir(), "responses")}
	for name, r := range map[string]llm.Response{
		"plain":          answer("SELECT 'é' -- \x00 <b>"),
		"no UTF-8":       {Text: "a\xffb", Thinking: "\xfe", Finish: llm.FinishStop},
		"all":            {Text: "x", Thinking: "y", Finish: llm.FinishStop, Usage: llm.Usage{PromptTokens: 1, CompletionTokens: 2, CachedTokens: 3}, Model: "m", Dropped: []string{"seed"}, Timing: llm.Timing{Load: 1, FirstToken: 2, Total: 3}},
		"looks like it":  answer(`["YQ=="]`),
		"a megabyte":     answer(strings.Repeat("x", 1<<20)),
		"no replacement": answer("\uFFFD"),
	} {
		k := digest([]string{name})
		if err := files.Put(k, r); err != nil {
			t.Fatal(err)
		}
		if got, ok := files.Get(k); !ok || !reflect.DeepEqual(got, r) {
			t.Errorf("%s: got %.200v, %v", name, got, ok)
		}
		info, err := os.Stat(files.path(k))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
	if _, ok := files.Get(digest(nil)); ok {
		t.Error("what was never kept is there")
	}
}

func TestDamagedFilesAreReplaced(t *testing.T) {
	files := Files{t.TempDir()}
	k, other := digest([]string{"one"}), digest([]string{"other"})
	if err := files.Put(k, answer("SELECT 1")); err != nil {
		t.Fatal(err)
	}
	intact, err := os.ReadFile(files.path(k))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"empty": "", "half": string(intact[:len(intact)/2]), "no JSON": "<html>", "null": "null", "a list": "[]",
		"another answer":   strings.Replace(string(intact), "SELECT 1", "SELECT 2", 1),
		"another's answer": strings.Replace(string(intact), k.String(), other.String(), 1),
	} {
		if err := os.WriteFile(files.path(k), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
		inner := slow(0)
		m := wrap(t, inner, Options{Cache: files})
		if r, ok := files.Get(k); ok {
			t.Errorf("%s: read as %+v", name, r)
		}
		m.layer.keep(k, answer("SELECT 3"))
		if r, ok := files.Get(k); !ok || r.Text != "SELECT 3" {
			t.Errorf("%s: not replaced: %+v", name, r)
		}
	}
	left, err := filepath.Glob(filepath.Join(files.Folder, "*", ".new-*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAFolderThatCannotBeWrittenIsAnError(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (Files{blocked}).Put(digest(nil), answer("x")); err == nil {
		t.Error("no error")
	}
}

func TestFilesAreWrittenByManyAtOnce(t *testing.T) {
	files := Files{t.TempDir()}
	k := digest([]string{"k"})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				if err := files.Put(k, answer(strings.Repeat("x", 10_000))); err != nil {
					t.Error(err)
				}
				if r, ok := files.Get(k); !ok || len(r.Text) != 10_000 {
					t.Errorf("half a file was read: %d bytes, %v", len(r.Text), ok)
				}
			}
		})
	}
	group.Wait()
}
