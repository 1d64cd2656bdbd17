package pgembed

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ercheck/pgembed/internal/flock"
)

// Names of the files in the home folder.
const (
	lockName     = "pg.lock"     // exclusive while deciding
	usersName    = "pg.users"    // shared while using; lists the users
	holdName     = "pg.hold"     // exists while the server is to stay up
	stateName    = "pg.json"     // where S is and what was started last
	passwordName = "pg.password" // the superuser's, mode 0600
)

// superuser is the name of the role the password belongs to.
const superuser = "postgres"

// maxRoot is the longest server root, in bytes. Postgres builds paths of less
// than 1024 bytes, and below S it needs about 100.
const maxRoot = 900

// home is a home folder with all that is derived from it. dir has no links in
// it. root and data are set by findRoot; account is nil unless this is root.
type home struct {
	Options
	dir        string
	account    *account
	root, data string
}

// newHome makes the folder if it is missing.
func newHome(o Options) (*home, error) {
	if o.Home == "" {
		return nil, errNoHome
	}
	dir, err := filepath.Abs(o.Home)
	if err != nil {
		return nil, fail("open the home", o.Home, err)
	}
	if len(dir) > maxRoot {
		return nil, tooLong(dir)
	}
	if err := os.MkdirAll(dir, homeMode()); err != nil {
		return nil, fail("make the home", dir, err)
	}
	return existingHome(o, dir)
}

// homeMode lets the server's user pass through a home that root makes.
func homeMode() os.FileMode {
	if isRoot() {
		return 0o711
	}
	return 0o700
}

var errNoHome = &Error{"open the home", "", errors.New("no folder was named"), "name one with --home"}

func existingHome(o Options, dir string) (*home, error) {
	if dir == "" {
		return nil, errNoHome
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fail("open the home", o.Home, err)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fail("open the home", o.Home, err)
	}
	if len(dir) > maxRoot {
		return nil, tooLong(dir)
	}
	if strings.ContainsAny(dir, "\r\n") {
		return nil, &Error{"open the home", dir, errors.New("the path has a line break"), "choose another home with --home"}
	}
	account, err := serverAccount(o.env)
	if err != nil {
		return nil, err
	}
	return &home{Options: o, dir: dir, account: account}, nil
}

func tooLong(dir string) error {
	return &Error{"open the home", dir, fmt.Errorf("the path has %d bytes, and Postgres can use %d", len(dir), maxRoot), "choose a shorter home with --home"}
}

func (h *home) file(name string) string    { return filepath.Join(h.dir, name) }
func (h *home) logFile() string            { return filepath.Join(h.root, "log", "server.log") }
func (h *home) held() bool                 { _, err := os.Stat(h.file(holdName)); return err == nil }
func (h *home) binariesFolder() string     { return filepath.Join(h.root, "server") }
func (h *home) readState() (s state)       { readJSON(h.file(stateName), &s); return s }
func (h *home) writeState(s state) error   { return writeJSON(h.file(stateName), s, 0o600) }
func (h *home) hasData() bool              { return exists(filepath.Join(h.data, "PG_VERSION")) }
func exists(name string) bool              { _, err := os.Lstat(name); return err == nil }
func isMissing(err error) bool             { return errors.Is(err, fs.ErrNotExist) }
func (h *home) mayEnter(path string) error { return enterable(path, h.account) }

// state is the content of pg.json.
type state struct {
	Root    string `json:"root"`
	Version string `json:"version,omitempty"`
	Source  string `json:"source,omitempty"`
	Note    string `json:"note,omitempty"`
	Bin     string `json:"bin,omitempty"`
	Port    int    `json:"port,omitempty"`
}

// lock takes pg.lock. It waits as long as another process may need for a start
// with a download.
func (h *home) lock(ctx context.Context) (*flock.Lock, error) {
	lock, err := flock.Open(h.file(lockName))
	if err != nil {
		return nil, fail("open the lock", h.file(lockName), err)
	}
	if err := lock.Exclusive(ctx); err != nil {
		return nil, errors.Join(fail("wait for the lock", h.file(lockName), err), lock.Close())
	}
	if !isStill(lock.File(), h.file(lockName)) { // Remove took it away while we waited
		return nil, errors.Join(fail("use the home", h.dir, errors.New("it is being removed")), lock.Close())
	}
	return lock, nil
}

// isStill says whether the open file is the one that has this name.
func isStill(file *os.File, name string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(opened, named)
}

// password reads the superuser's password, making a random one first if there
// is none. The caller holds pg.lock.
func (h *home) password() (string, error) {
	name := h.file(passwordName)
	text, err := os.ReadFile(name)
	if err == nil && len(bytes.TrimSpace(text)) > 0 {
		return strings.TrimSpace(string(text)), nil
	}
	if err != nil && !isMissing(err) {
		return "", fail("read the password", name, err)
	}
	fresh := rand.Text()
	return fresh, fail("write the password", name, writeFile(name, []byte(fresh), 0o600))
}

// knownPassword reads the password and makes none.
func (h *home) knownPassword() string {
	text, err := os.ReadFile(h.file(passwordName))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// background is for work that must end even though the caller's context did:
// closing, stopping, cleaning up.
func background(limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), limit)
}
