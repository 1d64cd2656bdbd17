package pgembed

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"ercheck/pgembed/internal/flock"
	"ercheck/pgembed/internal/proc"
)

// users is this process's share in pg.users. The lock alone decides whether
// anyone uses the server; the ids in the file are for people.
type users struct {
	lock *flock.Lock
}

// joinUsers takes a share. The caller holds pg.lock, so nobody has the file
// exclusively for long.
func (h *home) joinUsers(ctx context.Context) (*users, error) {
	name := h.file(usersName)
	lock, err := flock.Open(name)
	if err != nil {
		return nil, fail("open the list of users", name, err)
	}
	u := &users{lock}
	if err := lock.Shared(ctx); err != nil {
		return nil, errors.Join(fail("join the users", name, err), lock.Close())
	}
	if err := u.write(append(u.read(), os.Getpid())); err != nil {
		return nil, errors.Join(fail("join the users", name, err), lock.Close())
	}
	return u, nil
}

// leave gives the share back and says whether it was the last. Then the file
// is locked exclusively until close. The caller holds pg.lock.
func (u *users) leave() (last bool, err error) {
	ids := u.read()
	if i := slices.Index(ids, os.Getpid()); i >= 0 {
		ids = slices.Delete(ids, i, i+1)
	}
	if err := u.write(ids); err != nil {
		return false, err
	}
	if err := u.lock.Unlock(); err != nil {
		return false, err
	}
	return u.lock.TryExclusive()
}

func (u *users) close() error { return u.lock.Close() }

// read gives the ids of the processes in the list that still live. One of
// them may be a process that got the id of a user that was killed.
func (u *users) read() []int {
	text, err := io.ReadAll(io.NewSectionReader(u.lock.File(), 0, 1<<20))
	if err != nil {
		return nil
	}
	return parseUsers(string(text))
}

func parseUsers(text string) []int {
	ids := []int{}
	for word := range strings.FieldsSeq(text) {
		if id, err := strconv.Atoi(word); err == nil && proc.Alive(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (u *users) write(ids []int) error {
	var text strings.Builder
	for _, id := range ids {
		text.WriteString(strconv.Itoa(id) + "\n")
	}
	file := u.lock.File()
	if err := file.Truncate(0); err != nil {
		return err
	}
	_, err := file.WriteAt([]byte(text.String()), 0)
	return err
}

// listUsers reads the list without taking part.
func (h *home) listUsers() []int {
	text, err := os.ReadFile(h.file(usersName))
	if err != nil {
		return nil
	}
	return parseUsers(string(text))
}
