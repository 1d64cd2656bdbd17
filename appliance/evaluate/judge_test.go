package evaluate

import (
	"testing"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
)

// given is an answer: the types of its columns, and rows in Postgres's text.
type given struct {
	types []string
	rows  [][]string
}

func (g given) answer() *answer.Answer {
	columns := make([]answer.Column, len(g.types))
	for i, t := range g.types {
		columns[i] = answer.Column{Type: t}
	}
	a := answer.New(columns, answer.DefaultKeep())
	for _, row := range g.rows {
		raw := make([][]byte, len(row))
		for i, v := range row {
			raw[i] = []byte(v)
		}
		a.Add(raw)
	}
	return a
}

func digestsOf(a *answer.Answer) record.Digests {
	return record.Digests{Paper: a.Digest(answer.Paper), Typed: a.Digest(answer.Typed), Columns: a.Digest(answer.Columns)}
}

func recordColumns(a *answer.Answer) (all []record.Column) {
	for _, c := range a.Columns() {
		all = append(all, record.Column(c))
	}
	return all
}

func (g given) reference(name string) record.Reference {
	a := g.answer()
	return record.Reference{Name: name, Digests: digestsOf(a), RowCount: a.RowCount()}
}

func (g given) sample() record.Sample {
	a := g.answer()
	return record.Sample{Question: "q", Digest: a.Digest(answer.Paper), Columns: recordColumns(a), Rows: a.Rows(), RowCount: a.RowCount()}
}

// cell is the answer as a cell, with what it is judged by.
func (g given) cell(known ...record.Sample) (record.Cell, Evidence) {
	a := g.answer()
	c := record.Cell{CellKey: record.CellKey{Question: "q"}, Outcome: record.Rows, Columns: recordColumns(a), RowCount: a.RowCount(), Digests: digestsOf(a)}
	return c, Evidence{Rows: a.Rows(), Hashes: a.RowHashes(), Known: known}
}

func result(types []string, rows ...[]string) given { return given{types, rows} }

// hashes are the names of rows of one text.
func hashes(texts ...string) (all []string) {
	g := given{types: []string{"text"}}
	for _, t := range texts {
		g.rows = append(g.rows, []string{t})
	}
	for _, h := range g.answer().RowHashes() {
		all = append(all, h.String())
	}
	return all
}

// verdict is what Judge says, in short.
type verdict struct {
	paper, typed, ties, columns bool
	label                       string
	tolerance                   float64
}

func judged(t *testing.T, q record.Question, c record.Cell, e Evidence) verdict {
	t.Helper()
	Judge(q, &c, e)
	if c.CorrectTyped == nil || c.CorrectTies == nil || c.CorrectColumns == nil {
		t.Fatalf("not judged in every mode: %+v", c)
	}
	return verdict{c.Correct, *c.CorrectTyped, *c.CorrectTies, *c.CorrectColumns, c.Label, c.Tolerance}
}

