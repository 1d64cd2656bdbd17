package pgembed

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// account is never made on Windows: there is no root, and initdb and pg_ctl
// give up administrator rights by themselves.
type account struct{ name string }

func isRoot() bool { return false }

func serverAccount(func(string) string) (*account, error) { return nil, nil }
func (h *home) keepOwner() error                          { return nil }
func enterable(string, *account) error                    { return nil }
func onlyRootWrites(string) error                         { return nil }
func (a *account) give(string) error                      { return nil }

// attributes keep the console's Ctrl-C from the server.
func (a *account) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}
