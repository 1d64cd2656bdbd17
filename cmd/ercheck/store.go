package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
	"ercheck/reports/visible"
)

func buildCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), variantFlags(), []cli.Flag{
		instancesFlag("all of them are stored, side by side"),
		untilFlag("add instances until so many of the mutants of the gold queries are told from gold, see domain mistakes"),
		questionSetFlag(),
		&cli.BoolFlag{Name: "fresh", Usage: "store again what is there already"}})
	return command("build", "D", "generate the data and store it in every variant",
		"ercheck build social --scale paper\nercheck build social --instances 3,adversarial\nercheck build social --until 0.98", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			choose, err := chooseInstances(c, d)
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := buildEach(ctx, a, choose, appliance.BuildOptions{Fresh: c.Bool("fresh")})
				if err != nil {
					return err
				}
				return s.result(result, func(w io.Writer) error { return s.writeBuilds(w, result) })
			})
		})
}

func (s *session) writeBuild(w io.Writer, r appliance.BuildResult) error {
	var rows [][]any
	for _, v := range r.Variants {
		took := fmt.Sprintf("%.2f s", v.Seconds)
		if v.Reused {
			took = "was there"
		}
		rows = append(rows, []any{v.Name, v.Tables, v.Rows, took})
	}
	if err := s.writeTable(w, []string{"variant", "tables", "rows", "built in"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s and %s of %s, scale %s, seed %d (%.1f s)\ndatabase %s, a schema for each variant\n",
		counted(r.Entities, "entity", "entities"), counted(r.Links, "link", "links"), r.Domain, r.Scale, r.Seed, r.Seconds, r.Database)
	return err
}

func verifyCommand(s *session) *cli.Command {
	return command("verify", "D", "prove that the variants hold the same data",
		"ercheck verify social --scale paper\nercheck verify social --question-set all\nercheck verify social --instances 3,adversarial",
		concat(dataFlags(), variantFlags(), []cli.Flag{questionSetFlag(), instancesFlag("the proof is made for each")}),
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			questions, err := appliance.Questions(d.Domain, c.String("question-set"))
			if err != nil {
				return err
			}
			choices, err := instanceChoices(c, d)
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error { return s.verify(ctx, a, d, choices, questions) })
		})
}

func (s *session) verify(ctx context.Context, a *appliance.Appliance, d *appliance.Data, choices []appliance.InstanceChoice, questions []question.Question) error {
	result, err := verifyEach(ctx, a, d, choices, questions)
	if err != nil {
		return err
	}
	if err := s.result(result, func(w io.Writer) error { return writeVerifies(w, result) }); err != nil {
		return err
	}
	if !result.Holds {
		return &checkError{fmt.Sprintf("equivalence does not hold: %s", counted(int64(len(result.Differences)), "difference", "differences"))}
	}
	return nil
}

func writeVerify(w io.Writer, r appliance.VerifyResult) error {
	for _, d := range r.Differences {
		fmt.Fprintln(w, visible.Line(d.String()))
		for _, row := range d.Missing {
			fmt.Fprintln(w, "  missing ", visible.Line(fmt.Sprintf("%q", row)))
		}
		for _, row := range d.Extra {
			fmt.Fprintln(w, "  extra   ", visible.Line(fmt.Sprintf("%q", row)))
		}
	}
	for _, ranking := range r.Rankings {
		if ranking.TiedAtCut > 0 {
			fmt.Fprintf(w, "question %s: %d candidates tie at the cut of %d, so more than one answer is right\n",
				ranking.Question, ranking.TiedAtCut, ranking.Limit)
		}
	}
	verdict := "equivalence holds"
	if !r.Holds {
		verdict = "equivalence does not hold"
	}
	_, err := fmt.Fprintf(w, "%s: %d variants, %d E/R views, %d tables and %d gold answers checked (%.1f s)\n",
		verdict, len(r.Variants), r.ViewsChecked, r.TablesChecked, r.GoldChecked, r.Seconds)
	return err
}

func instanceCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "jsonl", Usage: "`FORMAT`: jsonl, or digest for one line that identifies the data"}})
	return command("instance", "D", "print the conceptual instance, a line an entity or link", "ercheck instance social --scale tiny", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			switch format := c.String("format"); {
			case format != "jsonl" && format != "digest":
				return usagef("jsonl or digest", "there is no format %q", format)
			case s.global.json && c.IsSet("format") && format == "jsonl":
				return usagef("leave --json away: jsonl is a document a line", "--json and --format jsonl contradict each other")
			case s.global.json || format == "digest":
				return s.showDigest(ctx, d, c.Int("workers"))
			}
			return instance.WriteJSONL(ctx, s.env.Stdout, d.Source)
		})
}

// showDigest identifies an instance without printing it.
func (s *session) showDigest(ctx context.Context, d *appliance.Data, workers int) error {
	sum, err := instance.InstanceDigest(ctx, d.Source, workers)
	if err != nil {
		return err
	}
	result := struct {
		Domain string `json:"domain"`
		Scale  string `json:"scale"`
		Digest string `json:"digest"`
	}{d.Domain.Name, d.Scale, sum}
	return s.result(result, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, sum)
		return err
	})
}
