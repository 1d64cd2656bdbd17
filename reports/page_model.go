package reports

import (
	"fmt"
	"html/template"
	"sort"
	"strings"

	"ercheck/appliance/record"
	"ercheck/reports/heatmap"
	"ercheck/reports/score"
)

// modelView is one model's section.
type modelView struct {
	Anchor, Name string
	Aside        string // what the model is, if no language model
	Figures      []figureView
	Notes        []string
	Failures     string

	Heatmap, Legend, Flips template.HTML
	Bars                   template.HTML
	Leniencies             []leniencyView
	PairsOf                int // questions
	Variants               []variantView
	Questions              []questionView
	Pairs                  int // of variants
	Grid                   gridView
	Labels                 []labelView
}

type figureView struct{ Name, Figure, Explanation string }

type variantView struct {
	Name, Agreement, Accuracy, Validity string
	Failures                            int
}

type questionView struct {
	ID, Text, Note        string
	Ambiguous             bool
	Ranking               string
	Agree, Differ, Failed bar
	Empty                 string
	Right, Accuracy       string
	RightShare            string // width in percent
	Gold                  string
	Alternates            []fact
}

// bar is one part of a question's bar.
type bar struct {
	Figure string
	Width  string // percent of the whole, as CSS wants it
}

type labelView struct {
	Label string
	Cells int
}

func newModelView(in Input, m score.Model, i int, cells cellIndex) (modelView, error) {
	v := modelView{
		Anchor: anchor(m, i), Name: text(m.Name), Aside: aside(m.Asked), PairsOf: len(in.Run.Questions),
		Pairs: len(in.Run.Variants) * (len(in.Run.Variants) - 1) / 2,
		Grid:  newGrid(in, m.Name, cells), Labels: labels(m), Leniencies: leniencies(m),
	}
	for _, f := range headline(m) {
		v.Figures = append(v.Figures, figureView{f.name, f.figure, f.long})
	}
	for _, n := range m.Notes {
		v.Notes = append(v.Notes, text(n.Text))
	}
	if m.Errors > 0 {
		v.Failures = fmt.Sprintf("%s of %s failed: %s.", thousands(int64(m.Errors)), count(m.CellCount, "cell"), failureCounts(m))
	}
	for _, w := range m.Variants {
		v.Variants = append(v.Variants, variantView{text(w.Name), percent(w.Agreement), percent(w.Accuracy),
			percent(w.Validity), w.Errors})
	}
	for j, q := range m.Questions {
		v.Questions = append(v.Questions, newQuestionView(in.Run.Questions[j], q, v.Pairs))
	}
	bars, err := questionBars(in.Run.Questions, m, v.Pairs)
	if err != nil {
		return v, err
	}
	v.Bars = bars
	return v, v.draw(m, fmt.Sprint(i))
}

// draw makes the heatmaps, from which the page's script opens pairs of the model
// of that number.
func (v *modelView) draw(m score.Model, number string) error {
	var pss, flips, legend strings.Builder
	names := m.PSS.Names
	err := heatmap.SVG(&pss, pairs(m.PSS, v.PairsOf), heatmap.Picture{
		Pick: number, Title: fmt.Sprintf("Agreement of each pair of variants, of %d questions", v.PairsOf),
		Tip: func(i, j int) string {
			if i == j {
				return fmt.Sprintf("%s: %s of %d questions ran", names[i], m.PSS.Values[i][i].Short(), v.PairsOf)
			}
			return fmt.Sprintf("%s and %s agree on %s of %d questions", names[i], names[j],
				m.PSS.Values[i][j].Short(), v.PairsOf)
		}})
	if err != nil {
		return err
	}
	err = heatmap.SVG(&flips, pairs(m.Flips, v.PairsOf), heatmap.Picture{
		Pick: number, Title: "Questions right on the row's variant and not right on the column's",
		Tip: func(i, j int) string {
			return fmt.Sprintf("right on %s and not on %s: %s of %d questions", names[i], names[j],
				m.Flips.Values[i][j].Short(), v.PairsOf)
		}})
	if err != nil {
		return err
	}
	if err := heatmap.Legend(&legend, float64(v.PairsOf)); err != nil {
		return err
	}
	v.Heatmap, v.Flips, v.Legend = template.HTML(pss.String()), template.HTML(flips.String()), template.HTML(legend.String())
	return nil
}

func newQuestionView(q record.Question, s score.Question, all int) questionView {
	v := questionView{
		ID: text(q.ID), Text: text(q.Text), Note: text(q.Note), Ambiguous: q.Ambiguous,
		Agree: newBar(s.QAS, all), Differ: newBar(s.QDS, all), Failed: newBar(s.QMS, all),
		Right: fmt.Sprintf("%d/%d", s.Right, s.Cells), Accuracy: percent(s.Accuracy),
		RightShare: share(float64(s.Right), float64(s.Cells)), Gold: long(q.Gold.SQL), Ranking: ranking(q),
	}
	if s.QASEmpty > 0 {
		v.Empty = s.QASEmpty.Short() + " of the agreements are between two empty results."
	}
	for _, a := range q.Alternates {
		v.Alternates = append(v.Alternates, fact{text(a.Name), long(a.SQL)})
	}
	return v
}

func ranking(q record.Question) string {
	switch {
	case q.Limit == 0:
		return ""
	case q.TiedAtCut > 0:
		return fmt.Sprintf("top %d, %d tied at the cut", q.Limit, q.TiedAtCut)
	}
	return fmt.Sprintf("top %d", q.Limit)
}

func newBar(n score.Number, all int) bar {
	return bar{n.Short(), share(float64(n), float64(all))}
}

func share(n, all float64) string {
	if all == 0 {
		return "0"
	}
	return score.Number(100 * n / all).Text(2)
}

// labels gives the labels of wrong answers, the most frequent first.
func labels(m score.Model) []labelView {
	var out []labelView
	for label, n := range m.Labels {
		out = append(out, labelView{text(label), n})
	}
	sort.Slice(out, func(i, j int) bool {
		if out[i].Cells != out[j].Cells {
			return out[i].Cells > out[j].Cells
		}
		return out[i].Label < out[j].Label
	})
	if m.Unlabelled > 0 {
		out = append(out, labelView{"without a label", m.Unlabelled})
	}
	return out
}
