package reports

import (
	"fmt"
	"html/template"
	"strings"

	"ercheck/appliance/record"
	"ercheck/reports/bars"
	"ercheck/reports/score"
)

// questionParts are the parts of a question's bar, as in the paper's figure 5.
var questionParts = []bars.Part{
	{Name: "both ran and agree (QAS)", Class: "agree", Fill: "#1f9e89", Ink: "#ffffff"},
	{Name: "both ran and differ (QDS)", Class: "differ", Fill: "#e0912f", Ink: "#000000"},
	{Name: "at least one failed (QMS)", Class: "missed", Fill: "#8f88ad", Ink: "#000000"},
}

// questionBars draws the scores of all questions side by side.
func questionBars(questions []record.Question, m score.Model, pairs int) (template.HTML, error) {
	c := bars.Chart{
		Title: fmt.Sprintf("For each question, how many of %s of variants agree, differ or have a failure", count(pairs, "pair")),
		Axis:  "pairs of variants", Max: float64(pairs), Parts: questionParts,
	}
	for i, q := range m.Questions {
		c.Bars = append(c.Bars, bars.Bar{Name: text(q.ID), Long: text(questions[i].Text),
			Values: []float64{float64(q.QAS), float64(q.QDS), float64(q.QMS)}})
	}
	var b strings.Builder
	err := bars.SVG(&b, c)
	return template.HTML(b.String()), err
}
