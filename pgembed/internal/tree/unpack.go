package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"
)

// tempPrefix begins the name of a folder that is still being unpacked. Such a
// folder whose process is gone can be removed.
const tempPrefix = ".unpacking-"

// Unpack writes the archive r to the folder dir, which must not exist. The
// digest must be want. Files are written to a folder beside dir, checked,
// brought to disk and renamed; a process killed at any moment leaves either
// no dir or a whole one. source is noted in the folder's manifest.
func Unpack(r io.Reader, dir, want, source string) (Manifest, error) {
	archive, err := openArchive(r, want)
	if err != nil {
		return Manifest{}, err
	}
	defer archive.close()
	temp, err := os.MkdirTemp(filepath.Dir(dir), tempPrefix)
	if err != nil {
		return Manifest{}, err
	}
	defer os.RemoveAll(temp) // after the rename there is nothing left to remove
	m := archive.Manifest
	m.Source = source
	if err := archive.writeTo(temp, m); err != nil {
		return m, err
	}
	if err := os.Rename(temp, dir); err != nil {
		return m, err
	}
	return m, syncFolder(filepath.Dir(dir))
}

// RemoveLeftovers removes what an Unpack that was killed left in parent. The
// caller must hold the lock that keeps others from unpacking there.
func RemoveLeftovers(parent string) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return err
	}
	var all error
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), tempPrefix) {
			all = errors.Join(all, os.RemoveAll(filepath.Join(parent, e.Name())))
		}
	}
	return all
}

func (a *reader) writeTo(dir string, m Manifest) error {
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	made := map[string]bool{dir: true}
	for _, f := range m.Files {
		target := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := makeFolder(made, filepath.Dir(target)); err != nil {
			return err
		}
		if err := a.writeFile(f, target); err != nil {
			return fmt.Errorf("unpack %s: %w", f.Path, err)
		}
	}
	if err := writeManifest(dir, m); err != nil {
		return err
	}
	return syncAll(dir, m, made)
}

func makeFolder(made map[string]bool, dir string) error {
	if made[dir] {
		return nil
	}
	made[dir] = true
	return os.MkdirAll(dir, 0o755)
}

func (a *reader) writeFile(f File, target string) error {
	if f.Link != "" {
		return os.Symlink(f.Link, target)
	}
	mode := os.FileMode(0o644)
	if executable(f.Path) {
		mode = 0o755
	}
	out, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	return errors.Join(a.copyNext(out, f), out.Chmod(mode), out.Close())
}

// copyChecked copies r and compares length and checksum with f.
func copyChecked(w io.Writer, r io.Reader, f File) error {
	hash := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, hash), r)
	if err != nil {
		return err
	}
	if n != f.Size {
		return fmt.Errorf("%w: %d bytes, wanted %d", ErrDamaged, n, f.Size)
	}
	if hex.EncodeToString(hash.Sum(nil)) != f.SHA256 {
		return fmt.Errorf("%w: the checksum differs", ErrDamaged)
	}
	return nil
}

func writeManifest(dir string, m Manifest) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, manifestName), text, 0o644)
}

// syncAll brings the files and then the folders to disk. Several at a time:
// one after the other, the small files cost most of the time.
func syncAll(dir string, m Manifest, folders map[string]bool) error {
	var group errgroup.Group
	group.SetLimit(4 * runtime.GOMAXPROCS(0))
	for _, f := range m.Files {
		if f.Link == "" {
			group.Go(func() error { return syncFile(filepath.Join(dir, filepath.FromSlash(f.Path))) })
		}
	}
	group.Go(func() error { return syncFile(filepath.Join(dir, manifestName)) })
	if err := group.Wait(); err != nil {
		return err
	}
	for folder := range folders {
		if err := syncFolder(folder); err != nil {
			return err
		}
	}
	return nil
}

func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder makes names durable. Windows has no such call and needs none.
func syncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
