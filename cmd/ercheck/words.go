package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/catalog/nearest"
)

// orderWords puts the words of a call into the only order that urfave/cli v2
// reads as meant: global flags, the command's words, its flags, "--", arguments.
// Its parser takes every word after the first argument for an argument, flags
// too, without a word of warning.
//
//   - A flag may stand anywhere, before the command too; its value is the next
//     word or follows "=", and is never empty. A word that is the name of a flag
//     is no value. A flag that takes one value stands once: of two, the order
//     would decide.
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
	if err != nil && len(rest) > 0 && takesCommand(path) {
		err = unknownCommand(app, path, rest[0])
	}
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
	repeats    bool // each use adds a value
}

func declaredFlags(app *cli.App) flagKinds {
	kinds := flagKinds{}
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
			k[name] = kindOf(f)
		}
	}
}

func kindOf(f cli.Flag) flagKind {
	kind := flagKind{name: f.Names()[0]}
	if doc, ok := f.(cli.DocGenerationFlag); ok {
		kind.takesValue = doc.TakesValue()
	}
	if slice, ok := f.(cli.DocGenerationSliceFlag); ok {
		kind.repeats = slice.IsSliceFlag()
	}
	return kind
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
		unit, used, err := readUnit(kinds, kind, value, args[i:])
		if err != nil {
			return wordUnits{}, err
		}
		if err := units.addFlag(kind, unit); err != nil {
			return wordUnits{}, err
		}
		i += used - 1
	}
	return units, nil
}

// readUnit reads the flag that args begin with, and says how many words it took.
func readUnit(kinds flagKinds, kind flagKind, value string, args []string) (unit flagUnit, used int, err error) {
	unit, used = flagUnit{given: args[0], name: kind.name, word: "--" + kind.name + value}, 1
	if kind.takesValue && value == "" {
		next, err := flagValue(kinds, args)
		if err != nil {
			return unit, 0, err
		}
		value, used = "="+next, 2
		unit.word += value
	}
	if value == "=" {
		return unit, 0, usagef("leave it away to have the default", "the flag --%s has an empty value", kind.name)
	}
	return unit, used, nil
}

// addFlag refuses a second value for a flag that has one.
func (u *wordUnits) addFlag(kind flagKind, unit flagUnit) error {
	i := slices.IndexFunc(u.flags, func(f flagUnit) bool { return f.name == unit.name })
	switch {
	case i < 0 || kind.repeats:
		u.flags = append(u.flags, unit)
	case u.flags[i].word != unit.word:
		return usagef("", "the flag --%s is given twice, as %s and as %s", unit.name, u.flags[i].word, unit.word)
	}
	return nil
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

// flagValue is the word after the flag that args begin with. Another flag's name
// in its place means that the value was forgotten.
func flagValue(kinds flagKinds, args []string) (string, error) {
	if len(args) == 1 {
		return "", usagef("", "the flag %s needs a value", args[0])
	}
	next := args[1]
	if _, _, isFlag := readFlag(kinds, next); isFlag || next == "--" {
		return "", usagef(fmt.Sprintf("write %s=%s if that is meant", args[0], next),
			"the flag %s needs a value, and %s follows it", args[0], next)
	}
	return next, nil
}

// commandPath takes the arguments that name a command and its sub-command: at
// each level the first one that does, so that "social build" is "build social".
func commandPath(app *cli.App, arguments []string) (path []*cli.Command, rest []string) {
	commands, rest := app.Commands, slices.Clone(arguments)
	for len(commands) > 0 {
		at, command := firstCommand(commands, rest)
		if command == nil {
			break
		}
		path, commands = append(path, command), command.Subcommands
		rest = slices.Delete(rest, at, at+1)
	}
	return path, rest
}

// firstCommand is the first of the words that names a command, and its place.
func firstCommand(commands []*cli.Command, words []string) (int, *cli.Command) {
	for at, word := range words {
		if i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) }); i >= 0 {
			return at, commands[i]
		}
	}
	return -1, nil
}

// sortFlags divides flags into the app's, which come first, and the command's.
func sortFlags(app *cli.App, path []*cli.Command, flags []flagUnit) (global, own []string, err error) {
	globals, owns := flagKinds{}, flagKinds{}
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

// takesCommand says whether the next argument must be a command's name.
func takesCommand(path []*cli.Command) bool {
	return len(path) == 0 || len(path[len(path)-1].Subcommands) > 0
}

// unknownCommand refuses a word where a command's name must stand.
func unknownCommand(app *cli.App, path []*cli.Command, word string) error {
	where, valid := "ercheck", app.Commands
	if len(path) > 0 {
		where, valid = "ercheck "+pathName(path), path[len(path)-1].Subcommands
	}
	return usagef(nearest.Hint(word, commandNames(valid)), "%s has no command %q", where, word)
}

func foreignFlag(path []*cli.Command, f flagUnit, owns flagKinds) error {
	if len(path) == 0 {
		return usagef("ercheck help lists the commands", "%s is a flag of a command, and no command is given", f.given)
	}
	var names []string
	for _, kind := range owns {
		names = append(names, dashed(kind.name))
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
