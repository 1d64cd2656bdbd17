package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/reports/visible"
)

func rowsFlag() cli.Flag {
	return &cli.IntFlag{Name: "rows", Value: 20, Usage: "`N` rows to show; --json gives all that are kept"}
}

func goldCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), variantFlags(), []cli.Flag{
		&cli.BoolFlag{Name: "sql", Usage: "print the gold query as one statement on that variant, without E/R views"},
		&cli.BoolFlag{Name: "explain", Usage: "print that statement with the decision points behind each line"},
		rowsFlag(),
	})
	return command("gold", "D Q", "the gold answer of a question", "ercheck gold social q04 --variant full_sti --sql\nercheck gold social q04 --variant kitchen_sink --explain", flags,
		func(ctx context.Context, c *cli.Context) error {
			d, err := goldData(c)
			if err != nil {
				return err
			}
			if c.Bool("sql") || c.Bool("explain") {
				return s.showGoldSQL(d, c.Args().Get(1), c.Bool("explain"))
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				result, err := a.Gold(ctx, d, c.Args().Get(1))
				if err != nil {
					return err
				}
				return s.result(result, func(w io.Writer) error { return s.writeGold(w, result, c.Int("rows")) })
			})
		})
}

// goldData is data for one variant.
func goldData(c *cli.Context) (*appliance.Data, error) {
	if given := c.StringSlice("variant"); len(given) > 1 {
		return nil, usagef("call it once for each", "gold takes one --variant, and has %d", len(given))
	}
	if err := requireAtLeast(c, "rows", 0); err != nil {
		return nil, err
	}
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

func (s *session) showGoldSQL(d *appliance.Data, question string, explain bool) error {
	result, err := appliance.WriteGold(d, question, explain)
	if err != nil {
		return err
	}
	return s.result(result, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, visible.Block(result.SQL))
		return err
	})
}

func (s *session) writeGold(w io.Writer, r appliance.GoldResult, limit int) error {
	if _, err := fmt.Fprintf(w, "%s  %s\n\n%s\n\n", r.Question, visible.Line(r.Text), visible.Block(r.SQL)); err != nil {
		return err
	}
	if err := s.writeAnswer(w, r.Columns, r.Rows, r.RowCount, limit); err != nil {
		return err
	}
	if r.Ranking != nil && r.Ranking.TiedAtCut > 0 {
		_, err := fmt.Fprintf(w, "%d candidates tie at the cut of %d\n", r.Ranking.TiedAtCut, r.Ranking.Limit)
		return err
	}
	return nil
}

func sqlCommand(s *session) *cli.Command {
	flags := concat(dataFlags(), changeFlags(), limitFlags(), []cli.Flag{rowsFlag()})
	return command("sql", "D V SQL", "run one statement in the sandbox, exactly as a model's is run",
		"ercheck sql social full_sti 'SELECT count(*) FROM accounts'", flags,
		func(ctx context.Context, c *cli.Context) error {
			limits, err := readLimits(c)
			if err != nil {
				return err
			}
			d, err := dataOnVariant(c, c.Args().Get(1))
			if err != nil {
				return err
			}
			return s.with(ctx, func(a *appliance.Appliance) error {
				return s.runSQL(ctx, a, d, limits, c.Args().Get(2), c.Int("rows"))
			})
		})
}

func (s *session) runSQL(ctx context.Context, a *appliance.Appliance, d *appliance.Data, limits sandbox.Limits, sql string, limit int) error {
	result, err := a.SQL(ctx, d, limits, sql)
	if err != nil {
		return err
	}
	if err := s.result(result, func(w io.Writer) error { return s.writeSQL(w, result, limit) }); err != nil {
		return err
	}
	if result.Outcome != record.Rows {
		return &checkError{fmt.Sprintf("the outcome is %s", result.Outcome)}
	}
	return nil
}

// dataOnVariant is data for the one variant that an argument names.
func dataOnVariant(c *cli.Context, name string) (*appliance.Data, error) {
	if err := requireAtLeast(c, "rows", 0); err != nil {
		return nil, err
	}
	return dataOf(c, c.Args().First(), []string{name})
}

func (s *session) writeSQL(w io.Writer, r appliance.SQLResult, limit int) error {
	if r.Outcome == record.Rows {
		return s.writeAnswer(w, r.Columns, r.Rows, r.RowCount, limit)
	}
	said := visible.Block(r.Message)
	if r.SQLState != "" {
		said = "SQLSTATE " + r.SQLState + ", " + said
	}
	if r.Position > 0 {
		said += fmt.Sprintf(", at character %d", r.Position)
	}
	if r.Hint != "" {
		said += "\n  " + visible.Block(r.Hint)
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", r.Outcome, said)
	return err
}
