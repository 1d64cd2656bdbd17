package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sys/unix"
)

// canCapMemory says whether the server is on this machine and its backends'
// limits are ours to set. It only reads one.
func canCapMemory(pg *pgconn.PgConn) bool {
	return prlimit(int(pg.PID()), localPort(pg), nil) == nil
}

// capMemory limits the data segment of a backend: what it allocates, without the
// memory it shares with others. Beyond it, an allocation fails with SQLSTATE
// 53200, and the backend lives on. It never goes up again.
func capMemory(pid, clientPort int, bytes int64) error {
	return prlimit(pid, clientPort, &unix.Rlimit{Cur: uint64(bytes), Max: uint64(bytes)})
}

// errOtherProcess guards against a server elsewhere, whose pid is some other
// process here.
var errOtherProcess = errors.New("the process is not the backend of this connection")

// prlimit sets the limit, or only reads it.
func prlimit(pid, clientPort int, limit *unix.Rlimit) error {
	if !isBackend(pid, clientPort) {
		return errOtherProcess
	}
	set := func() error {
		var old unix.Rlimit
		return unix.Prlimit(pid, unix.RLIMIT_DATA, limit, &old)
	}
	err := set()
	if errors.Is(err, unix.EPERM) && os.Geteuid() == 0 {
		return asOwner(pid, set)
	}
	return err
}

// isBackend looks at the title that Postgres gives a backend:
// "postgres: role database 127.0.0.1(40112) idle".
func isBackend(pid, clientPort int) bool {
	title, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && clientPort != 0 &&
		strings.HasPrefix(string(title), "postgres: ") &&
		strings.Contains(string(title), fmt.Sprintf("(%d)", clientPort))
}

// asOwner runs f with the real ids of a process's owner, in one thread: root
// without CAP_SYS_RESOURCE, as in most containers, may not set the limits of
// others' processes, but their owner may.
func asOwner(pid int, f func() error) error {
	uid, gid, err := owner(pid)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		err, restored := withRealIDs(uid, gid, f)
		if restored {
			runtime.UnlockOSThread() // else the thread ends with this goroutine
		}
		done <- err
	}()
	return <-done
}

// withRealIDs changes the calling thread's real ids, and no other thread's, as
// the functions of package syscall would. The effective ones stay, so that the
// real ones can be restored.
func withRealIDs(uid, gid int, f func() error) (err error, restored bool) {
	oldUID, oldGID := os.Getuid(), os.Getgid()
	if err := setReal(unix.SYS_SETRESGID, gid); err != nil {
		return err, true
	}
	if err = setReal(unix.SYS_SETRESUID, uid); err == nil {
		err = f()
	}
	restored = setReal(unix.SYS_SETRESUID, oldUID) == nil && setReal(unix.SYS_SETRESGID, oldGID) == nil
	return err, restored
}

func setReal(call uintptr, id int) error {
	const unchanged = ^uintptr(0)
	if _, _, errno := unix.RawSyscall(call, uintptr(id), unchanged, unchanged); errno != 0 {
		return errno
	}
	return nil
}

// owner reads the real ids of a process.
func owner(pid int) (uid, gid int, err error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0, err
	}
	found := 0
	for line := range strings.Lines(string(status)) {
		var real int
		if n, _ := fmt.Sscanf(line, "Uid: %d", &real); n == 1 {
			uid, found = real, found+1
		}
		if n, _ := fmt.Sscanf(line, "Gid: %d", &real); n == 1 {
			gid, found = real, found+1
		}
	}
	if found != 2 {
		return 0, 0, fmt.Errorf("/proc/%d/status has no ids", pid)
	}
	return uid, gid, nil
}
