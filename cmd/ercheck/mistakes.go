package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/trial"
	"ercheck/reports/visible"
)

func mistakesCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), []cli.Flag{
		instancesFlag("what tells wrong queries from right ones (default: random data, and one of each adversarial kind)"),
		untilFlag("choose instances that tell so many of the mutants that can be told"),
		questionFlag(), questionSetFlag(),
		&cli.IntFlag{Name: "search", Value: 1000, Usage: "`N` small instances drawn by chance for each question, beside those searched whole"},
	})
	return command("mistakes", "D", "which wrong queries the data tells from gold: mutants of every gold query, and the labelled mistakes",
		"ercheck domain mistakes social\nercheck domain mistakes social --question q13\nercheck domain mistakes social --until 0.98", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			o, err := mistakesOptions(c, d)
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.Mistakes(ctx, d, o)
				if err != nil {
					return err
				}
				return s.result(result, func(w io.Writer) error { return s.writeMistakes(w, result, c.IsSet("question")) })
			})
		})
}

func mistakesOptions(c *cli.Context, d *appliance.Data) (o appliance.MistakesOptions, err error) {
	if err := requireAtLeast(c, "search", 1); err != nil {
		return o, err
	}
	o.Search = trial.SearchOptions{Drawn: c.Int("search"), Seed: d.Instance().Seed}
	if o.Until, err = untilShare(c); err != nil {
		return o, err
	}
	if o.Instances, err = instanceChoices(c, d); err != nil {
		return o, err
	}
	o.Questions, err = appliance.ChooseQuestions(d.Domain, c.String("question-set"), unique(c.StringSlice("question")))
	return o, err
}

// writeMistakes shows what each instance tells, and what is left. detailed lists
// every suspect.
func (s *session) writeMistakes(w io.Writer, r appliance.MistakesResult, detailed bool) error {
	if detailed {
		if err := s.writeSuspects(w, r); err != nil {
			return err
		}
	}
	var rows [][]any
	for _, i := range r.Instances {
		rows = append(rows, []any{i.Instance, toldText(i.Mutants), shareText(i.Mutants), toldText(i.Mistakes), shareText(i.Mistakes)})
	}
	rows = append(rows, []any{"together", toldText(r.Mutants), shareText(r.Mutants), toldText(r.Mistakes), shareText(r.Mistakes)})
	if err := s.writeTable(w, []string{"instance", "mutants told", "share", "mistakes told", "share"}, rows, 2, 3, 4, 5); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s of %s: %d made, %d refused by the server, %d equivalent, %d left (%.1f s)\n",
		counted(int64(r.Mutants.Made), "mutant", "mutants"), counted(int64(len(r.Questions)), "question", "questions"),
		r.Mutants.Made, r.Mutants.Refused, r.Mutants.Equivalent, r.Mutants.Possible()-r.Mutants.Told, r.Seconds)
	if !detailed {
		writeFate(w, r, appliance.FateEquivalent, "Equivalent, as far as they were searched:")
		writeFate(w, r, appliance.FateSurvivor, "Left:")
	}
	return writeChosen(w, r.Chosen)
}

func toldText(t appliance.Tally) string { return fmt.Sprintf("%d of %d", t.Told, t.Possible()) }

func shareText(t appliance.Tally) string { return fmt.Sprintf("%.1f %%", 100*t.Share) }

// writeSuspects lists what became of each.
func (s *session) writeSuspects(w io.Writer, r appliance.MistakesResult) error {
	for _, q := range r.Questions {
		var rows [][]any
		for _, x := range q.Suspects {
			why := x.Reason
			if x.Fate == appliance.FateTold {
				why = strings.Join(x.ToldBy, " ")
			}
			rows = append(rows, []any{q.Question, x.Label, x.Fate, why})
		}
		if err := s.writeTable(w, []string{"question", "wrong query", "fate", ""}, rows); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	return nil
}

// writeFate lists the suspects of one fate.
func writeFate(w io.Writer, r appliance.MistakesResult, fate, heading string) {
	first := true
	for _, q := range r.Questions {
		for _, x := range q.Suspects {
			if x.Fate != fate {
				continue
			}
			if first {
				fmt.Fprintln(w, "\n"+heading)
				first = false
			}
			fmt.Fprintf(w, "  %s  %s\n    %s\n    %s\n", q.Question, visible.Line(x.Label), visible.Line(x.SQL), visible.Line(x.Reason))
		}
	}
}

func writeChosen(w io.Writer, c *appliance.ChosenInstances) error {
	if c == nil {
		return nil
	}
	said := "reached"
	if !c.Reached {
		said = "not reached"
	}
	_, err := fmt.Fprintf(w, "\n%g %s: %s of the mutants told, %s\n--instances %s\n", c.Until, said, toldText(c.Mutants), shareText(c.Mutants), c.Instances)
	return err
}
