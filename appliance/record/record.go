// Package record is what a run leaves behind: what was asked, sent, received,
// run and measured. Everything a report needs is here, so that a run can be
// reported again without a server, a model or the domain's file.
//
// It is a leaf: plain data, no behaviour but small look-ups, and it imports
// nothing of ours. Fields are only ever added; history stores them as JSON.
package record

import "time"

// Run is one evaluation: questions × variants × models × repeats.
type Run struct {
	ID             string     `json:"id"` // sortable by start
	Status         Status     `json:"status"`
	Started        time.Time  `json:"started"`
	Ended          time.Time  `json:"ended,omitzero"`
	Domain         string     `json:"domain"`
	Title          string     `json:"title,omitempty"`
	Set            string     `json:"set"` // question set: paper
	Data           Data       `json:"data"`
	Models         []string   `json:"models"`         // the arms' names: what cells name in Model
	Strategy       string     `json:"strategy"`       // of all arms, separated by commas
	Arms           []Arm      `json:"arms,omitempty"` // one for each of Models; none in runs of before there were any
	Asking         Asking     `json:"asking,omitzero"`
	Folder         string     `json:"folder,omitempty"` // from which the models' names mean files; "" in runs of before it was kept
	Repeats        int        `json:"repeats"`
	Variants       []Variant  `json:"variants"`
	Questions      []Question `json:"questions"`
	Proof          Proof      `json:"equivalence"`
	Settings       Settings   `json:"settings"`
	Versions       Versions   `json:"versions"`
	Diagram        string     `json:"diagram,omitempty"` // the E/R model as text
	Model          *Diagram   `json:"model,omitempty"`   // the same as data; nil in runs of before it was kept
	Events         []Event    `json:"events,omitempty"`  // what went wrong and was mended: a server started again
	SettingsDigest string     `json:"settings_digest"`   // over what must be equal for a resume
}

// Arm is one way of asking: a model, a strategy, and perhaps a dump in another
// order. Every question is asked on every variant in each arm.
type Arm struct {
	Name     string `json:"name"`              // unique in its run; the model's name for the plain prompt
	Model    string `json:"model"`             // the model's full name
	Strategy string `json:"strategy"`          // direct, er, conceptual
	Placebo  int    `json:"placebo,omitempty"` // 0: the dump as it is; n: in its n-th other order
}

// Arm is the arm of that name. In a run of before there were arms, a model is
// one.
func (r *Run) Arm(name string) Arm {
	for _, a := range r.Arms {
		if a.Name == name {
			return a
		}
	}
	return Arm{Name: name, Model: name, Strategy: r.Strategy}
}

// Asking is what models were told beside the prompt.
type Asking struct {
	Temperature float64 `json:"temperature"`
	Seed        int64   `json:"seed,omitempty"`       // 0: none was sent
	MaxTokens   int     `json:"max_tokens,omitempty"` // 0: the provider's own limit
	Think       string  `json:"think,omitempty"`      // on, off, or "": the model's own way
}

// Status of a run.
type Status string

// A run is unfinished until every cell has its outcome.
const (
	Unfinished Status = "unfinished"
	Finished   Status = "finished"
)

// Data says which conceptual instance the run used.
type Data struct {
	Source   string            `json:"source,omitempty"` // the domain: a built-in one's name or a file's absolute path
	Kind     string            `json:"kind,omitempty"`   // random, or an adversarial kind
	Scale    string            `json:"scale"`
	Seed     uint64            `json:"seed"`
	Skew     string            `json:"skew,omitempty"` // "" = the model's own
	Params   map[string]string `json:"params,omitempty"`
	Identity string            `json:"identity"` // of the request: model, scale, seed, skew, parameters
	Digest   string            `json:"digest"`   // of the entities and links themselves
	Database string            `json:"database"`
	Entities int64             `json:"entities"`
	Links    int64             `json:"links"`
}

// Variant is one relational schema of the run.
type Variant struct {
	Name         string            `json:"name"`
	Choices      map[string]string `json:"choices,omitempty"`
	SchemaDigest string            `json:"schema_digest"`
	Dump         string            `json:"dump"` // what the prompt carries
	Description  string            `json:"description,omitempty"`
	Tables       int               `json:"tables"`
}

// Question is one question with what counts as right.
type Question struct {
	ID         string      `json:"id"`
	Text       string      `json:"text"`
	Ambiguous  bool        `json:"ambiguous,omitempty"`
	Note       string      `json:"note,omitempty"`
	Limit      int         `json:"limit,omitempty"` // k of a ranking question; 0 for others
	TiedAtCut  int         `json:"tied_at_cut,omitempty"`
	Gold       Reference   `json:"gold"`
	Alternates []Reference `json:"alternates,omitempty"`
	Mistakes   []Reference `json:"mistakes,omitempty"`
}

// Reference is a known answer: gold, an alternate or a labelled mistake.
type Reference struct {
	Name     string  `json:"name,omitempty"` // an alternate's name, a mistake's label
	SQL      string  `json:"sql"`            // over the E/R views
	Digests  Digests `json:"digests"`
	RowCount int64   `json:"row_count"`
	Ties     *Ties   `json:"ties,omitempty"` // of a ranking with a choice at its cut; nil: no other answer is right
}

// Ties are the candidates of a ranking that ties leave a choice, by the hashes
// of their typed rows: right is all of Above and as many of Tied as make Limit.
type Ties struct {
	Limit  int      `json:"limit"`
	Above  []string `json:"above,omitempty"`
	Tied   []string `json:"tied,omitempty"`
	Beyond bool     `json:"beyond,omitempty"` // too many to be kept: an answer that Typed calls wrong is not judged
}

