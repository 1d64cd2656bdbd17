// Package score turns the cells of a run into figures. It owns the definitions
// that docs and reports quote, and shows nothing itself.
//
//  1. The cells of each model are placed in a grid: question × variant × repeat.
//     A place without a cell is missing: it is counted and named in a note.
//  2. Every pair of variants is compared on every question: both ran and agree,
//     both ran and differ, at least one did not run. From these come the
//     pairwise schema scores, the average agreement and the scores of a question.
//  3. What equals gold is counted: accuracy in all, by question, by variant, over
//     all variants at once, and from one variant to another (flips).
//  4. The same is counted under comparisons more lenient than the headline's.
//  5. What weakens a figure becomes a note beside it, never a silent correction.
//
// Two answers agree when their digests in the paper's mode are equal; a failure
// agrees with nothing. Every planned cell stays in every denominator; only
// validity leaves out the cells that got no response.
//
// With repeats every figure over two variants is the mean over all pairs of
// their repeats, and every figure over one variant the mean over its repeats.
//
// Percentages range from 0 to 100. The package knows records alone: no server,
// no file, no look of a report.
package score

import (
	"ercheck/appliance/record"
)

// Scores of one run.
type Scores struct {
	Variants  []string // names in the run's order, as in every matrix
	Questions []string // ids in the run's order
	Models    []Model  // in the run's order
	Notes     []Note   // on the run as a whole; a model's are with it
}

// Model holds the figures of one arm: a model with one way of asking it.
type Model struct {
	Name      string `json:"model"`      // the arm's
	Asked     string `json:"asked"`      // the model's full name
	Strategy  string `json:"strategy"`   // the prompt's
	Order     int    `json:"order"`      // 0: dumps as they are; n: in their n-th other order, a placebo
	CellCount int    `json:"cell_count"` // planned: questions × variants × repeats
	Missing   int    `json:"missing"`    // planned cells without an outcome; no part of Errors
	Errors    int    `json:"errors"`     // cells with another outcome than rows

	Outcomes map[record.Outcome]int `json:"outcomes"`

	// PSS(i,j) is the number of questions on which both variants ran and their
	// answers agree; PSS(i,i) that of questions that ran on i. PSSLiteral counts
	// two failures as an agreement, which is the formula as the paper prints it.
	PSS        Matrix `json:"pss"`
	PSSLiteral Matrix `json:"pss_literal"`
	// Flips(i,j) is the number of questions right on i and not right on j.
	Flips Matrix `json:"flips"`

	// AverageAgreement is the mean of PSS(i,j)/N over i ≠ j, in percent.
	AverageAgreement        Number `json:"average_agreement"`
	AverageAgreementLiteral Number `json:"average_agreement_literal"`
	// AverageAgreementNonempty does not count two empty results as agreeing.
	AverageAgreementNonempty Number `json:"average_agreement_nonempty"`
	// EmptyAgreements is how many of the agreements over all questions and
	// pairs of variants are between two empty results.
	EmptyAgreements Number `json:"empty_agreements"`
	// SelfAgreement is the agreement of a variant with itself over different
	// repeats, in percent; undefined without repeats.
	SelfAgreement Number   `json:"self_agreement"`
	Placebo       *Placebo `json:"placebo,omitempty"` // nil without a placebo arm
	Spent         Spent    `json:"spent"`

	Accuracy       Number `json:"accuracy"`        // right cells of all planned ones
	RobustAccuracy Number `json:"robust_accuracy"` // questions right on every variant
	Reachable      Number `json:"reachable"`       // questions right on at least one
	SchemaGap      Number `json:"schema_gap"`      // Reachable − RobustAccuracy
	Validity       Number `json:"validity"`        // rows of the cells that got a response

	// The same accuracy under other comparisons and the agreement under one, each
	// undefined where the run was not judged in it.
	AccuracyTyped         Number `json:"accuracy_typed"`       // values by type: 1 = 1.0, arrays as sets
	AccuracyTies          Number `json:"accuracy_ties"`        // any choice among those tied at a ranking's cut
	AccuracyColumns       Number `json:"accuracy_columns"`     // as typed, columns in any order
	AccuracyUnambiguous   Number `json:"accuracy_unambiguous"` // as the headline, without ambiguous questions
	AverageAgreementTyped Number `json:"average_agreement_typed"`

	Labels     map[string]int `json:"labels"`     // wrong answers by label
	Unlabelled int            `json:"unlabelled"` // wrong answers without one

	Questions []Question `json:"questions_scores"`
	Variants  []Variant  `json:"variants_scores"`
	Notes     []Note     `json:"notes"`
}

// Question holds the figures of one question. QAS + QDS + QMS is always the
// number of pairs of variants, V(V−1)/2.
type Question struct {
	ID       string `json:"question"`
	QAS      Number `json:"qas"` // pairs that ran and agree
	QDS      Number `json:"qds"` // pairs that ran and differ
	QMS      Number `json:"qms"` // pairs of which at least one did not run
	QASEmpty Number `json:"qas_empty"`
	Right    int    `json:"right"` // cells over variants and repeats
	Cells    int    `json:"cells"`
	Errors   int    `json:"errors"`
	Missing  int    `json:"missing"`
	Accuracy Number `json:"accuracy"`
}

// Variant holds the figures of one variant.
type Variant struct {
	Name          string `json:"variant"`
	Agreement     Number `json:"agreement"`      // mean of PSS/N with the other variants, in percent
	SelfAgreement Number `json:"self_agreement"` // over repeats
	Right         int    `json:"right"`
	Cells         int    `json:"cells"`
	Errors        int    `json:"errors"`
	Missing       int    `json:"missing"`
	Accuracy      Number `json:"accuracy"`
	Validity      Number `json:"validity"`
}

// Compute gives the scores of a run from its cells, which may be in any order
// and incomplete. It changes neither.
func Compute(run record.Run, cells []record.Cell) Scores {
	s := Scores{Notes: runNotes(run)}
	for _, v := range run.Variants {
		s.Variants = append(s.Variants, v.Name)
	}
	for _, q := range run.Questions {
		s.Questions = append(s.Questions, q.ID)
	}
	grids, stray := place(run, s.Variants, s.Questions, cells)
	for i, name := range run.Models {
		s.Models = append(s.Models, grids[i].model(run.Arm(name), run.Questions))
	}
	placebos(run, grids, s.Models)
	s.Notes = append(s.Notes, stray.notes()...)
	return s
}

// Model gives the figures of the arm of that name.
func (s Scores) Model(name string) (Model, bool) {
	for _, m := range s.Models {
		if m.Name == name {
			return m, true
		}
	}
	return Model{}, false
}

func (g *grid) model(arm record.Arm, questions []record.Question) Model {
	m := Model{Name: arm.Name, Asked: arm.Model, Strategy: arm.Strategy, Order: arm.Placebo, Spent: g.spent, CellCount: g.size(), Missing: g.missing, Outcomes: g.outcomes}
	m.Labels, m.Unlabelled = g.labels, g.unlabelled
	for outcome, n := range g.outcomes {
		if outcome != record.Rows {
			m.Errors += n
		}
	}
	m.Questions = make([]Question, len(g.questions))
	m.Variants = make([]Variant, len(g.variants))
	g.count(&m)
	g.agreement(&m)
	g.correctness(&m)
	g.leniencies(&m, questions)
	m.Notes = g.notes(m)
	return m
}
