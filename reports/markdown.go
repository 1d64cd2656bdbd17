package reports

import (
	"fmt"
	"io"
	"strings"

	"ercheck/reports/score"
)

// Markdown writes the run's figures as GitHub-flavoured Markdown: what was run
// and proved, and for each model its headline, the heatmap as a table, the
// questions, the variants and the notes. It has no SQL and no rows: those are in
// the other formats.
//
// Every text of the run stands either in a code span or with its punctuation
// escaped, so that none becomes markup, a link or a mention.
func Markdown(w io.Writer, in Input) error {
	m := &markdown{in: in}
	m.head()
	m.comparison()
	for _, s := range in.Scores.Models {
		if inFull(s) {
			m.model(s)
		}
	}
	m.foot()
	_, err := io.WriteString(w, m.String())
	return err
}

type markdown struct {
	strings.Builder
	in Input
}

func (m *markdown) line(format string, args ...any) {
	fmt.Fprintf(m, format+"\n", args...)
}

// row writes one row of a table. The cells are Markdown already.
func (m *markdown) row(cells ...string) {
	m.line("| %s |", strings.Join(cells, " | "))
}

// table begins a table; columns whose heading ends in ">" are set to the right.
func (m *markdown) table(headings ...string) {
	names, rules := make([]string, len(headings)), make([]string, len(headings))
	for i, h := range headings {
		var right bool
		if names[i], right = strings.CutSuffix(h, ">"); right {
			rules[i] = "---:"
		} else {
			rules[i] = "---"
		}
	}
	m.line("")
	m.row(names...)
	m.row(rules...)
}

