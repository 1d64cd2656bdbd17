package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/home"
	"ercheck/catalog/nearest"
	"ercheck/reports"
)

// formats are the reports that can be written.
var formats = map[string]func(io.Writer, reports.Input) error{
	"html": reports.HTML, "json": reports.JSON, "md": reports.Markdown, "csv": reports.CSV,
}

func formatNames() []string {
	return slices.Sorted(maps.Keys(formats))
}

func reportCommand(s *session) *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "html", Usage: "`FORMAT`: html, json, md or csv, or several as html,json"},
		&cli.StringFlag{Name: "o", Usage: "`PATH` of the report; - is standard output (default: in the home folder)"},
	}
	return command("report", "RUN", "write the report of a run", "ercheck report last --format html,json\nercheck report last --format json -o -", flags,
		func(ctx context.Context, c *cli.Context) error {
			chosen, err := s.chosenFormats(c)
			if err != nil {
				return err
			}
			if err := checkPath(c.String("o")); err != nil {
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

// chosenFormats reads --format. With --json, standard output takes no other
// format.
func (s *session) chosenFormats(c *cli.Context) ([]string, error) {
	chosen := strings.Split(c.String("format"), ",")
	for _, name := range chosen {
		if formats[name] == nil {
			return nil, usagef(nearest.Hint(name, formatNames()), "there is no report format %q", name)
		}
	}
	chosen = unique(chosen)
	if c.String("o") == toOutput {
		if len(chosen) > 1 {
			return nil, usagef("choose one", "standard output takes one format")
		}
		if s.global.json && chosen[0] != "json" {
			return nil, usagef("--format json", "--json and --format %s on standard output contradict each other", chosen[0])
		}
	}
	return chosen, nil
}

// toOutput is the path that stands for standard output.
const toOutput = "-"

func (s *session) writeReports(a *appliance.Appliance, in reports.Input, chosen []string, path string) error {
	if path == toOutput {
		err := formats[chosen[0]](s.env.Stdout, in)
		s.answered = err == nil
		return err
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
		return filepath.Join(path, run+"."+format)
	}
	if several {
		if ending := filepath.Ext(path); ending != "" && formats[ending[1:]] != nil {
			path = strings.TrimSuffix(path, ending)
		}
		return path + "." + format
	}
	return path
}

// checkPath refuses a path that cannot be written, before the work whose result
// is to go there.
func checkPath(path string) error {
	if path == "" || path == toOutput {
		return nil
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	if err == nil && !info.IsDir() {
		err = errors.New("it is no folder")
	}
	if err != nil {
		return usagef("make the folder first, or name another with -o", "nothing can be written into %s: %v", folder, err)
	}
	return nil
}

// writeFile writes a file whole or not at all. What is no plain file (a pipe, a
// device) is written straight.
func writeFile(path string, write func(w io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	open, done := path+home.Part, func() error { return os.Rename(path+home.Part, path) }
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		open, done = path, func() error { return nil }
	}
	f, err := os.OpenFile(open, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = done()
	}
	if err != nil && open != path {
		err = errors.Join(err, os.Remove(open))
	}
	if err != nil {
		return fmt.Errorf("the file cannot be written: %w", err)
	}
	return nil
}
