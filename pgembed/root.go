package pgembed

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// systemRoot holds the server roots of homes that the server's user cannot
// enter: /root, or a folder with mode 0700. Only root makes such roots.
const systemRoot = "/var/lib/ercheck"

const markerName = "marker"

// marker is the content of S/marker. A folder without it is never taken for a
// server root, so nothing in it is changed or removed.
type marker struct {
	Home string `json:"ercheck_home"`
}

// findRoot sets root and data. The root that pg.json names stays, as long as
// its marker names this home; else the rule decides. With claim the folder and
// its marker are made if missing; the caller then holds pg.lock.
func (h *home) findRoot(claim bool) error {
	if known := h.readState().Root; h.isOurs(known) {
		h.setRoot(known)
	} else if err := h.rootByRule(); err != nil {
		return err
	}
	if len(h.root) > maxRoot {
		return tooLong(h.root)
	}
	if !claim {
		return nil
	}
	if err := h.claimRoot(); err != nil {
		return err
	}
	return h.keepOwner()
}

func (h *home) setRoot(root string) {
	h.root, h.data = root, filepath.Join(root, "data")
}

func (h *home) ownRoot() string { return filepath.Join(h.dir, "pg") }

// rootByRule chooses <home>/pg if the server's user can enter every folder
// above it.
func (h *home) rootByRule() error {
	h.setRoot(h.ownRoot())
	if h.mayEnter(h.dir) != nil {
		sum := sha256.Sum256([]byte(h.dir))
		h.setRoot(filepath.Join(systemRoot, hex.EncodeToString(sum[:8])))
	}
	return nil
}

var systemRootName = regexp.MustCompile(`^[0-9a-f]{16}$`)

// isOurs says whether a root that pg.json names may be used: it is at one of
// the two places, and its marker names this home, or one that is gone, because
// this home was given another name.
func (h *home) isOurs(root string) bool {
	var m marker
	if root == "" || !readJSON(filepath.Join(root, markerName), &m) {
		return false
	}
	if root == h.ownRoot() {
		return true
	}
	atSystem := filepath.Dir(root) == systemRoot && systemRootName.MatchString(filepath.Base(root))
	return atSystem && (m.Home == h.dir || !exists(filepath.Join(m.Home, stateName)))
}

// claimRoot makes the root and its marker.
func (h *home) claimRoot() error {
	if filepath.Dir(h.root) == systemRoot {
		if err := makeSystemRoot(); err != nil {
			return err
		}
	}
	if err := makeFolder(h.root, 0o711); err != nil {
		return fail("make the server root", h.root, err)
	}
	var m marker
	name := filepath.Join(h.root, markerName)
	if readJSON(name, &m) && m.Home == h.dir {
		return nil
	}
	if m.Home == "" {
		if err := h.mustBeEmpty(); err != nil {
			return err
		}
	}
	return fail("mark the server root", name, writeJSON(name, marker{h.dir}, 0o644))
}

// mustBeEmpty refuses a folder that has files and no marker. Leftovers of our
// own marker's writing do not count.
func (h *home) mustBeEmpty() error {
	entries, err := os.ReadDir(h.root)
	if err != nil {
		return fail("read the server root", h.root, err)
	}
	for _, e := range entries {
		if match, err := filepath.Match(".marker-*", e.Name()); err != nil || !match {
			return &Error{"use the server root", h.root, errors.New("it has files that are not ercheck's"),
				"choose another home with --home, or move the folder away"}
		}
	}
	return nil
}

// makeSystemRoot makes /var/lib/ercheck. A folder of another user, or one that
// others can write to, is refused: they could exchange what is below it.
func makeSystemRoot() error {
	if err := makeFolder(systemRoot, 0o711); err != nil {
		return &Error{"make the server root", systemRoot, err,
			"the server's user cannot enter the home: choose a home that every user can enter with --home, or make this folder"}
	}
	if err := onlyRootWrites(systemRoot); err != nil {
		return &Error{"use the server root", systemRoot, err, "give it to root with mode 0711"}
	}
	return nil
}

// makeFolder makes a folder with exactly this mode, whatever the umask is. One
// that exists keeps its mode; a link or a file in its place is refused.
func makeFolder(name string, mode os.FileMode) error {
	info, err := os.Lstat(name)
	if err == nil {
		if !info.IsDir() {
			return fmt.Errorf("it is no folder but %v", info.Mode().Type())
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.Mkdir(name, mode); err != nil {
		return err
	}
	return os.Chmod(name, mode)
}
