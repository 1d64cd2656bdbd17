package tree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrDamaged says that a folder or an archive is not what its manifest says:
// half-extracted, cut off, or changed.
var ErrDamaged = errors.New("damaged Postgres files")

// Depth says how much of a folder Check reads.
type Depth int

const (
	// Quick compares every file's size, and the checksums of the programs:
	// about 10 ms, done before each start.
	Quick Depth = iota
	// Full compares all checksums: about 50 ms, done when a start failed.
	Full
)

// Check compares the unpacked folder dir with its own manifest and the
// manifest with the digest want. A folder without a manifest or with a
// difference gives ErrDamaged; no folder gives fs.ErrNotExist.
func Check(dir, want string, depth Depth) (Manifest, error) {
	if _, err := os.Stat(dir); err != nil {
		return Manifest{}, err
	}
	m, err := loadManifest(dir, want)
	if err != nil {
		return m, err
	}
	for _, f := range m.Files {
		if err := checkFile(filepath.Join(dir, filepath.FromSlash(f.Path)), f, depth); err != nil {
			return m, fmt.Errorf("%s: %w", f.Path, err)
		}
	}
	return m, nil
}

func loadManifest(dir, want string) (Manifest, error) {
	file, err := os.Open(filepath.Join(dir, manifestName))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, fmt.Errorf("%w: no manifest", ErrDamaged)
	}
	if err != nil {
		return Manifest{}, err
	}
	defer file.Close()
	m, err := readManifest(file)
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if m.Digest() != want {
		return m, fmt.Errorf("%w: the manifest is another one", ErrDamaged)
	}
	return m, nil
}

func checkFile(name string, f File, depth Depth) error {
	if f.Link != "" {
		if target, err := os.Readlink(name); err != nil || target != f.Link {
			return fmt.Errorf("%w: not a link to %s", ErrDamaged, f.Link)
		}
		return nil
	}
	info, err := os.Lstat(name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if !info.Mode().IsRegular() || info.Size() != f.Size {
		return fmt.Errorf("%w: %d bytes, wanted %d", ErrDamaged, info.Size(), f.Size)
	}
	if depth == Full || strings.HasPrefix(f.Path, "bin/") {
		return checkContent(name, f)
	}
	return nil
}

func checkContent(name string, f File) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return copyChecked(io.Discard, file, f)
}
