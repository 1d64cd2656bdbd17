package appliance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ercheck/appliance/home"
	"ercheck/appliance/record"
	"ercheck/catalog/digest"
	"ercheck/llm"
	"ercheck/llm/prompt"
)

// Export says how a set of exported prompts was made, so that responses to them
// can be evaluated later. It is kept in the home folder, and heads a plain file
// of prompts.
type Export struct {
	ID         string           `json:"id"` // 12 hex digits, over all requests; every request's id begins with it
	Data       exportedData     `json:"data"`
	Variants   []exportedChoice `json:"variants"`
	Set        string           `json:"set"`
	Questions  []string         `json:"questions"`
	Strategies []string         `json:"strategies"`
	Placebo    int              `json:"placebo,omitempty"`
	Repeats    int              `json:"repeats"`
	Asking     record.Asking    `json:"asking"`
	Requests   int              `json:"requests"`
	Ercheck    string           `json:"ercheck"`
}

// exportedData chooses a conceptual instance as record.Data does.
type exportedData struct {
	Source   string            `json:"source"`
	Kind     string            `json:"kind"`
	Scale    string            `json:"scale"`
	Seed     uint64            `json:"seed"`
	Skew     string            `json:"skew,omitempty"`
	Params   map[string]string `json:"params,omitempty"`
	Identity string            `json:"identity"`
}

type exportedChoice struct {
	Name    string            `json:"name"`
	Choices map[string]string `json:"choices"`
}

// Exported is one request with its id and the arm that sends it.
type Exported struct {
	ID      string
	Arm     record.Arm
	Request llm.Request
}

// exportDigits is how many hex digits name an export.
const exportDigits = 12

// Export numbers the requests of a plan and keeps in the home folder what they
// were made of. The plan has one model: responses are told to be of one later.
func (a *Appliance) Export(p *Plan) (Export, iter.Seq[Exported], error) {
	e := p.export()
	e.Ercheck = a.options.Version
	text, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return Export{}, nil, err
	}
	if err := os.MkdirAll(a.options.Home.Exports(), 0o700); err != nil {
		return Export{}, nil, fmt.Errorf("keep what was exported: %w", err)
	}
	path := a.options.Home.Export(e.ID)
	err = os.WriteFile(path+home.Part, text, 0o600)
	if err == nil {
		err = os.Rename(path+home.Part, path)
	}
	if err != nil {
		return Export{}, nil, fmt.Errorf("keep what was exported: %w", err)
	}
	return e, p.exported(e.ID), nil
}

func (p *Plan) export() Export {
	e := Export{
		Data: p.data.exported(),
		Set:  p.options.Set, Strategies: p.options.Strategies, Placebo: p.options.Placebo, Repeats: p.Repeats, Asking: p.options.Asking,
	}
	for _, v := range p.data.Variants {
		e.Variants = append(e.Variants, exportedChoice{v.Name, v.Choices.Map()})
	}
	for _, q := range p.Questions {
		e.Questions = append(e.Questions, q.ID)
	}
	texts := []string{p.data.Identity, fmt.Sprintf("%+v", p.options.Asking)}
	for x := range p.exported("") {
		c := x.Request.Cell
		texts = append(texts, x.Arm.Strategy, strconv.Itoa(x.Arm.Placebo), c.Question, c.Variant, strconv.Itoa(c.Repeat), prompt.Digest(x.Request.Messages))
		e.Requests++
	}
	e.ID = digest.OfTexts(texts...)[:exportDigits]
	return e
}

func (d *Data) exported() exportedData {
	o := d.options
	return exportedData{recordedSource(o.Domain), o.Kind, d.Scale, o.Seed, o.Skew, o.Params, d.Identity}
}

func (p *Plan) exported(id string) iter.Seq[Exported] {
	return func(yield func(Exported) bool) {
		n := 0
		for _, arm := range p.Arms {
			for r := range p.Requests(arm) {
				if !yield(Exported{fmt.Sprintf("%s-%d", id, n), arm, r}) {
					return
				}
				n++
			}
		}
	}
}

// UnknownExportError says that responses belong to no export that is known here.
type UnknownExportError struct{ ID string }

func (e *UnknownExportError) Error() string {
	return fmt.Sprintf("the id %q is of no prompts that were exported from this home folder", e.ID)
}

// Hint says what to do.
func (e *UnknownExportError) Hint() string {
	return "give the file of prompts too, with --prompts, or import where they were exported"
}

