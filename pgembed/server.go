package pgembed

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Server is a running server that this process uses. Its methods may be called
// by several goroutines.
type Server struct {
	home *home

	mu      sync.Mutex // guards what follows
	running running
	started bool
	users   *users
	closed  bool
}

const closeLimit = 3 * time.Minute

// Open attaches to the home's server or starts it, making everything that is
// missing, and counts this process among its users until Close.
func Open(ctx context.Context, o Options) (*Server, error) {
	h, err := newHome(o)
	if err != nil {
		return nil, err
	}
	return h.open(ctx)
}

// URL is a connection string of the superuser, with its password, for one
// database of the server. Restart can change it.
func (s *Server) URL(database string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return address(database, s.running.port, s.home.knownPassword())
}

// Version is the running server's, as in "18.4".
func (s *Server) Version() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running.version
}

// Info describes the server as it was when this process found or started it.
func (s *Server) Info() Info {
	s.mu.Lock()
	defer s.mu.Unlock()
	info := s.home.info(&s.running)
	info.Started = s.started
	return info
}

func (h *home) info(r *running) Info {
	s := h.readState()
	info := Info{Version: s.Version, Source: s.Source, Note: s.Note, Bin: s.Bin, Port: s.Port,
		DataDir: h.data, Root: h.root, LogFile: h.logFile(), Held: h.held(), Users: h.listUsers()}
	if r != nil {
		info.Version, info.Port, info.PID = r.version, r.port, r.pid
		info.URL = address("postgres", r.port, h.knownPassword())
	}
	return info
}

var errClosed = errors.New("the server was closed")

// Space is nil while the disk has what a running server needs, else the error
// that a start would give. A server whose disk is full ends, and cannot say why
// where its log is on that disk too.
func (s *Server) Space() error { return s.home.checkSpace(spaceNeeded) }

// Restart starts the server again if it is gone: killed, or stopped from
// outside. If it lives, perhaps because another process was faster, Restart
// attaches to it. The port stays the same if nobody took it.
func (s *Server) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return fail("restart the server", s.home.data, errClosed)
	}
	lock, err := s.home.lock(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	r, started, err := s.home.attachOrStart(ctx)
	if err != nil {
		return err
	}
	s.running, s.started = *r, s.started || started
	return nil
}

// Close ends this process's use, and stops the server if nobody else uses it
// and no Hold keeps it up. A second Close does nothing.
func (s *Server) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	ctx, cancel := background(closeLimit)
	defer cancel()
	lock, err := s.home.lock(ctx)
	if err != nil {
		return errors.Join(err, s.users.close())
	}
	defer lock.Close()
	defer s.users.close()
	last, err := s.users.leave()
	if err != nil {
		return fail("leave the users", s.home.file(usersName), err)
	}
	if !last || s.home.held() {
		return nil
	}
	return s.home.stop(ctx)
}
