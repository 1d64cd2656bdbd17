package reports

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"sort"
	"strings"
	"time"

	"ercheck/appliance/record"
	"ercheck/reports/diagram"
	"ercheck/reports/score"
	"ercheck/reports/visible"
)

// page is what the template shows. Every text in it is visible and cut;
// html/template escapes it. Only pictures made by packages heatmap, bars
// and diagram, and the page's own style and script, go in as they are.
type page struct {
	Title, RunID, Subtitle string
	Policy                 string
	Style                  template.CSS
	Script                 template.JS
	Payload                payload

	Facts      []fact // what was run, in the head
	Proof      string
	ProofClass string // ok, warn or bad
	Notes      []string
	Alone      string

	Comparison [][]headlineCell // with several models: one row each
	Models     []modelView
	Paper      *paperView
	Schemas    []schemaView
	Picture    template.HTML // of the E/R model, "" if the run has none that can be drawn
	Diagram    string
	Details    []factGroup
	Events     []fact
}

// fact is a name with its value.
type fact struct{ Name, Value string }

type factGroup struct {
	Title string
	Facts []fact
}

// headlineCell is a figure of the comparison; Anchor leads to where the model is.
type headlineCell struct{ Name, Figure, Anchor string }

type schemaView struct {
	Name, Description, Dump string
	Tables                  string
	Choices                 []fact
	Digest                  string
}

// The longest texts that are shown whole, in bytes.
const (
	maxDump = 200_000
	maxText = 2_000
)

func newPage(in Input) (page, error) {
	script := script()
	p := page{
		Title: text(in.title()), RunID: text(in.Run.ID), Subtitle: subtitle(in.Run),
		Policy: policy(script), Style: template.CSS(asset("style.css")), Script: template.JS(script),
		Proof: proofLine(in.Run.Proof), ProofClass: proofClass(in.Run.Proof), Alone: agreementAlone,
		Facts: headFacts(in.Run), Details: detailFacts(in.Run), Schemas: schemas(in.Run),
		Diagram: long(in.Run.Diagram), Paper: paperFor(in),
	}
	for _, n := range in.Scores.Notes {
		p.Notes = append(p.Notes, text(n.Text))
	}
	for _, e := range in.Run.Events {
		p.Events = append(p.Events, fact{moment(e.At), text(e.Message)})
	}
	picture, err := picture(in.Run.Model)
	if err != nil {
		return page{}, err
	}
	p.Picture = picture
	cells := newCellIndex(in)
	p.Payload = newPayload(in, cells)
	for i, m := range in.Scores.Models {
		if !inFull(m) {
			continue
		}
		v, err := newModelView(in, m, i, cells)
		if err != nil {
			return page{}, err
		}
		p.Models = append(p.Models, v)
	}
	p.Comparison = comparison(in.Scores.Models)
	return p, nil
}

// picture draws the E/R model.
func picture(d *record.Diagram) (template.HTML, error) {
	var b strings.Builder
	_, err := diagram.SVG(&b, d)
	return template.HTML(b.String()), err
}

// text gives one line that can be shown, cut at a fair length.
func text(s string) string {
	s, cut := visible.Cut(s, maxText)
	if cut {
		return visible.Line(s) + "…"
	}
	return visible.Line(s)
}

// long gives a text of several lines, cut at a length that a browser bears.
func long(s string) string {
	short, cut := visible.Cut(s, maxDump)
	if cut {
		return visible.Block(short) + fmt.Sprintf("\n… cut here: %s bytes in all", thousands(int64(len(s))))
	}
	return visible.Block(short)
}

func subtitle(r record.Run) string {
	models := strings.Join(r.Models, ", ")
	return text(fmt.Sprintf("%s on %s × %s%s", models, count(len(r.Questions), "question"),
		count(len(r.Variants), "schema variant"), times(r.Repeats)))
}

func proofClass(p record.Proof) string {
	switch {
	case p.Skipped:
		return "warn"
	case !p.Holds:
		return "bad"
	}
	return "ok"
}

func headFacts(r record.Run) []fact {
	facts := []fact{
		{"Domain", text(r.Domain)},
		{"Questions", text(r.Set)},
		{"Data", text(dataLine(r.Data, func(s string) string { return s }))},
		{"Prompt", text(r.Strategy)},
		{"Started", moment(r.Started)},
		{"Run", text(r.ID)},
	}
	if r.Status == record.Unfinished {
		facts = append(facts, fact{"Status", "unfinished"})
	}
	return facts
}

func moment(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return t.UTC().Format("2006-01-02 15:04:05 UTC")
}

// comparison gives one row for each model, none if there is only one. A figure
// that only some have is a column for all.
func comparison(models []score.Model) [][]headlineCell {
	if len(models) < 2 {
		return nil
	}
	var names []string
	figures := make([]map[string]string, len(models))
	for i, m := range models {
		figures[i] = map[string]string{}
		for _, f := range headline(m) {
			if figures[i][f.name] = f.figure; !slices.Contains(names, f.name) {
				names = append(names, f.name)
			}
		}
	}
	var rows [][]headlineCell
	for i, m := range models {
		row := []headlineCell{{Name: "Model", Figure: text(m.Name), Anchor: anchor(m, i)}}
		for _, name := range names {
			row = append(row, headlineCell{Name: name, Figure: cmp.Or(figures[i][name], "–")})
		}
		rows = append(rows, append(row, headlineCell{Name: "Failures", Figure: fmt.Sprintf("%d of %d", m.Errors, m.CellCount)}))
	}
	return rows
}

// anchor is where the page shows the i-th model in full; "" if it does not.
func anchor(m score.Model, i int) string {
	if !inFull(m) {
		return ""
	}
	return fmt.Sprintf("model-%d", i)
}

func schemas(r record.Run) []schemaView {
	var out []schemaView
	for _, v := range r.Variants {
		out = append(out, schemaView{
			Name: text(v.Name), Description: long(v.Description), Dump: long(v.Dump),
			Tables: count(v.Tables, "table"), Choices: sorted(v.Choices), Digest: text(v.SchemaDigest),
		})
	}
	return out
}

// sorted gives a map's entries by name.
func sorted(m map[string]string) []fact {
	var facts []fact
	for name, value := range m {
		facts = append(facts, fact{text(name), text(value)})
	}
	sort.Slice(facts, func(i, j int) bool { return facts[i].Name < facts[j].Name })
	return facts
}
