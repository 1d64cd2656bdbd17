package reports

import (
	"fmt"
	"strings"

	"ercheck/reports/score"
)

// paperView sets what is printed elsewhere beside the figures of this run.
type paperView struct {
	Source, Caveat string
	Averages       []averageView
	Statements     []statementView
	Models         []string // of this run, heading the statements' last columns
}

type averageView struct {
	Model, Prompt, Where string
	Figure, Literal      string // Literal is empty for printed figures
	Ours                 bool
	Accuracy             string
}

type statementView struct {
	Where, Says, Variants string
	Ours                  []string // mean agreement with the other variants, by model
}

// paperFor is nil unless something is printed on the same domain and questions.
func paperFor(in Input) *paperView {
	p, ok := paperFigures[[2]string{in.Run.Domain, in.Run.Set}]
	if !ok {
		return nil
	}
	v := &paperView{Source: p.Source, Caveat: p.Caveat}
	for _, a := range p.Averages {
		v.Averages = append(v.Averages, averageView{Model: a.Model, Prompt: a.Strategy, Where: a.Where, Figure: a.Figure + " %"})
	}
	for _, m := range in.Scores.Models {
		v.Models = append(v.Models, text(m.Name))
		v.Averages = append(v.Averages, averageView{Model: text(m.Name), Prompt: text(m.Strategy), Where: "this run",
			Figure: percent(m.AverageAgreement), Literal: percent(m.AverageAgreementLiteral),
			Accuracy: percent(m.Accuracy), Ours: true})
	}
	for _, s := range p.Statements {
		v.Statements = append(v.Statements, newStatement(s, in.Scores.Models))
	}
	return v
}

func newStatement(s statement, models []score.Model) statementView {
	v := statementView{Where: s.Where, Says: s.Says, Variants: strings.Join(s.Variants, ", ")}
	for _, m := range models {
		v.Ours = append(v.Ours, agreementOf(m, s.Variants))
	}
	return v
}

// agreementOf lists the variants' mean agreement and the mean over all variants.
func agreementOf(m score.Model, names []string) string {
	var own []string
	for _, name := range names {
		figure := "not in this run"
		for _, w := range m.Variants {
			if w.Name == name {
				figure = percent(w.Agreement)
			}
		}
		own = append(own, figure)
	}
	return fmt.Sprintf("%s (all: %s)", strings.Join(own, ", "), percent(m.AverageAgreement))
}
