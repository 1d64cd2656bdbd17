package appliance

import (
	"context"

	"ercheck/appliance/history"
	"ercheck/appliance/record"
)

// Recorded is a run as the history holds it: all that a report needs.
type Recorded struct {
	Run     record.Run
	Cells   []record.Cell
	Samples []record.Sample
}

// Record reads a run back; given is an id, the beginning of one, or "last".
func (a *Appliance) Record(ctx context.Context, given string) (Recorded, error) {
	h, id, err := a.findRun(ctx, given)
	if err != nil {
		return Recorded{}, err
	}
	run, err := h.Run(ctx, id)
	if err != nil {
		return Recorded{}, err
	}
	recorded := Recorded{Run: *run}
	for cell, err := range h.Cells(ctx, id) {
		if err != nil {
			return Recorded{}, err
		}
		recorded.Cells = append(recorded.Cells, cell)
	}
	recorded.Samples, err = h.Samples(ctx, id)
	return recorded, err
}

// findRun opens the history and makes a run's id of what a user typed.
func (a *Appliance) findRun(ctx context.Context, given string) (*history.History, string, error) {
	h, err := a.openHistory()
	if err != nil {
		return nil, "", err
	}
	id, err := h.Resolve(ctx, given)
	return h, id, err
}

// Runs lists the history, the newest run first.
func (a *Appliance) Runs(ctx context.Context) ([]history.Entry, error) {
	h, err := a.openHistory()
	if err != nil {
		return nil, err
	}
	return h.List(ctx, history.Filter{})
}

// RemoveRun deletes a run and what only it refers to, and returns its id.
func (a *Appliance) RemoveRun(ctx context.Context, given string) (string, error) {
	h, id, err := a.findRun(ctx, given)
	if err != nil {
		return "", err
	}
	return id, h.Remove(ctx, id)
}

// ReportPath is where a run's report goes when no path is given.
func (a *Appliance) ReportPath(run, format string) string {
	return a.options.Home.Report(run, format)
}
