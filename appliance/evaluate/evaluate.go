// Package evaluate asks models every cell of a run, executes what they answer,
// and hands each cell to a store as it ends.
//
// It owns the order of the work, what runs at the same time, and what happens
// when something fails. One cell goes this way, held by one worker all along:
//
//  1. the prompt is made and the model asked (ask.go);
//  2. the SQL is found in the response, which counts as received from here on:
//     whatever happens next, it is kept and not asked for again (cell.go);
//  3. the executor runs the SQL; where it cannot, because the server is gone,
//     the server is mended and the SQL run again (execute.go);
//  4. the answer is compared with gold, alternates and mistakes (judge.go);
//  5. the cell and the first rows of a new answer are saved.
//
// A failure that passes counts against the model only when the provider answers
// later calls; when it does not, the run stops and can be resumed (streak.go).
//
// Arms are asked one after the other, those of one model together, so that a
// local server loads each model once. Within an arm the order is variant by
// variant, then question, then repeat:
// the schema stands first in a prompt, so neighbours share their beginning,
// which providers' caches and a local server's memory make cheap, and the
// executor's connections of one variant are used again. Question by question
// would make the first half of a broken run easier to read, and nothing else.
//
// The package must not know a database, a provider, a terminal or a report: it
// works on the interfaces that it declares.
package evaluate

import (
	"context"
	"fmt"
	"time"

	"ercheck/appliance/answer"
	"ercheck/appliance/record"
	"ercheck/llm"
)

// Executor runs a statement that nobody trusts on one variant's data. It is
// called by several goroutines at a time.
type Executor interface {
	// Run gives what the statement did. An error means that there is no result
	// through no fault of the statement (one that may be its fault wraps
	// ErrGone), or that ctx ended.
	Run(ctx context.Context, variant, sql string) (Result, error)
}

// Result is what a statement did.
type Result struct {
	Outcome  record.Outcome // rows, rejected, error, timeout or limit
	SQLState string
	Message  string // why it is not rows

	Columns  []record.Column
	RowCount int64
	Digests  record.Digests
	Hashes   []answer.RowHash // of the first rows, at most answer.MaxRowHashes
	Rows     [][]*string      // the first ones, at most record.SampleRows; nil is NULL
	Time     time.Duration
}

// Store keeps what must not be lost. Its methods finish what they began even
// when ctx ends, and are called by several goroutines at a time.
type Store interface {
	// Save stores a cell that has its outcome, with the sample of its answer
	// where that is new. stored is false when the cell has an answer already.
	Save(ctx context.Context, c record.Cell, sample *record.Sample) (stored bool, err error)
	// Keep stores a response whose SQL has not been run yet.
	Keep(ctx context.Context, c record.Cell) (stored bool, err error)
	// Event stores something unusual that the run survived.
	Event(ctx context.Context, e record.Event) error
}

// Plan says what to evaluate.
type Plan struct {
	Run    *record.Run // its models, variants, questions and repeats make the cells
	Models []llm.Model // those of the run's arms; one that all cells of are done may be missing

	Done map[record.CellKey]bool        // cells that have their outcome: left out
	Kept map[record.CellKey]record.Cell // responses that are there: executed, not asked for

	// Known are the first rows of gold and alternates, which decide where digests
	// differ by the rounding of floats.
	Known []record.Sample

	// Prompt makes what an arm sends for a question on a variant.
	Prompt func(record.Arm, record.Variant, record.Question) Prompt
	// Translate makes the SQL that an arm received into what runs on a variant;
	// nil runs it byte for byte.
	Translate func(record.Arm, record.Variant, string) string
	Options   llm.Options

	// Concurrency is how many cells of an arm are worked on at a time; 0 =
	// DefaultConcurrency.
	Concurrency int

	// Recover makes the executor usable again after it returned err, or says why
	// that cannot be done, which stops the run. nil stops at the first error.
	Recover func(ctx context.Context, err error) error

	// Grace is how long statements go on after ctx ended, before their responses
	// are kept for the next time; 0 = DefaultGrace.
	Grace time.Duration
}

// Prompt is what a model gets.
type Prompt struct {
	Messages []llm.Message
	Schema   string // that Messages were made from
	Once     bool   // the same for every variant: asked once for a question and repeat
}

