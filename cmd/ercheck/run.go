package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"

	"github.com/urfave/cli/v2"

	"ercheck/appliance/evaluate"
	"ercheck/llm/through"
	"ercheck/reports/visible"
)

// run is the whole program: args without its name in, exit code out.
func run(ctx context.Context, env Env, args []string) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	env.Stdout = pipeWriter{env.Stdout, cancel}
	env.Stderr = pipeWriter{env.Stderr, cancel}
	s := &session{env: env}
	err := s.call(ctx, args)
	if err == nil {
		return exitDone
	}
	return s.fail(ctx, args, err)
}

// session is one call of the program.
type session struct {
	env       Env
	global    globals        // known once the words were read
	layer     *through.Layer // what models are asked through; nil before there is one
	clearLine func()         // takes the status line away; nil before there is one
	read      bool           // the global flags are known
	answered  bool           // the one JSON document is written
}

// globals are the flags that every command understands.
type globals struct {
	home, pgBin, databaseURL string
	json, quiet, verbose     bool
	color                    bool
}

// call orders the words and runs the command; a panic becomes an error.
func (s *session) call(ctx context.Context, args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{value: r, stack: string(debug.Stack())}
		}
	}()
	app := newApp(s)
	words, err := orderWords(app, args)
	if err != nil {
		return err
	}
	return app.RunContext(ctx, append([]string{app.Name}, words...))
}

// panicError is a defect of ours.
type panicError struct {
	value any
	stack string
}

func (e *panicError) Error() string {
	return fmt.Sprintf("a defect of ercheck stopped this command: %v", e.value)
}

// Hint says what to do.
func (e *panicError) Hint() string {
	return "please report it with the command; --verbose prints where it happened. Nothing that was saved is lost"
}

// fail tells the error in the form the call asked for. Where the words could
// not be read, they are searched for --json. A call that has shown its result
// and fails afterwards says so on standard error: the document is one.
func (s *session) fail(ctx context.Context, args []string, err error) int {
	f := classify(ctx, err)
	if !s.read {
		s.global.json, s.global.verbose = saysFlag(args, "json"), saysFlag(args, "verbose")
	}
	if panicked, ok := errors.AsType[*panicError](err); ok && s.global.verbose {
		fmt.Fprintln(s.env.Stderr, panicked.stack)
	}
	if errors.Is(context.Cause(ctx), errPipeClosed) && !is[*evaluate.Stopped](err) {
		return f.exit // nobody listens, and nothing is to be resumed
	}
	if !s.global.json || s.answered || f.tellJSON(s.env.Stdout) != nil {
		f.tell(s.env.Stderr)
	}
	return f.exit
}

// saysFlag looks for a flag without a value in words that could not be read.
func saysFlag(args []string, name string) bool {
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	return slices.Contains(args, "--"+name) || slices.Contains(args, "-"+name) || slices.Contains(args, "--"+name+"=true")
}

// readGlobals takes the global flags before any command runs.
func (s *session) readGlobals(c *cli.Context) error {
	s.read = true
	s.global = globals{
		home: c.String("home"), pgBin: c.String("pg-bin"), databaseURL: c.String("database-url"),
		json: c.Bool("json"), quiet: c.Bool("quiet"), verbose: c.Bool("verbose"),
	}
	s.global.color = s.env.OutTerminal && !c.Bool("no-color") && s.env.Getenv("NO_COLOR") == "" && s.env.Getenv("TERM") != "dumb"
	if s.global.quiet && s.global.verbose {
		return usagef("give one of them", "--quiet and --verbose contradict each other")
	}
	return nil
}

// result shows what a command found: v as the one JSON document, or by text.
func (s *session) result(v any, text func(w io.Writer) error) error {
	if s.clearLine != nil {
		s.clearLine()
	}
	if s.global.json {
		err := writeJSON(s.env.Stdout, v)
		s.answered = err == nil
		return err
	}
	return text(s.env.Stdout)
}

// say tells a person something that is no result.
func (s *session) say(format string, args ...any) {
	if !s.global.quiet {
		fmt.Fprintln(s.env.Stderr, visible.Block(fmt.Sprintf(format, args...)))
	}
}
