package pgembed

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// busyLimit is how long a session of a killed server may go on: the
	// longest statement_timeout, 30 s, with some room.
	busyLimit = 40 * time.Second
	busyPause = 50 * time.Millisecond
	portTries = 20
)

// settings are the server's, given on the command line, where ALTER SYSTEM
// cannot change them. Losing the last transactions at a crash is harmless,
// because what is built is built again; losing integrity is not.
var settings = []string{
	"listen_addresses=127.0.0.1", "unix_socket_directories=",
	"password_encryption=scram-sha-256", "ssl=off",
	"fsync=on", "synchronous_commit=off", "wal_level=minimal", "max_wal_senders=0", "max_logical_replication_workers=0",
	"max_connections=64", "max_locks_per_transaction=1024", "jit=off",
	"timezone=UTC", "log_timezone=UTC", "datestyle=ISO, MDY", "intervalstyle=postgres",
	"lc_messages=C", "lc_monetary=C", "lc_numeric=C", "lc_time=C",
	"default_text_search_config=pg_catalog.english",
	"logging_collector=off", "log_destination=stderr", "log_min_messages=log",
	"log_min_error_statement=panic", "log_checkpoints=off", "log_line_prefix=%m [%p] ",
}

// start makes what is missing and starts the server. The caller holds pg.lock
// and knows that none lives.
func (h *home) start(ctx context.Context) (*running, error) {
	if err := h.checkSpace(spaceNeeded); err != nil {
		return nil, err
	}
	i, err := h.prepare(ctx)
	if err != nil {
		return nil, err
	}
	r, err := h.launch(ctx, i)
	if err != nil && i.pinned && ctx.Err() == nil && h.isDamaged() {
		if i, err = h.prepare(ctx); err == nil {
			r, err = h.launch(ctx, i)
		}
	}
	if errors.Is(err, errPassword) {
		r, err = h.resetPassword(ctx, i)
	}
	if err != nil {
		return nil, err
	}
	s := state{h.root, r.version, i.source, i.note, i.bin, r.port}
	return r, fail("write the state", h.file(stateName), h.writeState(s))
}

// noteSource writes where a server comes from before it runs, so that one whose
// starter is killed at once is known.
func (h *home) noteSource(i installation) error {
	last := h.readState()
	s := state{h.root, last.Version, i.source, i.note, i.bin, last.Port}
	return fail("write the state", h.file(stateName), h.writeState(s))
}

// prepare clears away what was cut off, finds the programs and, if there are no
// data, makes a cluster.
func (h *home) prepare(ctx context.Context) (installation, error) {
	h.removeUnfinished()
	i, err := h.install(ctx)
	if err != nil {
		return i, err
	}
	if h.hasData() {
		return i, nil
	}
	if exists(h.data) {
		return i, &Error{"use the data", h.data, errors.New("the folder has no PG_VERSION, so it is no cluster"),
			"move the folder away; ercheck makes a new one"}
	}
	err = h.makeCluster(ctx, i)
	if err != nil && i.pinned && ctx.Err() == nil && h.isDamaged() {
		if i, err = h.install(ctx); err == nil {
			err = h.makeCluster(ctx, i)
		}
	}
	if err != nil {
		return i, err
	}
	return i, h.keepOwner()
}

// checkSpace refuses to begin what the disk cannot hold. Existing data need
// room for the log alone.
func (h *home) checkSpace(need uint64) error {
	if h.hasData() {
		need /= 10
	}
	free, err := freeSpace(h.root)
	if err != nil {
		return fail("ask for the free space", h.root, err)
	}
	if free < need {
		return fail("start the server", h.root, fmt.Errorf("%d MB are free, %d MB are needed: %w", free>>20, need>>20, syscall.ENOSPC))
	}
	return nil
}

// launch starts the server, on the port of the last time if it is free. A port
// that another program takes meanwhile, and a session that outlives a killed
// server, are no failures but reasons to try again.
func (h *home) launch(ctx context.Context, i installation) (*running, error) {
	if err := h.noteSource(i); err != nil {
		return nil, err
	}
	if err := h.removeStale(); err != nil {
		return nil, err
	}
	busyUntil := time.Now().Add(busyLimit)
	port := h.readState().Port
	for tries := 0; ; {
		r, err := h.launchOn(ctx, i, port)
		var refused *startError
		if err == nil || !errors.As(err, &refused) || ctx.Err() != nil {
			return r, err
		}
		switch {
		case refused.portTaken() && tries < portTries:
			port, tries = 0, tries+1
		case refused.busy() && time.Now().Before(busyUntil):
			time.Sleep(busyPause)
			if r, err := h.live(ctx); r != nil || err != nil {
				return r, err // started by a process that was killed meanwhile
			}
		default:
			return nil, err
		}
	}
}

