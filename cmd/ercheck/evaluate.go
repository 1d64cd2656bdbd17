package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/reports"
)

func runFlags() []cli.Flag {
	return concat([]cli.Flag{
		&cli.StringSliceFlag{Name: "model", Aliases: []string{"m"}, Usage: "`NAME` of a model, see ercheck help models; may be repeated (default: lexical)"},
		&cli.BoolFlag{Name: "dry-run", Usage: "say what would be sent and what it would cost, and send nothing"},
		&cli.IntFlag{Name: "concurrency", Value: appliance.DefaultConcurrency, Usage: "`C` cells at a time"},
		&cli.BoolFlag{Name: "mutants", Usage: "label wrong answers by mutants of the gold query too; takes some seconds more"},
		&cli.BoolFlag{Name: "no-verify", Usage: "ask without proving that the variants are equivalent"},
	}, questionFlags(), askingFlags(), layerFlags(), limitFlags())
}

func runCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), runFlags(), variantFlags(), []cli.Flag{
		&cli.StringFlag{Name: "resume", Usage: "finish `RUN` (an id, its beginning, or last) instead of starting one"},
		&cli.BoolFlag{Name: "retry-failed", Usage: "with --resume, also ask again where there was no response"}})
	c := command("run", "D", "ask every question on every variant, and compare the answers",
		"ercheck run social --model lexical\nercheck run social --model replay:answers.jsonl --variant full_sti\nercheck run social --model lexical --strategy direct --strategy er\nercheck run --resume last",
		flags, nil)
	c.Action = func(c *cli.Context) error {
		if c.IsSet("resume") {
			return s.resume(c.Context, c)
		}
		if c.IsSet("retry-failed") {
			return usagef("ercheck run --resume last --retry-failed", "--retry-failed needs --resume")
		}
		if err := countArguments(c, "D"); err != nil {
			return err
		}
		return s.start(c.Context, c, c.Args().First())
	}
	return c
}

func quickstartCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), runFlags(), variantFlags(), []cli.Flag{
		&cli.StringFlag{Name: "domain", Value: "social", Usage: "`DOMAIN` to ask about"},
		&cli.StringFlag{Name: "o", Usage: "`PATH` of the report (default: in the home folder)"}})
	return command("quickstart", "", "from nothing to a heatmap: build, prove, ask, compare, report", "ercheck quickstart", flags,
		func(ctx context.Context, c *cli.Context) error { return s.start(ctx, c, c.String("domain")) })
}

// runOptions reads the flags of run and quickstart.
func (s *session) runOptions(c *cli.Context) (appliance.RunOptions, error) {
	for _, name := range []string{"repeats", "concurrency"} {
		if err := requireAtLeast(c, name, 1); err != nil {
			return appliance.RunOptions{}, err
		}
	}
	limits, err := readLimits(c)
	if err != nil {
		return appliance.RunOptions{}, err
	}
	models := c.StringSlice("model")
	if len(models) == 0 {
		models = []string{defaultModel}
	}
	if c.IsSet("base-url") && !slices.ContainsFunc(models, takesBaseURL) {
		return appliance.RunOptions{}, usagef("for example --model compatible:NAME; other providers have a variable, see ercheck help models",
			"--base-url is for no model of this call")
	}
	folder, err := filepath.Abs(".")
	if err != nil {
		return appliance.RunOptions{}, fmt.Errorf("the working folder has no path: %w", err)
	}
	if _, err := s.newLayer(c, c.Int("concurrency")); err != nil {
		return appliance.RunOptions{}, err
	}
	o := appliance.RunOptions{
		Models: unique(models), Folder: folder, Set: c.String("question-set"), Questions: unique(c.StringSlice("question")), Repeats: c.Int("repeats"),
		Concurrency: c.Int("concurrency"), NoVerify: c.Bool("no-verify"), Mutants: c.Bool("mutants"), Limits: limits, Open: s.opener(c)(folder),
	}
	err = readAsking(c, &o)
	return o, err
}

