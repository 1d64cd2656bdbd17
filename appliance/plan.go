package appliance

import (
	"iter"

	"ercheck/appliance/evaluate"
	"ercheck/appliance/record"
	"ercheck/catalog/question"
	"ercheck/llm"
	"ercheck/variants"
)

// Plan is everything that a run would send, before anything is sent or stored.
type Plan struct {
	Arms      []record.Arm
	Questions []question.Question
	Repeats   int

	data    *Data
	options RunOptions
	prompts *prompter
}

// NewPlan says what a run would send. It needs no Postgres and no model.
func NewPlan(d *Data, o RunOptions) (*Plan, error) {
	o, arms, questions, err := settle(d, o)
	if err != nil {
		return nil, err
	}
	return &Plan{Arms: arms, Questions: questions, Repeats: o.Repeats, data: d, options: o, prompts: newPrompter(d)}, nil
}

// Requests gives those of one arm, variant by variant as a run sends them; a
// prompt that all variants share comes once.
func (p *Plan) Requests(arm record.Arm) iter.Seq[llm.Request] {
	return func(yield func(llm.Request) bool) {
		for i, v := range p.data.Variants {
			shown := shownVariant(v)
			for _, q := range p.Questions {
				asked := record.Question{ID: q.ID, Text: q.Text}
				made := p.prompts.prompt(arm, shown, asked)
				if made.Once && i > 0 {
					return
				}
				if !p.repeats(made, asked, v.Name, yield) {
					return
				}
			}
		}
	}
}

func (p *Plan) repeats(made evaluate.Prompt, q record.Question, variant string, yield func(llm.Request) bool) bool {
	for r := range p.Repeats {
		if !yield(made.Request(q, llm.Cell{Question: q.ID, Variant: variant, Repeat: r}, optionsOf(p.options.Asking))) {
			return false
		}
	}
	return true
}

// Cells counts the cells of one arm: with a prompt that all variants share they
// are more than its requests.
func (p *Plan) Cells() int { return len(p.data.Variants) * len(p.Questions) * p.Repeats }

// shownVariant is what of a variant can stand in a prompt.
func shownVariant(v variants.Variant) record.Variant {
	return record.Variant{Name: v.Name, Dump: v.Dump(), Description: v.Describe()}
}