// removeStale removes the pid file of a server that is gone. Postgres does so
// itself, but not if the id went to another program.
// One whose server lives stays: its starter was killed a moment ago.
func (h *home) removeStale() error {
	if h.ours(h.readPIDFile().pid) {
		return nil
	}
	err := os.Remove(h.pidFileName())
	if isMissing(err) {
		return nil
	}
	return fail("remove a stale pid file", h.pidFileName(), err)
}

// startError is a server that ended before it was ready. log is what it wrote.
type startError struct {
	exit error
	log  string
}

func (e *startError) Error() string {
	return fmt.Sprintf("the server ended (%v); the end of its log:\n%s", e.exit, e.log)
}

func (e *startError) Unwrap() error   { return e.exit }
func (e *startError) portTaken() bool { return strings.Contains(e.log, "could not bind ") }

func (e *startError) busy() bool {
	return strings.Contains(e.log, "pre-existing shared memory block") || strings.Contains(e.log, `lock file "postmaster.pid"`)
}

// launchOn starts the server on a port; 0 or a port that is taken = any.
func (h *home) launchOn(ctx context.Context, i installation, port int) (*running, error) {
	port, err := pickPort(port)
	if err != nil {
		return nil, fail("find a free port", "", err)
	}
	log, err := h.openLog()
	if err != nil {
		return nil, fail("open the server's log", h.logFile(), err)
	}
	defer log.Close()
	begin, err := log.Seek(0, 2)
	if err != nil {
		return nil, fail("open the server's log", h.logFile(), err)
	}
	// The server must outlive ctx, which ends with the caller's command.
	cmd := h.command(context.WithoutCancel(ctx), i.bin, "postgres", h.arguments(port)...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return nil, fail("start the server", cmd.Path, err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	r, err := h.awaitReady(ctx, cmd, exited)
	return r, h.explain(err, begin)
}

func (h *home) arguments(port int) []string {
	arguments := []string{"-D", h.data, "-p", strconv.Itoa(port)}
	for _, s := range settings {
		arguments = append(arguments, "-c", s)
	}
	return arguments
}

// awaitReady waits until the server takes connections. One that does not
// become ready before ctx ends is stopped again.
func (h *home) awaitReady(ctx context.Context, cmd *exec.Cmd, exited <-chan error) (*running, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()
	for {
		if file := h.readPIDFile(); file.pid == cmd.Process.Pid && file.ready {
			r, err := h.answers(ctx, file)
			if final(err) {
				return r, err
			}
		}
		select {
		case exit := <-exited:
			return nil, &startError{exit: exit}
		case <-ctx.Done():
			return nil, errors.Join(context.Cause(ctx), h.stopProcess(cmd.Process.Pid))
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// explain adds the log's end to a failed start.
func (h *home) explain(err error, begin int64) error {
	var refused *startError
	if !errors.As(err, &refused) {
		return fail("start the server", h.data, err)
	}
	refused.log = h.logSince(begin)
	return &Error{"start the server", h.data, refused, hintForLog(refused.log)}
}

// pickPort gives wanted if it is free, else a free one.
func pickPort(wanted int) (int, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(wanted)))
	if err != nil && wanted != 0 {
		return pickPort(0)
	}
	if err != nil {
		return 0, err
	}
	_, text, err := net.SplitHostPort(listener.Addr().String())
	if err = errors.Join(err, reach(listener.Addr().String()), listener.Close()); err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

// reachTimeout is far more than a connection inside one machine takes.
const reachTimeout = 5 * time.Second

// reach tries to connect to a port that is listened on: without a loopback
// interface a server would start, and nobody could ever ask it.
func reach(address string) error {
	conn, err := net.DialTimeout("tcp", address, reachTimeout)
	if err != nil {
		return &Error{Op: "connect to this machine itself", Err: err, Hint: "bring its loopback interface up, on Linux with: ip link set lo up"}
	}
	return conn.Close()
}
