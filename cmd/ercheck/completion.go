package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// completions write the script of each shell.
var completions = map[string]func(app *cli.App) string{
	"bash": bashCompletion,
	"zsh": func(app *cli.App) string {
		return "autoload -U +X bashcompinit && bashcompinit\n" + bashCompletion(app)
	},
	"fish": fishCompletion,
}

func completionCommand(s *session) *cli.Command {
	return command("completion", "SHELL", "print a completion script for bash, zsh or fish",
		"ercheck completion bash > ~/.local/share/bash-completion/completions/ercheck", nil,
		func(_ context.Context, c *cli.Context) error {
			shell := c.Args().First()
			write, ok := completions[shell]
			if !ok {
				return usagef("bash, zsh or fish", "there is no completion for %q", shell)
			}
			result := struct {
				Shell  string `json:"shell"`
				Script string `json:"script"`
			}{shell, write(c.App)}
			return s.result(result, func(w io.Writer) error {
				_, err := io.WriteString(w, result.Script)
				return err
			})
		})
}

// bashCompletion offers commands first, then what the first word's command
// takes, and file names where nothing fits.
func bashCompletion(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, "_ercheck() {\n    local words=%q\n    if [ \"$COMP_CWORD\" -gt 1 ]; then\n        case \"${COMP_WORDS[1]}\" in\n",
		strings.Join(commandNames(app.Commands), " "))
	for _, c := range app.Commands {
		fmt.Fprintf(&b, "        %s) words=%q ;;\n", c.Name, strings.Join(append(commandNames(c.Subcommands), flagWords(app, c)...), " "))
	}
	b.WriteString("        esac\n    fi\n    COMPREPLY=($(compgen -W \"$words\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n}\n" +
		"complete -o default -F _ercheck ercheck\n")
	return b.String()
}

// flagWords are the flags of a command, of its sub-commands and of every command.
func flagWords(app *cli.App, c *cli.Command) []string {
	var names []string
	seen := map[string]bool{}
	add := func(flags []cli.Flag) {
		for _, f := range flags {
			if name := dashed(f.Names()[0]); !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	add(c.Flags)
	for _, sub := range c.Subcommands {
		add(sub.Flags)
	}
	add(app.Flags)
	return names
}

func fishCompletion(app *cli.App) string {
	var b strings.Builder
	for _, c := range app.Commands {
		fmt.Fprintf(&b, "complete -c ercheck -n __fish_use_subcommand -f -a %s -d %s\n", c.Name, fishQuote(c.Usage))
		seen := fishQuote("__fish_seen_subcommand_from " + c.Name)
		if len(c.Subcommands) > 0 {
			fmt.Fprintf(&b, "complete -c ercheck -n %s -f -a %s\n", seen, fishQuote(strings.Join(commandNames(c.Subcommands), " ")))
		}
		for _, name := range flagWords(app, c) {
			fmt.Fprintf(&b, "complete -c ercheck -n %s -a %s\n", seen, name)
		}
	}
	return b.String()
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
