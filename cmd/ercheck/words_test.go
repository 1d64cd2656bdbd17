package main

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// recorder is a small app that notes the call it was given.
type recorder struct {
	command string
	args    []string
	values  map[string]string
}

func recordingApp(into *recorder) *cli.App {
	note := func(c *cli.Context) error {
		into.command = c.Command.FullName()
		into.args = c.Args().Slice()
		into.values = map[string]string{
			"home": c.String("home"), "json": boolText(c.Bool("json")), "scale": c.String("scale"),
			"seed": c.String("seed"), "variant": strings.Join(c.StringSlice("variant"), "|"), "fresh": boolText(c.Bool("fresh")),
		}
		return nil
	}
	data := []cli.Flag{
		&cli.StringFlag{Name: "scale"}, &cli.StringFlag{Name: "seed"},
		&cli.StringSliceFlag{Name: "variant", Aliases: []string{"V"}}, &cli.BoolFlag{Name: "fresh"},
	}
	app := &cli.App{
		Name: "ercheck", DisableSliceFlagSeparator: true, HideHelpCommand: true,
		Flags: []cli.Flag{&cli.StringFlag{Name: "home"}, &cli.BoolFlag{Name: "json"}},
		Commands: []*cli.Command{
			{Name: "build", Flags: data, Action: note},
			{Name: "sql", Flags: data, Action: note},
			{Name: "status", Action: note},
			{Name: "runs", Subcommands: []*cli.Command{
				{Name: "list", Action: note}, {Name: "rm", Flags: []cli.Flag{&cli.BoolFlag{Name: "fresh"}}, Action: note},
			}},
		},
	}
	for _, c := range app.Commands {
		c.HideHelpCommand = true
	}
	return app
}

func boolText(b bool) string { return map[bool]string{true: "yes"}[b] }

func call(t *testing.T, args ...string) (recorder, error) {
	t.Helper()
	var got recorder
	app := recordingApp(&got)
	words, err := orderWords(app, args)
	if err != nil {
		return got, err
	}
	return got, app.Run(append([]string{"ercheck"}, words...))
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	want, err := call(t, "--json", "--home", "/h", "build", "--scale", "paper", "--variant", "a,b", "--variant=c", "social")
	if err != nil {
		t.Fatal(err)
	}
	if want.command != "build" || want.values["variant"] != "a,b|c" || want.values["scale"] != "paper" {
		t.Fatalf("the plain call was read as %+v", want)
	}
	for _, line := range []string{
		"build social --scale paper --variant a,b --variant=c --json --home /h",
		"--scale=paper build --variant a,b social --json -V c --home /h",
		"--variant a,b --json=true --home=/h --variant c build --scale paper -- social",
		"social --json --variant a,b build --variant=c --scale paper --home /h",
	} {
		got, err := call(t, strings.Fields(line)...)
		if err != nil || !equalCalls(got, want) {
			t.Errorf("%s\n got %+v, %v\nwant %+v", line, got, err, want)
		}
	}
}

func TestWhatBeginsWithADashAndIsNoFlagIsAnArgument(t *testing.T) {
	for _, c := range []struct{ args, want []string }{
		{[]string{"sql", "d", "v", "-- c\nSELECT 1"}, []string{"d", "v", "-- c\nSELECT 1"}},
		{[]string{"sql", "d", "--json", "v", "--"}, []string{"d", "v"}},
		{[]string{"sql", "d", "v", "--", "--scale"}, []string{"d", "v", "--scale"}},
		{[]string{"sql", "d", "v", "-1"}, []string{"d", "v", "-1"}},
		{[]string{"sql", "d", "v", "-"}, []string{"d", "v", "-"}},
		{[]string{"sql", "d", "v", ""}, []string{"d", "v", ""}},
	} {
		got, err := call(t, c.args...)
		if err != nil || !slices.Equal(got.args, c.want) {
			t.Errorf("%q gave arguments %q, %v, want %q", c.args, got.args, err, c.want)
		}
	}
}

func TestWrongFlagsAreRefused(t *testing.T) {
	for line, want := range map[string]string{
		"build social --scale":         "the flag --scale needs a value",
		"build social --scale --json":  "the flag --scale needs a value, and --json follows it",
		"status --scale paper":         "ercheck status has no flag --scale",
		"runs list --fresh":            "ercheck runs list has no flag --fresh",
		"--scale paper":                "--scale is a flag of a command, and no command is given",
		"build social --scale -- demo": "the flag --scale needs a value, and -- follows it",
	} {
		_, err := call(t, strings.Fields(line)...)
		var usage *usageError
		if !errors.As(err, &usage) || usage.Error() != want {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
}

func equalCalls(a, b recorder) bool {
	if a.command != b.command || !slices.Equal(a.args, b.args) {
		return false
	}
	for name := range b.values {
		if a.values[name] != b.values[name] {
			return false
		}
	}
	return true
}

// FuzzOrderOfWords holds that any order of the same words, flags kept with
// their values and arguments in sequence, is the same call.
func FuzzOrderOfWords(f *testing.F) {
	f.Add(uint64(1), "paper", "social", "SELECT 1", "-- x")
	f.Add(uint64(2), "-5", "--", "", "--json=1")
	f.Add(uint64(3), "a,b", "build", "-", "--scalex")
	f.Fuzz(func(t *testing.T, seed uint64, value, first, second, third string) {
		units := [][]string{{"--json"}, {"--scale=" + value}, {"--seed", "v" + value}, {"--variant", "x" + value}, {"--fresh"}, {"--home", "/h"}}
		arguments := [][]string{{"sql"}, {argument(first)}, {argument(second)}, {argument(third)}}
		want, wantErr := call(t, slices.Concat(append(slices.Clone(arguments), units...)...)...)
		got, gotErr := call(t, shuffled(seed, units, arguments)...)
		if (wantErr == nil) != (gotErr == nil) || !equalCalls(got, want) {
			t.Errorf("another order of the words is another call:\n%+v %v\n%+v %v", want, wantErr, got, gotErr)
		}
		if wantErr == nil && !slices.Equal(want.args, []string{argument(first), argument(second), argument(third)}) {
			t.Errorf("arguments %q", want.args)
		}
	})
}

// argument makes sure that a fuzzed word is one, not a declared flag.
func argument(word string) string {
	kinds := declaredFlags(recordingApp(&recorder{}))
	if _, _, isFlag := readFlag(kinds, word); isFlag || word == "--" {
		return "x" + word
	}
	return word
}

// shuffled interleaves flags at random places with arguments in their order.
func shuffled(seed uint64, units, arguments [][]string) []string {
	random := rand.New(rand.NewPCG(seed, 0))
	units = slices.Clone(units)
	random.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	var words []string
	for len(units)+len(arguments) > 0 {
		from := &units
		if len(units) == 0 || len(arguments) > 0 && random.IntN(2) == 0 {
			from = &arguments
		}
		words = append(words, (*from)[0]...)
		*from = (*from)[1:]
	}
	return words
}
