package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/reports/visible"
)

func upCommand(s *session) *cli.Command {
	flags := []cli.Flag{&cli.BoolFlag{Name: "detach", Aliases: []string{"d"}, Usage: "return at once; ercheck down ends it"}}
	return command("up", "", "keep Postgres up, so that any client can look at the data", "ercheck up --detach", flags,
		func(ctx context.Context, c *cli.Context) error {
			o, err := s.ownServer()
			if err != nil {
				return err
			}
			if c.Bool("detach") {
				status, err := appliance.Up(ctx, o)
				if err != nil {
					return err
				}
				return s.showStatus(status)
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				status, err := a.Server(ctx)
				if err != nil {
					return err
				}
				if err := s.showStatus(status); err != nil {
					return err
				}
				s.say("Ctrl-C stops it.")
				<-ctx.Done()
				return nil
			})
		})
}

// ownServer gives the options of a command about the home's own Postgres.
func (s *session) ownServer() (appliance.Options, error) {
	if s.global.databaseURL != "" {
		return appliance.Options{}, usagef("leave --database-url away", "up, down, status and home are about ercheck's own Postgres")
	}
	return s.options(&statusLine{s: s})
}

func downCommand(s *session) *cli.Command {
	return command("down", "", "end what up --detach began", "ercheck down", nil, func(ctx context.Context, _ *cli.Context) error {
		o, err := s.ownServer()
		if err != nil {
			return err
		}
		released, err := appliance.Down(ctx, o)
		if err != nil {
			return err
		}
		return s.result(released, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, released)
			return err
		})
	})
}

func statusCommand(s *session) *cli.Command {
	return command("status", "", "say whether Postgres runs, where, and how to reach it", "ercheck status --json", nil,
		func(ctx context.Context, _ *cli.Context) error {
			o, err := s.ownServer()
			if err != nil {
				return err
			}
			status, err := appliance.ServerStatus(ctx, o)
			if err != nil {
				return err
			}
			return s.showStatus(status)
		})
}

func (s *session) showStatus(status appliance.Status) error {
	return s.result(status, func(w io.Writer) error {
		head := "Postgres does not run."
		if status.Running {
			head = fmt.Sprintf("Postgres %s runs.", status.Version)
		}
		if _, err := fmt.Fprintln(w, head); err != nil {
			return err
		}
		return writeFacts(w, statusFacts(status))
	})
}

// fact is something about a server, for a person.
type fact struct{ name, value string }

func statusFacts(status appliance.Status) []fact {
	facts := []fact{{"url", status.URL}, {"source", status.Source}, {"note", status.Note}, {"data", status.DataDir}, {"log", status.LogFile}}
	if status.PID > 0 {
		facts = append(facts, fact{"pid", fmt.Sprint(status.PID)})
	}
	if status.Held {
		facts = append(facts, fact{"held", "until ercheck down"})
	}
	return append(facts, fact{"home", status.Home})
}

// writeFacts leaves out what is not known.
func writeFacts(w io.Writer, facts []fact) error {
	for _, f := range facts {
		if f.value == "" {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s\n", visible.Pad(f.name, 7), visible.Line(f.value)); err != nil {
			return err
		}
	}
	return nil
}
