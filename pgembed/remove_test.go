//go:build unix

package pgembed_test

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// A removal that is killed at any moment leaves a home that can be opened, and
// removed.
func TestRemovalIsKilled(t *testing.T) {
	t.Parallel()
	o := newPinnedHome(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	killed := 0
	for range 4 {
		s := mustOpen(t, o)
		data := s.Info().DataDir
		mustClose(t, s)
		c := start(t, "remove", o, nil)
		entries := len(names(t, data))
		for begin := time.Now(); len(names(t, data)) == entries && time.Since(begin) < 10*time.Second; {
		}
		time.Sleep(time.Duration(random.IntN(10_000)) * time.Microsecond)
		_ = c.Process.Kill()
		if c.Wait() != nil {
			killed++
		}
	}
	if killed == 0 {
		t.Error("every removal ended before it could be killed")
	}
	mustQuery(t, mustOpen(t, o), "SELECT 1")
}

// names of what a folder has; none where it is gone.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}
