package pgembed

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"ercheck/pgembed/internal/proc"
)

const (
	stopLimit = time.Minute      // for a clean end, which writes what is in memory
	killLimit = 10 * time.Second // for an immediate end
)

// stop ends the home's server if one lives. The caller holds pg.lock.
func (h *home) stop(ctx context.Context) error {
	r, err := h.live(ctx)
	if errors.Is(err, errPassword) {
		return h.stopProcess(h.readPIDFile().pid)
	}
	if err != nil || r == nil {
		return err
	}
	return h.stopProcess(r.pid)
}

// stopProcess ends a server of ours, cleanly or, if that takes too long, at
// once; then its next start recovers from its log.
func (h *home) stopProcess(pid int) error {
	if !h.ours(pid) {
		return nil
	}
	if err := h.askToStop(pid); err != nil && h.ours(pid) {
		return fail("stop the server", h.data, err)
	}
	if h.gone(pid, stopLimit) {
		return nil
	}
	h.logf("the server does not stop; killing process %d", pid)
	if err := proc.Kill(pid); err != nil && h.ours(pid) {
		return fail("kill the server", h.data, err)
	}
	if h.gone(pid, killLimit) {
		return nil
	}
	return &Error{"stop the server", h.data, fmt.Errorf("process %d does not end", pid), fmt.Sprintf("end process %d", pid)}
}

// askToStop sends the signal for a fast shutdown. Windows has none: there
// pg_ctl passes it on, and needs no shell for that.
func (h *home) askToStop(pid int) error {
	if runtime.GOOS != "windows" {
		return proc.Stop(pid)
	}
	ctx, cancel := background(stopLimit)
	defer cancel()
	return exec.CommandContext(ctx, filepath.Join(h.readState().Bin, "pg_ctl"), "stop", "-D", h.data, "-m", "fast", "-W").Run()
}

// gone waits until the server has ended. A process that ends loses its command
// line a moment before it is gone.
func (h *home) gone(pid int, limit time.Duration) bool {
	return within(limit, func() bool { return !h.ours(pid) }) &&
		(within(time.Second, func() bool { return !proc.Alive(pid) }) || !h.ours(pid))
}

func within(limit time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// resetPassword gives the superuser the password of the home's file. It is
// needed when the file was lost or exchanged: the server of this home, which
// was just started, is stopped, told in single-user mode, and started again.
func (h *home) resetPassword(ctx context.Context, i installation) (*running, error) {
	h.logf("the password file was lost or changed; setting the password again")
	if err := h.stopProcess(h.readPIDFile().pid); err != nil {
		return nil, err
	}
	password, err := h.password()
	if err != nil {
		return nil, err
	}
	cmd := h.command(ctx, i.bin, "postgres", "--single", "-D", h.data, "-c", "log_min_messages=error", "postgres")
	quoted := strings.ReplaceAll(password, "'", "''")
	cmd.Stdin = strings.NewReader(fmt.Sprintf("ALTER ROLE %s PASSWORD '%s';\n", superuser, quoted))
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, &Error{"set the password", h.data, fmt.Errorf("%w\n%s", err, lastLines(output)), ""}
	}
	return h.launch(ctx, i)
}
