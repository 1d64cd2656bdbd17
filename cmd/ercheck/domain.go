package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/catalog/nearest"
	"ercheck/catalog/notation"
	"ercheck/reports/diagram"
	"ercheck/reports/visible"
)

func domainCommand(s *session) *cli.Command {
	return group("domain", "E/R models: list them, show one, begin one, check one, see what its data tells apart",
		domainListCommand(s), domainShowCommand(s), domainInitCommand(s), domainCheckCommand(s), mistakesCommand(s))
}

// loadDomain finds the domain that a call names.
func loadDomain(name string) (*catalog.Domain, error) {
	d, err := catalog.Load(name)
	return d, readable(err)
}

// domainEntry is one line of domain list.
type domainEntry struct {
	Name          string         `json:"name"`
	Title         string         `json:"title"`
	EntityTypes   int            `json:"entity_types"`
	Relationships int            `json:"relationships"`
	Questions     int            `json:"questions"`
	Sets          map[string]int `json:"sets"` // questions of each set
}

func entryOf(d *catalog.Domain) domainEntry {
	e := domainEntry{Name: d.Name, Title: d.Title, EntityTypes: len(d.Model.EntityTypes),
		Relationships: len(d.Model.Relationships), Sets: map[string]int{}}
	for _, set := range d.Sets {
		e.Sets[set.Name] = len(set.Questions)
		e.Questions += len(set.Questions)
	}
	return e
}

func domainListCommand(s *session) *cli.Command {
	return command("list", "", "list the built-in E/R models", "ercheck domain list", nil, func(context.Context, *cli.Context) error {
		entries := []domainEntry{}
		for _, name := range catalog.Names() {
			d, err := catalog.Load(name)
			if err != nil {
				return err
			}
			entries = append(entries, entryOf(d))
		}
		return s.result(entries, func(w io.Writer) error {
			var rows [][]any
			for _, e := range entries {
				rows = append(rows, []any{e.Name, e.EntityTypes, e.Relationships, e.Questions, e.Title})
			}
			return s.writeTable(w, []string{"domain", "entity types", "relationships", "questions", ""}, rows)
		})
	})
}

// domainFormats write a domain's model.
var domainFormats = map[string]func(w io.Writer, d *catalog.Domain) error{
	"text": writeDomain,
	"yaml": func(w io.Writer, d *catalog.Domain) error { _, err := w.Write(d.Source); return err },
	"mermaid": func(w io.Writer, d *catalog.Domain) error {
		_, err := io.WriteString(w, notation.Mermaid(d.Model))
		return err
	},
	"dot": func(w io.Writer, d *catalog.Domain) error {
		_, err := io.WriteString(w, notation.Dot(d.Model))
		return err
	},
	"svg": func(w io.Writer, d *catalog.Domain) error { return diagram.File(w, appliance.DiagramOf(d.Model)) },
}

func domainShowCommand(s *session) *cli.Command {
	formats := slices.Sorted(maps.Keys(domainFormats))
	flags := []cli.Flag{
		&cli.StringFlag{Name: "format", Value: "text", Usage: "`FORMAT`: text, yaml, mermaid, dot (Graphviz) or svg"},
		&cli.StringFlag{Name: "o", Usage: "`PATH` to write to (default: standard output)"},
	}
	return command("show", "D", "show one E/R model with its questions, or draw it",
		"ercheck domain show social\nercheck domain show social --format svg -o social.svg", flags,
		func(_ context.Context, c *cli.Context) error {
			d, err := loadDomain(c.Args().First())
			if err != nil {
				return err
			}
			write := domainFormats[c.String("format")]
			if write == nil {
				return usagef(nearest.Hint(c.String("format"), formats), "there is no format %q", c.String("format"))
			}
			if err := checkPath(c.String("o")); err != nil {
				return err
			}
			return s.showDomain(d, c.String("o"), write)
		})
}

func (s *session) showDomain(d *catalog.Domain, path string, write func(io.Writer, *catalog.Domain) error) error {
	shown := shownDomainOf(d)
	if path != "" && path != toOutput {
		if err := writeFile(path, func(w io.Writer) error { return write(w, d) }); err != nil {
			return err
		}
		shown.File = path
	}
	return s.result(shown, func(w io.Writer) error {
		if shown.File != "" {
			_, err := fmt.Fprintln(w, shown.File)
			return err
		}
		return write(w, d)
	})
}

// shownDomain is a domain as programs read it.
type shownDomain struct {
	domainEntry
	Text      string          `json:"text"` // the model in words
	Asked     []shownQuestion `json:"question_list"`
	ModelHash string          `json:"model_digest"`
	File      string          `json:"file,omitempty"` // what -o wrote
}

type shownQuestion struct {
	Set       string `json:"set"`
	ID        string `json:"id"`
	Text      string `json:"text"`
	Note      string `json:"note,omitempty"`
	Ambiguous bool   `json:"ambiguous,omitempty"`
	Gold      string `json:"gold"`
	Mistakes  int    `json:"mistakes"`
}

func shownDomainOf(d *catalog.Domain) shownDomain {
	shown := shownDomain{domainEntry: entryOf(d), Text: d.Model.Describe(), ModelHash: d.Model.Digest()}
	for _, set := range d.Sets {
		for _, q := range set.Questions {
			shown.Asked = append(shown.Asked, shownQuestion{Set: set.Name, ID: q.ID, Text: q.Text, Note: q.Note,
				Ambiguous: q.Ambiguous, Gold: q.Gold.SQL, Mistakes: len(q.Mistakes)})
		}
	}
	return shown
}

func writeDomain(w io.Writer, d *catalog.Domain) error {
	if _, err := fmt.Fprintf(w, "%s: %s\n\n%s\n", d.Name, visible.Line(d.Title), visible.Block(d.Model.Describe())); err != nil {
		return err
	}
	for _, set := range d.Sets {
		fmt.Fprintf(w, "Questions, set %s:\n", set.Name)
		for _, q := range set.Questions {
			if _, err := fmt.Fprintf(w, "  %s  %s\n", q.ID, visible.Line(q.Text)); err != nil {
				return err
			}
		}
	}
	return nil
}
