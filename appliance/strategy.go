package appliance

import (
	"fmt"
	"slices"
	"sync"

	"ercheck/appliance/evaluate"
	"ercheck/appliance/record"
	"ercheck/catalog"
	"ercheck/llm/prompt"
	"ercheck/variants"
	"ercheck/variants/standalone"
)

// The strategies: what a model is told beside the question.
const (
	// StrategyDirect is the paper's prompt: the variant's schema, nothing else.
	StrategyDirect = "direct"
	// StrategyER is the paper's prompt with the E/R model in words and the
	// description of how the variant was made from it.
	StrategyER = "er"
	// StrategyConceptual shows the E/R views instead of a schema: the model is
	// asked once for all variants, and its SQL is written for each. Agreement is
	// 100 by construction; accuracy against StrategyDirect says what the schema
	// costs.
	StrategyConceptual = "conceptual"
)

// Strategies lists their names.
func Strategies() []string { return []string{StrategyDirect, StrategyER, StrategyConceptual} }

// MaxPlacebo is how many other orders of a dump a run can try.
const MaxPlacebo = 20

// PlaceboError refuses a number of other orders.
type PlaceboError struct{ Orders int }

func (e *PlaceboError) Error() string {
	return fmt.Sprintf("a dump has from 0 to %d other orders here, and %d are asked for", MaxPlacebo, e.Orders)
}

// arms are the ways of asking that options name: every model with every
// strategy, and with every placebo where the strategy shows a dump. Those of one
// model stand together.
func arms(o RunOptions) ([]record.Arm, error) {
	var all []record.Arm
	for _, s := range o.Strategies {
		if !slices.Contains(Strategies(), s) {
			return nil, catalog.Unknown("strategy", s, Strategies())
		}
	}
	if o.Placebo < 0 || o.Placebo > MaxPlacebo {
		return nil, &PlaceboError{o.Placebo}
	}
	for _, model := range o.Models {
		for _, s := range o.Strategies {
			placebos := o.Placebo
			if s == StrategyConceptual {
				placebos = 0
			}
			for n := range placebos + 1 {
				all = append(all, record.Arm{Name: armName(model, s, n), Model: model, Strategy: s, Placebo: n})
			}
		}
	}
	return all, nil
}

// armName is the model's own name for the plain prompt.
func armName(model, strategy string, placebo int) string {
	if strategy != StrategyDirect {
		model += "+" + strategy
	}
	if placebo > 0 {
		model += fmt.Sprintf("+placebo%d", placebo)
	}
	return model
}

func armNames(arms []record.Arm) []string {
	names := make([]string, len(arms))
	for i, a := range arms {
		names[i] = a.Name
	}
	return names
}

// strategiesOf names each strategy of the arms once.
func strategiesOf(arms []record.Arm) []string {
	var names []string
	for _, a := range arms {
		if !slices.Contains(names, a.Strategy) {
			names = append(names, a.Strategy)
		}
	}
	return names
}

// prompter makes what the arms of a run send and what they run.
type prompter struct {
	data     *Data
	diagram  string
	views    string // the E/R views as a schema
	variants map[string]variants.Variant

	mu       sync.Mutex
	placebos map[placebo]string // their dumps, made when they are needed
}

type placebo struct {
	variant string
	n       int
}

func newPrompter(d *Data) *prompter {
	p := &prompter{data: d, diagram: d.Domain.Model.Describe(), views: variants.ConceptualDump(d.Domain.Model),
		variants: map[string]variants.Variant{}, placebos: map[placebo]string{}}
	for _, v := range d.Variants {
		p.variants[v.Name] = v
	}
	return p
}

// prompt implements evaluate.Plan.Prompt.
func (p *prompter) prompt(a record.Arm, v record.Variant, q record.Question) evaluate.Prompt {
	if a.Strategy == StrategyConceptual {
		return evaluate.Prompt{Messages: prompt.Direct(p.views, q.Text), Schema: p.views, Once: true}
	}
	dump := p.dump(v, a.Placebo)
	if a.Strategy == StrategyER {
		return evaluate.Prompt{Messages: prompt.ER(p.diagram, dump, v.Description, q.Text), Schema: dump}
	}
	return evaluate.Prompt{Messages: prompt.Direct(dump, q.Text), Schema: dump}
}

func (p *prompter) dump(v record.Variant, n int) string {
	if n == 0 {
		return v.Dump
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := placebo{v.Name, n}
	if _, there := p.placebos[key]; !there {
		p.placebos[key] = p.variants[v.Name].Placebo(n)
	}
	return p.placebos[key]
}

// translate implements evaluate.Plan.Translate.
func (p *prompter) translate(a record.Arm, v record.Variant, sql string) string {
	if a.Strategy != StrategyConceptual {
		return sql
	}
	written, err := standalone.New(p.variants[v.Name].Layout).Inline(sql)
	if err != nil {
		return sql // the sandbox says what is wrong with it
	}
	return written.SQL
}

// texts is everything that the arms' prompts are made of beside variants and
// questions: when it changes, so do answers.
func (p *prompter) texts(arms []record.Arm) []string {
	var all []string
	for _, a := range arms {
		made := p.prompt(a, record.Variant{Name: p.data.Variants[0].Name}, record.Question{})
		all = append(all, a.Name, prompt.Digest(made.Messages))
	}
	return all
}
