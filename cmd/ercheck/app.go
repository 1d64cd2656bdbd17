package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/catalog/nearest"
)

// newApp declares the whole command line.
func newApp(s *session) *cli.App {
	app := &cli.App{
		Name:  "ercheck",
		Usage: "measure text-to-SQL over equivalent relational schemas of the same data",
		Description: "Start with: ercheck quickstart\n" +
			"Flags may stand anywhere; -- ends them. ercheck help exit-codes, models, data and replay say more.",
		Flags:    globalFlags(),
		Commands: commands(s),
		Before:   s.readGlobals,
		Action:   func(c *cli.Context) error { return noCommand(c) },
		Writer:   s.env.Stdout, ErrWriter: s.env.Stderr,
		HideHelpCommand: true, HideVersion: true, DisableSliceFlagSeparator: true,
		CommandNotFound: func(*cli.Context, string) {},
		OnUsageError:    wrongUsage,
		// The default would end the process; run decides on the exit code.
		ExitErrHandler: func(*cli.Context, error) {},
	}
	finish(app.Commands)
	return app
}

// commands lists every command in the order that help shows.
func commands(s *session) []*cli.Command {
	return []*cli.Command{
		quickstartCommand(s),
		domainCommand(s), variantCommand(s),
		buildCommand(s), verifyCommand(s), instanceCommand(s), goldCommand(s), sqlCommand(s),
		runCommand(s), runsCommand(s), reportCommand(s), modelCommand(s),
		upCommand(s), downCommand(s), statusCommand(s),
		versionCommand(s), completionCommand(s), helpCommand(s),
	}
}

func globalFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "home", Usage: "`FOLDER` that holds everything (default: ERCHECK_HOME, else the platform's data folder)"},
		&cli.StringFlag{Name: "pg-bin", Usage: "`FOLDER` with postgres and initdb to use instead of the built-in ones"},
		&cli.StringFlag{Name: "database-url", Usage: "use this Postgres (`URL` of a superuser) instead of starting one"},
		&cli.BoolFlag{Name: "json", Usage: "one JSON document on standard output and nothing else there"},
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no progress and no messages"},
		&cli.BoolFlag{Name: "verbose", Usage: "say what is being done"},
		&cli.BoolFlag{Name: "no-color", Usage: "no colours (also NO_COLOR)"},
	}
}

// action is what a command does; ctx ends with a signal.
type action func(ctx context.Context, c *cli.Context) error