func (m *markdown) head() {
	r := m.in.Run
	m.line("# %s", plainText(m.in.title()))
	m.line("")
	m.line("%s × %s%s on domain %s, set %s, at %s, with prompt %s; run %s, started %s.",
		count(len(r.Questions), "question"), count(len(r.Variants), "schema variant"), times(r.Repeats),
		code(r.Domain), code(r.Set), dataLine(r.Data, code), code(r.Strategy), code(r.ID), moment(r.Started))
	m.line("")
	m.line("**%s**", plainText(capital(proofLine(r.Proof))))
	m.notes(m.in.Scores.Notes)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// notes writes a list, or nothing.
func (m *markdown) notes(notes []score.Note) {
	if len(notes) > 0 {
		m.line("")
	}
	for _, n := range notes {
		m.line("- Note: %s", plainText(n.Text))
	}
}

// comparison sets several models beside each other.
func (m *markdown) comparison() {
	rows := comparison(m.in.Scores.Models)
	if rows == nil {
		return
	}
	m.line("")
	m.line("## Models compared")
	var headings []string
	for i, c := range rows[0] {
		if headings = append(headings, c.Name); i > 0 {
			headings[i] += ">"
		}
	}
	m.table(headings...)
	for _, row := range rows {
		cells := []string{code(row[0].Figure)}
		for _, c := range row[1:] {
			cells = append(cells, plainText(c.Figure))
		}
		m.row(cells...)
	}
}

func (m *markdown) model(s score.Model) {
	m.line("")
	m.line("## Model %s", code(s.Name))
	if a := aside(s.Asked); a != "" {
		m.line("")
		m.line("%s.", capital(plainText(a)))
	}
	m.table("Figure", "Value>", "What it is")
	for _, f := range headline(s) {
		m.row("**"+f.name+"**", f.figure, plainText(f.short))
	}
	if s.Errors > 0 {
		m.row("**Failures**", fmt.Sprintf("%d of %d", s.Errors, s.CellCount), plainText(failureCounts(s)))
	}
	m.notes(s.Notes)
	m.heatmap(s)
	m.questions(s)
	m.variants(s)
	m.leniencies(s)
	m.labels(s)
}

// heatmap writes the agreement of each pair under numbers for the columns, which
// keep the table narrow.
func (m *markdown) heatmap(s score.Model) {
	m.line("")
	m.line("### Agreement of variants")
	m.line("")
	m.line("Questions of %d on which two variants gave the same answer; on the diagonal, in bold, questions that ran.", len(s.Questions))
	headings := []string{"", "Variant"}
	for i := range s.PSS.Names {
		headings = append(headings, fmt.Sprintf("%d>", i+1))
	}
	m.table(headings...)
	for i, name := range s.PSS.Names {
		cells := []string{fmt.Sprint(i + 1), code(name)}
		for j, v := range s.PSS.Values[i] {
			figure := v.Short()
			if i == j {
				figure = "**" + figure + "**"
			}
			cells = append(cells, figure)
		}
		m.row(cells...)
	}
}

func (m *markdown) questions(s score.Model) {
	v := len(m.in.Run.Variants)
	m.line("")
	m.line("### Questions")
	m.line("")
	m.line("Of %s of variants: both ran and agree (QAS), both ran and differ (QDS), at least one failed (QMS).", count(v*(v-1)/2, "pair"))
	m.table("Question", "QAS>", "QDS>", "QMS>", "Right>", "Accuracy>", "Text")
	for i, q := range s.Questions {
		asked := m.in.Run.Questions[i]
		words := plainText(asked.Text)
		if asked.Ambiguous {
			words += " *(ambiguous)*"
		}
		m.row(code(q.ID), q.QAS.Short(), q.QDS.Short(), q.QMS.Short(), fmt.Sprintf("%d/%d", q.Right, q.Cells), percent(q.Accuracy), words)
	}
}

func (m *markdown) variants(s score.Model) {
	m.line("")
	m.line("### Variants")
	m.table("Variant", "Agreement>", "Accuracy>", "Validity>", "Failed>", "Tables>")
	for i, v := range s.Variants {
		m.row(code(v.Name), percent(v.Agreement), percent(v.Accuracy), percent(v.Validity), fmt.Sprint(v.Errors),
			fmt.Sprint(m.in.Run.Variants[i].Tables))
	}
}

func (m *markdown) leniencies(s score.Model) {
	m.line("")
	m.line("### Under other comparisons")
	m.table("Comparison", "Accuracy>", "Agreement>", "What counts as equal")
	for _, l := range leniencies(s) {
		if l.Agreement == "" {
			l.Agreement = "–"
		}
		m.row(l.Name, l.Accuracy, l.Agreement, plainText(l.Explanation))
	}
}

func (m *markdown) labels(s score.Model) {
	all := labels(s)
	if len(all) == 0 {
		return
	}
	m.line("")
	m.line("### Wrong answers")
	m.table("Label", "Cells>")
	for _, l := range all {
		m.row(plainText(l.Label), fmt.Sprint(l.Cells))
	}
}

func (m *markdown) foot() {
	m.line("")
	m.line("%s", plainText(agreementAlone))
	r := m.in.Run
	m.line("")
	m.line("ercheck %s, Postgres %s, data %s.", code(r.Versions.Ercheck), code(r.Versions.Postgres), code(r.Data.Digest))
}

// code gives a text as a code span, in which nothing is markup. With a pipe, which
// would end a table's cell even there, it is escaped like other texts.
func code(s string) string {
	if strings.Contains(s, "|") {
		return plainText(s)
	}
	s = text(s)
	if strings.TrimSpace(s) == "" {
		return "–"
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " " // one space on both sides is not shown
	}
	return fence + s + fence
}

// joiner is invisible; a mention or a reference to an issue cannot go on after it.
const joiner = "\u2060"

// plainText gives a text of one line with everything escaped that could be
// markup, a link, a mention or a reference.
func plainText(s string) string {
	var b strings.Builder
	s = text(s)
	for i, r := range s {
		address := r == ':' && strings.HasPrefix(s[i:], "://")
		if address || strings.ContainsRune("\\`*_{}[]<>#|~$&^!", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		if r == '@' || r == '#' {
			b.WriteString(joiner)
		}
	}
	return strings.ReplaceAll(b.String(), "www.", "www\\.")
}
