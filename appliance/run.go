package appliance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/catalog"
	"ercheck/catalog/digest"
	"ercheck/catalog/question"
	"ercheck/llm"
	"ercheck/variants/standalone"
)

// RunOptions say what is asked of whom.
type RunOptions struct {
	Models      []string
	Folder      string   // absolute: from which relative paths in the models' names start; "" = the working folder
	Strategies  []string // none = direct
	Placebo     int      // other orders of each dump that are asked too, up to MaxPlacebo
	Asking      record.Asking
	Set         string   // question set; "" = the domain's first
	Questions   []string // ids; none = the whole set
	Repeats     int      // 0 = 1
	Concurrency int      // cells at a time; 0 = DefaultConcurrency
	Mutants     bool     // label wrong answers by mutants of gold too, which takes some seconds
	NoVerify    bool     // ask without proving that the variants are equivalent
	Limits      sandbox.Limits
	Open        ModelOpener
}

// DefaultConcurrency is how many cells are asked and executed at a time.
const DefaultConcurrency = 4

// ModelOpener finds a model by its full name. gold gives the response of a model
// that knows the right answers; only a model made to be the ceiling may call it.
type ModelOpener func(ctx context.Context, name string, gold func() (map[llm.Cell]string, error)) (llm.Model, error)

// NotEquivalentError refuses a run on variants that do not hold the same data.
type NotEquivalentError struct{ Differences []Difference }

// Error names the first difference and counts the rest.
func (e *NotEquivalentError) Error() string {
	return fmt.Sprintf("the variants are not equivalent (%d differences): %s", len(e.Differences), e.Differences[0])
}

// Hint says what to do.
func (e *NotEquivalentError) Hint() string {
	return "ercheck build --fresh stores the data again, verify lists every difference, --no-verify runs all the same"
}

// NoQuestionsError says that there is nothing to ask.
type NoQuestionsError struct{ Domain string }

// Error names the domain.
func (e *NoQuestionsError) Error() string { return "the domain " + e.Domain + " has no questions" }

// Hint says what to do.
func (e *NoQuestionsError) Hint() string {
	return "add a section questions to its file; ercheck domain show social --format yaml has one"
}

// Run evaluates models and returns the run's id. When it is stopped or fails
// after its first cell, the id is given too and Resume goes on.
func (a *Appliance) Run(ctx context.Context, d *Data, o RunOptions) (runID string, err error) {
	o, arms, questions, err := settle(d, o)
	if err != nil {
		return "", err
	}
	models, err := openModels(ctx, d, o, questions)
	if err != nil {
		return "", err
	}
	proof, instanceDigest, err := a.prove(ctx, d, questions, o.NoVerify)
	if err != nil {
		return "", err
	}
	run, samples, err := a.describe(ctx, d, o, arms, questions, proof, instanceDigest)
	if err != nil {
		return "", err
	}
	h, err := a.openHistory()
	if err != nil {
		return "", err
	}
	claim, err := h.Create(ctx, run)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, claim.Release()) }()
	for _, s := range samples {
		if err := claim.SaveSample(ctx, s); err != nil {
			return run.ID, err
		}
	}
	return run.ID, a.evaluate(ctx, d, run, models, claim)
}

// settle fills in what options leave open, and says what they come to.
func settle(d *Data, o RunOptions) (RunOptions, []record.Arm, []question.Question, error) {
	if o = withDefaults(o); o.Set == "" && len(d.Domain.Sets) > 0 {
		o.Set = d.Domain.Sets[0].Name
	}
	questions, err := ChooseQuestions(d.Domain, o.Set, o.Questions)
	if err == nil && len(questions) == 0 {
		err = &NoQuestionsError{d.Domain.Name}
	}
	if err != nil {
		return o, nil, nil, err
	}
	all, err := arms(o)
	return o, all, questions, err
}

func withDefaults(o RunOptions) RunOptions {
	if len(o.Strategies) == 0 {
		o.Strategies = []string{StrategyDirect}
	}
	o.Repeats = max(o.Repeats, 1)
	if o.Concurrency == 0 {
		o.Concurrency = DefaultConcurrency
	}
	if o.Limits == (sandbox.Limits{}) {
		o.Limits = sandbox.Default()
	}
	return o
}

func openModels(ctx context.Context, d *Data, o RunOptions, questions []question.Question) ([]llm.Model, error) {
	gold := func() (map[llm.Cell]string, error) { return goldResponses(d, questions, o.Repeats) }
	var models []llm.Model
	for _, name := range o.Models {
		m, err := o.Open(ctx, name, gold)
		if err != nil {
			return nil, err
		}
		models = append(models, m)
	}
	return models, nil
}

