package reports

import (
	"fmt"

	"ercheck/reports/score"
)

// headlineFigure is a figure with what it means, in a few words and in a
// sentence.
type headlineFigure struct {
	name, figure, short, long string
}

// headline gives the figures of a model that stand first wherever it is shown.
func headline(m score.Model) []headlineFigure {
	figures := []headlineFigure{
		{"Average agreement", percent(m.AverageAgreement), "pairs of variants with the same answer",
			"How often two variants gave the same answer to the same question, over all pairs. " +
				"A failure agrees with nothing."},
		{"Accuracy", percent(m.Accuracy), "cells that equal gold",
			"Cells whose answer equals the gold answer or an alternate that is equally right, of all cells."},
		{"Robust accuracy", percent(m.RobustAccuracy), "questions right on every variant",
			"Questions answered rightly on every variant: what can be relied on whatever the schema."},
		{"Reachable", percent(m.Reachable), "questions right on at least one",
			"Questions answered rightly on at least one variant: what the model can do if the schema suits it."},
		{"Schema gap", points(m.SchemaGap), "reachable less robust: the schema's cost",
			"Reachable less robust accuracy, in points: what the choice of schema costs."},
		{"Validity", percent(m.Validity), "responses whose SQL ran",
			"Cells whose SQL ran, of those that got a response. It says nothing about being right."},
	}
	if m.SelfAgreement.Defined() {
		figures = append(figures, headlineFigure{"Self-agreement", percent(m.SelfAgreement),
			"the same variant over repeats", "How often the same variant gave the same answer again in another repeat: " +
				"agreement across variants cannot be expected above it."})
	}
	if p := m.Placebo; p != nil {
		figures = append(figures,
			headlineFigure{"Placebo agreement", percent(p.Agreement), "one schema, its dump in other orders",
				"How often a variant gave the same answer when its tables, columns and constraints were listed in another order, " +
					"which changes no right answer."},
			headlineFigure{"Schema effect", points(p.Effect), "placebo less average agreement",
				"Placebo agreement less average agreement, in points: what another schema changes beyond what another order of the same one does."})
	}
	if text := spent(m.Spent); text != "" {
		figures = append(figures, headlineFigure{"Tokens", tokens(m.Spent.PromptTokens + m.Spent.CompletionTokens), text,
			"Tokens of prompts and answers, as the provider counted them: " + text + "."})
	}
	return figures
}

// spent says what the answers took; "" where nothing is known of it.
func spent(s score.Spent) string {
	if s.PromptTokens+s.CompletionTokens == 0 {
		return ""
	}
	text := fmt.Sprintf("%s in, %s out", tokens(s.PromptTokens), tokens(s.CompletionTokens))
	if s.Cost > 0 {
		text += fmt.Sprintf(", $%.4f", s.Cost)
	}
	if s.CachedAnswers > 0 {
		text += fmt.Sprintf(", %s from the cache", count(s.CachedAnswers, "answer"))
	}
	return text
}

func tokens(n int) string {
	if n < 10_000 {
		return fmt.Sprint(n)
	}
	if n < 10_000_000 {
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf("%dM", n/1_000_000)
}

// inFull says whether a report shows a model in full. A placebo arm stands in
// the comparison and in the figures of the arm that it belongs to.
func inFull(m score.Model) bool { return m.Order == 0 }

func percent(n score.Number) string {
	if !n.Defined() {
		return "–"
	}
	return fmt.Sprintf("%s %%", n.Text(1))
}

func points(n score.Number) string {
	if !n.Defined() {
		return "–"
	}
	return n.Text(1) + " pt"
}