func TestJudgeInEveryMode(t *testing.T) {
	pair, texts := []string{"text", "int8"}, []string{"text", "text"}
	gold := result(pair, []string{"a", "1"}, []string{"b", "2"})
	q := record.Question{
		ID: "q", Gold: gold.reference(""),
		Alternates: []record.Reference{result(pair, []string{"A", "1"}, []string{"B", "2"}).reference("names")},
		Mistakes: []record.Reference{
			result(pair, []string{"a", "1"}).reference("one less"),
			result([]string{"int8", "text"}, []string{"1", "a"}, []string{"2", "b"}).reference("turned"),
			result([]string{"text", "numeric"}, []string{"a", "1.0"}, []string{"b", "2.0"}).reference("average"),
		},
	}
	for name, tt := range map[string]struct {
		cell given
		want verdict
	}{
		"gold":                     {gold, verdict{true, true, true, true, "", 0}},
		"an alternate":             {result(pair, []string{"B", "2"}, []string{"A", "1"}), verdict{true, true, true, true, "", 0}},
		"another type":             {result([]string{"text", "numeric"}, []string{"a", "1"}, []string{"b", "2.00"}), verdict{false, true, true, true, "", 0}},
		"an alternate's columns":   {result([]string{"int4", "text"}, []string{"1", "A"}, []string{"2", "B"}), verdict{false, false, false, true, "", 0}},
		"a mistake in paper":       {result([]string{"int8", "text"}, []string{"1", "a"}, []string{"2", "b"}), verdict{false, false, false, true, "turned", 0}},
		"typed before a mistake":   {result([]string{"text", "numeric"}, []string{"a", "1.000"}, []string{"b", "2.0"}), verdict{false, true, true, true, "", 0}},
		"a mistake as typed":       {result([]string{"text", "numeric"}, []string{"a", "1.00"}), verdict{false, false, false, false, "one less", 0}},
		"a mistake's columns":      {result([]string{"int8", "text"}, []string{"1", "a"}), verdict{false, false, false, false, "one less", 0}},
		"wrong in every mode":      {result(pair, []string{"a", "2"}, []string{"b", "1"}), verdict{}},
		"a text instead of number": {result(texts, []string{"a", "1"}, []string{"b", "2"}), verdict{true, false, false, false, "", 0}},
	} {
		c, e := tt.cell.cell()
		if got := judged(t, q, c, e); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestJudgeWithTies(t *testing.T) {
	one := func(texts ...string) given {
		g := given{types: []string{"text"}}
		for _, text := range texts {
			g.rows = append(g.rows, []string{text})
		}
		return g
	}
	q := record.Question{ID: "q", Limit: 2, Gold: one("a", "b").reference(""),
		Mistakes: []record.Reference{one("a").reference("less"), one("x", "y").reference("others")}}
	q.Gold.Ties = &record.Ties{Limit: 2, Above: hashes("a"), Tied: hashes("b", "c")}
	q.Mistakes[1].Ties = &record.Ties{Limit: 2, Above: hashes("x"), Tied: hashes("y", "z")}
	for name, tt := range map[string]struct {
		cell given
		want verdict
	}{
		"gold":                     {one("a", "b"), verdict{true, true, true, true, "", 0}},
		"the other that ties":      {one("c", "a"), verdict{false, false, true, false, "", 0}},
		"without those above":      {one("b", "c"), verdict{}},
		"one too few":              {one("a"), verdict{label: "less"}},
		"a mistake's other tie":    {one("x", "z"), verdict{label: "others"}},
		"of a mistake's, too many": {one("x", "y", "z"), verdict{}},
	} {
		c, e := tt.cell.cell()
		if got := judged(t, q, c, e); got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}

	q.Gold.Ties = &record.Ties{Limit: 2, Beyond: true}
	c, e := one("a", "c").cell()
	if Judge(q, &c, e); c.CorrectTies != nil || *c.CorrectTyped {
		t.Errorf("judged among candidates that nobody kept: %+v", c)
	}
	c, e = one("b", "a").cell()
	if got := judged(t, q, c, e); !got.ties {
		t.Error("gold is not right with ties")
	}
}

func TestJudgeWithTolerance(t *testing.T) {
	types := []string{"text", "float8"}
	gold := result(types, []string{"a", "0.12345678851"}, []string{"b", "2"})
	other := result(types, []string{"b", "2"}, []string{"a", "0.12345678849"})
	q := record.Question{ID: "q", Gold: gold.reference("")}

	c, e := other.cell(gold.sample())
	if got, want := judged(t, q, c, e), (verdict{false, true, true, true, "", answer.Tolerance}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	c, e = other.cell()
	if got := judged(t, q, c, e); got != (verdict{}) {
		t.Errorf("without gold's rows: %+v", got)
	}
	elsewhere := gold.sample()
	elsewhere.Question = "q2"
	c, e = other.cell(elsewhere)
	if got := judged(t, q, c, e); got != (verdict{}) {
		t.Errorf("with another question's rows: %+v", got)
	}
	c, e = gold.cell(gold.sample())
	if got, want := judged(t, q, c, e), (verdict{true, true, true, true, "", 0}); got != want {
		t.Errorf("gold itself: %+v, want %+v", got, want)
	}
}

// TestNothingIsJudgedWithoutDigests: as of records that an older version made,
// or of what did not run.
func TestNothingIsJudgedWithoutDigests(t *testing.T) {
	gold := result([]string{"int4"}, []string{"1"})
	old := record.Question{ID: "q", Gold: record.Reference{Digests: record.Digests{Paper: gold.reference("").Digests.Paper}}}
	c, e := gold.cell()
	if Judge(old, &c, e); !c.Correct || c.CorrectTyped != nil || c.CorrectTies != nil || c.CorrectColumns != nil {
		t.Errorf("%+v", c)
	}
	c.Outcome, c.Tolerance, c.CorrectTyped = record.Timeout, 1, new(true)
	if Judge(old, &c, e); c.Correct || c.CorrectTyped != nil || c.Tolerance != 0 {
		t.Errorf("a failure: %+v", c)
	}
}
