package score

import (
	"fmt"

	"ercheck/appliance/record"
)

// Note says what weakens a figure or must be known to read it.
type Note struct {
	Code  string `json:"code"` // one of the Note codes below, for programs
	Model string `json:"model,omitempty"`
	Text  string `json:"text"` // one sentence or two, for people
}

// The codes of notes.
const (
	NoteUnproved       = "unproved"        // equivalence of the variants was not checked
	NoteNotEquivalent  = "not_equivalent"  // it was checked and does not hold
	NoteUnfinished     = "unfinished"      // the run can be resumed
	NoteMissing        = "missing_cells"   // planned cells without an outcome
	NoteNoResponse     = "no_response"     // cells for which the model gave nothing
	NoteUndigested     = "undigested"      // answers that nothing can be compared with
	NoteEmpty          = "empty_agreement" // agreements between two empty results
	NoteLiteral        = "literal"         // agreements that the printed formula adds
	NoteOneVariant     = "one_variant"     // no pair to compare
	NoteNothing        = "no_cells"        // no question or no variant
	NoteUnknownCells   = "unknown_cells"   // cells that the run did not plan
	NoteDuplicateCells = "duplicate_cells" // second cells for one place
)

func runNotes(run record.Run) []Note {
	var notes []Note
	switch {
	case run.Proof.Skipped:
		notes = append(notes, Note{Code: NoteUnproved, Text: "The equivalence of the variants was not proved " +
			"(--no-verify): a difference between answers may come from the data."})
	case !run.Proof.Holds:
		notes = append(notes, Note{Code: NoteNotEquivalent, Text: "The variants are not equivalent: " +
			"no figure of this run says anything about the model."})
	}
	if run.Status == record.Unfinished {
		notes = append(notes, Note{Code: NoteUnfinished, Text: "The run is unfinished; run --resume goes on with it."})
	}
	return notes
}

func (s stray) notes() []Note {
	var notes []Note
	if s.unknown > 0 {
		notes = append(notes, Note{Code: NoteUnknownCells, Text: fmt.Sprintf(
			"%s left out: the run has no such model, question, variant or repeat.", cellsAre(s.unknown))})
	}
	if s.twice > 0 {
		notes = append(notes, Note{Code: NoteDuplicateCells, Text: fmt.Sprintf(
			"%s left out: there was already a cell for the same question, variant and repeat.", cellsAre(s.twice))})
	}
	return notes
}

// notes on one model, the gravest first; an empty list for none.
func (g *grid) notes(m Model) []Note {
	notes := []Note{}
	add := func(when bool, code, format string, args ...any) {
		if when {
			notes = append(notes, Note{Code: code, Model: m.Name, Text: fmt.Sprintf(format, args...)})
		}
	}
	add(g.size() == 0, NoteNothing, "There is nothing to score: the run has no question or no variant.")
	add(m.Missing > 0, NoteMissing, "%d of %d cells have no outcome yet. They count as neither right nor agreeing, "+
		"so agreement and accuracy are lower bounds.", m.Missing, m.CellCount)
	silent := m.Outcomes[record.NoResponse]
	add(silent > 0, NoteNoResponse, "%s without a response: failures everywhere except in validity, "+
		"which leaves them out.", cellsAre(silent))
	add(g.undigested > 0, NoteUndigested, "%s counted as differing from every other answer: they ran but have no digest.",
		cellsAre(g.undigested))
	add(len(g.variants) == 1, NoteOneVariant, "With a single variant there is no pair to compare, so agreement is undefined.")
	add(m.EmptyAgreements > 0, NoteEmpty, "Agreements between two empty results: %s. "+
		"Without them the average agreement is %s %%.", m.EmptyAgreements.Short(), m.AverageAgreementNonempty.Text(1))
	add(m.AverageAgreementLiteral > m.AverageAgreement, NoteLiteral, "Two failures do not agree here. As the paper's "+
		"formula is printed they do, which gives an average agreement of %s %%.", m.AverageAgreementLiteral.Text(1))
	return notes
}

func cellsAre(n int) string {
	if n == 1 {
		return "1 cell is"
	}
	return fmt.Sprintf("%d cells are", n)
}