// Digests of one answer, one for each mode of comparison. Two answers agree in
// a mode when they have the same digest in it.
type Digests struct {
	Paper   string `json:"paper,omitempty"`
	Typed   string `json:"typed,omitempty"`
	Columns string `json:"columns,omitempty"`
}

// Proof is what was proved before any question was asked.
type Proof struct {
	Holds         bool `json:"holds"`
	Skipped       bool `json:"skipped,omitempty"` // --no-verify
	ViewsChecked  int  `json:"views_checked"`
	GoldChecked   int  `json:"gold_checked"`
	TablesChecked int  `json:"tables_checked"` // 0 in runs from before tables were
}

// Settings are the limits and options of a run.
type Settings struct {
	Concurrency int           `json:"concurrency"`
	Timeout     time.Duration `json:"timeout"`
	MaxRows     int64         `json:"max_rows"`
	MaxBytes    int64         `json:"max_bytes"`
	MaxValue    int64         `json:"max_value"`
	TempBytes   int64         `json:"temp_bytes"`
	MemoryBytes int64         `json:"memory_bytes"` // of a backend; 0 where the platform has no cap
	WorkMem     int64         `json:"work_mem"`     // of one sort
}

// Versions of what took part.
type Versions struct {
	Ercheck  string `json:"ercheck"`
	Postgres string `json:"postgres"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// Event is something unusual that the run survived.
type Event struct {
	At      time.Time `json:"at"`
	Message string    `json:"message"`
}

// Outcome of a cell.
type Outcome string

// The outcomes. Rows means that the statement ran, even if the result is empty;
// every other one is a failure.
const (
	Rows       Outcome = "rows"
	NoResponse Outcome = "no_response" // the model could not be reached, or refused
	NoSQL      Outcome = "no_sql"      // the response holds no SQL
	Truncated  Outcome = "truncated"   // the response was cut
	Rejected   Outcome = "rejected"    // more than one statement, or no query
	Error      Outcome = "error"       // the server's: SQLState and Message say which
	Timeout    Outcome = "timeout"
	Limit      Outcome = "limit" // rows, bytes, memory or temporary space
)

// CellKey names a cell.
type CellKey struct {
	Model    string `json:"model"`
	Question string `json:"question"`
	Variant  string `json:"variant"`
	Repeat   int    `json:"repeat"` // from 0
}

// Cell is one question on one variant in one repeat, asked of one model.
type Cell struct {
	CellKey
	Outcome  Outcome `json:"outcome"`
	SQLState string  `json:"sqlstate,omitempty"`
	Message  string  `json:"message,omitempty"`

	Prompt   string `json:"prompt,omitempty"`   // all messages as sent
	Response string `json:"response,omitempty"` // the whole text received
	Thinking string `json:"thinking,omitempty"` // reasoning that was received apart from it
	SQL      string `json:"sql,omitempty"`      // byte for byte what was run

	Columns  []Column `json:"columns,omitempty"`
	RowCount int64    `json:"row_count"`
	Digests  Digests  `json:"digests,omitzero"`
	Correct  bool     `json:"correct"`         // equals gold or an alternate in mode paper
	Label    string   `json:"label,omitempty"` // the mistake that gives the same answer, else ""

	// Correct in the other modes of comparison; nil = not judged in that mode.
	CorrectTyped   *bool `json:"correct_typed,omitempty"`
	CorrectTies    *bool `json:"correct_ties,omitempty"`
	CorrectColumns *bool `json:"correct_columns,omitempty"`

	// Tolerance is how far floats may lie apart, relative to the larger, in an
	// answer that is right in mode typed for no other reason; 0 for all others.
	Tolerance float64 `json:"tolerance,omitempty"`

	PromptTokens     int      `json:"prompt_tokens,omitempty"`
	CompletionTokens int      `json:"completion_tokens,omitempty"`
	CachedTokens     int      `json:"cached_tokens,omitempty"` // of the prompt, read from the provider's cache
	Cost             float64  `json:"cost,omitempty"`          // US dollars; 0 also where the price is unknown
	Cached           bool     `json:"cached,omitempty"`        // the response was there and cost nothing
	Attempts         int      `json:"attempts,omitempty"`      // calls that the response took; 0 = not counted
	Answered         string   `json:"answered,omitempty"`      // the exact model, as the provider names it
	Finish           string   `json:"finish,omitempty"`        // why the response ended; "" = by itself
	Dropped          []string `json:"dropped,omitempty"`       // options that the model was not sent

	AskTime    time.Duration `json:"ask_time"`              // all of the call, with waiting and trying again
	LoadTime   time.Duration `json:"load_time,omitempty"`   // of AskTime, loading the model
	FirstToken time.Duration `json:"first_token,omitempty"` // from the request to the first piece, without LoadTime
	RunTime    time.Duration `json:"run_time"`
	Ended      time.Time     `json:"ended"`
}

// Ran says whether the cell's statement gave a result.
func (c Cell) Ran() bool { return c.Outcome == Rows }

// Column of an answer.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"` // Postgres's name: int4, text, _text, numeric
}

// Sample keeps the first rows of one distinct answer to a question, so that a
// report can show it without a server.
type Sample struct {
	Question string      `json:"question"`
	Digest   string      `json:"digest"` // in mode paper
	Columns  []Column    `json:"columns"`
	Rows     [][]*string `json:"rows"` // at most SampleRows; nil is NULL
	RowCount int64       `json:"row_count"`
}

// SampleRows is how many rows a Sample keeps at most.
const SampleRows = 200
