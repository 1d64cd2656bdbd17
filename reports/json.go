package reports

import (
	"encoding/json"
	"io"
	"time"

	"ercheck/appliance/record"
	"ercheck/reports/score"
)

// document is the JSON form. The first model's figures stand at the top as well
// as in Models, so that a program that knows one model only finds them there.
type document struct {
	Run         string          `json:"run"`
	Status      record.Status   `json:"status"`
	Domain      string          `json:"domain"`
	Title       string          `json:"title,omitempty"`
	Set         string          `json:"set"`
	Strategy    string          `json:"strategy"`
	Repeats     int             `json:"repeats"`
	Started     time.Time       `json:"started"`
	Ended       time.Time       `json:"ended,omitzero"`
	Data        record.Data     `json:"data"`
	Equivalence record.Proof    `json:"equivalence"`
	Settings    record.Settings `json:"settings"`
	Versions    record.Versions `json:"versions"`
	Events      []record.Event  `json:"events"`
	Notes       []score.Note    `json:"notes"`

	Variants  []string `json:"variants"`
	Questions []string `json:"questions"`
	*score.Model
	Models []score.Model `json:"models"`
	Cells  []cell        `json:"cells"`
}

// cell is one cell with what is needed to check every figure again.
type cell struct {
	record.CellKey
	Outcome  record.Outcome `json:"outcome"`
	SQLState string         `json:"sqlstate,omitempty"`
	Message  string         `json:"message,omitempty"`
	Prompt   string         `json:"prompt,omitempty"`   // all that was sent
	Response string         `json:"response,omitempty"` // all that was received
	Thinking string         `json:"thinking,omitempty"`
	Finish   string         `json:"finish,omitempty"` // why the response ended; left out when by itself
	SQL      string         `json:"sql"`
	Digest   string         `json:"digest"` // in the paper's mode; "" for a failure
	RowCount int64          `json:"row_count"`
	Correct  bool           `json:"correct"`
	Label    string         `json:"label"`

	// Correct under other comparisons, left out where not judged.
	CorrectTyped   *bool `json:"correct_typed,omitempty"`
	CorrectTies    *bool `json:"correct_ties,omitempty"`
	CorrectColumns *bool `json:"correct_columns,omitempty"`

	PromptTokens     int      `json:"prompt_tokens,omitempty"`
	CompletionTokens int      `json:"completion_tokens,omitempty"`
	CachedTokens     int      `json:"cached_tokens,omitempty"`
	Cost             float64  `json:"cost,omitempty"` // US dollars
	Cached           bool     `json:"cached,omitempty"`
	Attempts         int      `json:"attempts,omitempty"`
	Answered         string   `json:"answered,omitempty"` // the exact model, as the provider names it
	Dropped          []string `json:"dropped,omitempty"`  // options that were not sent
	AskSeconds       float64  `json:"ask_seconds"`
	LoadSeconds      float64  `json:"load_seconds,omitempty"` // of them
	RunSeconds       float64  `json:"run_seconds"`
}

// JSON writes the run as one document. Percentages range from 0 to 100; a
// figure that is undefined is null; texts are whole. A text that is not valid
// UTF-8 has U+FFFD where it is not.
func JSON(w io.Writer, in Input) error {
	d := document{
		Run: in.Run.ID, Status: in.Run.Status, Domain: in.Run.Domain, Title: in.Run.Title, Set: in.Run.Set,
		Strategy: in.Run.Strategy, Repeats: max(in.Run.Repeats, 1), Started: in.Run.Started, Ended: in.Run.Ended,
		Data: in.Run.Data, Equivalence: in.Run.Proof, Settings: in.Run.Settings, Versions: in.Run.Versions,
		Events: list(in.Run.Events), Notes: in.notes(),
		Variants: list(in.Scores.Variants), Questions: list(in.Scores.Questions),
		Models: list(in.Scores.Models), Cells: make([]cell, 0, len(in.Cells)),
	}
	if len(d.Models) > 0 {
		d.Model = &d.Models[0]
	}
	for _, c := range in.Cells {
		d.Cells = append(d.Cells, cell{c.CellKey, c.Outcome, c.SQLState, c.Message, c.Prompt, c.Response, c.Thinking, c.Finish, c.SQL,
			c.Digests.Paper, c.RowCount, c.Correct, c.Label,
			c.CorrectTyped, c.CorrectTies, c.CorrectColumns,
			c.PromptTokens, c.CompletionTokens, c.CachedTokens, c.Cost, c.Cached, c.Attempts, c.Answered, c.Dropped,
			c.AskTime.Seconds(), c.LoadTime.Seconds(), c.RunTime.Seconds()})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(d)
}

// list gives an empty list for none, which is [] in JSON and not null.
func list[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
