package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/catalog"
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
// takes, model files where a domain may stand, and file names where nothing fits.
func bashCompletion(app *cli.App) string {
	var b strings.Builder
	fmt.Fprintf(&b, `_ercheck() {
    local models= cur=${COMP_WORDS[COMP_CWORD]} words=%q
    if [ "$COMP_CWORD" -gt 1 ]; then
        case "${COMP_WORDS[1]}" in
`, strings.Join(commandNames(app.Commands), " "))
	for _, c := range app.Commands {
		words := append(commandNames(c.Subcommands), flagWords(app, c)...)
		models := ""
		if takesDomain(c) {
			words, models = append(words, catalog.Names()...), "models=yes "
		}
		fmt.Fprintf(&b, "        %s) %swords=%q ;;\n", c.Name, models, strings.Join(words, " "))
	}
	b.WriteString(`        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if [ -n "$models" ]; then
        local IFS=$'\n'
        COMPREPLY+=($(compgen -f -X '!*.[yY]*[mM][lL]' -- "$cur"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -o default -F _ercheck ercheck
`)
	return b.String()
}

// takesDomain says whether a command, or one below it, takes a domain's name or
// file.
func takesDomain(c *cli.Command) bool {
	first, _, _ := strings.Cut(c.ArgsUsage, " ")
	return first == "D" || slices.ContainsFunc(c.Subcommands, takesDomain)
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
		if names := strings.Join(commandNames(c.Subcommands), " "); names != "" {
			begun := fishQuote("__fish_seen_subcommand_from " + c.Name + "; and not __fish_seen_subcommand_from " + names)
			fmt.Fprintf(&b, "complete -c ercheck -n %s -f -a %s\n", begun, fishQuote(names))
		}
		if takesDomain(c) {
			fmt.Fprintf(&b, "complete -c ercheck -n %s -a %s\n", seen, fishQuote(strings.Join(catalog.Names(), " ")))
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