// unique leaves out what was named before.
func unique(names []string) []string {
	var once []string
	for _, name := range names {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// reportToOutput is what to do instead of -o - where a run is shown.
const reportToOutput = "ercheck report last -o - writes it there"

// start runs an evaluation and shows what came out.
func (s *session) start(ctx context.Context, c *cli.Context, domain string) error {
	began := s.env.Now()
	o, err := s.runOptions(c)
	if err != nil {
		return err
	}
	if c.String("o") == toOutput {
		return usagef(reportToOutput, "standard output has the summary, not the report")
	}
	if err := checkPath(c.String("o")); err != nil {
		return err
	}
	d, err := data(c, domain)
	if err != nil {
		return err
	}
	if c.Bool("dry-run") {
		return s.dryRun(ctx, d, o)
	}
	return s.with(ctx, func(a *appliance.Appliance) error {
		id, err := a.Run(ctx, d, o)
		s.sayCost()
		if err != nil {
			return err
		}
		return s.showRun(ctx, a, id, c.String("o"), s.env.Now().Sub(began).Seconds())
	})
}

// withResume are the flags that decide no answer, so that --resume takes them.
var withResume = []string{"resume", "retry-failed"}

// resume finishes a run. What it asks is in its record, so nothing else may be
// named but what changes no answer.
func (s *session) resume(ctx context.Context, c *cli.Context) error {
	began := s.env.Now()
	if c.Args().Len() > 0 {
		return usagef("ercheck run --resume "+c.String("resume"), "--resume takes everything from the run, and %q is too much", c.Args().First())
	}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; !slices.Contains(withResume, name) && c.IsSet(name) && !isLayerFlag(name) {
			return usagef("ercheck run --resume "+c.String("resume"), "--resume takes everything from the run, and --%s is too much", name)
		}
	}
	if _, err := s.newLayer(c, unbounded); err != nil {
		return err
	}
	return s.with(ctx, func(a *appliance.Appliance) error {
		id, err := a.Resume(ctx, c.String("resume"), appliance.ResumeOptions{RetryFailed: c.Bool("retry-failed"), Spent: s.layer.Spend, Open: s.opener(c)})
		s.sayCost()
		if err != nil {
			return err
		}
		return s.showRun(ctx, a, id, "", s.env.Now().Sub(began).Seconds())
	})
}

// unbounded is the concurrency of a layer where the run's own is the bound.
const unbounded = 1 << 10

// showRun writes the report and shows the summary.
func (s *session) showRun(ctx context.Context, a *appliance.Appliance, id, path string, seconds float64) error {
	return s.showRunWith(ctx, a, id, path, seconds, nil)
}

// showRunWith tells programs also what an import read.
func (s *session) showRunWith(ctx context.Context, a *appliance.Appliance, id, path string, seconds float64, more *importSummary) error {
	in, err := input(ctx, a, id)
	if err != nil {
		return err
	}
	path = reportPath(a, id, "html", path, false)
	if err := writeFile(path, func(w io.Writer) error { return reports.HTML(w, in) }); err != nil {
		return err
	}
	summary := reports.Summarize(in)
	summary.Report, summary.Seconds = path, seconds
	return s.result(runSummary{summary, more}, func(w io.Writer) error {
		return reports.Terminal(w, in, reports.TerminalOptions{Palette: s.palette(), Width: s.env.Width, Report: path})
	})
}

// runSummary is what programs get of a run.
type runSummary struct {
	reports.Summary
	*importSummary
}

// input reads a run back for scores and reports.
func input(ctx context.Context, a *appliance.Appliance, id string) (reports.Input, error) {
	recorded, err := a.Record(ctx, id)
	if err != nil {
		return reports.Input{}, err
	}
	return reports.New(recorded.Run, recorded.Cells, recorded.Samples), nil
}
