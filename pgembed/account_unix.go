//go:build unix

package pgembed

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the unprivileged user that the server runs as when this process
// is root's. Postgres refuses to run as root.
type account struct {
	name     string
	uid, gid uint32
}

const defaultUser = "nobody"

func isRoot() bool { return os.Geteuid() == 0 }

// serverAccount gives nil unless this process is root's.
func serverAccount(env func(string) string) (*account, error) {
	if !isRoot() {
		return nil, nil
	}
	name := env("ERCHECK_PG_USER")
	if name == "" {
		name = defaultUser
	}
	found, err := user.Lookup(name)
	if err != nil {
		return nil, &Error{"find the server's user", name, err, "name a user of /etc/passwd in ERCHECK_PG_USER"}
	}
	a, err := newAccount(found)
	if err != nil {
		return nil, &Error{"find the server's user", name, err, "name an unprivileged user in ERCHECK_PG_USER"}
	}
	return a, nil
}

func newAccount(u *user.User) (*account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if uid == 0 {
		return nil, errors.New("it is root, and Postgres does not run as root")
	}
	return &account{u.Username, uint32(uid), uint32(gid)}, nil
}

// keepOwner makes the owner of existing data the server's user, so that a home
// that root opens stays usable for the user who made it.
func (h *home) keepOwner() error {
	if h.account == nil || !exists(h.data) {
		return nil
	}
	uid, gid, err := ownerOf(h.data)
	if err != nil {
		return fail("read the data folder's owner", h.data, err)
	}
	if uid == 0 {
		return &Error{"use the data", h.data, errors.New("root owns them, and Postgres does not run as root"),
			"give the folder to the user the server is to run as"}
	}
	h.account = &account{strconv.Itoa(int(uid)), uid, gid}
	return nil
}

func ownerOf(name string) (uid, gid uint32, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return 0, 0, err
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, 0, errors.New("the file system tells no owner")
	}
	return stat.Uid, stat.Gid, nil
}

// enterable says whether the account can enter the folder path and every
// folder above it. Without an account there is nothing to ask.
func enterable(path string, a *account) error {
	if a == nil {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	for dir := real; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if !a.enters(info) {
			return fmt.Errorf("user %s cannot enter %s (%v)", a.name, dir, info.Mode())
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

func (a *account) enters(info fs.FileInfo) bool {
	stat, known := info.Sys().(*syscall.Stat_t)
	switch {
	case !known:
		return false
	case stat.Uid == a.uid:
		return info.Mode()&0o100 != 0
	case stat.Gid == a.gid:
		return info.Mode()&0o010 != 0
	}
	return info.Mode()&0o001 != 0
}

func onlyRootWrites(dir string) error {
	uid, _, err := ownerOf(dir)
	if err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if uid != 0 || info.Mode()&0o022 != 0 {
		return fmt.Errorf("it belongs to user %d with mode %v", uid, info.Mode())
	}
	return nil
}

// give hands a file that this package has just made to the server's user.
func (a *account) give(name string) error {
	if a == nil {
		return nil
	}
	err := os.Lchown(name, int(a.uid), int(a.gid))
	if errors.Is(err, syscall.EINVAL) { // the id means nobody in this namespace of users
		return &Error{"give to user " + a.name, name, err,
			"root is the only user here, as in some containers, and Postgres refuses to run as root: start ercheck as another user"}
	}
	return err
}

// attributes let a child run in a session of its own, out of reach of the
// terminal's signals, and as the account.
func (a *account) attributes() *syscall.SysProcAttr {
	attributes := &syscall.SysProcAttr{Setsid: true}
	if a != nil {
		attributes.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return attributes
}
