package pgembed

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestLogIsBounded(t *testing.T) {
	dir := t.TempDir()
	h := &home{root: dir}
	log, err := h.openLog()
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	line := strings.Repeat("x", 999) + "\n"
	for range logLimit/1000 + 10 {
		if _, err := io.WriteString(log, line); err != nil {
			t.Fatal(err)
		}
	}
	h.trimLog()
	if _, err := io.WriteString(log, "the server goes on\n"); err != nil { // as a running server does
		t.Fatal(err)
	}
	content, err := os.ReadFile(h.logFile())
	if err != nil || len(content) > logKept+100 || !strings.HasSuffix(string(content), "x\nthe server goes on\n") {
		t.Errorf("%d bytes, end %q, %v", len(content), content[max(0, len(content)-30):], err)
	}
	h.trimLog()
	if again, err := os.ReadFile(h.logFile()); err != nil || len(again) != len(content) {
		t.Errorf("a short log was cut to %d bytes, %v", len(again), err)
	}
}

func TestSpaceIsAskedForFirst(t *testing.T) {
	h := &home{root: t.TempDir()}
	h.setRoot(h.root)
	err := h.checkSpace(1 << 60)
	var ours *Error
	if !errors.As(err, &ours) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(ours.Hint, "make room") {
		t.Errorf("%v", err)
	}
	if err := h.checkSpace(1); err != nil {
		t.Error(err)
	}
}

func TestPlainPaths(t *testing.T) {
	for path, want := range map[string]bool{
		"/usr/lib/postgresql/18/bin": true, "/it's/with space/ü": true,
		"/a$b": false, "/a`b": false, `/a"b`: false, `/a\b`: filepath.Separator == '\\', "/a%b": false, "/a\nb": false, "/a\xffb": false,
	} {
		if isPlain(path) != want {
			t.Errorf("%q: %v", path, !want)
		}
	}
}

func TestAddressIsEscaped(t *testing.T) {
	got := address("a b/c?d", 5, "p@ss:w/rd?")
	if want := "postgres://postgres:p%40ss%3Aw%2Frd%3F@127.0.0.1:5/a%20b/c%3Fd?sslmode=disable"; got != want {
		t.Errorf("%s, wanted %s", got, want)
	}
}

func TestOnlyTheTwoPlacesAreServerRoots(t *testing.T) {
	dir := t.TempDir()
	elsewhere := filepath.Join(dir, "elsewhere")
	if err := os.Mkdir(elsewhere, 0o755); err != nil {
		t.Fatal(err)
	}
	h := &home{dir: dir}
	if err := writeJSON(filepath.Join(elsewhere, markerName), marker{dir}, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{"", elsewhere, "/", "/var/lib/ercheck/../x", "/var/lib/ercheck/0123456789ABCDEF"} {
		if h.isOurs(root) {
			t.Errorf("pg.json can make %q the server root", root)
		}
	}
}

func TestLastLines(t *testing.T) {
	if got := lastLines([]byte(strings.Repeat("line\n", 100))); strings.Count(got, "\n") != 11 {
		t.Errorf("%d lines", strings.Count(got, "\n")+1)
	}
	if got := lastLines([]byte(strings.Repeat("x", 1<<20))); len(got) > 2000 {
		t.Errorf("%d bytes", len(got))
	}
}
