package reports

import (
	"fmt"
	"strings"

	"ercheck/appliance/record"
	"ercheck/reports/score"
)

// Summary is a run in a few figures, as `run` and `quickstart` give it to
// programs. The figures outside Models are those of the first model.
type Summary struct {
	RunID     string `json:"run_id"`
	Domain    string `json:"domain"`
	Set       string `json:"set"`
	Status    string `json:"status"`
	Model     string `json:"model"`
	Variants  int    `json:"variants"`
	Questions int    `json:"questions"`
	Repeats   int    `json:"repeats"`
	Figures
	Equivalence record.Proof   `json:"equivalence"`
	Models      []ModelSummary `json:"models"`
	Notes       []score.Note   `json:"notes"`
	Report      string         `json:"report,omitempty"` // path; the caller's
	Seconds     float64        `json:"seconds"`          // from the run's start to its end; the caller's if it took longer
}

// ModelSummary holds the figures of one model.
type ModelSummary struct {
	Model string `json:"model"`
	Figures
}

// Figures are the headline of one model; percentages from 0 to 100.
type Figures struct {
	Cells            int          `json:"cells"`
	Errors           int          `json:"errors"`
	Missing          int          `json:"missing"`
	AverageAgreement score.Number `json:"average_agreement"`
	Accuracy         score.Number `json:"accuracy"`
	RobustAccuracy   score.Number `json:"robust_accuracy"`
	Reachable        score.Number `json:"reachable"`
	SchemaGap        score.Number `json:"schema_gap"`
	Validity         score.Number `json:"validity"`
}

// Summarize gives the summary of a run.
func Summarize(in Input) Summary {
	s := Summary{
		RunID: in.Run.ID, Domain: in.Run.Domain, Set: in.Run.Set, Status: string(in.Run.Status),
		Variants: len(in.Run.Variants), Questions: len(in.Run.Questions), Repeats: max(in.Run.Repeats, 1),
		Equivalence: in.Run.Proof, Models: []ModelSummary{}, Notes: in.notes(),
	}
	if !in.Run.Ended.IsZero() {
		s.Seconds = max(in.Run.Ended.Sub(in.Run.Started).Seconds(), 0)
	}
	for _, m := range in.Scores.Models {
		s.Models = append(s.Models, ModelSummary{Model: m.Name, Figures: figures(m)})
	}
	if len(s.Models) > 0 {
		s.Model, s.Figures = s.Models[0].Model, s.Models[0].Figures
	}
	return s
}

func figures(m score.Model) Figures {
	return Figures{
		Cells: m.CellCount, Errors: m.Errors, Missing: m.Missing,
		AverageAgreement: m.AverageAgreement, Accuracy: m.Accuracy, RobustAccuracy: m.RobustAccuracy,
		Reachable: m.Reachable, SchemaGap: m.SchemaGap, Validity: m.Validity,
	}
}

// proofLine says in one sentence what was proved.
func proofLine(p record.Proof) string {
	switch {
	case p.Skipped:
		return "equivalence not proved: --no-verify"
	case !p.Holds:
		return "equivalence does not hold"
	}
	tables := ""
	if p.TablesChecked > 0 {
		tables = ", " + count(p.TablesChecked, "table")
	}
	return fmt.Sprintf("equivalence holds: %s%s, %s checked",
		count(p.ViewsChecked, "view"), tables, count(p.GoldChecked, "gold answer"))
}

// count gives "1 view", "2 views".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%s %ss", thousands(int64(n)), what)
}

// thousands groups the digits: 1,000,000.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// failures are the outcomes other than rows in the order in which a cell meets
// them, with the word that a narrow place has room for.
var failures = []struct {
	outcome record.Outcome
	short   string
	long    string
}{
	{record.NoResponse, "silent", "the model could not be reached or refused"},
	{record.NoSQL, "no SQL", "the response holds no SQL"},
	{record.Truncated, "cut", "the response was cut"},
	{record.Rejected, "reject", "more than one statement, or no query"},
	{record.Error, "error", "the server refused the statement"},
	{record.Timeout, "timeout", "the statement ran out of time"},
	{record.Limit, "limit", "the result or its making was too large"},
}

// failureCounts gives "4 error, 3 no_sql", "" if there was none.
func failureCounts(m score.Model) string {
	var parts []string
	rest := m.Errors
	for _, f := range failures {
		if n := m.Outcomes[f.outcome]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, f.outcome))
			rest -= n
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("%d of unknown outcome", rest))
	}
	return strings.Join(parts, ", ")
}

// dataLine says which data a run used: scale, kind if it is an adversarial one,
// and seed. show makes the names fit for where they stand.
func dataLine(d record.Data, show func(string) string) string {
	kind := ""
	if d.Kind != "" && d.Kind != "random" {
		kind = ", kind " + show(d.Kind)
	}
	return fmt.Sprintf("scale %s%s, seed %d", show(d.Scale), kind, d.Seed)
}
