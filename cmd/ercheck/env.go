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
	Width          int  // of standard output's terminal, in columns; 0 = none or unknown
	ErrWidth       int  // of standard error's
}

// processEnv is the process's own.
func processEnv() Env {
	// A write to a closed pipe then gives an error instead of ending us.
	signal.Ignore(syscall.SIGPIPE)
	return Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, Width: widthOf(os.Stdout), ErrWidth: widthOf(os.Stderr),
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()), ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
	}
}

// widthOf a terminal in columns; 0 for what is none.
func widthOf(f *os.File) int {
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
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
