package ollamatest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ollama/ollama/api"

	"ercheck/llm/llmtest/tinygguf"
)

// patience is how long a server may take to be up, or to make a model.
const patience = time.Minute

// Server is a real one.
type Server struct {
	BaseURL string      // http://127.0.0.1:PORT
	Client  *api.Client // of the same version

	address string
	program string
	home    string
	log     bytes.Buffer // of the process that runs
	process *exec.Cmd    // nil = none runs
}

// Start gives a server without models, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{program: program(t), home: t.TempDir(), address: unused(t)}
	s.BaseURL = "http://" + s.address
	s.Client = api.NewClient(&url.URL{Scheme: "http", Host: s.address}, http.DefaultClient)
	t.Cleanup(func() {
		s.Kill()
		if t.Failed() {
			t.Logf("the server's log:\n%s", s.log.Bytes()[max(0, s.log.Len()-maxLog):])
		}
	})
	s.Again(t)
	return s
}

// maxLog is how much of the log a failed test shows, in bytes.
const maxLog = 8 << 10

// unused is an address of this machine where nobody listens.
func unused(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// Again starts the process of a server that was killed, with its models, at the
// same address.
func (s *Server) Again(t testing.TB) {
	t.Helper()
	s.Kill() // a test that failed before it did would leave it behind
	s.log.Reset()
	s.process = exec.Command(s.program, "serve")
	s.process.Env = []string{
		"HOME=" + s.home, "OLLAMA_MODELS=" + filepath.Join(s.home, "models"), "OLLAMA_HOST=" + s.address,
		"PATH=" + os.Getenv("PATH"), "OLLAMA_NO_CLOUD=1", "GIN_MODE=release",
	}
	s.process.Stdout, s.process.Stderr = &s.log, &s.log
	s.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	until(t, "the server is up", func() bool { return s.Client.Heartbeat(t.Context()) == nil })
}

// Kill ends the server and its runners at once.
func (s *Server) Kill() {
	if s.process == nil {
		return
	}
	_ = syscall.Kill(-s.process.Process.Pid, syscall.SIGKILL)
	_ = s.process.Wait() // it says that it was killed
	s.process = nil
}

// Create makes a model of a file. A template may be empty: then it is the one of
// package tinygguf.
func (s *Server) Create(t testing.TB, name string, file tinygguf.File, template string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	content := file.Bytes()
	digest := fmt.Sprintf("sha256:%x", sha256.Sum256(content))
	if err := s.Client.CreateBlob(ctx, digest, bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	if template == "" {
		template = tinygguf.Template
	}
	request := &api.CreateRequest{
		Model: name, Files: map[string]string{"model.gguf": digest}, Template: template,
		// Several threads would wait for each other longer than they work.
		Parameters: map[string]any{"num_thread": 1},
	}
	if err := s.Client.Create(ctx, request, func(api.ProgressResponse) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// Runners are the processes that run a model.
func (s *Server) Runners(t testing.TB) []int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, path := range stats {
		stat, _ := os.ReadFile(path) // of a process that may be gone
		_, rest, _ := strings.Cut(string(stat), ") ")
		// After the name: state, parent.
		if fields := strings.Fields(rest); len(fields) > 1 && fields[0] != "Z" && fields[1] == strconv.Itoa(s.process.Process.Pid) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			found = append(found, pid)
		}
	}
	return found
}

// KillRunners ends all processes that run a model, and not the server.
func (s *Server) KillRunners(t testing.TB) {
	t.Helper()
	runners := s.Runners(t)
	if len(runners) == 0 {
		t.Fatal("no model runs")
	}
	for _, pid := range runners {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
}

// until waits for what will soon be so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}
