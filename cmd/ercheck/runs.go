package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog/nearest"
	"ercheck/reports"
	"ercheck/reports/heatmap"
)

func runsCommand(s *session) *cli.Command {
	return group("runs", "the history of runs: list, show, remove", runsListCommand(s), runsShowCommand(s), runsRemoveCommand(s))
}

func runsListCommand(s *session) *cli.Command {
	return command("list", "", "list the runs, the newest first", "ercheck runs list", nil, func(ctx context.Context, _ *cli.Context) error {
		return s.with(ctx, func(a *appliance.Appliance) error {
			runs, err := a.Runs(ctx)
			if err != nil {
				return err
			}
			return s.result(runs, func(w io.Writer) error {
				if len(runs) == 0 {
					_, err := fmt.Fprintln(w, "no run yet; ercheck quickstart makes one")
					return err
				}
				var rows [][]any
				for _, r := range runs {
					rows = append(rows, []any{r.ID, r.Status, r.Domain, r.Scale, printable(strings.Join(r.Models, ", ")),
						fmt.Sprintf("%d of %d", r.Done, r.Cells), r.Errors, r.Correct})
				}
				return writeTable(w, []string{"run", "status", "domain", "scale", "models", "cells", "errors", "right"}, rows)
			})
		})
	})
}

func runsShowCommand(s *session) *cli.Command {
	return command("show", "RUN", "show a run's figures (RUN: an id, its beginning, or last)", "ercheck runs show last", nil,
		func(ctx context.Context, c *cli.Context) error {
			return s.with(ctx, func(a *appliance.Appliance) error {
				in, err := input(ctx, a, c.Args().First())
				if err != nil {
					return err
				}
				return s.result(reports.Summarize(in), func(w io.Writer) error {
					return reports.Terminal(w, in, reports.TerminalOptions{Palette: s.palette(), Width: s.env.Width})
				})
			})
		})
}

func runsRemoveCommand(s *session) *cli.Command {
	return command("rm", "RUN", "remove a run from the history", "ercheck runs rm last", nil, func(ctx context.Context, c *cli.Context) error {
		return s.with(ctx, func(a *appliance.Appliance) error {
			id, err := a.RemoveRun(ctx, c.Args().First())
			if err != nil {
				return err
			}
			result := struct {
				Removed string `json:"removed"`
			}{id}
			return s.result(result, func(w io.Writer) error {
				_, err := fmt.Fprintln(w, "removed run "+id)
				return err
			})
		})
	})
}

// formats are the reports that can be written.
var formats = map[string]func(io.Writer, reports.Input) error{"html": reports.HTML, "json": reports.JSON}

func formatNames() []string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func reportCommand(s *session) *cli.Command {
	flags := []cli.Flag{
		&cli.StringSliceFlag{Name: "format", Usage: "`FORMAT`: html or json, or both as html,json (default: html)"},
		&cli.StringFlag{Name: "o", Usage: "`PATH` of the report; - is standard output (default: in the home folder)"},
	}
	return command("report", "RUN", "write the report of a run", "ercheck report last --format html,json\nercheck report last --format json -o -", flags,
		func(ctx context.Context, c *cli.Context) error {
			chosen, err := chosenFormats(c)
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				in, err := input(ctx, a, c.Args().First())
				if err != nil {
					return err
				}
				return s.writeReports(a, in, chosen, c.String("o"))
			})
		})
}

// chosenFormats reads --format, repeated or with commas.
func chosenFormats(c *cli.Context) ([]string, error) {
	var chosen []string
	for _, given := range c.StringSlice("format") {
		chosen = append(chosen, strings.Split(given, ",")...)
	}
	if len(chosen) == 0 {
		chosen = []string{"html"}
	}
	for _, name := range chosen {
		if formats[name] == nil {
			return nil, usagef(nearest.Hint(name, formatNames()), "there is no report format %q", name)
		}
	}
	if len(chosen) > 1 && c.String("o") == "-" {
		return nil, usagef("choose one", "standard output takes one format")
	}
	return chosen, nil
}

func (s *session) writeReports(a *appliance.Appliance, in reports.Input, chosen []string, path string) error {
	if path == "-" {
		return formats[chosen[0]](s.env.Stdout, in)
	}
	written := []string{}
	for _, format := range chosen {
		to := reportPath(a, in.Run.ID, format, path, len(chosen) > 1)
		if err := writeFile(to, func(w io.Writer) error { return formats[format](w, in) }); err != nil {
			return err
		}
		written = append(written, to)
	}
	result := struct {
		RunID   string   `json:"run_id"`
		Reports []string `json:"reports"`
	}{in.Run.ID, written}
	return s.result(result, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, strings.Join(written, "\n"))
		return err
	})
}

// reportPath is where one format goes: into the home, into a folder that the
// user named, to the path as it is, or beside it when there are several formats.
func reportPath(a *appliance.Appliance, run, format, path string, several bool) string {
	if path == "" {
		return a.ReportPath(run, format)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return strings.TrimRight(path, "/") + "/" + run + "." + format
	}
	if several {
		return strings.TrimSuffix(strings.TrimSuffix(path, ".html"), ".json") + "." + format
	}
	return path
}

// palette is how many colours the terminal has.
func (s *session) palette() heatmap.Palette {
	switch {
	case !s.global.color:
		return heatmap.NoColour
	case s.env.Getenv("COLORTERM") == "truecolor" || s.env.Getenv("COLORTERM") == "24bit":
		return heatmap.TrueColour
	}
	return heatmap.Colours256
}
