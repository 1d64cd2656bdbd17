package pgembed

import (
	"context"
	"errors"
	"os"
)

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
