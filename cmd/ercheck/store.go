package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/catalog/instance"
	"ercheck/variants"
)

func buildCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), []cli.Flag{variantFlag(),
		&cli.BoolFlag{Name: "fresh", Usage: "store again what is there already"}})
	return command("build", "D", "generate the data and store it in every variant", "ercheck build social --scale paper", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.Build(ctx, d, appliance.BuildOptions{Fresh: c.Bool("fresh")})
				if err != nil {
					return err
				}
				return s.result(result, func(w io.Writer) error { return writeBuild(w, result) })
			})
		})
}

func writeBuild(w io.Writer, r appliance.BuildResult) error {
	var rows [][]any
	for _, v := range r.Variants {
		took := fmt.Sprintf("%.2f s", v.Seconds)
		if v.Reused {
			took = "was there"
		}
		rows = append(rows, []any{v.Name, v.Tables, v.Rows, took})
	}
	if err := writeTable(w, []string{"variant", "tables", "rows", "built in"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d entities and %d links of %s at scale %s, seed %d, in %d variants of database %s (%.1f s)\n",
		r.Entities, r.Links, r.Domain, r.Scale, r.Seed, len(r.Variants), r.Database, r.Seconds)
	return err
}

func verifyCommand(s *session) *cli.Command {
	return command("verify", "D", "prove that the variants hold the same data", "ercheck verify social --scale paper", concat(dataFlags(), []cli.Flag{variantFlag()}),
		func(ctx context.Context, c *cli.Context) error {
			d, err := data(c, c.Args().First())
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.Verify(ctx, d)
				if err != nil {
					return err
				}
				if err := s.result(result, func(w io.Writer) error { return writeVerify(w, result) }); err != nil {
					return err
				}
				if !result.Holds {
					return &checkError{fmt.Sprintf("equivalence does not hold: %s", counted(int64(len(result.Differences)), "difference", "differences"))}
				}
				return nil
			})
		})
}

func writeVerify(w io.Writer, r appliance.VerifyResult) error {
	for _, d := range r.Differences {
		fmt.Fprintln(w, printable(d.String()))
		for _, row := range d.Missing {
			fmt.Fprintln(w, "  missing ", printable(fmt.Sprintf("%q", row)))
		}
		for _, row := range d.Extra {
			fmt.Fprintln(w, "  extra   ", printable(fmt.Sprintf("%q", row)))
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
	_, err := fmt.Fprintf(w, "%s: %d variants, %d E/R views and %d gold answers checked (%.1f s)\n",
		verdict, len(r.Variants), r.ViewsChecked, r.GoldChecked, r.Seconds)
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
			case format == "digest" || s.global.json:
				return s.showDigest(ctx, d, c.Int("workers"))
			case format == "jsonl":
				out := bufio.NewWriterSize(s.env.Stdout, 64<<10)
				if err := error(nil); err != nil {
					return err
				}
				return out.Flush()
			default:
				return usagef("jsonl or digest", "there is no format %q", format)
			}
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

func goldCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), []cli.Flag{
		variantFlag(),
		&cli.BoolFlag{Name: "sql", Usage: "print the gold query as one statement on that variant, without E/R views"},
		&cli.IntFlag{Name: "rows", Value: 20, Usage: "`N` rows to show"},
	})
	return command("gold", "D Q", "the gold answer of a question", "ercheck gold social q04 --variant full_sti --sql", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := goldData(c)
			if err != nil {
				return err
			}
			if c.Bool("sql") {
				return s.showGoldSQL(d, c.Args().Get(1))
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.Gold(ctx, d, c.Args().Get(1))
				if err != nil {
					return err
				}
				return s.result(result, func(w io.Writer) error { return writeGold(w, result, c.Int("rows")) })
			})
		})
}

// goldData is data for one variant.
func goldData(c *cli.Context) (*appliance.Data, error) {
	d, err := data(c, c.Args().First())
	if err != nil {
		return nil, err
	}
	if _, err := d.Domain.Question(c.Args().Get(1)); err != nil {
		return nil, err
	}
	d.Variants = d.Variants[:1]
	return d, nil
}

func (s *session) showGoldSQL(d *appliance.Data, question string) error {
	sql, err := appliance.GoldSQL(d, question)
	if err != nil {
		return err
	}
	result := struct {
		Question string `json:"question"`
		Variant  string `json:"variant"`
		SQL      string `json:"sql"`
	}{question, d.Variants[0].Name, sql}
	return s.result(result, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, sql)
		return err
	})
}

func writeGold(w io.Writer, r appliance.GoldResult, limit int) error {
	if _, err := fmt.Fprintf(w, "%s  %s\n\n%s\n\n", r.Question, r.Text, r.SQL); err != nil {
		return err
	}
	if err := writeAnswer(w, r.Columns, r.Rows, r.RowCount, limit); err != nil {
		return err
	}
	if r.Ranking != nil && r.Ranking.TiedAtCut > 0 {
		_, err := fmt.Fprintf(w, "%d candidates tie at the cut of %d\n", r.Ranking.TiedAtCut, r.Ranking.Limit)
		return err
	}
	return nil
}

func sqlCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), []cli.Flag{&cli.IntFlag{Name: "rows", Value: 20, Usage: "`N` rows to show"}})
	return command("sql", "D V SQL", "run one statement in the sandbox, exactly as a model's is run",
		"ercheck sql social full_sti 'SELECT type, count(*) FROM accounts GROUP BY type'", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := dataOnVariant(c, c.Args().Get(1))
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.SQL(ctx, d, sandbox.Default(), c.Args().Get(2))
				if err != nil {
					return err
				}
				if err := s.result(result, func(w io.Writer) error { return writeSQL(w, result, c.Int("rows")) }); err != nil {
					return err
				}
				if result.Outcome != record.Rows {
					return &checkError{fmt.Sprintf("the outcome is %s", result.Outcome)}
				}
				return nil
			})
		})
}

// dataOnVariant is data for the one variant that an argument names.
func dataOnVariant(c *cli.Context, name string) (*appliance.Data, error) {
	d, err := data(c, c.Args().First())
	if err != nil {
		return nil, err
	}
	v, err := variantNamed(d.Variants, name)
	if err != nil {
		return nil, err
	}
	d.Variants = []variants.Variant{v}
	return d, nil
}

func writeSQL(w io.Writer, r appliance.SQLResult, limit int) error {
	if r.Outcome == record.Rows {
		return writeAnswer(w, r.Columns, r.Rows, r.RowCount, limit)
	}
	state := ""
	if r.SQLState != "" {
		state = " (SQLSTATE " + r.SQLState + ")"
	}
	_, err := fmt.Fprintf(w, "%s%s: %s\n", r.Outcome, state, printable(r.Message))
	return err
}
