package main

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"ercheck/reports/visible"
)

// everyCommand calls do for each command that does something, with its path.
func everyCommand(commands, above []*cli.Command, do func(path []*cli.Command)) {
	for _, c := range commands {
		path := append(slices.Clone(above), c)
		if len(c.Subcommands) == 0 {
			do(path)
		}
		everyCommand(c.Subcommands, path, do)
	}
}

func declaredApp() *cli.App { return newApp(&session{}) }

// shellWords splits an example as a shell does, up to a redirection.
func shellWords(line string) []string {
	var words []string
	var word strings.Builder
	quoted, begun := false, false
	for _, r := range line + " " {
		switch {
		case r == '\'':
			quoted, begun = !quoted, true
		case r == ' ' && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if at := slices.Index(words, ">"); at >= 0 {
		words = words[:at]
	}
	return words
}

func TestEveryCommandHasExamplesThatCallIt(t *testing.T) {
	everyCommand(declaredApp().Commands, nil, func(path []*cli.Command) {
		name := pathName(path)
		examples := strings.Split(path[len(path)-1].Description, "\n")
		for _, example := range examples {
			words := shellWords(example)
			if len(words) < 2 || words[0] != "ercheck" {
				t.Errorf("%s: the example %q does not call ercheck", name, example)
				continue
			}
			app := declaredApp()
			ordered, err := orderWords(app, words[1:])
			if err != nil {
				t.Errorf("%s: the example %q is refused: %v", name, example, err)
				continue
			}
			units, err := splitWords(declaredFlags(app), ordered)
			if err != nil {
				t.Fatal(err)
			}
			called, arguments := commandPath(app, units.arguments)
			if pathName(called) != name {
				t.Errorf("%s: the example %q calls %q", name, example, pathName(called))
			}
			usage := path[len(path)-1].ArgsUsage
			most := len(strings.Fields(usage))
			least := most - strings.Count(usage, "[")
			if name != "help" && !strings.Contains(example, "--resume") && (len(arguments) < least || len(arguments) > most) {
				t.Errorf("%s: the example %q has arguments %q for %q", name, example, arguments, usage)
			}
		}
	})
}

func TestEveryArgumentIsExplained(t *testing.T) {
	everyCommand(declaredApp().Commands, nil, func(path []*cli.Command) {
		for _, argument := range strings.Fields(path[len(path)-1].ArgsUsage) {
			argument = strings.Trim(argument, "[]") // round what may be left away
			if pathName(path) != "help" && meanings[argument] == "" {
				t.Errorf("%s: nobody says what %s is", pathName(path), argument)
			}
		}
	})
}

// One name must mean one kind of flag everywhere: words are told from values
// before the command is known.
func TestOneFlagNameIsOneKind(t *testing.T) {
	app := declaredApp()
	kinds := map[string]flagKind{}
	check := func(flags []cli.Flag, where string) {
		for _, f := range flags {
			for _, name := range f.Names() {
				kind := kindOf(f)
				if before, known := kinds[name]; known && before != kind {
					t.Errorf("%s: --%s is %+v here and %+v elsewhere", where, name, kind, before)
				}
				kinds[name] = kind
			}
		}
	}
	check(app.Flags, "ercheck")
	everyCommand(app.Commands, nil, func(path []*cli.Command) { check(path[len(path)-1].Flags, pathName(path)) })
}

func TestHelpFitsATerminal(t *testing.T) {
	app := declaredApp()
	texts := map[string]string{"ercheck": appHelp(app)}
	for name, text := range topics {
		texts[name] = text
	}
	everyCommand(app.Commands, nil, func(path []*cli.Command) { texts[pathName(path)] = commandHelp(path) })
	for name, text := range texts {
		for line := range strings.Lines(text) {
			if width := visible.Width(strings.TrimRight(line, "\n")); width > helpWidth {
				t.Errorf("help on %s: a line of %d columns: %s", name, width, line)
			}
		}
		if strings.Contains(text, "`") {
			t.Errorf("help on %s shows a back quote", name)
		}
	}
}

// A defect in any package must not show a stack, and is exit code 1 with the
// code "panic".
func TestAPanicIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"version", "--json"}, {"version", "--verbose"}} {
		var out, errs bytes.Buffer
		env := Env{Stdout: panicsOnce{&out, new(bool)}, Stderr: &errs, Now: time.Now, Getenv: func(string) string { return "" }}
		exit := run(context.Background(), env, args)
		told := out.String() + errs.String()
		if exit != exitFailed || !strings.Contains(told, "a defect of ercheck") {
			t.Errorf("%q: exit code %d\n%s", args, exit, told)
		}
		if shown := strings.Contains(told, "goroutine "); shown != slices.Contains(args, "--verbose") {
			t.Errorf("%q: a stack is shown: %v\n%s", args, shown, told)
		}
		if args[len(args)-1] == "--json" && !strings.Contains(out.String(), `"code": "panic"`) {
			t.Errorf("%q: no JSON failure:\n%s", args, told)
		}
	}
}

// panicsOnce stands for any defect that a command meets.
type panicsOnce struct {
	*bytes.Buffer
	done *bool
}

func (p panicsOnce) Write(b []byte) (int, error) {
	if !*p.done {
		*p.done = true
		panic("broken")
	}
	return p.Buffer.Write(b)
}

func TestAFailureAfterTheResultLeavesTheDocumentAlone(t *testing.T) {
	var out, errs bytes.Buffer
	s := &session{env: Env{Stdout: &out, Stderr: &errs}, global: globals{json: true}}
	if err := s.result(map[string]int{"n": 1}, nil); err != nil {
		t.Fatal(err)
	}
	before := out.String()
	if exit := s.fail(context.Background(), nil, errors.New("the end was not clean")); exit != exitFailed {
		t.Errorf("exit code %d", exit)
	}
	if out.String() != before || !strings.Contains(errs.String(), "the end was not clean") {
		t.Errorf("standard output %q, standard error %q", out.String(), errs.String())
	}
}

func TestAStoppedCallSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f := classify(ctx, context.Canceled); f.exit != exitInterrupted || f.Code != codeInterrupted {
		t.Errorf("%+v", f)
	}
	if f := classify(ctx, usagef("", "wrong")); f.exit != exitUsage {
		t.Errorf("a wrong call that was stopped is %+v", f)
	}
	if f := classify(context.Background(), context.Canceled); f.exit != exitFailed {
		t.Errorf("without a signal: %+v", f)
	}
}

func TestHostileTextCannotMoveTheCursor(t *testing.T) {
	got := program(t, t.TempDir(), "domain", "show", "./\x1b[2J\u202e.yaml")
	if got.exit != exitUsage || strings.ContainsAny(got.err, "\x1b\u202e") {
		t.Errorf("exit code %d: %q", got.exit, got.err)
	}
}
