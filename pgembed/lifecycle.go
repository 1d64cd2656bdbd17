package pgembed

import (
	"context"
	"errors"
)

// open attaches or starts, under pg.lock, and takes a share.
func (h *home) open(ctx context.Context) (*Server, error) {
	if err := checkClient(); err != nil {
		return nil, err
	}
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
	h.trimLog()
	return &Server{home: h, running: *r, started: started, users: share}, nil
}

func (h *home) attachOrStart(ctx context.Context) (r *running, started bool, err error) {
	r, err = h.live(ctx)
	if errors.Is(err, errPassword) {
		if err := h.stopUnused(ctx, err); err != nil {
			return nil, false, err
		}
	} else if err != nil {
		return nil, false, err
	} else if r != nil {
		return r, false, h.runsAsNamed()
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

// runsAsNamed refuses a running server that came from another source than the
// one the user named.
func (h *home) runsAsNamed() error {
	s, forced, bin := h.readState(), h.env("ERCHECK_PG"), h.namedBin()
	switch {
	case forced != "" && forced != s.Source:
		return h.runsOther(s.Source + ", not from ERCHECK_PG=" + forced)
	case bin != "" && bin != s.Bin:
		return h.runsOther(s.Bin + ", not from " + bin)
	}
	return nil
}

func (h *home) runsOther(what string) error {
	return &Error{"attach to the running server", h.data, errors.New("it was started from " + what),
		"stop it first (ercheck down), or do not name a source"}
}
