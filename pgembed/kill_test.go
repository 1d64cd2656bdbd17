//go:build unix

package pgembed_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ercheck/pgembed"
)

// TestKilledAtAnyMoment kills processes that make a home, one after the other
// and each later than the one before, until one was done before it was killed,
// and then uses what they left.
func TestKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	done := false
	for i := 0; !done && i < 60; i++ {
		c := start(t, "use", o, nil)
		reported := make(chan bool, 1)
		go func() { reported <- c.output.Scan() }()
		select {
		case done = <-reported:
		case <-time.After(time.Duration(i) * 80 * time.Millisecond):
		}
		if err := c.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err == nil {
			t.Fatalf("the process ended by itself: %s", c.output.Text())
		}
	}
	if !done {
		t.Error("no process was done in time")
	}
	s := mustOpen(t, o)
	mustQuery(t, s, "SELECT 1")
	mustClose(t, s)
	if runs(t, o) {
		t.Error("a server is left")
	}
	// An initdb that outlived its caller ends by itself; what it and the others
	// left goes with the next start.
	within(t, 20*time.Second, "nothing unfinished is left", func() bool {
		mustClose(t, mustOpen(t, o))
		return len(unfinished(t, s.Info())) == 0
	})
}

func unfinished(t *testing.T, info pgembed.Info) []string {
	t.Helper()
	var found []string
	for _, dir := range []string{info.Root, filepath.Join(info.Root, "server")} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), "data.new-") || strings.HasPrefix(e.Name(), ".unpacking-") {
				found = append(found, e.Name())
			}
		}
	}
	return found
}

func within(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			t.Errorf("within %v, this did not come true: %s", limit, what)
			return
		}
	}
}

func BenchmarkNewHome(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		o := pgembed.Options{Home: dir}
		s, err := pgembed.Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		if err := pgembed.Remove(b.Context(), o); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func BenchmarkWarmStartAndStop(b *testing.B) { benchmarkOpen(b, false) }

// BenchmarkAttach has as its floor one connection with SCRAM, about 4 ms.
func BenchmarkAttach(b *testing.B) { benchmarkOpen(b, true) }

func benchmarkOpen(b *testing.B, held bool) {
	o := pgembed.Options{Home: b.TempDir()}
	s, err := pgembed.Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	if !held {
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		s, err := pgembed.Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	if held {
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
	if err := pgembed.Remove(b.Context(), o); err != nil {
		b.Fatal(err)
	}
}
