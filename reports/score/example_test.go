package score

import (
	"encoding/json"
	"math"
	"testing"

	"ercheck/appliance/record"

	"github.com/google/go-cmp/cmp"
)

// The example is small enough to be worked out on paper: three variants, two
// questions, one repeat.
//
//	      a            b            c
//	q1    X right      X right      Y wrong, labelled
//	q2    empty wrong  empty wrong  error
//
// Pairs of q1: ab agree, ac and bc differ. Pairs of q2: ab agree (both empty),
// ac and bc have a failure.
func example() (record.Run, []record.Cell) {
	run := record.Run{
		ID: "r", Status: record.Finished, Models: []string{"m"}, Repeats: 1,
		Variants:  []record.Variant{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Questions: []record.Question{{ID: "q1"}, {ID: "q2"}},
		Proof:     record.Proof{Holds: true},
	}
	return run, []record.Cell{
		cell("q1", "a", record.Rows, "X", 3, true, ""),
		cell("q1", "b", record.Rows, "X", 3, true, ""),
		cell("q1", "c", record.Rows, "Y", 2, false, "zeros_dropped"),
		cell("q2", "a", record.Rows, "0", 0, false, ""),
		cell("q2", "b", record.Rows, "0", 0, false, ""),
		cell("q2", "c", record.Error, "", 0, false, ""),
	}
}

func cell(q, v string, o record.Outcome, digest string, rows int64, right bool, label string) record.Cell {
	return record.Cell{
		CellKey: record.CellKey{Model: "m", Question: q, Variant: v},
		Outcome: o, Digests: record.Digests{Paper: digest}, RowCount: rows, Correct: right, Label: label,
	}
}

func matrix(rows ...[]Number) Matrix {
	return Matrix{Names: []string{"a", "b", "c"}, Values: rows}
}

func TestExampleByHand(t *testing.T) {
	run, cells := example()
	got := Compute(run, cells)
	want := Model{
		Name: "m", Asked: "m", CellCount: 6, Errors: 1,
		Outcomes:                 map[record.Outcome]int{record.Rows: 5, record.Error: 1},
		PSS:                      matrix([]Number{2, 2, 0}, []Number{2, 2, 0}, []Number{0, 0, 1}),
		PSSLiteral:               matrix([]Number{2, 2, 0}, []Number{2, 2, 0}, []Number{0, 0, 1}),
		Flips:                    matrix([]Number{0, 0, 1}, []Number{0, 0, 1}, []Number{0, 0, 0}),
		AverageAgreement:         100.0 / 3, // 2 of 6
		AverageAgreementLiteral:  100.0 / 3,
		AverageAgreementNonempty: 100.0 / 6, // 1 of 6
		EmptyAgreements:          1,
		SelfAgreement:            undefined,
		Accuracy:                 100.0 / 3, // 2 of 6
		RobustAccuracy:           0,
		Reachable:                50, // q1
		SchemaGap:                50,
		Validity:                 500.0 / 6, // 5 of 6
		AccuracyTyped:            undefined,
		AccuracyTies:             undefined,
		AccuracyColumns:          undefined,
		AccuracyUnambiguous:      100.0 / 3, // no question is ambiguous
		AverageAgreementTyped:    undefined,
		Labels:                   map[string]int{"zeros_dropped": 1},
		Unlabelled:               2,
		Questions: []Question{
			{ID: "q1", QAS: 1, QDS: 2, Right: 2, Cells: 3, Accuracy: 200.0 / 3},
			{ID: "q2", QAS: 1, QMS: 2, QASEmpty: 1, Cells: 3, Errors: 1},
		},
		Variants: []Variant{
			{Name: "a", Agreement: 50, SelfAgreement: undefined, Right: 1, Cells: 2, Accuracy: 50, Validity: 100},
			{Name: "b", Agreement: 50, SelfAgreement: undefined, Right: 1, Cells: 2, Accuracy: 50, Validity: 100},
			{Name: "c", SelfAgreement: undefined, Cells: 2, Errors: 1, Validity: 50},
		},
		Notes: []Note{{Code: NoteEmpty, Model: "m", Text: "Agreements between two empty results: 1. " +
			"Without them the average agreement is 16.7 %."}},
	}
	if diff := cmp.Diff([]Model{want}, got.Models, nearly); diff != "" {
		t.Error(diff)
	}
	if len(got.Notes) != 0 {
		t.Errorf("notes %v on a complete run", got.Notes)
	}
}

var nearly = cmp.Comparer(func(a, b Number) bool {
	return !a.Defined() && !b.Defined() || math.Abs(float64(a-b)) < 1e-9
})

func TestTwoFailuresAgreeOnlyLiterally(t *testing.T) {
	run, cells := example()
	cells[4] = cell("q2", "b", record.NoResponse, "", 0, false, "") // c failed too
	m := Compute(run, cells).Models[0]
	if m.PSS.Values[1][2] != 0 || m.PSSLiteral.Values[1][2] != 1 {
		t.Errorf("PSS %v, literal %v; want 0 and 1", m.PSS.Values[1][2], m.PSSLiteral.Values[1][2])
	}
	if m.PSS.Values[1][1] != 1 || m.PSSLiteral.Values[1][1] != 1 {
		t.Errorf("diagonal %v, literal %v; want N − E = 1 in both", m.PSS.Values[1][1], m.PSSLiteral.Values[1][1])
	}
	if m.Validity != 80 { // 4 rows of 5 responses
		t.Errorf("validity %v, want 80", m.Validity)
	}
	if m.Errors != 2 {
		t.Errorf("errors %d, want 2", m.Errors)
	}
}

// Two repeats of one question: a gives X, Y and b gives X, X. Of the four pairs
// two agree; a never agrees with itself, b always does.
func TestRepeatsAreAveragedOverPairs(t *testing.T) {
	run := record.Run{
		Models: []string{"m"}, Repeats: 2, Proof: record.Proof{Holds: true},
		Variants:  []record.Variant{{Name: "a"}, {Name: "b"}},
		Questions: []record.Question{{ID: "q"}},
	}
	var cells []record.Cell
	for i, c := range []record.Cell{
		cell("q", "a", record.Rows, "X", 1, true, ""), cell("q", "a", record.Rows, "Y", 1, false, ""),
		cell("q", "b", record.Rows, "X", 1, true, ""), cell("q", "b", record.Rows, "X", 1, true, ""),
	} {
		c.Repeat = i % 2
		cells = append(cells, c)
	}
	m := Compute(run, cells).Models[0]
	for _, c := range []struct {
		what      string
		got, want Number
	}{
		{"PSS", m.PSS.Values[0][1], 0.5},
		{"diagonal", m.PSS.Values[0][0], 1},
		{"average agreement", m.AverageAgreement, 50},
		{"QAS", m.Questions[0].QAS, 0.5},
		{"QDS", m.Questions[0].QDS, 0.5},
		{"self-agreement of a", m.Variants[0].SelfAgreement, 0},
		{"self-agreement of b", m.Variants[1].SelfAgreement, 100},
		{"self-agreement", m.SelfAgreement, 50},
		{"accuracy", m.Accuracy, 75},
		{"robust accuracy", m.RobustAccuracy, 50}, // repeat 0 only
		{"reachable", m.Reachable, 100},
		{"flips a→b", m.Flips.Values[0][1], 0},
		{"flips b→a", m.Flips.Values[1][0], 0.5},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestConstantAndGold(t *testing.T) {
	for _, right := range []bool{false, true} {
		run, cells := example()
		for i := range cells {
			cells[i] = cell(cells[i].Question, cells[i].Variant, record.Rows, "same", 1, right, "")
		}
		m := Compute(run, cells).Models[0]
		accuracy := Number(0)
		if right {
			accuracy = 100
		}
		if m.AverageAgreement != 100 || m.Accuracy != accuracy || m.RobustAccuracy != accuracy {
			t.Errorf("agreement %v, accuracy %v, robust %v; want 100, %v, %v",
				m.AverageAgreement, m.Accuracy, m.RobustAccuracy, accuracy, accuracy)
		}
	}
}

func TestDamageIsNoted(t *testing.T) {
	run, cells := example()
	run.Status, run.Proof = record.Unfinished, record.Proof{Skipped: true}
	cells[5] = cells[0] // a second cell for q1 on a: q2 on c is missing then
	cells[2].Digests.Paper = ""
	stranger := cells[0]
	stranger.Variant = "nowhere"
	late := cells[0]
	late.Repeat = 1
	s := Compute(run, append(cells, stranger, late))
	codes := func(notes []Note) (out []string) {
		for _, n := range notes {
			out = append(out, n.Code)
		}
		return out
	}
	want := []string{NoteUnproved, NoteUnfinished, NoteUnknownCells, NoteDuplicateCells}
	if diff := cmp.Diff(want, codes(s.Notes)); diff != "" {
		t.Error(diff)
	}
	want = []string{NoteMissing, NoteUndigested, NoteEmpty}
	if diff := cmp.Diff(want, codes(s.Models[0].Notes)); diff != "" {
		t.Error(diff)
	}
	if m := s.Models[0]; m.Missing != 1 || m.Errors != 0 || m.Validity != 100 || m.Questions[1].QMS != 2 {
		t.Errorf("missing %d, errors %d, validity %v, QMS %v; want 1, 0, 100, 2",
			m.Missing, m.Errors, m.Validity, m.Questions[1].QMS)
	}
}

func TestNothingToCompareIsUndefined(t *testing.T) {
	run, cells := example()
	run.Variants = run.Variants[:1]
	m := Compute(run, cells[:1]).Models[0]
	if m.AverageAgreement.Defined() || m.Variants[0].Agreement.Defined() || m.SelfAgreement.Defined() {
		t.Errorf("agreement %v of a single variant", m.AverageAgreement)
	}
	run.Variants = nil
	m = Compute(run, nil).Models[0]
	for _, n := range []Number{m.Accuracy, m.RobustAccuracy, m.Reachable, m.SchemaGap, m.Validity, m.AverageAgreement} {
		if n.Defined() {
			t.Errorf("%v of no cells at all", n)
		}
	}
	if len(m.Notes) != 1 || m.Notes[0].Code != NoteNothing {
		t.Errorf("notes %v", m.Notes)
	}
}

func TestNumbersInJSON(t *testing.T) {
	m := Matrix{Names: []string{"z", `a"b`}, Values: [][]Number{{12, 1.0 / 3}, {undefined, 12.75}}}
	got, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"z":{"z":12,"a\"b":0.333333},"a\"b":{"z":null,"a\"b":12.75}}`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	var back Number
	if err := json.Unmarshal([]byte("null"), &back); err != nil || back.Defined() {
		t.Errorf("null is read as %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte("1.5"), &back); err != nil || back != 1.5 {
		t.Errorf("1.5 is read as %v, %v", back, err)
	}
	if undefined.Short() != "–" || Number(12).Short() != "12" || Number(12.34).Short() != "12.3" {
		t.Error("short forms")
	}
}
