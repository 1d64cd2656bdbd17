package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/reports"
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
					cells := fmt.Sprint(r.Cells)
					if r.Done < r.Cells {
						cells = fmt.Sprintf("%d of %d", r.Done, r.Cells)
					}
					rows = append(rows, []any{r.ID, r.Domain + " " + r.Scale, strings.Join(r.Models, ", "), cells, r.Errors, r.Correct})
				}
				return s.writeTable(w, []string{"run", "data", "models", "cells", "errors", "right"}, rows, 4)
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
