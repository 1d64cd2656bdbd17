//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"ercheck/llm"
)

// The test binary is the program with one model more, which asks a server that
// counts: "counted:URL/NAME".
func init() {
	programs["ercheck-counted"] = func() {
		providers = append(providers, provider{"counted", "counted:URL", "a server that counts its calls",
			func(_ context.Context, a asked) (llm.Model, error) { return countedModel{a.rest}, nil }})
		main()
	}
}

// countedModel asks the server; everything else is the program's.
type countedModel struct{ url string }

func (m countedModel) Name() string { return "counted:" + m.url }

func (m countedModel) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	body, err := json.Marshal(r.Cell)
	if err != nil {
		return llm.Response{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(body))
	if err != nil {
		return llm.Response{}, err
	}
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		return llm.Response{}, err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return llm.Response{Text: string(text), Finish: llm.FinishStop}, err
}

// countingServer is the other end: a model that takes a few milliseconds and
// answers with a statement that takes some more.
type countingServer struct {
	*httptest.Server
	mu    sync.Mutex
	calls map[string]int // by the model's name
}

func newCountingServer(t *testing.T) *countingServer {
	s := &countingServer{calls: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

func (s *countingServer) answer(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls[s.model(strings.TrimPrefix(r.URL.Path, "/"))]++
	s.mu.Unlock()
	var cell llm.Cell
	if err := json.NewDecoder(r.Body).Decode(&cell); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	time.Sleep(5 * time.Millisecond)
	fmt.Fprintf(w, "SELECT '%s' AS question, count(*) FROM generate_series(1, 60000)", cell.Question)
}

// model is the full name of the model of this name.
func (s *countingServer) model(name string) string { return "counted:" + s.URL + "/" + name }

func (s *countingServer) asked(model string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[model]
}
