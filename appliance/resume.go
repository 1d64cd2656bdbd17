package appliance

import (
	"context"
	"errors"
	"fmt"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// Resume finishes a run: exactly the cells that have no outcome yet. What
// decides its answers must not have changed since it began. open finds models
// whose names were given in a folder.
func (a *Appliance) Resume(ctx context.Context, given string, open func(folder string) ModelOpener) (runID string, err error) {
	h, id, err := a.findRun(ctx, given)
	if err != nil {
		return "", err
	}
	run, err := h.Run(ctx, id)
	if err != nil || run.Status == record.Finished {
		return id, err
	}
	claim, err := h.Claim(ctx, id)
	if err != nil {
		return id, err
	}
	defer func() { err = errors.Join(err, claim.Release()) }()
	d, models, err := a.reopen(ctx, run, open(run.Folder))
	if err != nil {
		return id, err
	}
	return id, a.evaluate(ctx, d, run, models, claim)
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
	ro := withDefaults(RunOptions{Models: run.Models, Folder: run.Folder, Strategy: run.Strategy, Set: run.Set, Repeats: run.Repeats, Open: open,
		NoVerify: run.Proof.Skipped, Limits: limitsOf(run.Settings)})
	for _, v := range run.Variants {
		o.recorded = append(o.recorded, recordedVariant{v.Name, v.Choices})
	}
	for _, q := range run.Questions {
		ro.Questions = append(ro.Questions, q.ID)
	}
	d, err := Choose(o)
	if err != nil {
		return nil, nil, err
	}
	questions, err := chooseQuestions(d.Domain, ro.Set, ro.Questions)
	if err != nil {
		return nil, nil, err
	}
	proof, instanceDigest, err := a.prove(ctx, d, questions, ro.NoVerify)
	if err != nil {
		return nil, nil, err
	}
	again, _, err := a.describe(ctx, d, ro, questions, proof, instanceDigest)
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
	case before.Settings != now.Settings:
		return "a limit of the sandbox"
	}
	for i := range before.Variants {
		if before.Variants[i].SchemaDigest != now.Variants[i].SchemaDigest {
			return "the schema of variant " + before.Variants[i].Name
		}
	}
	return "a question or its gold query, or the prompt,"
}
