//go:build unix

package proc

import "golang.org/x/sys/unix"

// Stop asks a server to end its sessions and to shut down cleanly.
func Stop(pid int) error { return unix.Kill(pid, unix.SIGINT) }

// Kill asks a server to end at once; its next start recovers from the log.
func Kill(pid int) error { return unix.Kill(pid, unix.SIGQUIT) }
