package appliance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// ResumeOptions say how a run is finished.
type ResumeOptions struct {
	RetryFailed bool // also ask again where there was no response
	// Spent, if not nil, is told what the run has cost so far, in US dollars,
	// before a model is opened.
	Spent func(dollars float64)
	// Open finds models whose names were given in a folder.
	Open func(folder string) ModelOpener
}

// Resume finishes a run: exactly the cells that have no outcome yet. What
// decides its answers must not have changed since it began.
func (a *Appliance) Resume(ctx context.Context, given string, o ResumeOptions) (runID string, err error) {
	h, id, err := a.findRun(ctx, given)
	if err != nil {
		return "", err
	}
	run, err := h.Run(ctx, id)
	if err != nil || run.Status == record.Finished && !o.RetryFailed {
		return id, err
	}
	claim, err := h.Claim(ctx, id)
	if err != nil {
		return id, err
	}
	defer func() { err = errors.Join(err, claim.Release()) }()
	if o.Spent != nil {
		spent, err := a.costOf(ctx, id)
		if err != nil {
			return id, err
		}
		o.Spent(spent)
	}
	d, models, err := a.reopen(ctx, run, o.Open(run.Folder))
	if err != nil {
		return id, err
	}
	if o.RetryFailed {
		n, err := claim.Forget(ctx, record.NoResponse)
		if err != nil || n == 0 && run.Status == record.Finished {
			return id, err
		}
	}
	return id, a.evaluate(ctx, d, run, models, claim)
}

// costOf adds up what a run's answers cost.
func (a *Appliance) costOf(ctx context.Context, id string) (dollars float64, err error) {
	for cell, err := range a.history.Cells(ctx, id) {
		if err != nil {
			return 0, err
		}
		dollars += cell.Cost
	}
	return dollars, nil
}

// ChangedError refuses to resume a run under other conditions.
type ChangedError struct{ Run, What string }

// Error says what changed.
func (e *ChangedError) Error() string {
	return fmt.Sprintf("run %s cannot be resumed: %s changed since it began", e.Run, e.What)
}

// Hint says what to do.
func (e *ChangedError) Hint() string { return "start a new run" }

// reopen makes data and models of a run again.
func (a *Appliance) reopen(ctx context.Context, run *record.Run, open ModelOpener) (*Data, []llm.Model, error) {
	o := DataOptions{Domain: run.Data.Source, Kind: run.Data.Kind, Scale: run.Data.Scale, Seed: run.Data.Seed, Skew: run.Data.Skew, Params: run.Data.Params}
	ro := withDefaults(RunOptions{Folder: run.Folder, Set: run.Set, Repeats: run.Repeats, Open: open, Asking: run.Asking,
		NoVerify: run.Proof.Skipped, Limits: limitsOf(run.Settings)})
	for _, v := range run.Variants {
		o.recorded = append(o.recorded, recordedVariant{v.Name, v.Choices})
	}
	var arms []record.Arm
	for _, name := range run.Models {
		arm := run.Arm(name)
		if arms = append(arms, arm); !slices.Contains(ro.Models, arm.Model) {
			ro.Models = append(ro.Models, arm.Model)
		}
	}
	for _, q := range run.Questions {
		ro.Questions = append(ro.Questions, q.ID)
	}
	d, err := Choose(o)
	if err != nil {
		return nil, nil, err
	}
	questions, err := ChooseQuestions(d.Domain, ro.Set, ro.Questions)
	if err != nil {
		return nil, nil, err
	}
	proof, instanceDigest, err := a.prove(ctx, d, questions, ro.NoVerify)
	if err != nil {
		return nil, nil, err
	}
	again, _, err := a.describe(ctx, d, ro, arms, questions, proof, instanceDigest)
	if err != nil {
		return nil, nil, err
	}
	if again.SettingsDigest != run.SettingsDigest {
		return nil, nil, &ChangedError{run.ID, whatChanged(run, again)}
	}
	models, err := openModels(ctx, d, ro, questions)
	return d, models, err
}

func whatChanged(before, now *record.Run) string {
	switch {
	case before.Data.Identity != now.Data.Identity || before.Data.Digest != now.Data.Digest:
		return "the data"
	case deciding(before.Settings) != deciding(now.Settings):
		return "a limit of the sandbox"
	}
	for i := range before.Variants {
		if before.Variants[i].SchemaDigest != now.Variants[i].SchemaDigest {
			return "the schema of variant " + before.Variants[i].Name
		}
	}
	return "a question or its gold query, or a prompt,"
}
