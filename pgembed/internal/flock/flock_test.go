package flock

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestMain is also the other process of these tests: it takes the lock that
// HOLD names, says so, and keeps it until it is killed.
func TestMain(m *testing.M) {
	if name := os.Getenv("HOLD"); name != "" {
		lock, err := Open(name)
		if err == nil {
			err = lock.Exclusive(context.Background())
		}
		fmt.Println("held", err)
		time.Sleep(time.Minute)
		return
	}
	os.Exit(m.Run())
}

func open(t *testing.T, name string) *Lock {
	t.Helper()
	lock, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lock.Close() })
	return lock
}

func TestSharedAndExclusive(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	a, b := open(t, name), open(t, name)
	for _, l := range []*Lock{a, b} {
		if err := l.Shared(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if last, err := a.TryExclusive(); err != nil || last {
		t.Errorf("exclusive beside a share: %v, %v", last, err)
	}
	if err := b.Unlock(); err != nil {
		t.Fatal(err)
	}
	if last, err := a.TryExclusive(); err != nil || !last {
		t.Errorf("exclusive alone: %v, %v", last, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := b.Shared(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a share beside exclusive: %v", err)
	}
}

func TestKilledHolderFreesTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), "HOLD="+name)
	output, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil || line != "held <nil>\n" {
		t.Fatalf("the other process says %q, %v", line, err)
	}
	lock := open(t, name)
	if free, err := lock.TryExclusive(); err != nil || free {
		t.Errorf("beside the holder: %v, %v", free, err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := lock.Exclusive(ctx); err != nil {
		t.Errorf("after the kill: %v", err)
	}
	if err := other.Wait(); err == nil {
		t.Error("the holder ended by itself")
	}
}
