package score

import (
	"fmt"
	"math/rand"
	"testing"

	"ercheck/appliance/record"

	"pgregory.net/rapid"
)

// anyRun draws a run and its cells: several models, variants, questions and
// repeats, every outcome, few distinct answers, some cells missing, any order.
func anyRun(t *rapid.T) (record.Run, []record.Cell) {
	run := record.Run{Proof: record.Proof{Holds: true}, Repeats: rapid.IntRange(1, 3).Draw(t, "repeats")}
	for i := range rapid.IntRange(1, 2).Draw(t, "models") {
		run.Models = append(run.Models, fmt.Sprint("m", i))
	}
	for i := range rapid.IntRange(1, 5).Draw(t, "variants") {
		run.Variants = append(run.Variants, record.Variant{Name: fmt.Sprint("v", i)})
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "questions") {
		run.Questions = append(run.Questions, record.Question{ID: fmt.Sprint("q", i),
			Gold:       record.Reference{Digests: record.Digests{Paper: "G", Typed: "G"}},
			Alternates: []record.Reference{{Digests: record.Digests{Paper: "A", Typed: "A"}}}})
	}
	outcomes := []record.Outcome{record.Rows, record.Rows, record.Rows, record.NoResponse, record.NoSQL,
		record.Truncated, record.Rejected, record.Error, record.Timeout, record.Limit, "absent"}
	var cells []record.Cell
	for _, key := range keys(run) {
		c := record.Cell{CellKey: key, Outcome: rapid.SampledFrom(outcomes).Draw(t, "outcome")}
		if c.Ran() {
			anyAnswer(t, &c)
		}
		if c.Outcome != "absent" {
			cells = append(cells, c)
		}
	}
	rand.New(rand.NewSource(1)).Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return run, cells
}

// anyAnswer: G is gold, A an alternate, E the empty answer, "" an unknown one.
func anyAnswer(t *rapid.T, c *record.Cell) {
	c.Digests.Paper = rapid.SampledFrom([]string{"G", "G", "A", "W", "X", "E", ""}).Draw(t, "digest")
	c.Digests.Typed = c.Digests.Paper
	c.Correct = c.Digests.Paper == "G" || c.Digests.Paper == "A"
	if c.Digests.Paper != "E" {
		c.RowCount = 7
	}
	if c.Digests.Paper == "W" {
		c.Label = "mistake"
	}
}

func keys(run record.Run) (keys []record.CellKey) {
	for _, m := range run.Models {
		for _, q := range run.Questions {
			for _, v := range run.Variants {
				for r := range run.Repeats {
					keys = append(keys, record.CellKey{Model: m, Question: q.ID, Variant: v.Name, Repeat: r})
				}
			}
		}
	}
	return keys
}

func TestInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run, cells := anyRun(t)
		s := Compute(run, cells)
		for _, m := range s.Models {
			checkMatrices(t, run, m)
			checkQuestions(t, run, m)
			checkTotals(t, m)
			checkModes(t, m)
		}
	})
}

func checkMatrices(t *rapid.T, run record.Run, m Model) {
	n := Number(len(run.Questions))
	for i := range run.Variants {
		if m.Flips.Values[i][i] != 0 {
			t.Fatalf("flips of a variant with itself: %v", m.Flips.Values[i][i])
		}
		for j := range run.Variants {
			p, l, f := m.PSS.Values[i][j], m.PSSLiteral.Values[i][j], m.Flips.Values[i][j]
			if p != m.PSS.Values[j][i] || l != m.PSSLiteral.Values[j][i] {
				t.Fatalf("not symmetric at %d, %d", i, j)
			}
			if p < 0 || l < p || l > n || f < 0 || f > n {
				t.Fatalf("out of bounds: PSS %v, literal %v, flips %v of %v", p, l, f, n)
			}
			if p > m.PSS.Values[i][i] {
				t.Fatalf("PSS(%d,%d) = %v above the diagonal's %v", i, j, p, m.PSS.Values[i][i])
			}
			repeats := Number(run.Repeats)
			moved := (f - m.Flips.Values[j][i]) * repeats
			if i != j && !near(moved, Number(m.Variants[i].Right-m.Variants[j].Right)) {
				t.Fatalf("F(i,j) − F(j,i) = %v/R with %d and %d right", moved, m.Variants[i].Right, m.Variants[j].Right)
			}
		}
	}
}

func near(a, b Number) bool { return a-b < 1e-9 && b-a < 1e-9 }

func checkQuestions(t *rapid.T, run record.Run, m Model) {
	v := len(run.Variants)
	var agree Number
	for _, q := range m.Questions {
		if sum := q.QAS + q.QDS + q.QMS; !near(sum, Number(v*(v-1)/2)) {
			t.Fatalf("QAS + QDS + QMS = %v with %d variants", sum, v)
		}
		if q.QASEmpty > q.QAS {
			t.Fatalf("%v empty of %v agreements", q.QASEmpty, q.QAS)
		}
		agree += q.QAS
	}
	if v < 2 {
		if m.AverageAgreement.Defined() {
			t.Fatalf("agreement %v of one variant", m.AverageAgreement)
		}
		return
	}
	pairs := Number(v * (v - 1) / 2 * len(run.Questions))
	if !near(m.AverageAgreement, 100*agree/pairs) {
		t.Fatalf("average agreement %v, from QAS %v", m.AverageAgreement, 100*agree/pairs)
	}
}

