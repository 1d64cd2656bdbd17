package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/catalog/fault"
	"ercheck/reports/visible"
)

// checkedFile is what was found in a model file, as programs read it.
type checkedFile struct {
	File     string       `json:"file"`
	Domain   string       `json:"domain,omitempty"`
	OK       bool         `json:"ok"`
	Static   bool         `json:"static"` // no query was run
	Faults   []shownFault `json:"faults"`
	Notes    []shownFault `json:"notes"` // what may surprise and is no fault
	Queries  int          `json:"queries"`
	Variants int          `json:"variants"`
	Seconds  float64      `json:"seconds"`
}

// shownFault is one fault or note with its place; line and column count from 1.
type shownFault struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

func domainCheckCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), variantFlags(), []cli.Flag{
		&cli.BoolFlag{Name: "static", Usage: "read the file only: no Postgres, no query is run"}})
	return command("check", "D", "say every fault of a model file with its line; runs each query and proves the presets, at scale tiny unless told otherwise",
		"ercheck domain check mine.yaml\nercheck domain check mine.yaml --static --json", flags,
		func(ctx context.Context, c *cli.Context) error {
			file := c.Args().First()
			d, err := loadDomain(file)
			if faulty, ok := errors.AsType[*fault.Error](err); ok {
				return s.showChecked(checkedFile{File: file, Static: true, Faults: faultsOf(faulty.Faults), Notes: []shownFault{}})
			}
			if err != nil {
				return err
			}
			if c.Bool("static") {
				return s.showChecked(checkedFile{File: file, Domain: d.Name, Static: true, Faults: []shownFault{}, Notes: faultsOf(d.Profile.Unused())})
			}
			return s.checkQuestions(ctx, c, d, file)
		})
}

// checkQuestions is the part of the check that needs Postgres.
func (s *session) checkQuestions(ctx context.Context, c *cli.Context, domain *catalog.Domain, file string) error {
	if !c.IsSet("scale") {
		if err := c.Set("scale", "tiny"); err != nil {
			return err
		}
	}
	d, err := data(c, file)
	if err != nil {
		return err
	}
	return s.with(ctx, func(a *appliance.Appliance) error {
		found, err := a.Check(ctx, d)
		if err != nil {
			return err
		}
		return s.showChecked(checkedFile{File: file, Domain: domain.Name, Faults: findingsOf(found.Faults), Notes: findingsOf(found.Notes),
			Queries: found.Queries, Variants: found.Variants, Seconds: found.Seconds})
	})
}

func faultsOf(all []fault.Fault) []shownFault {
	shown := []shownFault{}
	for _, f := range all {
		shown = append(shown, shownFault{f.At.Line, f.At.Column, f.Message, f.Hint})
	}
	return shown
}

func findingsOf(all []appliance.Finding) []shownFault {
	shown := []shownFault{}
	for _, f := range all {
		shown = append(shown, shownFault{f.At.Line, f.At.Column, f.Message, f.Hint})
	}
	return shown
}

// showChecked shows the result; with faults the exit code is that of an invalid
// file.
func (s *session) showChecked(checked checkedFile) error {
	checked.OK = len(checked.Faults) == 0
	if err := s.result(checked, func(w io.Writer) error { return writeChecked(w, checked) }); err != nil {
		return err
	}
	if !checked.OK {
		return &invalidError{fmt.Sprintf("%s has %s", checked.File, counted(int64(len(checked.Faults)), "fault", "faults"))}
	}
	return nil
}

func writeChecked(w io.Writer, checked checkedFile) error {
	for _, f := range checked.Faults {
		f.write(w, checked.File, "")
	}
	for _, f := range checked.Notes {
		f.write(w, checked.File, "note: ")
	}
	if !checked.OK {
		return nil
	}
	done := "no query was run, which domain check without --static does"
	if !checked.Static {
		done = fmt.Sprintf("%s ran, %s proved equivalent (%.1f s)", counted(int64(checked.Queries), "query", "queries"),
			counted(int64(checked.Variants), "variant", "variants"), checked.Seconds)
	}
	_, err := fmt.Fprintf(w, "%s has no fault: %s\n", visible.Line(checked.File), done)
	return err
}

// write writes one line as compilers do, so that editors find the place.
func (f shownFault) write(w io.Writer, file, kind string) {
	line := fault.Fault{File: file, At: fault.Position{Line: f.Line, Column: f.Column}, Message: kind + f.Message, Hint: f.Hint}
	fmt.Fprintln(w, visible.Line(line.Error()))
}