// StaleExportError says that the same call would export other prompts today.
type StaleExportError struct{ ID string }

func (e *StaleExportError) Error() string {
	return fmt.Sprintf("the prompts %s would be others today: the domain, its questions or ercheck changed since they were exported", e.ID)
}

// Hint says what to do.
func (e *StaleExportError) Hint() string { return "export them again and ask anew" }

// FindExport gives what is kept of the export that a request's id begins with.
func (a *Appliance) FindExport(id string) (Export, error) {
	id, _, _ = strings.Cut(id, "-")
	if len(id) != exportDigits || strings.Trim(id, "0123456789abcdef") != "" {
		return Export{}, &UnknownExportError{id}
	}
	text, err := os.ReadFile(a.options.Home.Export(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Export{}, &UnknownExportError{id}
	}
	var e Export
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err != nil {
		return e, fmt.Errorf("what is kept of the export %s in %s: %w", id, filepath.Base(a.options.Home.Exports()), err)
	}
	return e, nil
}

// Reopen makes the data and the plan of an export again, for responses of a
// model. Where they would be others today it is refused.
func (e Export) Reopen(model string) (*Data, *Plan, error) {
	o := DataOptions{Domain: e.Data.Source, Kind: e.Data.Kind, Scale: e.Data.Scale, Seed: e.Data.Seed, Skew: e.Data.Skew, Params: e.Data.Params}
	for _, v := range e.Variants {
		o.recorded = append(o.recorded, recordedVariant{v.Name, v.Choices})
	}
	d, err := Choose(o)
	if err != nil {
		return nil, nil, err
	}
	p, err := NewPlan(d, RunOptions{Models: []string{model}, Strategies: slices.Clone(e.Strategies), Placebo: e.Placebo, Asking: e.Asking,
		Set: e.Set, Questions: e.Questions, Repeats: e.Repeats})
	if err != nil {
		return nil, nil, err
	}
	if p.export().ID != e.ID {
		return nil, nil, &StaleExportError{e.ID}
	}
	return d, p, nil
}

// Imported counts what became of responses that were read.
type Imported struct {
	Read    int `json:"read"`    // lines with an id of the export
	Failed  int `json:"failed"`  // of them, without a response
	Missing int `json:"missing"` // requests without a line
	Unknown int `json:"unknown"` // lines with another id
}

// Received is a response that was read, or why there is none.
type Received struct {
	Response llm.Response
	Failure  string
}

// Import evaluates responses to exported prompts, by the requests' ids, as a run
// of the model that gave them.
func (a *Appliance) Import(ctx context.Context, e Export, model string, received map[string]Received) (runID string, counts Imported, err error) {
	d, p, err := e.Reopen(model)
	if err != nil {
		return "", counts, err
	}
	answers := &importedModel{name: model, received: map[importKey]Received{}}
	for x := range p.exported(e.ID) {
		r, there := received[x.ID]
		switch {
		case !there:
			counts.Missing++
			continue
		case r.Failure != "":
			counts.Failed++
		}
		counts.Read++
		answers.received[keyOf(x.Request)] = r
	}
	counts.Unknown = len(received) - counts.Read
	o := p.options
	o.Open = func(context.Context, string, func() (map[llm.Cell]string, error)) (llm.Model, error) {
		return answers, nil
	}
	runID, err = a.Run(ctx, d, o)
	return runID, counts, err
}

// importKey names a request: its cell, and the prompt that an arm made for it.
type importKey struct {
	cell   llm.Cell
	prompt string
}

func keyOf(r llm.Request) importKey { return importKey{r.Cell, prompt.Digest(r.Messages)} }

// importedModel answers with what was read.
type importedModel struct {
	name     string
	received map[importKey]Received
}

func (m *importedModel) Name() string { return m.name }

// Complete implements llm.Model. What is missing or failed concerns its cell
// alone.
func (m *importedModel) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	got, there := m.received[keyOf(r)]
	switch {
	case ctx.Err() != nil:
		return llm.Response{}, ctx.Err()
	case !there:
		return llm.Response{}, &llm.Error{Kind: llm.KindNotRecorded, Model: m.name, Message: "no response was imported"}
	case got.Failure != "":
		return llm.Response{}, &llm.Error{Kind: llm.KindNotRecorded, Model: m.name, Message: "the imported file says: " + got.Failure}
	}
	return got.Response, nil
}