func checkTotals(t *rapid.T, m Model) {
	ran := m.Outcomes[record.Rows]
	if ran+m.Errors+m.Missing != m.CellCount {
		t.Fatalf("%d ran, %d errors, %d missing of %d", ran, m.Errors, m.Missing, m.CellCount)
	}
	if m.RobustAccuracy > m.Accuracy+1e-9 || m.Accuracy > m.Reachable+1e-9 {
		t.Fatalf("robust %v, accuracy %v, reachable %v", m.RobustAccuracy, m.Accuracy, m.Reachable)
	}
	if !near(m.SchemaGap, m.Reachable-m.RobustAccuracy) {
		t.Fatalf("gap %v", m.SchemaGap)
	}
	for _, p := range []Number{m.AverageAgreement, m.AverageAgreementLiteral, m.AverageAgreementNonempty,
		m.SelfAgreement, m.Accuracy, m.RobustAccuracy, m.Reachable, m.Validity} {
		if p.Defined() && (p < 0 || p > 100+1e-9) {
			t.Fatalf("%v is no percentage", p)
		}
	}
}

// The reference works from the definitions, one pair of cells at a time, with
// look-ups by key and no tally.
func TestAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run, cells := anyRun(t)
		s := Compute(run, cells)
		byKey := map[record.CellKey]record.Cell{}
		for _, c := range cells {
			byKey[c.CellKey] = c
		}
		for _, m := range s.Models {
			r := reference{run, byKey, m.Name}
			for i, v := range run.Variants {
				for j, w := range run.Variants {
					r.compare(t, m, i, j, v.Name, w.Name)
				}
			}
		}
	})
}

type reference struct {
	run   record.Run
	cells map[record.CellKey]record.Cell
	model string
}

// mean of what holds for two cells over all questions and pairs of repeats,
// times the number of questions.
func (r reference) mean(v, w string, holds func(a, b record.Cell) bool) Number {
	sum, pairs := 0, 0
	for _, q := range r.run.Questions {
		for i := range r.run.Repeats {
			for j := range r.run.Repeats {
				a := r.cells[record.CellKey{Model: r.model, Question: q.ID, Variant: v, Repeat: i}]
				b := r.cells[record.CellKey{Model: r.model, Question: q.ID, Variant: w, Repeat: j}]
				pairs++
				if holds(a, b) {
					sum++
				}
			}
		}
	}
	return Number(sum*len(r.run.Questions)) / Number(pairs)
}

func (r reference) compare(t *rapid.T, m Model, i, j int, v, w string) {
	same := func(a, b record.Cell) bool {
		return a.Ran() && b.Ran() && a.Digests.Paper != "" && a.Digests.Paper == b.Digests.Paper
	}
	failure := func(c record.Cell) bool { return c.Outcome != "" && !c.Ran() }
	literal := func(a, b record.Cell) bool { return same(a, b) || failure(a) && failure(b) }
	if i == j {
		same = func(a, _ record.Cell) bool { return a.Ran() }
		literal = same
	} else {
		flip := func(a, b record.Cell) bool { return a.Correct && !b.Correct }
		if want := r.mean(v, w, flip); !near(m.Flips.Values[i][j], want) {
			t.Fatalf("flips %s→%s: %v, want %v", v, w, m.Flips.Values[i][j], want)
		}
	}
	if want := r.mean(v, w, same); !near(m.PSS.Values[i][j], want) {
		t.Fatalf("PSS %s, %s: %v, want %v", v, w, m.PSS.Values[i][j], want)
	}
	if want := r.mean(v, w, literal); !near(m.PSSLiteral.Values[i][j], want) {
		t.Fatalf("literal %s, %s: %v, want %v", v, w, m.PSSLiteral.Values[i][j], want)
	}
}

func BenchmarkCompute(b *testing.B) {
	run := record.Run{Models: []string{"m"}, Repeats: 3, Proof: record.Proof{Holds: true}}
	for i := range 200 {
		run.Variants = append(run.Variants, record.Variant{Name: fmt.Sprint("v", i)})
	}
	for i := range 30 {
		run.Questions = append(run.Questions, record.Question{ID: fmt.Sprint("q", i),
			Gold:       record.Reference{Digests: record.Digests{Paper: "G", Typed: "G"}},
			Alternates: []record.Reference{{Digests: record.Digests{Paper: "A", Typed: "A"}}}})
	}
	var cells []record.Cell
	for i, key := range keys(run) {
		cells = append(cells, record.Cell{CellKey: key, Outcome: record.Rows,
			Digests: record.Digests{Paper: fmt.Sprint(i % 7)}})
	}
	for b.Loop() {
		Compute(run, cells)
	}
}

// checkModes: where both modes see the same equalities, both give the same figures.
func checkModes(t *rapid.T, m Model) {
	if m.AccuracyTyped.Defined() && !near(m.AccuracyTyped, m.Accuracy) {
		t.Fatalf("accuracy %v, typed %v", m.Accuracy, m.AccuracyTyped)
	}
	if m.AverageAgreementTyped.Defined() && !near(m.AverageAgreementTyped, m.AverageAgreement) {
		t.Fatalf("agreement %v, typed %v", m.AverageAgreement, m.AverageAgreementTyped)
	}
	if !near(m.AccuracyUnambiguous, m.Accuracy) {
		t.Fatalf("accuracy %v, without ambiguous questions %v, though none is", m.Accuracy, m.AccuracyUnambiguous)
	}
}
