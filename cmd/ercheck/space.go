package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"ercheck/catalog"
	"ercheck/variants"
	"ercheck/variants/choice"
)

// shownPoint is one decision point as programs read it.
type shownPoint struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"`
	Subject string   `json:"subject,omitempty"`
	Choices []string `json:"choices"`
	When    string   `json:"when,omitempty"` // where a choice changes the schema
}

// shownSpace is all the ways to store a model. Sizes are texts: they do not fit
// the numbers of most programs.
type shownSpace struct {
	Domain       string       `json:"domain"`
	Points       []shownPoint `json:"points"`
	SpaceSize    string       `json:"space_size"` // all combinations
	Combinations string       `json:"valid"`      // those that a schema can have; with its error when it is an estimate
	Exact        bool         `json:"valid_is_exact"`
}

func spaceOf(d *catalog.Domain) shownSpace {
	space := choice.NewSpace(d.Model)
	valid := space.Valid()
	shown := shownSpace{Domain: d.Name, Points: []shownPoint{}, SpaceSize: space.Size().String(), Combinations: valid.String(), Exact: valid.Exact}
	for _, p := range space.Points() {
		shown.Points = append(shown.Points, shownPoint{p.ID(), string(p.Kind), p.Subject, p.Choices, p.When()})
	}
	return shown
}

func variantPointsCommand(s *session) *cli.Command {
	return command("points", "D", "list a model's decision points with their choices, and the size of the space",
		"ercheck variant points social", nil, func(_ context.Context, c *cli.Context) error {
			d, err := loadDomain(c.Args().First())
			if err != nil {
				return err
			}
			shown := spaceOf(d)
			return s.result(shown, func(w io.Writer) error {
				var rows [][]any
				for _, p := range shown.Points {
					rows = append(rows, []any{p.ID, strings.Join(p.Choices, ", "), p.When})
				}
				if err := s.writeTable(w, []string{"decision point", "choices", ""}, rows); err != nil {
					return err
				}
				_, err := fmt.Fprintf(w, "\n%s combinations, valid: %s\nwhat they mean: ercheck help choices\n", shown.SpaceSize, shown.Combinations)
				return err
			})
		})
}

// drawnVariant is one variant of a sample as programs read it.
type drawnVariant struct {
	Name    string            `json:"name"`
	Tables  int               `json:"tables"`
	Choices map[string]string `json:"choices"`
}

func drawnVariants(all []variants.Variant) []drawnVariant {
	drawn := []drawnVariant{}
	for _, v := range all {
		drawn = append(drawn, drawnVariant{v.Name, len(v.Layout.Tables), v.Choices.Map()})
	}
	return drawn
}

func variantSampleCommand(s *session) *cli.Command {
	flags := []cli.Flag{
		&cli.IntFlag{Name: "k", Value: 10, Usage: "`K` variants"},
		&cli.BoolFlag{Name: "random", Usage: "draw each decision point by itself, uniformly, instead of variants far from each other"},
		&cli.StringFlag{Name: "sample-seed", Value: "1", Usage: "`NUMBER` from which the sample follows"},
		&cli.StringFlag{Name: "o", Usage: "write the variants file to `PATH` (default: standard output)"},
	}
	return command("sample", "D", "draw variants from the whole space, as a file for --variants",
		"ercheck variant sample social -k 20 -o twenty.yaml", flags, func(_ context.Context, c *cli.Context) error {
			d, err := loadDomain(c.Args().First())
			if err != nil {
				return err
			}
			drawing, err := draw(c, d)
			if err != nil {
				return err
			}
			return s.showDrawing(d, drawing, c.String("o"))
		})
}

func draw(c *cli.Context, d *catalog.Domain) (variants.Drawing, error) {
	seed, err := strconv.ParseUint(c.String("sample-seed"), 10, 64)
	if err != nil {
		return variants.Drawing{}, usagef("", "--sample-seed %q is no whole number from 0 to 18446744073709551615", c.String("sample-seed"))
	}
	if c.Bool("random") {
		return variants.Random(d.Model, c.Int("k"), seed)
	}
	return variants.Sample(d.Model, c.Int("k"), seed)
}

// showDrawing writes the variants file, and what must be known of the drawing.
func (s *session) showDrawing(d *catalog.Domain, drawing variants.Drawing, path string) error {
	comment := fmt.Sprintf("%d variants of %s", len(drawing.Variants), d.Name)
	if drawing.Distance > 0 {
		comment += fmt.Sprintf(", two of them at least %d decision points apart", drawing.Distance)
	}
	var selected []variants.Selected
	for _, v := range drawing.Variants {
		selected = append(selected, variants.Selected{Variant: v})
	}
	text, err := variants.FormatFile(d.Model, nil, selected, comment)
	if err != nil {
		return err
	}
	if path != "" {
		if err := writeFile(path, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			return err
		}
	}
	for _, note := range drawing.Notes {
		s.say("%s", note)
	}
	result := struct {
		Domain    string         `json:"domain"`
		Variants  []drawnVariant `json:"variants"`
		SpaceSize string         `json:"space_size"`
		Valid     string         `json:"valid"`
		Distance  int            `json:"distance"`
		Notes     []string       `json:"notes"`
		File      string         `json:"file,omitempty"`
	}{d.Name, drawnVariants(drawing.Variants), choice.SpaceSize(d.Model).String(), drawing.Valid.String(), drawing.Distance,
		append([]string{}, drawing.Notes...), path}
	return s.result(result, func(w io.Writer) error {
		if path != "" {
			_, err := fmt.Fprintf(w, "%s: %s, of %s valid ones\n", path, comment, drawing.Valid)
			return err
		}
		_, err := w.Write(text)
		return err
	})
}

// shownStep is one neighbour as programs read it.
type shownStep struct {
	Point   string `json:"point"`
	From    string `json:"from"`
	To      string `json:"to"`
	Name    string `json:"name,omitempty"`
	Refused string `json:"refused,omitempty"` // why no schema can have it
	Idle    bool   `json:"idle,omitempty"`    // the schema stays the same
}

func stepsFrom(v variants.Variant) []shownStep {
	steps := []shownStep{}
	for _, n := range variants.Neighbours(v) {
		step := shownStep{Point: n.Point.ID(), From: n.From, To: n.To, Name: n.Variant.Name, Idle: n.Idle}
		if n.Refused != nil {
			step.Name, step.Refused = "", n.Refused.Error()
		}
		steps = append(steps, step)
	}
	return steps
}

func variantNeighboursCommand(s *session) *cli.Command {
	return command("neighbours", "D V", "list the variants that differ from V in one choice", "ercheck variant neighbours social full_cti", changeFlags(),
		func(_ context.Context, c *cli.Context) error {
			v, err := pickVariant(c)
			if err != nil {
				return err
			}
			steps := stepsFrom(v)
			return s.result(steps, func(w io.Writer) error {
				var rows [][]any
				for _, step := range steps {
					note := step.Name
					switch {
					case step.Refused != "":
						note = "refused: " + step.Refused
					case step.Idle:
						note = "the schema stays the same"
					}
					rows = append(rows, []any{step.Point, step.From, step.To, note})
				}
				return s.writeTable(w, []string{"decision point", "from", "to", ""}, rows)
			})
		})
}
