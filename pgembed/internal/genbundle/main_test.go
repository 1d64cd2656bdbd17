package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"ercheck/pgembed/internal/tree"
)

func TestOnlyThePinnedPackageIsBundled(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "plan9-mips.tar.zst")
	target := filepath.Join(dir, "linux-arm64.tar.zst")
	fake := filepath.Join(dir, "package.tgz")
	for _, name := range []string{other, target, fake} {
		if err := os.WriteFile(name, []byte("something else"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(t.Context(), dir, "plan9-mips", fake); err == nil {
		t.Error("a platform without a pin has a bundle")
	}
	if err := run(t.Context(), dir, "linux-arm64", fake); !errors.Is(err, tree.ErrDigest) {
		t.Errorf("another package: %v", err)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("the archive of another platform stays, and would be embedded")
	}
}
