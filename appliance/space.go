package appliance

import (
	"errors"
	"syscall"

	"ercheck/appliance/evaluate"
	"ercheck/appliance/sandbox"
	"ercheck/pgembed"
)

// FullDiskError says that an error was met while the disk had no room for a
// server, which is most likely its cause.
type FullDiskError struct {
	Err   error // what was met
	Space error // how little room there is
}

// Error gives both.
func (e *FullDiskError) Error() string { return e.Err.Error() + "; " + e.Space.Error() }

// Unwrap gives what was met.
func (e *FullDiskError) Unwrap() error { return e.Err }

// Hint says what to do.
func (e *FullDiskError) Hint() string { return serverHint(e.Space) }

// Explain adds to an error of a verb the cause that only the machine tells: a
// server whose disk is full ends, and its clients see a connection that broke.
func (a *Appliance) Explain(err error) error {
	_, stopped := errors.AsType[*evaluate.Stopped](err) // which tried to start the server, and knows
	if err == nil || stopped || errors.Is(err, syscall.ENOSPC) || sandbox.Hint(err) == "" {
		return err
	}
	if space := a.space(); space != nil {
		return &FullDiskError{err, space}
	}
	return err
}

// space is nil unless the disk of our own server is full.
func (a *Appliance) space() error {
	if a.cluster == nil || a.cluster.server == nil {
		return nil
	}
	return a.cluster.server.Space()
}

// hintedError gives an error of the server's life its hint as a method, where
// package evaluate, which must not know the server, finds it.
type hintedError struct{ error }

func (e hintedError) Unwrap() error { return e.error }

// Hint says what to do; "" where the server does not know.
func (e hintedError) Hint() string { return serverHint(e.error) }

func serverHint(err error) string {
	if e, ok := errors.AsType[*pgembed.Error](err); ok {
		return e.Hint
	}
	return ""
}