// goldResponses is what a model that is always right would say: on each variant,
// and where the E/R views are the schema.
func goldResponses(d *Data, questions []question.Question, repeats int) (map[llm.Cell]string, error) {
	responses := map[llm.Cell]string{}
	say := func(q question.Question, variant, sql string) {
		for r := range repeats {
			responses[llm.Cell{Question: q.ID, Variant: variant, Repeat: r}] = sql
		}
	}
	for _, q := range questions {
		say(q, "", q.Gold.SQL)
	}
	for _, v := range d.Variants {
		w := standalone.New(v.Layout)
		for _, q := range questions {
			written, err := w.Write(q.Gold.SQL)
			if err != nil {
				return nil, fmt.Errorf("gold query of question %s: %w", q.ID, err)
			}
			say(q, v.Name, written.SQL)
		}
	}
	return responses, nil
}

// prove builds what is missing and verifies it, with the gold of what is asked.
func (a *Appliance) prove(ctx context.Context, d *Data, questions []question.Question, skip bool) (record.Proof, string, error) {
	if skip {
		if _, err := a.Build(ctx, d, BuildOptions{}); err != nil {
			return record.Proof{}, "", err
		}
		expected, err := expectedViews(ctx, d.Source, d.options.Workers)
		return record.Proof{Skipped: true}, expected.digest(), err
	}
	verified, err := a.Verify(ctx, d, questions)
	if err != nil {
		return record.Proof{}, "", err
	}
	if !verified.Holds {
		return record.Proof{}, "", &NotEquivalentError{verified.Differences}
	}
	return record.Proof{Holds: true, ViewsChecked: verified.ViewsChecked, TablesChecked: verified.TablesChecked, GoldChecked: verified.GoldChecked}, verified.InstanceDigest, nil
}

// describe makes the run's record: all that a report needs to know of it.
func (a *Appliance) describe(ctx context.Context, d *Data, o RunOptions, arms []record.Arm, questions []question.Question, proof record.Proof, instanceDigest string) (*record.Run, []record.Sample, error) {
	known, err := survive(ctx, a, func() (references, error) { return a.references(ctx, d, questions, o.Mutants) })
	if err != nil {
		return nil, nil, err
	}
	links, err := countLinks(ctx, d.Source)
	if err != nil {
		return nil, nil, err
	}
	settings, err := survive(ctx, a, func() (record.Settings, error) { return a.settings(ctx, o) })
	if err != nil {
		return nil, nil, err
	}
	run := &record.Run{
		Domain: d.Domain.Name, Title: d.Domain.Title, Set: o.Set, Models: armNames(arms), Arms: arms, Folder: o.Folder,
		Strategy: strings.Join(strategiesOf(arms), ", "), Asking: o.Asking, Repeats: o.Repeats,
		Questions: known.questions, Proof: proof, Diagram: d.Domain.Model.Describe(), Model: DiagramOf(d.Domain.Model),
		Data: record.Data{
			Source: recordedSource(d.options.Domain), Kind: d.options.Kind, Scale: d.Scale, Seed: d.options.Seed, Skew: d.options.Skew, Params: d.options.Params,
			Identity: d.Identity, Digest: instanceDigest, Database: d.Database,
			Entities: countEntities(d.Source), Links: links,
		},
		Settings: settings,
		Versions: record.Versions{
			Ercheck: a.options.Version, Postgres: a.cluster.version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		},
	}
	for _, v := range d.Variants {
		run.Variants = append(run.Variants, record.Variant{
			Name: v.Name, Choices: v.Choices.Map(), SchemaDigest: v.SchemaDigest(), Dump: v.Dump(),
			Description: v.Describe(), Tables: len(v.Layout.Tables),
		})
	}
	run.SettingsDigest = settingsDigest(run, newPrompter(d).texts(arms))
	return run, known.samples, nil
}

// recordedSource is what finds a domain again from any working folder.
func recordedSource(nameOrPath string) string {
	if catalog.IsPath(nameOrPath) {
		if path, err := filepath.Abs(nameOrPath); err == nil {
			return path
		}
	}
	return nameOrPath
}

// settingsDigest covers everything that decides an answer: two runs with the
// same digest may be finished one by the other.
func settingsDigest(r *record.Run, prompts []string) string {
	parts := append([]string{r.Data.Identity, r.Data.Digest, fmt.Sprintf("%+v", r.Asking)}, prompts...)
	for _, v := range r.Variants {
		parts = append(parts, v.Name, v.SchemaDigest)
	}
	for _, q := range r.Questions {
		parts = append(parts, q.ID, q.Text, q.Gold.Digests.Paper)
	}
	return digest.OfTexts(append(parts, fmt.Sprintf("%+v", deciding(r.Settings)))...)
}

// deciding are those settings that decide an answer.
func deciding(s record.Settings) record.Settings {
	s.Concurrency = 0
	return s
}
