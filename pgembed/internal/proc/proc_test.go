//go:build unix

package proc

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 500 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%s does not come true", what)
}

func TestLifeOfAProcess(t *testing.T) {
	dir := t.TempDir() + "/with space"
	cmd := exec.Command("/bin/sh", "-c", "read line", "sh", dir)
	if _, err := cmd.StdinPipe(); err != nil { // it waits for a line that never comes
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := cmd.Process.Pid
	eventually(t, "a running process is alive and serves its folder", func() bool { return Alive(pid) && Serves(pid, dir) })
	if Serves(pid, dir+"x") || Serves(os.Getpid(), dir) {
		t.Error("another folder, or another process, is taken for it")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a zombie is not alive", func() bool { return !Alive(pid) })
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	if Alive(pid) || Serves(pid, dir) {
		t.Error("a process that is gone is alive")
	}
}
