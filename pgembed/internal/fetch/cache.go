package fetch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"ercheck/pgembed/internal/flock"
	"ercheck/pgembed/internal/tree"
)

// Cache is a folder of fetched archives, shared by all homes of a user.
type Cache struct {
	dir string // "" = there is none
}

// UserCache gives the cache in the user's cache folder, by the platform's rule
// and the variables in env. Without such a folder nothing is kept.
func UserCache(env func(string) string) Cache {
	base := cacheBase(env)
	if !filepath.IsAbs(base) {
		return Cache{}
	}
	return Cache{dir: filepath.Join(base, "ercheck")}
}

func cacheBase(env func(string) string) string {
	if dir := env("XDG_CACHE_HOME"); dir != "" {
		return dir
	}
	switch runtime.GOOS {
	case "windows":
		return env("LocalAppData")
	case "darwin":
		return under(env("HOME"), "Library", "Caches")
	}
	return under(env("HOME"), ".cache")
}

func under(dir string, parts ...string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(append([]string{dir}, parts...)...)
}

// Path is where the archive of a build is or would be, "" without a cache.
func (c Cache) Path(pin Pin) string {
	if c.dir == "" {
		return ""
	}
	return filepath.Join(c.dir, fmt.Sprintf("postgres-%s-%s-%.12s.tar.zst", Version, pin.Platform, pin.Tree))
}

// Lock keeps other processes from fetching at the same time. It must be
// unlocked. Without a cache folder it locks nothing.
func (c Cache) Lock(ctx context.Context) (*flock.Lock, error) {
	if c.dir == "" {
		return nil, nil
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := flock.Open(filepath.Join(c.dir, "fetch.lock"))
	if err != nil {
		return nil, err
	}
	if err := lock.Exclusive(ctx); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// Put writes t to the cache, as a whole or not at all.
func (c Cache) Put(t tree.Tree, pin Pin) error {
	if c.dir == "" {
		return errors.New("there is no cache folder (HOME and XDG_CACHE_HOME are empty)")
	}
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	return WriteFile(c.Path(pin), t, false)
}

// WriteFile writes the archive of t to name by way of a temporary file.
func WriteFile(name string, t tree.Tree, best bool) error {
	temp, err := os.CreateTemp(filepath.Dir(name), ".archive-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // after the rename there is nothing left to remove
	err = tree.WriteArchive(temp, t, best)
	if err = errors.Join(err, temp.Chmod(0o644), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}
