package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"ercheck/appliance"
	"ercheck/appliance/evaluate"
	"ercheck/appliance/history"
	"ercheck/appliance/sandbox"
	"ercheck/catalog"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance"
	"ercheck/llm"
	"ercheck/pgembed"
	"ercheck/reports/diagram"
	"ercheck/reports/visible"
	"ercheck/variants"
	"ercheck/variants/choice"
	"ercheck/variants/standalone"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailed      = 1   // it ran and something failed, or a check did not hold
	exitUsage       = 2   // the call is wrong
	exitInterrupted = 130 // stopped by a signal; what was done is kept
)

// Codes of failures, for programs.
const (
	codeUsage       = "usage"
	codeUnknown     = "unknown_name"
	codeInvalid     = "invalid_file"
	codeInterrupted = "interrupted"
	codeCheck       = "check_failed"
	codeFailed      = "failed"
	codePanic       = "panic"
	codeBudget      = "budget"
)

// failure is an error as a person or a program is told of it.
type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	exit    int
}

// checkError says that a command ran and what it checked does not hold. The
// command has already shown its result.
type checkError struct{ message string }

func (e *checkError) Error() string { return e.message }

// invalidError says that a file has faults, which the command has already shown.
type invalidError struct{ message string }

func (e *invalidError) Error() string { return e.message }

// classes sort errors; the first that fits decides.
var classes = []struct {
	code string
	exit int
	fits func(error) bool
}{
	{codePanic, exitFailed, is[*panicError]},
	{codeUsage, exitUsage, is[*usageError]},
	{codeUnknown, exitUsage, is[*catalog.UnknownError]},
	{codeUnknown, exitUsage, historyKind(history.NotFound, history.Ambiguous)},
	{codeInvalid, exitUsage, is[*fault.Error]},
	{codeInvalid, exitUsage, is[*invalidError]},
	{codeInvalid, exitUsage, is[*unreadable]},
	{codeInvalid, exitUsage, is[*standalone.ParseError]},
	{codeInvalid, exitUsage, func(err error) bool { return llm.KindOf(err) == llm.KindInvalidFile }},
	{codeUnknown, exitUsage, func(err error) bool { return llm.KindOf(err) == llm.KindUnknownModel }},
	{codeUsage, exitUsage, is[*instance.OptionError]},
	{codeUsage, exitUsage, is[*instance.CountError]},
	{codeUsage, exitUsage, historyKind(history.Invalid)},
	{codeUnknown, exitUsage, is[*variants.SettingError]},
	{codeUsage, exitUsage, is[*variants.SampleSizeError]},
	{codeUsage, exitUsage, is[*choice.Error]},
	{codeUsage, exitUsage, is[*diagram.SizeError]},
	{codeUsage, exitUsage, is[*appliance.NoQuestionsError]},
	{codeUnknown, exitUsage, is[*appliance.UnknownExportError]},
	{codeInvalid, exitUsage, is[*appliance.StaleExportError]},
	{codeUsage, exitUsage, is[*appliance.PlaceboError]},
	{codeUsage, exitUsage, unfitServer},
	{codeBudget, exitFailed, func(err error) bool { return llm.KindOf(err) == llm.KindBudget }},
	{codeCheck, exitFailed, is[*checkError]},
	{codeCheck, exitFailed, is[*appliance.NotEquivalentError]},
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func historyKind(kinds ...history.Kind) func(error) bool {
	return func(err error) bool {
		for _, k := range kinds {
			if history.KindOf(err) == k {
				return true
			}
		}
		return false
	}
}

// unfitServer says whether the server that the call names cannot be used for
// what it is, not because it does not answer.
func unfitServer(err error) bool {
	external, ok := errors.AsType[*appliance.ExternalError](err)
	return ok && external.Err == nil
}

// unreadable says that a file which the call names cannot be read.
type unreadable struct{ err error }

func (e *unreadable) Error() string { return e.err.Error() }
func (e *unreadable) Unwrap() error { return e.err }

// Hint says what to do, where nothing closer to the file knows better.
func (e *unreadable) Hint() string {
	return "give the path of a file that can be read, or a built-in name"
}

// readable marks an error about a file that a name in the call stands for.
func readable(err error) error {
	if is[*fs.PathError](err) {
		return &unreadable{err}
	}
	return err
}

// classify turns any error into what is told of it. ctx says whether a signal,
// or a closed output, ended the work; an error of a class is a finding all the
// same.
func classify(ctx context.Context, err error) failure {
	f := failure{Code: codeFailed, Message: strings.TrimSpace(err.Error()), Hint: hintOf(err), exit: exitFailed}
	for _, c := range classes {
		if c.fits(err) {
			f.Code, f.exit = c.code, c.exit
			return f
		}
	}
	if ctx.Err() == nil {
		return f
	}
	f.Code, f.exit = codeInterrupted, exitInterrupted
	if !is[*evaluate.Stopped](err) {
		f.Message, f.Hint = "stopped", "what was stored is kept; the same command goes on from there"
	}
	return f
}

// hintOf is the first hint in the chain of errors. Some packages keep it as a
// field.
func hintOf(err error) string {
	type hinted interface {
		error
		Hint() string
	}
	if e, ok := errors.AsType[hinted](err); ok {
		return e.Hint()
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.Hint
	}
	if e, ok := errors.AsType[*pgembed.Error](err); ok {
		return e.Hint
	}
	return sandbox.Hint(err)
}

// tell writes the failure for a person.
func (f failure) tell(w io.Writer) {
	fmt.Fprintln(w, "ercheck: "+visible.Block(f.Message))
	if f.Hint != "" {
		fmt.Fprintln(w, "  "+visible.Block(f.Hint))
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
