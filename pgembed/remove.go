package pgembed

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Remove stops the home's server and removes everything this package made for
// the home: the server root with programs, data and log, and the files pg.* in
// the home. Nothing else is touched, and nothing at all while another process
// uses the server. A home that does not exist is no error.
func Remove(ctx context.Context, o Options) error {
	h, err := existingHome(o, o.Home)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	lock, err := h.lock(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := h.findRoot(false); err != nil {
		return err
	}
	left, err := h.stopIfUnused(ctx)
	if err != nil {
		return err
	}
	if len(left.Users) > 0 {
		return &Error{"remove the server", h.root, errors.New("other processes use it"), "end them first"}
	}
	return h.removeAll()
}

// removeAll removes the root only if its marker names this home.
func (h *home) removeAll() error {
	if h.marked() {
		if err := h.removeRoot(); err != nil {
			return fail("remove the server root", h.root, err)
		}
	}
	for _, name := range []string{holdName, stateName, passwordName, usersName, lockName} {
		if err := os.Remove(h.file(name)); err != nil && !isMissing(err) {
			return fail("remove", h.file(name), err)
		}
	}
	return nil
}

// removeRoot removes the root in an order in which a process that is killed
// leaves one that Open can use: data go away at once, by a rename to a name that
// the next start removes, and the marker goes last.
func (h *home) removeRoot() error {
	if exists(h.data) {
		away, err := os.MkdirTemp(h.root, unfinished)
		if err == nil {
			err = os.Rename(h.data, filepath.Join(away, "data"))
		}
		if err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(h.root)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == markerName {
			continue
		}
		if err := os.RemoveAll(filepath.Join(h.root, e.Name())); err != nil {
			return err
		}
	}
	return os.RemoveAll(h.root)
}