// Request is what is sent for a cell. One that is the same for every variant
// names none.
func (p Prompt) Request(q record.Question, c llm.Cell, o llm.Options) llm.Request {
	if p.Once {
		c.Variant = ""
	}
	return llm.Request{Messages: p.Messages, Schema: p.Schema, Question: q.Text, Cell: c, Options: o}
}

// DefaultConcurrency suits a laptop and the rate limits of most providers.
const DefaultConcurrency = 4

// DefaultGrace is short enough for who pressed Ctrl-C, and long enough for
// nearly every statement.
const DefaultGrace = 5 * time.Second

// Evaluate works on every cell that is not done, until none is left, ctx ends,
// a model's error is final, its provider is down, or executor or store fail for good. Then the error
// is a *Stopped, everything that was received is stored, and the same call with
// what is done by then goes on. Asks in flight are cut off when ctx ends: some
// take minutes. A Summary is given in every case, progress may be nil.
func Evaluate(ctx context.Context, p Plan, x Executor, s Store, progress *Progress) (Summary, error) {
	if progress == nil {
		progress = &Progress{}
	}
	e := newEvaluation(p, x, s, progress)
	todo, err := e.plan()
	if err != nil {
		return Summary{}, err
	}
	started := time.Now()
	for i, t := range todo {
		if err = e.prepare(ctx, todo, i); err == nil {
			err = e.task(ctx, t)
		}
		if err != nil {
			break
		}
	}
	summary := e.tally.summary()
	summary.Total, summary.Before = e.total, e.before
	summary.Elapsed = time.Since(started)
	if err != nil {
		err = e.stopped(ctx, err, summary)
	}
	return summary, err
}

// evaluation is one call of Evaluate.
type evaluation struct {
	Plan
	executor Executor
	store    Store
	progress *Progress
	total    int // cells of the run
	before   int // of those, done before

	variants  map[string]record.Variant
	questions map[string]record.Question
	known     map[string][]record.Sample // Known by question
	tally     tally
	samples   seen
	repair    repair
}

func newEvaluation(p Plan, x Executor, s Store, progress *Progress) *evaluation {
	if p.Concurrency <= 0 {
		p.Concurrency = DefaultConcurrency
	}
	if p.Grace <= 0 {
		p.Grace = DefaultGrace
	}
	e := &evaluation{Plan: p, executor: x, store: s, progress: progress,
		variants: map[string]record.Variant{}, questions: map[string]record.Question{}, known: map[string][]record.Sample{}}
	for _, v := range p.Run.Variants {
		e.variants[v.Name] = v
	}
	for _, q := range p.Run.Questions {
		e.questions[q.ID] = q
	}
	for _, s := range p.Known {
		e.known[s.Question] = append(e.known[s.Question], s)
	}
	return e
}

// task is an arm and the cells that its model has to be asked.
type task struct {
	arm   record.Arm
	model llm.Model
	cells []record.CellKey
}

// plan gives the work in the order in which it is begun.
func (e *evaluation) plan() ([]task, error) {
	models := map[string]llm.Model{}
	for _, m := range e.Models {
		models[m.Name()] = m
	}
	var tasks []task
	left := 0
	for _, name := range e.Run.Models {
		cells := e.cells(name)
		if len(cells) == 0 {
			continue
		}
		arm := e.Run.Arm(name)
		if models[arm.Model] == nil {
			return nil, fmt.Errorf("evaluate: run %s asks model %s, which was not given", e.Run.ID, arm.Model)
		}
		tasks = append(tasks, task{arm, models[arm.Model], cells})
		left += len(cells)
	}
	e.total = len(e.Run.Models) * len(e.Run.Variants) * len(e.Run.Questions) * max(e.Run.Repeats, 1)
	e.before = e.total - left
	e.progress.begin(e.total, e.before)
	return tasks, nil
}

// cells are those of one arm that are not done.
func (e *evaluation) cells(arm string) (keys []record.CellKey) {
	for _, v := range e.Run.Variants {
		for _, q := range e.Run.Questions {
			for repeat := range max(e.Run.Repeats, 1) {
				key := record.CellKey{Model: arm, Question: q.ID, Variant: v.Name, Repeat: repeat}
				if !e.Done[key] {
					keys = append(keys, key)
				}
			}
		}
	}
	return keys
}
