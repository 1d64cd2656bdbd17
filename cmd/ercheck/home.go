package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/reports/visible"
)

func homeCommand(s *session) *cli.Command {
	return group("home", "the folder that holds everything: look into it, make room", homeShowCommand(s), homeCleanCommand(s))
}

// shownHome is a home's parts as programs read them.
type shownHome struct {
	Home   string           `json:"home"`
	Parts  []appliance.Part `json:"parts"`
	Bytes  int64            `json:"bytes"`
	DryRun bool             `json:"dry_run,omitempty"`
}

func shownHomeOf(o appliance.Options, parts []appliance.Part) shownHome {
	shown := shownHome{Home: string(o.Home), Parts: append([]appliance.Part{}, parts...)}
	for _, p := range parts {
		shown.Bytes += p.Bytes
	}
	return shown
}

func homeShowCommand(s *session) *cli.Command {
	return command("show", "", "say what the home folder keeps, how large it is and what can be rebuilt", "ercheck home show", nil,
		func(ctx context.Context, _ *cli.Context) error {
			o, err := s.ownServer()
			if err != nil {
				return err
			}
			parts, err := appliance.Parts(ctx, o, formatNames())
			if err != nil {
				return err
			}
			shown := shownHomeOf(o, parts)
			return s.result(shown, func(w io.Writer) error {
				if err := s.writeParts(w, shown); err != nil {
					return err
				}
				_, err := fmt.Fprintf(w, "\n%s in %s\n", bytesText(shown.Bytes), visible.Line(shown.Home))
				return err
			})
		})
}

func homeCleanCommand(s *session) *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "dry-run", Usage: "only say what would be removed"}}
	return command("clean", "", "remove what can be rebuilt (stored instances, Postgres's files, reports of runs in the history), unfinished files of killed processes, and nothing else",
		"ercheck home clean --dry-run", flags,
		func(ctx context.Context, c *cli.Context) error {
			o, err := s.ownServer()
			if err != nil {
				return err
			}
			dry := c.Bool("dry-run")
			clean := appliance.Clean
			if dry {
				clean = appliance.Removable
			}
			parts, err := clean(ctx, o, formatNames())
			if err != nil {
				return err
			}
			shown := shownHomeOf(o, parts)
			shown.DryRun = dry
			return s.result(shown, func(w io.Writer) error { return s.writeCleaned(w, shown) })
		})
}

func (s *session) writeCleaned(w io.Writer, shown shownHome) error {
	if len(shown.Parts) == 0 {
		_, err := fmt.Fprintf(w, "There is nothing to remove in %s\n", visible.Line(shown.Home))
		return err
	}
	if err := s.writeParts(w, shown); err != nil {
		return err
	}
	done := "removed"
	if shown.DryRun {
		done = "would be removed"
	}
	_, err := fmt.Fprintf(w, "\n%s %s; everything else stays\n", bytesText(shown.Bytes), done)
	return err
}

func (s *session) writeParts(w io.Writer, shown shownHome) error {
	var rows [][]any
	for _, p := range shown.Parts {
		kept := "kept"
		if p.Rebuilt {
			kept = "can be rebuilt"
		}
		rows = append(rows, []any{p.Name, bytesText(p.Bytes), kept, p.Path, p.Detail})
	}
	return s.writeTable(w, []string{"part", "size", "", "path", ""}, rows, 2)
}

// bytesText is a size for people.
func bytesText(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d kB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%d B", n)
}
