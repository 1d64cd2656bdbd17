package reports

import (
	"fmt"
	"io"
	"strings"

	"ercheck/reports/heatmap"
	"ercheck/reports/score"
	"ercheck/reports/visible"
)

// TerminalOptions say how the summary is written.
type TerminalOptions struct {
	Palette heatmap.Palette
	Width   int    // columns of the terminal; below 48 counts as 80
	Report  string // where the report is; "" = nothing is said of it
}

// narrowest is what the figures and their names need.
const narrowest = 48

// beyond this many variants or questions the terminal shows the extremes only
// and leaves the rest to the report.
const manyOnTerminal = 30

// agreementAlone is said wherever agreement is shown.
const agreementAlone = "Agreement alone is not correctness: a model that always answers SELECT 1 agrees " +
	"with itself everywhere and is never right."

// Terminal writes a summary: what was proved, and for each model its figures,
// the heatmap and a line for each question; then the notes and where the report is.
func Terminal(w io.Writer, in Input, o TerminalOptions) error {
	if o.Width < narrowest {
		o.Width = 80
	}
	t := &summary{in: in, o: o}
	t.head()
	for _, m := range in.Scores.Models {
		if !inFull(m) {
			continue
		}
		if err := t.model(m); err != nil {
			return err
		}
	}
	t.foot()
	_, err := io.WriteString(w, t.String())
	return err
}

type summary struct {
	strings.Builder
	in Input
	o  TerminalOptions
}

func (t *summary) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

// paragraph breaks text between words; further lines begin with the indent.
func (t *summary) paragraph(first, indent, text string) {
	line := first
	for _, word := range strings.Fields(text) {
		if visible.Width(line+word) > t.o.Width && strings.TrimSpace(line) != strings.TrimSpace(first) {
			t.line("%s", line)
			line = indent
		}
		line += word + " "
	}
	t.line("%s", line)
}

func (t *summary) head() {
	r := t.in.Run
	t.paragraph("", "  ", proofLine(r.Proof))
	t.paragraph("", "  ", fmt.Sprintf("run %s: %s/%s at %s: %s × %s%s",
		visible.Line(r.ID), visible.Line(r.Domain), visible.Line(r.Set), dataLine(r.Data, visible.Line),
		count(len(r.Questions), "question"), count(len(r.Variants), "variant"), times(r.Repeats)))
}

func times(repeats int) string {
	if repeats > 1 {
		return fmt.Sprintf(" × %d repeats", repeats)
	}
	return ""
}

func (t *summary) model(m score.Model) error {
	t.line("")
	t.paragraph("", "  ", fmt.Sprintf("%s: %s", visible.Line(m.Name), count(m.CellCount, "cell"))+comma(aside(m.Asked)))
	t.line("")
	for _, f := range headline(m) {
		t.line("  %-18s %7s  %s", f.name, f.figure, visible.Fit(f.short, t.o.Width-30))
	}
	if m.Errors > 0 {
		t.paragraph("  "+visible.Pad("Failures", 18)+visible.Pad("", 10), strings.Repeat(" ", 30),
			fmt.Sprintf("%d of %d cells: %s", m.Errors, m.CellCount, failureCounts(m)))
	}
	t.line("")
	if err := t.heatmap(m); err != nil {
		return err
	}
	t.line("")
	t.questions(m)
	return nil
}

func comma(s string) string {
	if s == "" {
		return ""
	}
	return ", " + s
}

func (t *summary) heatmap(m score.Model) error {
	n := len(m.PSS.Names)
	if n > manyOnTerminal {
		t.line("The heatmap of %d variants is in the report.", n)
		return nil
	}
	questions := len(t.in.Run.Questions)
	t.paragraph("", "", fmt.Sprintf("Questions of %d on which two variants gave the same answer; "+
		"diagonal: questions that ran", questions))
	if err := heatmap.Terminal(t, pairs(m.PSS, questions), heatmap.Options{Palette: t.o.Palette, Width: t.o.Width}); err != nil {
		return err
	}
	if scale := heatmap.Scale(t.o.Palette, float64(questions)); scale != "" {
		t.line("%s", scale)
	}
	return nil
}

// pairs makes a drawable matrix of a score's.
func pairs(m score.Matrix, top int) heatmap.Matrix {
	h := heatmap.Matrix{Names: m.Names, Max: float64(top)}
	for _, row := range m.Values {
		values := make([]float64, len(row))
		for j, v := range row {
			values[j] = float64(v)
		}
		h.Values = append(h.Values, values)
	}
	return h
}

func (t *summary) questions(m score.Model) {
	v := len(t.in.Run.Variants)
	id := 8
	for _, q := range m.Questions {
		id = max(id, min(visible.Width(visible.Line(q.ID)), 24))
	}
	t.paragraph("", "", fmt.Sprintf("Pairs of variants, %d for each question: both ran and agree, both ran and differ, "+
		"at least one failed; and cells that are right", v*(v-1)/2))
	t.line("%s agree differ failed    right", visible.Pad("question", id))
	for i, q := range m.Questions {
		text := ""
		if i < len(t.in.Run.Questions) {
			text = visible.Line(t.in.Run.Questions[i].Text)
		}
		line := fmt.Sprintf("%s %5s %6s %6s %8s  %s", visible.Pad(visible.Fit(visible.Line(q.ID), id), id),
			q.QAS.Short(), q.QDS.Short(), q.QMS.Short(), fmt.Sprintf("%d/%d", q.Right, q.Cells), text)
		t.line("%s", visible.Fit(line, t.o.Width))
	}
}

func (t *summary) foot() {
	t.line("")
	t.paragraph("", "", agreementAlone)
	several := len(t.in.Scores.Models) > 1
	for _, n := range t.in.notes() {
		text := visible.Line(n.Text)
		if several && n.Model != "" {
			text = visible.Line(n.Model) + ": " + text
		}
		t.paragraph("note: ", "      ", text)
	}
	if t.o.Report != "" {
		t.line("")
		t.line("report: %s", visible.Line(t.o.Report))
	}
}
