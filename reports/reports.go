// Package reports shows a run: as one HTML page, as JSON, Markdown and CSV, as
// text on a terminal.
//
//  1. The caller reads a recorded run, its cells and samples from the history.
//  2. Package score makes figures of them.
//  3. A writer here shows both. The terminal gets a summary, the page everything;
//     programs get the JSON, spreadsheets the cells as CSV, and what is read where
//     code is hosted the figures as Markdown.
//
// The writers work on records alone, so any run can be shown again without a
// server, a model or a network. They hold every text of a run for hostile: it is
// made visible (package visible), cut where it is too long, and escaped by the
// one who writes the format. What weakens a figure stands beside it as a note.
package reports

import (
	"ercheck/appliance/record"
	"ercheck/reports/score"
)

// Input is what every writer shows. Nothing of it is changed.
type Input struct {
	Run     record.Run
	Cells   []record.Cell
	Samples []record.Sample // may be empty: then no rows are shown
	Scores  score.Scores
}

// New makes an Input with the scores computed.
func New(run record.Run, cells []record.Cell, samples []record.Sample) Input {
	return Input{Run: run, Cells: cells, Samples: samples, Scores: score.Compute(run, cells)}
}

// notes gives the notes on the run and on all its models.
func (in Input) notes() []score.Note {
	notes := append([]score.Note{}, in.Scores.Notes...)
	for _, m := range in.Scores.Models {
		notes = append(notes, m.Notes...)
	}
	return notes
}

// title of the run: the domain's, or else its name.
func (in Input) title() string {
	if in.Run.Title != "" {
		return in.Run.Title
	}
	return in.Run.Domain
}
