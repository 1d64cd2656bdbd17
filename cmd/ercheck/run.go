package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
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
	global    globals // known once the words were read
	clearLine func()  // takes the status line away; nil before there is one
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
// not be read, they are searched for --json.
func (s *session) fail(ctx context.Context, args []string, err error) int {
	f := classify(ctx, err)
	var panicked *panicError
	if errors.As(err, &panicked) {
		f.Code = "panic"
		if s.global.verbose || slices.Contains(args, "--verbose") {
			fmt.Fprintln(s.env.Stderr, panicked.stack)
		}
	}
	if s.global.json || slices.Contains(args, "--json") {
		var check *checkError
		if !errors.As(err, &check) { // a check's result is the document
			if err := f.tellJSON(s.env.Stdout); err != nil {
				f.tell(s.env.Stderr)
			}
		}
		return f.exit
	}
	f.tell(s.env.Stderr)
	return f.exit
}

// readGlobals takes the global flags before any command runs.
func (s *session) readGlobals(c *cli.Context) error {
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
		return writeJSON(s.env.Stdout, v)
	}
	return text(s.env.Stdout)
}

// say tells a person something that is no result.
func (s *session) say(format string, args ...any) {
	if !s.global.quiet {
		fmt.Fprintf(s.env.Stderr, format+"\n", args...)
	}
}

// countArguments refuses too few and too many arguments, naming them. A surplus
// word that looks like a flag is taken for a mistyped one.
func countArguments(c *cli.Context, names ...string) error {
	given := c.Args().Slice()
	if len(given) < len(names) {
		return usagef(exampleOf(c.Command), "ercheck %s needs %s", c.Command.FullName(), strings.Join(names[len(given):], " and "))
	}
	if len(given) == len(names) {
		return nil
	}
	for _, word := range given {
		if strings.HasPrefix(word, "-") && len(word) > 1 {
			return unknownFlag(c, word)
		}
	}
	return usagef(exampleOf(c.Command), "ercheck %s takes %s, and %q is too much",
		c.Command.FullName(), countText(names), given[len(names)])
}

func countText(names []string) string {
	if len(names) == 0 {
		return "no argument"
	}
	return strings.Join(names, " and ")
}
