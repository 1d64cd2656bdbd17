package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"ercheck/catalog"
	"ercheck/llm"
)

// modelEntry is one line of model list.
type modelEntry struct {
	Name      string `json:"name"`
	Provider  string `json:"provider"`
	Available bool   `json:"available"`
	Reason    string `json:"reason"` // what it is, or why it cannot be asked
}

// lookTimeout is how long a provider may take to say what it has. All are asked
// at a time.
const lookTimeout = 4 * time.Second

func baseURLFlag() cli.Flag {
	return &cli.StringFlag{Name: "base-url", Usage: "`URL` of the server for compatible:NAME (default: ERCHECK_BASE_URL)"}
}

func modelCommand(s *session) *cli.Command {
	list := command("list", "", "list what can be asked now, and why the rest cannot", "ercheck model list\nercheck model list openai",
		[]cli.Flag{baseURLFlag()}, nil)
	list.ArgsUsage = "[PROVIDER]"
	list.Action = func(c *cli.Context) error {
		if c.Args().Len() > 1 {
			return countArguments(c, "PROVIDER")
		}
		entries, err := modelEntries(c.Context, s.asking(c), c.Args().First())
		if err != nil {
			return err
		}
		return s.result(entries, func(w io.Writer) error {
			var rows [][]any
			for _, e := range entries {
				rows = append(rows, []any{e.Name, yesNo(e.Available), e.Reason})
			}
			return s.writeTable(w, []string{"model", "available", ""}, rows)
		})
	}
	return group("model", "models that can be asked", list)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// modelEntries says of every provider, or of one, what can be asked. It asks for
// lists only, which costs nothing, and gives up on who does not answer. doctor
// shows the same.
func modelEntries(ctx context.Context, a asked, only string) ([]modelEntry, error) {
	if only != "" && !slices.ContainsFunc(providers, func(p provider) bool { return p.name == only }) {
		return nil, catalog.Unknown("provider", only, providerNames())
	}
	found := make([][]modelEntry, len(providers))
	var all sync.WaitGroup
	for i, p := range providers {
		if only == "" || p.name == only {
			all.Go(func() { found[i] = entriesOf(ctx, p, a, only != "") })
		}
	}
	all.Wait()
	return slices.Concat(found...), nil
}

func providerNames() []string {
	var names []string
	for _, p := range providers {
		names = append(names, p.name)
	}
	return names
}

// entriesOf a provider: one line, and with named one for each of its models.
func entriesOf(ctx context.Context, p provider, a asked, named bool) []modelEntry {
	i := slices.IndexFunc(hosts, func(h hosted) bool { return h.name == p.name })
	if i < 0 {
		return []modelEntry{{p.form, p.name, true, p.says}}
	}
	h := hosts[i]
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	models, where, err := h.look(ctx, a)
	if err != nil {
		return []modelEntry{{p.form, p.name, false, whyNot(err)}}
	}
	entries := []modelEntry{{p.form, p.name, len(models) > 0, fmt.Sprintf("%s: %d models at %s", h.says, len(models), where)}}
	if named || h.local {
		for _, m := range models {
			entries = append(entries, modelEntry{p.name + ":" + m, p.name, true, "at " + where})
		}
	}
	return entries
}

// look asks a provider for its models.
func (h hosted) look(ctx context.Context, a asked) (models []string, where string, err error) {
	c, err := h.config(a)
	if err != nil {
		return nil, "", err
	}
	if where = c.BaseURL; where == "" {
		where = "the provider's own address"
	}
	models, err = h.list(ctx, c)
	return models, where, err
}

// whyNot is an error in one line, without the name of a model that nobody named.
func whyNot(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("no answer within %v", lookTimeout)
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return e.Message
	}
	return err.Error()
}
