package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// orderWords puts the words of a call into the only order that urfave/cli v2
// reads as meant: global flags, the command's words, its flags, "--", arguments.
// Its parser takes every word after the first argument for an argument, flags
// too, without a word of warning.
//
//   - A flag may stand anywhere, before the command too; its value is the next
//     word or follows "=". A word that is the name of a flag is no value.
//   - "--" ends the flags.
//   - A word that is no declared flag is an argument, even if it begins with a
//     dash: SQL may begin with a comment. A command that takes fewer arguments
//     refuses it (see countArguments).
//
// args has no program name; the result neither.
func orderWords(app *cli.App, args []string) ([]string, error) {
	units, err := splitWords(declaredFlags(app), args)
	if err != nil {
		return nil, err
	}
	path, rest := commandPath(app, units.arguments)
	global, own, err := sortFlags(app, path, units.flags)
	if err != nil {
		return nil, err
	}
	words := global
	for _, c := range path {
		words = append(words, c.Name)
	}
	words = append(words, own...)
	if len(rest) > 0 {
		words = append(append(words, "--"), rest...)
	}
	return words, nil
}

// flagKinds knows every name and alias of the declared flags. One name means
// one kind of flag everywhere (a test holds that).
type flagKinds map[string]flagKind

type flagKind struct {
	name       string // the flag's own, which an alias stands for
	takesValue bool
}

// helpFlags are understood at every level.
func helpFlags() flagKinds {
	help := flagKind{name: "help"}
	return flagKinds{"help": help, "h": help}
}

func declaredFlags(app *cli.App) flagKinds {
	kinds := helpFlags()
	kinds.add(app.Flags)
	var walk func(commands []*cli.Command)
	walk = func(commands []*cli.Command) {
		for _, c := range commands {
			kinds.add(c.Flags)
			walk(c.Subcommands)
		}
	}
	walk(app.Commands)
	return kinds
}

func (k flagKinds) add(flags []cli.Flag) {
	for _, f := range flags {
		for _, name := range f.Names() {
			k[name] = flagKind{name: f.Names()[0], takesValue: takesValue(f)}
		}
	}
}

func takesValue(f cli.Flag) bool {
	doc, ok := f.(cli.DocGenerationFlag)
	return ok && doc.TakesValue()
}

// flagUnit is one use of a flag with its value, as one word under the flag's own
// name: urfave/cli refuses a name and its alias in one call.
type flagUnit struct {
	given string // as it was written
	name  string
	word  string
}

type wordUnits struct {
	flags     []flagUnit
	arguments []string
}

// splitWords tells flags with their values from arguments.
func splitWords(kinds flagKinds, args []string) (wordUnits, error) {
	var units wordUnits
	for i := 0; i < len(args); i++ {
		if args[i] == "--" {
			units.arguments = append(units.arguments, args[i+1:]...)
			break
		}
		kind, value, isFlag := readFlag(kinds, args[i])
		if !isFlag {
			units.arguments = append(units.arguments, args[i])
			continue
		}
		unit := flagUnit{given: args[i], name: kind.name, word: "--" + kind.name + value}
		if kind.takesValue && value == "" {
			next, err := flagValue(kinds, args, i)
			if err != nil {
				return wordUnits{}, err
			}
			unit.word += "=" + next
			i++
		}
		units.flags = append(units.flags, unit)
	}
	return units, nil
}

// readFlag says which declared flag a word is, with "=value" if that is in it.
func readFlag(kinds flagKinds, word string) (kind flagKind, value string, isFlag bool) {
	name, ok := strings.CutPrefix(word, "-")
	if !ok {
		return flagKind{}, "", false
	}
	name = strings.TrimPrefix(name, "-")
	if at := strings.IndexByte(name, '='); at >= 0 {
		name, value = name[:at], name[at:]
	}
	kind, isFlag = kinds[name]
	return kind, value, isFlag
}

// flagValue is the word after the flag at i. Another flag's name in its place
// means that the value was forgotten.
func flagValue(kinds flagKinds, args []string, i int) (string, error) {
	if i+1 == len(args) {
		return "", usagef("", "the flag %s needs a value", args[i])
	}
	next := args[i+1]
	if _, _, isFlag := readFlag(kinds, next); isFlag || next == "--" {
		return "", usagef(fmt.Sprintf("write %s=%s if that is meant", args[i], next),
			"the flag %s needs a value, and %s follows it", args[i], next)
	}
	return next, nil
}

// commandPath takes the leading arguments that name a command and its
// sub-command.
func commandPath(app *cli.App, arguments []string) (path []*cli.Command, rest []string) {
	commands := app.Commands
	for len(arguments) > 0 {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(arguments[0]) })
		if i < 0 {
			break
		}
		path = append(path, commands[i])
		commands, arguments = commands[i].Subcommands, arguments[1:]
	}
	return path, arguments
}

// sortFlags divides flags into the app's, which come first, and the command's.
func sortFlags(app *cli.App, path []*cli.Command, flags []flagUnit) (global, own []string, err error) {
	globals, owns := flagKinds{}, helpFlags()
	globals.add(app.Flags)
	for _, c := range path[max(0, len(path)-1):] {
		owns.add(c.Flags)
	}
	for _, f := range flags {
		if _, ok := owns[f.name]; ok {
			own = append(own, f.word)
		} else if _, ok := globals[f.name]; ok {
			global = append(global, f.word)
		} else {
			return nil, nil, foreignFlag(path, f, owns)
		}
	}
	return global, own, nil
}

func foreignFlag(path []*cli.Command, f flagUnit, owns flagKinds) error {
	if len(path) == 0 {
		return usagef("ercheck help lists the commands", "%s is a flag of a command, and no command is given", f.given)
	}
	var names []string
	for _, kind := range owns {
		names = append(names, "--"+kind.name)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return usagef("it has "+strings.Join(names, ", "), "ercheck %s has no flag %s", pathName(path), f.given)
}

func pathName(path []*cli.Command) string {
	names := make([]string, len(path))
	for i, c := range path {
		names[i] = c.Name
	}
	return strings.Join(names, " ")
}

// usageError is a call that is wrong: exit code 2.
type usageError struct{ message, hint string }

func usagef(hint, format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...), hint}
}

func (e *usageError) Error() string { return e.message }

// Hint says what to do; it may be empty.
func (e *usageError) Hint() string { return e.hint }
