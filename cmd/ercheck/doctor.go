package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/llm"
	"ercheck/reports/visible"
)

func doctorCommand(s *session) *cli.Command {
	return command("doctor", "", "check everything that a run needs, and say how to mend what is wrong", "ercheck doctor", nil,
		func(ctx context.Context, c *cli.Context) (err error) {
			line := &statusLine{s: s}
			o, err := s.options(line)
			if err != nil {
				return err
			}
			s.clearLine = line.clear
			d := appliance.NewDoctor(o)
			defer func() {
				line.clear()
				err = errors.Join(err, d.Close())
			}()
			return s.examine(ctx, append(d.Checkups(), modelCheckups(s.asking(c))...))
		})
}

// modelCheckups are the checks of what can be asked.
func modelCheckups(a asked) []appliance.Checkup {
	return []appliance.Checkup{builtInModels, func(ctx context.Context) []appliance.Diagnosis { return hostedModels(ctx, a) }}
}

// hostedModels asks every provider for its list of models, which costs nothing.
// One that was never set up is no fault: nothing needs it.
func hostedModels(ctx context.Context, a asked) []appliance.Diagnosis {
	found := make([]appliance.Diagnosis, len(hosts))
	var all sync.WaitGroup
	for i, h := range hosts {
		all.Go(func() { found[i] = h.examine(ctx, a) })
	}
	all.Wait()
	return found
}

func (h hosted) examine(ctx context.Context, a asked) appliance.Diagnosis {
	ctx, cancel := context.WithTimeout(ctx, lookTimeout)
	defer cancel()
	d := appliance.Diagnosis{Name: "models of " + h.name, OK: true}
	models, where, err := h.look(ctx, a)
	switch {
	case err == nil:
		d.Detail = fmt.Sprintf("%d models at %s", len(models), where)
	case h.setUp(a.getenv):
		d.OK, d.Detail, d.Mend = false, whyNot(err), cmp.Or(hintOf(err), "see ercheck help models")
	default:
		d.Detail = "not set up: " + whyNot(err)
	}
	return d
}

// setUp says whether the environment names a key or an address of the provider.
func (h hosted) setUp(getenv func(string) string) bool {
	return slices.ContainsFunc(append([]string{h.base}, h.keys...), func(name string) bool {
		return getenv(name) != "" || getenv(name+"_FILE") != ""
	})
}

// builtInModels asks the default model one question.
func builtInModels(ctx context.Context) []appliance.Diagnosis {
	result := appliance.Diagnosis{Name: "built-in model", Detail: defaultModel + " answers", OK: true}
	if err := askBuiltIn(ctx); err != nil {
		result.OK, result.Detail, result.Mend = false, err.Error(), "please report it"
	}
	return []appliance.Diagnosis{result}
}

func askBuiltIn(ctx context.Context) error {
	d, err := catalog.Load(catalog.Names()[0])
	if err != nil {
		return err
	}
	all, err := appliance.Presets(d)
	if err != nil {
		return err
	}
	m, err := openModel(ctx, defaultModel, asked{})
	if err != nil {
		return err
	}
	response, err := m.Complete(ctx, llm.Request{Schema: all[0].Dump(), Question: d.Sets[0].Questions[0].Text})
	if err == nil && !strings.Contains(strings.ToUpper(response.Text), "SELECT") {
		err = fmt.Errorf("%s answers %q", defaultModel, response.Text)
	}
	return err
}

// examine makes the checks one after the other and shows what they found.
func (s *session) examine(ctx context.Context, checkups []appliance.Checkup) error {
	result := struct {
		OK     bool                  `json:"ok"`
		Checks []appliance.Diagnosis `json:"checks"`
	}{true, []appliance.Diagnosis{}}
	wrong := 0
	for _, check := range checkups {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, found := range check(ctx) {
			result.Checks = append(result.Checks, found)
			if !found.OK {
				wrong++
			}
		}
	}
	result.OK = wrong == 0
	if err := s.result(result, func(w io.Writer) error { return writeDiagnoses(w, result.Checks) }); err != nil {
		return err
	}
	if wrong > 0 {
		return &checkError{fmt.Sprintf("%s wrong", counted(int64(wrong), "check is", "checks are"))}
	}
	return nil
}

func writeDiagnoses(w io.Writer, all []appliance.Diagnosis) error {
	column := 0 // where the words on a check begin
	for _, d := range all {
		column = max(column, len("WRONG  ")+visible.Width(d.Name)+2)
	}
	for _, d := range all {
		state := "ok"
		if !d.OK {
			state = "WRONG"
		}
		if _, err := fmt.Fprintf(w, "%s%s\n", visible.Pad(fmt.Sprintf("%-6s %s", state, d.Name), column), visible.Line(d.Detail)); err != nil {
			return err
		}
		if d.Mend != "" {
			if _, err := fmt.Fprintf(w, "%s-> %s\n", strings.Repeat(" ", column), visible.Line(d.Mend)); err != nil {
				return err
			}
		}
	}
	return nil
}
