package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// Env is all that the program sees of the world.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Now            func() time.Time
	OutTerminal    bool // standard output is a terminal
	ErrTerminal    bool // standard error is one
	Width          int  // of the terminal, in columns; 0 = unknown
}

// processEnv is the process's own.
func processEnv() Env {
	// A write to a closed pipe then gives an error instead of ending us.
	signal.Ignore(syscall.SIGPIPE)
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		width = 0
	}
	return Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, Width: width,
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()), ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
	}
}

// errPipeClosed is the cause of an end because nobody reads our output.
var errPipeClosed = errors.New("the reader of the output has gone")

// pipeWriter cancels the whole call when its reader has gone, so that a closed
// pipe ends a run as a signal does.
type pipeWriter struct {
	io.Writer
	cancel context.CancelCauseFunc
}

// Write implements io.Writer.
func (w pipeWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if errors.Is(err, syscall.EPIPE) {
		w.cancel(errPipeClosed)
	}
	return n, err
}
