package pgembed

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"
)

// serverState is what changes in a Server's life.
type serverState struct {
	mu      sync.Mutex
	running running
	started bool
	users   *users
	closed  bool
}

const closeLimit = 3 * time.Minute

// open attaches or starts, under pg.lock, and takes a share.
func (h *home) open(ctx context.Context) (*Server, error) {
	lock, err := h.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := h.findRoot(true); err != nil {
		return nil, err
	}
	r, started, err := h.attachOrStart(ctx)
	if err != nil {
		return nil, err
	}
	share, err := h.joinUsers(ctx)
	if err != nil {
		return nil, err
	}
	return &Server{home: h, serverState: serverState{running: *r, started: started, users: share}}, nil
}

func (h *home) attachOrStart(ctx context.Context) (r *running, started bool, err error) {
	r, err = h.live(ctx)
	if errors.Is(err, errPassword) {
		if err := h.stopUnused(ctx, err); err != nil {
			return nil, false, err
		}
	} else if err != nil || r != nil {
		return r, false, err
	}
	r, err = h.start(ctx)
	return r, true, err
}

// stopUnused stops a server of ours that refuses our password, unless others,
// who came before the password was lost, still use it.
func (h *home) stopUnused(ctx context.Context, reason error) error {
	share, err := h.joinUsers(ctx)
	if err != nil {
		return err
	}
	defer share.close()
	last, err := share.leave()
	if err != nil {
		return fail("leave the users", h.file(usersName), err)
	}
	if !last {
		return &Error{"attach to the running server", h.data, reason, "end the other ercheck processes that use this home"}
	}
	return h.stop(ctx)
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
	}
	return info
}

var errClosed = errors.New("the server was closed")

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

// Status describes the home's server and says whether it runs. It makes,
// starts and changes nothing.
func Status(ctx context.Context, o Options) (Info, bool, error) {
	h, err := existingHome(o, o.Home)
	if isMissing(err) {
		return Info{}, false, nil
	}
	if err != nil {
		return Info{}, false, err
	}
	if err := h.findRoot(false); err != nil {
		return Info{}, false, err
	}
	file := h.readPIDFile()
	if !h.ours(file.pid) {
		return h.info(nil), false, nil
	}
	r, err := h.answers(ctx, file)
	if errors.Is(err, errNotReady) {
		return h.info(nil), false, nil
	}
	if err != nil {
		return h.info(nil), false, fail("reach the running server", h.data, err)
	}
	return h.info(r), true, nil
}

// Hold starts the server if it does not run and keeps it up after this process
// ended, until Release.
func Hold(ctx context.Context, o Options) (Info, error) {
	s, err := Open(ctx, o)
	if err != nil {
		return Info{}, err
	}
	err = fail("keep the server up", s.home.file(holdName), writeFile(s.home.file(holdName), nil, 0o600))
	info := s.Info()
	return info, errors.Join(err, s.Close())
}

// Released says what Release did: Stopped, or left running for Users. Neither
// means that no server ran.
type Released struct {
	Stopped bool  `json:"stopped"`
	Users   []int `json:"users"`
}

// Release takes the hold away and stops the server if no process uses it.
func Release(ctx context.Context, o Options) (Released, error) {
	h, err := existingHome(o, o.Home)
	if isMissing(err) {
		return Released{}, nil
	}
	if err != nil {
		return Released{}, err
	}
	lock, err := h.lock(ctx)
	if err != nil {
		return Released{}, err
	}
	defer lock.Close()
	if err := os.Remove(h.file(holdName)); err != nil && !isMissing(err) {
		return Released{}, fail("remove the hold", h.file(holdName), err)
	}
	if err := h.findRoot(false); err != nil {
		return Released{}, err
	}
	return h.stopIfUnused(ctx)
}

func (h *home) stopIfUnused(ctx context.Context) (Released, error) {
	share, err := h.joinUsers(ctx)
	if err != nil {
		return Released{}, err
	}
	defer share.close()
	last, err := share.leave()
	if err != nil {
		return Released{}, fail("leave the users", h.file(usersName), err)
	}
	if !last {
		return Released{Users: h.listUsers()}, nil
	}
	lived := h.ours(h.readPIDFile().pid)
	return Released{Stopped: lived}, h.stop(ctx)
}
