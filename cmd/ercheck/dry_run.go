package main

import (
	"context"
	"fmt"
	"io"
	"iter"

	"ercheck/appliance"
	"ercheck/llm"
	"ercheck/llm/through"
)

// dryRun says what a run would send and cost.
type dryRun struct {
	Domain   string   `json:"domain"`
	Requests int      `json:"requests"`
	Cells    int      `json:"cells"`
	Arms     []dryArm `json:"arms"`
	CostLow  float64  `json:"cost_low"`  // US dollars, of what has a price
	CostHigh float64  `json:"cost_high"` // the same, at most
	Priced   bool     `json:"priced"`    // every model that may cost has a price
}

// dryArm is the part of one arm. Tokens are estimated from bytes.
type dryArm struct {
	Arm        string  `json:"arm"`
	Requests   int     `json:"requests"`
	Cached     int     `json:"cached"` // answered before, which costs nothing
	PromptLow  int     `json:"prompt_tokens_low"`
	PromptHigh int     `json:"prompt_tokens_high"`
	AnswerLow  int     `json:"answer_tokens_low"`
	AnswerHigh int     `json:"answer_tokens_high"`
	CostLow    float64 `json:"cost_low"`
	CostHigh   float64 `json:"cost_high"`
	Free       bool    `json:"free"`   // built in, nothing is sent anywhere
	Priced     bool    `json:"priced"` // else the costs are 0 because they are unknown
	PriceOf    string  `json:"price_of,omitempty"`
}

// estimate reckons one arm's requests. What is not asked through the layer costs
// nothing.
func estimate(ctx context.Context, m llm.Model, requests iter.Seq[llm.Request]) dryArm {
	if layered, ok := m.(*through.Model); ok {
		e := layered.Estimate(ctx, requests)
		return dryArm{Requests: e.Calls, Cached: e.Cached, PromptLow: e.Prompt.Low, PromptHigh: e.Prompt.High,
			AnswerLow: e.Answer.Low, AnswerHigh: e.Answer.High, CostLow: e.Low, CostHigh: e.High, Priced: e.Priced, PriceOf: e.PriceOf}
	}
	a := dryArm{Free: true}
	for r := range requests {
		a.Requests++
		tokens := through.EstimateTokens(r.Messages)
		a.PromptLow, a.PromptHigh = a.PromptLow+tokens.Low, a.PromptHigh+tokens.High
	}
	return a
}

func (s *session) dryRun(ctx context.Context, d *appliance.Data, o appliance.RunOptions) error {
	plan, err := appliance.NewPlan(d, o)
	if err != nil {
		return err
	}
	r := dryRun{Domain: d.Domain.Name, Priced: true}
	for _, arm := range plan.Arms {
		m, err := o.Open(ctx, arm.Model, func() (map[llm.Cell]string, error) { return nil, nil })
		if err != nil {
			return err
		}
		a := estimate(ctx, m, plan.Requests(arm))
		a.Arm = arm.Name
		r.Arms = append(r.Arms, a)
		r.Requests += a.Requests
		r.Cells += plan.Cells()
		r.CostLow, r.CostHigh = r.CostLow+a.CostLow, r.CostHigh+a.CostHigh
		r.Priced = r.Priced && (a.Free || a.Priced)
	}
	return s.result(r, func(w io.Writer) error { return s.writeDryRun(w, r) })
}

func (s *session) writeDryRun(w io.Writer, r dryRun) error {
	var rows [][]any
	for _, a := range r.Arms {
		cost := "nothing"
		switch {
		case a.Priced:
			cost = fmt.Sprintf("$%.4f to $%.4f", a.CostLow, a.CostHigh)
		case !a.Free:
			cost = "unknown"
		}
		rows = append(rows, []any{a.Arm, a.Requests, a.Cached,
			fmt.Sprintf("%d to %d", a.PromptLow, a.PromptHigh), fmt.Sprintf("%d to %d", a.AnswerLow, a.AnswerHigh), cost})
	}
	if err := s.writeTable(w, []string{"arm", "requests", "cached", "tokens of prompts", "of answers", "cost"}, rows, 2, 3); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%d requests for %d cells; nothing was sent\n", r.Requests, r.Cells)
	return err
}
