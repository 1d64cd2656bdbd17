package score

import (
	"testing"

	"ercheck/appliance/record"
)

// typedExample is the example with digests in mode typed: q1 on c equals an
// alternate there, and q2's two empty answers differ.
func typedExample() (record.Run, []record.Cell) {
	run, cells := example()
	run.Questions[0].Gold.Digests.Typed = "x"
	run.Questions[0].Alternates = []record.Reference{{Digests: record.Digests{Typed: "y"}}}
	run.Questions[1].Gold.Digests.Typed = "z"
	for i, d := range []string{"x", "x", "y", "0", "00", ""} {
		cells[i].Digests.Typed = d
	}
	return run, cells
}

func TestTypedFigures(t *testing.T) {
	run, cells := typedExample()
	m := Compute(run, cells).Models[0]
	if want := Number(50); m.AccuracyTyped != want { // the three of q1, of six
		t.Errorf("accuracy %v, want %v", m.AccuracyTyped, want)
	}
	if want := Number(100.0 / 6); !near(m.AverageAgreementTyped, want) { // q1 on a and b
		t.Errorf("agreement %v, want %v", m.AverageAgreementTyped, want)
	}
	no := false
	cells[0].CorrectTyped = &no // the cell's own verdict counts before the digest
	if got, want := Compute(run, cells).Models[0].AccuracyTyped, Number(100.0/3); !near(got, want) {
		t.Errorf("accuracy %v with a verdict of its own, want %v", got, want)
	}
}

// A figure over half-known cells would be wrong, so there is none.
func TestHalfJudgedIsUndefined(t *testing.T) {
	run, cells := typedExample()
	cells[3].Digests.Typed = ""
	m := Compute(run, cells).Models[0]
	if m.AccuracyTyped.Defined() || m.AverageAgreementTyped.Defined() {
		t.Errorf("accuracy %v, agreement %v without the digest of one cell", m.AccuracyTyped, m.AverageAgreementTyped)
	}
	run, cells = typedExample()
	run.Questions[0].Alternates[0].Digests.Typed = ""
	m = Compute(run, cells).Models[0]
	if m.AccuracyTyped.Defined() || !m.AverageAgreementTyped.Defined() {
		t.Errorf("accuracy %v, agreement %v without the digest of an alternate", m.AccuracyTyped, m.AverageAgreementTyped)
	}
	for i := range cells {
		cells[i].Outcome = record.Timeout
	}
	m = Compute(run, cells).Models[0]
	if m.AccuracyTyped.Defined() || m.AverageAgreementTyped.Defined() || m.AccuracyTies.Defined() {
		t.Errorf("figures %v, %v, %v though no cell ran", m.AccuracyTyped, m.AverageAgreementTyped, m.AccuracyTies)
	}
}

func TestVerdictsOfCells(t *testing.T) {
	run, cells := example()
	yes, no := true, false
	for i := range cells[:5] {
		cells[i].CorrectTies, cells[i].CorrectColumns = &yes, &no
	}
	cells[4].CorrectTies, cells[4].CorrectColumns = &no, &yes
	m := Compute(run, cells).Models[0]
	if !near(m.AccuracyTies, 400.0/6) || !near(m.AccuracyColumns, 100.0/6) { // a failure counts as wrong
		t.Errorf("ties %v, columns %v; want 66.7 and 16.7", m.AccuracyTies, m.AccuracyColumns)
	}
	if m.AccuracyTyped.Defined() {
		t.Errorf("typed %v without any verdict", m.AccuracyTyped)
	}
}

func TestAmbiguousQuestionsAreLeftOut(t *testing.T) {
	run, cells := example()
	run.Questions[1].Ambiguous = true
	m := Compute(run, cells).Models[0]
	if !near(m.AccuracyUnambiguous, 200.0/3) { // q1 alone
		t.Errorf("accuracy %v, want 66.7", m.AccuracyUnambiguous)
	}
	run.Questions[0].Ambiguous = true
	if m := Compute(run, cells).Models[0]; m.AccuracyUnambiguous.Defined() {
		t.Errorf("accuracy %v though every question is ambiguous", m.AccuracyUnambiguous)
	}
}
