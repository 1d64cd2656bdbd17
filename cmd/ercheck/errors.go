package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"ercheck/appliance/evaluate"
	"ercheck/catalog"
	"ercheck/catalog/fault"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1   // it ran and something failed, or a check did not hold
	exitUsage       = 2   // the call is wrong
	exitInterrupted = 130 // stopped by a signal; what was done is kept
)

// failure is an error as a person or a program is told of it.
type failure struct {
	Code    string `json:"code"` // usage, unknown_name, invalid_file, interrupted, check_failed, failed, panic
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	exit    int
}

// checkError says that a command ran and what it checked does not hold. The
// command has already shown its result.
type checkError struct{ message string }

func (e *checkError) Error() string { return e.message }

// wrongCall is what an error of another package implements when the call, not
// the work, is at fault.
type wrongCall interface{ WrongCall() bool }

// classify turns any error into what is told of it. ctx says whether a signal
// was the cause.
func classify(ctx context.Context, err error) failure {
	f := failure{Code: "failed", Message: err.Error(), Hint: hintOf(err), exit: exitFailed}
	var (
		usage   *usageError
		unknown *catalog.UnknownError
		invalid *fault.Error
		wrong   wrongCall
		check   *checkError
	)
	switch {
	case errors.As(err, &usage):
		f.Code, f.exit = "usage", exitUsage
	case errors.As(err, &unknown):
		f.Code, f.exit = "unknown_name", exitUsage
	case errors.As(err, &invalid):
		f.Code, f.exit = "invalid_file", exitUsage
	case errors.As(err, &check):
		f.Code = "check_failed"
	case errors.As(err, &wrong) && wrong.WrongCall():
		f.Code, f.exit = "usage", exitUsage
	case ctx.Err() != nil:
		f.Code, f.exit = "interrupted", exitInterrupted
		if !errors.As(err, new(*evaluate.Stopped)) {
			f.Message, f.Hint = "stopped", "what was stored is kept; the same command goes on from there"
		}
	}
	return f
}

// hintOf is the first hint in the chain of errors.
func hintOf(err error) string {
	var hinted interface{ Hint() string }
	if errors.As(err, &hinted) {
		return hinted.Hint()
	}
	return ""
}

// tell writes the failure for a person.
func (f failure) tell(w io.Writer) {
	fmt.Fprintln(w, "ercheck: "+strings.TrimSpace(f.Message))
	if f.Hint != "" {
		fmt.Fprintln(w, "  "+f.Hint)
	}
}

// tellJSON writes it as the one document of a call with --json.
func (f failure) tellJSON(w io.Writer) error {
	return writeJSON(w, map[string]failure{"error": f})
}

// writeJSON writes one indented document. Invalid UTF-8 becomes U+FFFD.
func writeJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(v)
}
