package main

import (
	"context"
	"regexp"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/catalog/nearest"
)

// The library's own help writes on standard output whatever was asked for, and
// takes an argument beside --help for a topic. Ours is in help.go.
func init() { cli.HelpFlag = nil }

// newApp declares the whole command line.
func newApp(s *session) *cli.App {
	app := &cli.App{
		Name:            "ercheck",
		Usage:           "measure text-to-SQL over equivalent relational schemas of the same data",
		Flags:           append(globalFlags(), helpFlag()),
		Commands:        commands(s),
		Before:          s.readGlobals,
		Writer:          s.env.Stderr, // what the library writes by itself is never a result
		ErrWriter:       s.env.Stderr,
		HideHelp:        true,
		HideHelpCommand: true, HideVersion: true, DisableSliceFlagSeparator: true,
		CommandNotFound: func(*cli.Context, string) {},
		OnUsageError:    wrongUsage,
		// The default would end the process; run decides on the exit code.
		ExitErrHandler: func(*cli.Context, error) {},
	}
	app.Action = func(c *cli.Context) error {
		if c.Args().Len() == 0 && (c.Bool("help") || !s.global.json) {
			return s.showHelp(appHelp(app))
		}
		return noCommand(c)
	}
	s.finish(app.Commands, nil)
	return app
}

// commands lists every command in the order that help shows.
func commands(s *session) []*cli.Command {
	return []*cli.Command{
		quickstartCommand(s),
		domainCommand(s), variantCommand(s),
		buildCommand(s), verifyCommand(s), instanceCommand(s), goldCommand(s), sqlCommand(s),
		runCommand(s), runsCommand(s), promptsCommand(s), datasetCommand(s), responsesCommand(s), reportCommand(s), modelCommand(s),
		upCommand(s), downCommand(s), statusCommand(s), doctorCommand(s), homeCommand(s),
		versionCommand(s), completionCommand(s), helpCommand(s),
	}
}

func globalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "home", Usage: "`FOLDER` that holds everything (default: ERCHECK_HOME, else the platform's data folder)"},
		&cli.StringFlag{Name: "pg-bin", Usage: "`FOLDER` with postgres and initdb to use instead of the built-in ones"},
		&cli.StringFlag{Name: "database-url", Usage: "`URL` of a superuser on a Postgres to use instead of starting one"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON document on standard output and nothing else there"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and no messages"},
		&cli.BoolFlag{Name: "verbose", Usage: "say what is being done"},
		&cli.BoolFlag{Name: "no-color", Usage: "no colours (also NO_COLOR)"},
	}
}

func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", Aliases: []string{"h"}, Usage: "say how the command is called"}
}

// action is what a command does; ctx ends with a signal.
type action func(ctx context.Context, c *cli.Context) error

// command declares one command. arguments names its arguments: "D V"; example
// holds calls, one a line.
func command(name, arguments, does, example string, flags []cli.Flag, do action) *cli.Command {
	return &cli.Command{
		Name: name, Usage: does, ArgsUsage: arguments, Description: example, Flags: flags,
		Action: func(c *cli.Context) error {
			if err := countArguments(c, strings.Fields(arguments)...); err != nil {
				return err
			}
			return do(c.Context, c)
		},
	}
}

// group declares a command that has only sub-commands.
func group(name, does string, subcommands ...*cli.Command) *cli.Command {
	return &cli.Command{Name: name, Usage: does, Subcommands: subcommands}
}

// finish gives every command what all have: --help, and our answer to a flag
// that cannot be read.
func (s *session) finish(commands, above []*cli.Command) {
	for _, c := range commands {
		path := append(above[:len(above):len(above)], c)
		do := c.Action
		if do == nil {
			do = func(ctx *cli.Context) error { return noCommand(ctx, path...) }
		}
		c.Action = func(ctx *cli.Context) error {
			if ctx.Bool("help") {
				return s.showHelp(commandHelp(path))
			}
			return do(ctx)
		}
		c.Flags = append(c.Flags, helpFlag())
		c.HideHelp, c.HideHelpCommand = true, true
		c.OnUsageError = wrongUsage
		s.finish(c.Subcommands, path)
	}
}

