//go:build !windows

package history

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A folder that may not be written to gives a clear error, before any work.
// Root may write everywhere, so as root another user tries.
func TestReadOnlyFolder(t *testing.T) {
	dir, err := os.MkdirTemp("", "history")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "history.db")
	filled(t, path)
	os.Chmod(path, 0o444)
	os.Chmod(dir, 0o555)
	defer os.Chmod(dir, 0o755)
	cmd := command("open", path)
	if os.Geteuid() == 0 {
		asNobody(t, cmd, dir)
	}
	out, err := cmd.Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != string(Storage) {
		t.Errorf("Open gives kind %q, %v, want %q", got, err, Storage)
	}
}

// asNobody lets a command run as a user without rights, from a copy of this
// test's binary that such a user may read.
func asNobody(t *testing.T, cmd *exec.Cmd, dir string) {
	t.Helper()
	binary, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path = filepath.Join(dir, "child")
	if err := os.WriteFile(cmd.Path, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}