// command declares one command. usage names its arguments: "D V".
func command(name, arguments, does, example string, flags []cli.Flag, do action) *cli.Command {
	return &cli.Command{
		Name: name, Usage: does, ArgsUsage: arguments,
		Description: "Example:\n   $ " + strings.ReplaceAll(example, "\n", "\n   $ "),
		Flags:       flags,
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
	return &cli.Command{Name: name, Usage: does, Subcommands: subcommands, Action: noCommand}
}

// finish sets what every command needs and the library leaves off.
func finish(commands []*cli.Command) {
	for _, c := range commands {
		c.HideHelpCommand = true
		c.OnUsageError = wrongUsage
		finish(c.Subcommands)
	}
}

// exampleOf is the hint that shows how a command is called.
func exampleOf(c *cli.Command) string {
	_, example, _ := strings.Cut(c.Description, "$ ")
	line, _, _ := strings.Cut(example, "\n")
	return "for example: " + line
}

// noCommand answers a call that names no command or an unknown one.
func noCommand(c *cli.Context) error {
	valid, where := c.App.Commands, "ercheck"
	if len(c.Command.Subcommands) > 0 && c.Command.Name != c.App.Name {
		valid, where = c.Command.Subcommands, "ercheck "+c.Command.FullName()
	}
	var names []string
	for _, v := range valid {
		names = append(names, v.Name)
	}
	if c.Args().Len() == 0 {
		if where == "ercheck" {
			return cli.ShowAppHelp(c)
		}
		return usagef("one of "+strings.Join(names, ", "), "%s needs a command", where)
	}
	word := c.Args().First()
	if strings.HasPrefix(word, "-") && len(word) > 1 {
		return unknownFlag(c, word)
	}
	return usagef(nearest.Hint(word, names), "%s has no command %q", where, word)
}

// unknownFlag refuses a word that looks like a flag and is none.
func unknownFlag(c *cli.Context, word string) error {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	kinds := helpFlags()
	kinds.add(c.App.Flags)
	if c.Command != nil {
		kinds.add(c.Command.Flags)
	}
	var valid []string
	for n := range kinds {
		valid = append(valid, n)
	}
	hint := "write -- before it if it is no flag"
	if close := nearest.Names(name, valid, 3); len(close) > 0 {
		hint = "did you mean --" + strings.Join(close, " or --") + "?"
	}
	return usagef(hint, "there is no flag %s here", word)
}

// wrongUsage makes the library's own complaint (a number that is none) ours; it
// would print help on standard output.
func wrongUsage(c *cli.Context, err error, _ bool) error {
	return usagef("ercheck "+strings.TrimSpace(c.Command.FullName()+" --help")+" lists the flags", "%v", err)
}

// helpTopics are read by `ercheck help TOPIC`.
var helpTopics = map[string]string{
	"exit-codes": `0    done; cells that a model failed are results
1    it ran and something failed, or a check did not hold (sql: the outcome is not "rows")
2    the call is wrong: unknown name, bad flag, invalid file
130  stopped by Ctrl-C, SIGTERM, SIGHUP or a closed pipe; what was done is kept
`,
	"models": `lexical      built in: a rule-based baseline that sees schema and question only
constant     built in: the same answer everywhere (agreement 100, accuracy 0)
gold         built in: the gold query of each question (agreement 100, accuracy 100)
replay:FILE  recorded responses, see: ercheck help replay
`,
	"data": `--scale  tiny, demo or paper, or NxNAME: 10xpaper has ten times as much (default demo)
--seed   a whole number; the same seed gives the same data on every machine (default 1)
--skew   exponent of the Zipf distributions: 0, 0.25 … 2 (default: the model's own)
--param  NAME=VALUE, one figure of the data; an unknown name lists the nearest ones
`,
	"replay": `A replay file has one JSON object a line:
  {"question":"q01","variant":"full_sti","repeat":0,"response":"the model's whole text"}
repeat may be missing (0). A cell without a line is the outcome no_response.
`,
}

func helpCommand(s *session) *cli.Command {
	c := command("help", "", "help on a command or a topic: exit-codes, models, data, replay", "ercheck help exit-codes", nil, nil)
	c.ArgsUsage = "[COMMAND | TOPIC]"
	c.Action = func(c *cli.Context) error { return showHelp(s.env.Stdout, c) }
	return c
}

func showHelp(w io.Writer, c *cli.Context) error {
	words := c.Args().Slice()
	if len(words) == 0 {
		return cli.ShowAppHelp(c)
	}
	if text, ok := helpTopics[words[0]]; ok && len(words) == 1 {
		_, err := io.WriteString(w, text)
		return err
	}
	path, rest := commandPath(c.App, words)
	if len(rest) > 0 {
		var valid []string
		for topic := range helpTopics {
			valid = append(valid, topic)
		}
		for _, other := range c.App.Commands {
			valid = append(valid, other.Name)
		}
		return usagef(nearest.Hint(rest[0], valid), "there is no help on %q", strings.Join(words, " "))
	}
	return runHelp(c, path)
}

// runHelp shows a command's help by calling it with --help.
func runHelp(c *cli.Context, path []*cli.Command) error {
	words := []string{c.App.Name}
	for _, p := range path {
		words = append(words, p.Name)
	}
	return c.App.RunContext(c.Context, append(words, "--help"))
}

func completionCommand(s *session) *cli.Command {
	return command("completion", "SHELL", "print a completion script for bash, zsh or fish",
		"ercheck completion bash > ~/.local/share/bash-completion/completions/ercheck", nil,
		func(_ context.Context, c *cli.Context) error {
			script, ok := completionScripts[c.Args().First()]
			if !ok {
				return usagef("bash, zsh or fish", "there is no completion for %q", c.Args().First())
			}
			_, err := fmt.Fprintf(s.env.Stdout, script, strings.Join(commandNames(c.App.Commands), " "))
			return err
		})
}

// commandNames lists commands, those with sub-commands as "domain".
func commandNames(all []*cli.Command) []string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

var completionScripts = map[string]string{
	"bash": "complete -W %q -o default ercheck\n",
	"zsh":  "#compdef ercheck\n_arguments \"1: :(%s)\" \"*: :_files\"\n",
	"fish": "complete -c ercheck -n __fish_use_subcommand -f -a %q\n",
}