// exampleOf is the hint that shows how a command is called.
func exampleOf(c *cli.Command) string {
	line, _, _ := strings.Cut(c.Description, "\n")
	return "for example: " + line
}

// noCommand answers a call that names no command, or an unknown one, below the
// path.
func noCommand(c *cli.Context, path ...*cli.Command) error {
	word := c.Args().First()
	switch {
	case c.Args().Len() > 0 && looksLikeFlag(word):
		return unknownFlag(c, word)
	case c.Args().Len() > 0:
		return unknownCommand(c.App, path, word)
	}
	valid := c.App.Commands
	if len(path) > 0 {
		valid = path[len(path)-1].Subcommands
	}
	return usagef("one of "+strings.Join(commandNames(valid), ", "), "%s needs a command", strings.TrimSpace("ercheck "+pathName(path)))
}

func commandNames(all []*cli.Command) []string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

func looksLikeFlag(word string) bool { return strings.HasPrefix(word, "-") && len(word) > 1 }

// unknownFlag refuses a word that looks like a flag and is none.
func unknownFlag(c *cli.Context, word string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	kinds := flagKinds{}
	kinds.add(c.App.Flags)
	kinds.add(c.Command.Flags)
	var valid []string
	for n := range kinds {
		valid = append(valid, n)
	}
	hint := "write -- before it if it is no flag"
	if close := nearest.Names(name, valid, 3); len(close) > 0 {
		hint = "did you mean --" + strings.Join(close, " or --") + "?"
	}
	if c.App.Command(name) != nil {
		hint = "ercheck " + name + " is a command"
	}
	return usagef(hint, "there is no flag %s here", word)
}

// wrongUsage puts the library's complaint (a number that is none) in our form.
func wrongUsage(c *cli.Context, err error, _ bool) error {
	name := "ercheck"
	if c.Command != nil && c.Command.Name != c.App.Name {
		name = c.Command.HelpName
	}
	said := strings.TrimSuffix(singleDash.ReplaceAllString(err.Error(), "for --$1"), ": parse error")
	return usagef(name+" --help lists the flags", "%s", said)
}

// singleDash finds a flag as the library writes it.
var singleDash = regexp.MustCompile(`for (?:flag )?-([a-z])`)

// countArguments refuses too few and too many arguments, naming them. A word
// that looks like a flag is taken for a mistyped one, unless it may be SQL, which
// can begin with a comment.
func countArguments(c *cli.Context, names ...string) error {
	given := c.Args().Slice()
	for i, word := range given {
		mayBeSQL := i < len(names) && names[i] == "SQL" && len(given) == len(names)
		if looksLikeFlag(word) && !mayBeSQL && !isDeclared(c, word) {
			return unknownFlag(c, word)
		}
	}
	if len(given) < len(names) {
		return usagef(exampleOf(c.Command), "%s needs %s", c.Command.HelpName, strings.Join(names[len(given):], " and "))
	}
	if len(given) > len(names) {
		return usagef(exampleOf(c.Command), "%s takes %s, and %q is too much",
			c.Command.HelpName, countText(names), given[len(names)])
	}
	return nil
}

// isDeclared says whether a word behind "--" is a flag elsewhere.
func isDeclared(c *cli.Context, word string) bool {
	_, _, known := readFlag(declaredFlags(c.App), word)
	return known
}

func countText(names []string) string {
	if len(names) == 0 {
		return "no argument"
	}
	return strings.Join(names, " and ")
}

// requireAtLeast refuses a number flag below its least value.
func requireAtLeast(c *cli.Context, name string, least int) error {
	if n := c.Int(name); n < least {
		return usagef("", "--%s must be at least %d, and is %d", name, least, n)
	}
	return nil
}
