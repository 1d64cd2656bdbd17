package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"ercheck/catalog"
	"ercheck/variants"
)

func variantCommand(s *session) *cli.Command {
	return group("variant", "equivalent relational schemas of an E/R model",
		variantListCommand(s), variantShowCommand(s), variantTextCommand(s, "ddl", "print a variant's schema dump, as a prompt carries it", variants.Variant.Dump),
		variantTextCommand(s, "describe", "say in words how a variant stores the model", variants.Variant.Describe),
		variantPointsCommand(s), variantSampleCommand(s), variantNeighboursCommand(s))
}

// variantEntry is one line of variant list.
type variantEntry struct {
	Name    string            `json:"name"`
	Tables  int               `json:"tables"`
	Columns int               `json:"columns"`
	SameAs  string            `json:"same_as,omitempty"` // an earlier variant that this model makes equal
	Choices map[string]string `json:"choices"`
}

func variantEntries(all []variants.Variant) []variantEntry {
	entries := []variantEntry{}
	for i, v := range all {
		e := variantEntry{Name: v.Name, Tables: len(v.Layout.Tables), Choices: v.Choices.Map()}
		for _, t := range v.Layout.Tables {
			e.Columns += len(t.Columns)
		}
		if at := slices.IndexFunc(all[:i], func(o variants.Variant) bool { return variants.Same(o, v) }); at >= 0 {
			e.SameAs = all[at].Name
		}
		entries = append(entries, e)
	}
	return entries
}

// variantsOf gives the variants that a call names of a domain; without names all
// of the file, or the presets.
func variantsOf(c *cli.Context, names ...string) (*catalog.Domain, []variants.Variant, error) {
	d, err := loadDomain(c.Args().First())
	if err != nil {
		return nil, nil, err
	}
	all, err := variantOptions(c, names).ChooseVariants(d)
	return d, all, readable(err)
}

func variantListCommand(s *session) *cli.Command {
	return command("list", "D", "list the ten preset variants of a domain, or those of a file", "ercheck variant list social", changeFlags(),
		func(_ context.Context, c *cli.Context) error {
			_, all, err := variantsOf(c)
			if err != nil {
				return err
			}
			entries := variantEntries(all)
			return s.result(entries, func(w io.Writer) error {
				var rows [][]any
				for _, e := range entries {
					note := ""
					if e.SameAs != "" {
						note = "on this model the same as " + e.SameAs
					}
					rows = append(rows, []any{e.Name, e.Tables, e.Columns, note})
				}
				return s.writeTable(w, []string{"variant", "tables", "columns", ""}, rows)
			})
		})
}

// pickVariant finds the variant that arguments D and V name.
func pickVariant(c *cli.Context) (variants.Variant, error) {
	_, all, err := variantsOf(c, c.Args().Get(1))
	if err != nil {
		return variants.Variant{}, err
	}
	return all[0], nil
}

// shownVariant is a variant as programs read it.
type shownVariant struct {
	Name         string            `json:"name"`
	Tables       int               `json:"tables"`
	Choices      map[string]string `json:"choices"`
	SchemaDigest string            `json:"schema_digest"`
	TableNames   []string          `json:"table_names"`
	DDL          string            `json:"ddl"`
	Description  string            `json:"description"`
	Idle         []string          `json:"idle"` // decision points on which nothing hangs here
	Names        []shownName       `json:"names"`
}

// shownName says what a table or a column is in the model.
type shownName struct {
	Table  string `json:"table"`
	Column string `json:"column,omitempty"` // missing for the table itself
	Means  string `json:"means"`
}

func shownVariantOf(v variants.Variant) shownVariant {
	shown := shownVariant{Name: v.Name, Tables: len(v.Layout.Tables), Choices: v.Choices.Map(),
		SchemaDigest: v.SchemaDigest(), DDL: v.Dump(), Description: v.Describe(), Idle: []string{}}
	for _, p := range v.Choices.Points() {
		if !v.Choices.Counts(p) {
			shown.Idle = append(shown.Idle, p.ID())
		}
	}
	for _, n := range v.Names() {
		shown.Names = append(shown.Names, shownName(n))
	}
	for _, t := range v.Layout.Tables {
		shown.TableNames = append(shown.TableNames, t.Name)
	}
	return shown
}

func variantShowCommand(s *session) *cli.Command {
	return command("show", "D V", "show a variant's choices and tables", "ercheck variant show social kitchen_sink", changeFlags(),
		func(_ context.Context, c *cli.Context) error {
			v, err := pickVariant(c)
			if err != nil {
				return err
			}
			return s.result(shownVariantOf(v), func(w io.Writer) error { return s.writeVariant(w, v) })
		})
}

func (s *session) writeVariant(w io.Writer, v variants.Variant) error {
	var rows [][]any
	for _, p := range v.Choices.Points() {
		note := ""
		if !v.Choices.Counts(p) {
			note = "idle: it counts " + p.When()
		}
		rows = append(rows, []any{p.ID(), v.Choices.Get(p), note})
	}
	if err := s.writeTable(w, []string{"decision point", "choice", ""}, rows); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	rows = nil
	for _, n := range v.Names() {
		if n.Column == "" {
			rows = append(rows, []any{n.Table, len(v.Layout.Table(n.Table).Columns), n.Means})
		}
	}
	return s.writeTable(w, []string{"table", "columns", "what"}, rows)
}

// variantTextCommand prints one text of a variant.
func variantTextCommand(s *session, name, does string, text func(variants.Variant) string) *cli.Command {
	return command(name, "D V", does, "ercheck variant "+name+" social full_cti", changeFlags(), func(_ context.Context, c *cli.Context) error {
		v, err := pickVariant(c)
		if err != nil {
			return err
		}
		return s.result(shownVariantOf(v), func(w io.Writer) error {
			_, err := io.WriteString(w, text(v))
			return err
		})
	})
}
