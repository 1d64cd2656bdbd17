package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ercheck/pgembed/internal/mirrortest"
	"ercheck/pgembed/internal/tree"
)

// publisher serves a package whose programs would leave a trace if anything
// ran them.
func publisher(t *testing.T, trace string) string {
	t.Helper()
	var files []mirrortest.File
	for _, name := range []string{"bin/initdb", "bin/pg_ctl", "bin/postgres", "share/postgresql/postgres.bki", "../../escaped"} {
		files = append(files, mirrortest.File{Name: name, Content: []byte("#!/bin/sh\ntouch '" + trace + "'\n")})
	}
	return mirrortest.Serve(t, files)
}

func TestDownloadTakesOnlyThePinnedFiles(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	trace := filepath.Join(temp, "trace")
	mirror := publisher(t, trace)
	_, err := Download(t.Context(), mirror, Pin{Platform: Host(), Tree: strings.Repeat("0", 64)})
	if !errors.Is(err, tree.ErrDigest) {
		t.Errorf("other files than the pinned ones: %v", err)
	}
	files, err := fromMirror(t.Context(), mirror)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Download(t.Context(), mirror, Pin{Platform: Host(), Tree: files.Manifest.Digest()})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Manifest.Files) != 4 {
		t.Errorf("got %v", got.Manifest.Files)
	}
	if _, err := os.Stat(trace); err == nil {
		t.Error("a program of the package was run")
	}
	nothingLeft(t, temp)
}

// fromMirror reads what the mirror serves, to learn the digest a pin needs.
func fromMirror(ctx context.Context, mirror string) (tree.Tree, error) {
	t, err := Download(ctx, mirror, Pin{Platform: Host()})
	if errors.Is(err, tree.ErrDigest) {
		err = nil
	}
	return t, err
}

func nothingLeft(t *testing.T, dir string) {
	t.Helper()
	var names []string
	for range 100 { // the download's own cleaning may take a moment
		left, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		names = names[:0]
		for _, e := range left {
			if runtime.GOOS == "linux" || !strings.HasPrefix(e.Name(), "embedded_postgres_log") {
				names = append(names, e.Name())
			}
		}
		if len(names) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("files stay: %v", names)
}

func TestDownloadFails(t *testing.T) {
	pin := Pin{Platform: Host(), Tree: "x"}
	for name, handler := range map[string]http.HandlerFunc{
		"not there":  http.NotFound,
		"no archive": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello") },
		"cut": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000000")
			fmt.Fprint(w, "PK")
		},
	} {
		server := httptest.NewServer(handler)
		if _, err := Download(t.Context(), server.URL, pin); err == nil || errors.Is(err, tree.ErrDigest) {
			t.Errorf("%s: %v", name, err)
		}
		server.Close()
	}
	if _, err := Download(t.Context(), "http://127.0.0.1:1", pin); err == nil || !strings.Contains(err.Error(), "could not download") {
		t.Errorf("nobody there: %v", err)
	}
	if _, err := Download(t.Context(), "", Pin{Platform: "plan9-mips"}); err == nil {
		t.Error("another platform is accepted")
	}
}

func TestDownloadCanBeGivenUp(t *testing.T) {
	block := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-block }))
	defer server.Close()
	defer close(block)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Download(ctx, server.URL, Pin{Platform: Host()}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
