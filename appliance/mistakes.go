package appliance

import (
	"context"
	"fmt"
	"time"

	"ercheck/appliance/trial"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/mutant"
	"ercheck/catalog/question"
	"ercheck/variants/pgsql"
)

// MistakesOptions say what is told from gold, and on what.
type MistakesOptions struct {
	Questions []question.Question
	Instances []InstanceChoice // none = the data's own, and one of each adversarial kind
	// Until is the share of the mutants that are not equivalent, from 0 to 1, up to
	// which instances are chosen; 0 chooses none.
	Until  float64
	Search trial.SearchOptions
}

// Fates of a suspect.
const (
	FateTold       = "told"       // one of the instances tells it from gold
	FateRefused    = "refused"    // the server does not take it
	FateEquivalent = "equivalent" // no instance tells it, up to a bound
	FateSurvivor   = "survivor"   // none of the instances tells it, and another one does
)

// Suspect is a wrong query: a mutant of gold, or a labelled mistake of the domain.
type Suspect struct {
	Label    string   `json:"label"`
	Operator string   `json:"operator,omitempty"` // of a mutant, see mutant.Operators
	SQL      string   `json:"sql"`
	Fate     string   `json:"fate"`
	ToldBy   []string `json:"told_by"`          // instances, in the order of Mistakes.Instances
	Reason   string   `json:"reason,omitempty"` // of a fate other than told
	// Witness is a small instance on which a survivor's answer differs, as lines of
	// JSON.
	Witness string `json:"witness,omitempty"`
}

// mutant says whether the suspect was derived from gold.
func (s Suspect) mutant() bool { return s.Operator != "" }

// QuestionMistakes are the suspects of one question.
type QuestionMistakes struct {
	Question string    `json:"question"`
	Suspects []Suspect `json:"suspects"`
}

// Tally counts suspects by what became of them. Told is of those that are
// neither refused nor equivalent.
type Tally struct {
	Made       int     `json:"made"`
	Refused    int     `json:"refused"`
	Equivalent int     `json:"equivalent"`
	Told       int     `json:"told"`
	Share      float64 `json:"share"` // told, of those that can be told; 1 where there are none
}

// Possible is how many can be told.
func (t Tally) Possible() int { return t.Made - t.Refused - t.Equivalent }

// InstanceTally is what one instance tells by itself.
type InstanceTally struct {
	Instance string `json:"instance"`
	Mutants  Tally  `json:"mutants"`
	Mistakes Tally  `json:"mistakes"`
}

// MistakesResult says which wrong queries each instance tells from gold.
type MistakesResult struct {
	Domain    string             `json:"domain"`
	Instances []InstanceTally    `json:"instances"`
	Mutants   Tally              `json:"mutants"`  // by all instances together
	Mistakes  Tally              `json:"mistakes"` // those that the domain's file has
	Questions []QuestionMistakes `json:"questions"`
	Chosen    *ChosenInstances   `json:"chosen,omitempty"`
	Seconds   float64            `json:"seconds"`
}

// ChosenInstances is a short list of instances that tells enough.
type ChosenInstances struct {
	Until     float64 `json:"until"`
	Instances string  `json:"instances"` // as --instances takes it
	Mutants   Tally   `json:"mutants"`
	Reached   bool    `json:"reached"`

	choices []InstanceChoice
}

// Choices are the chosen instances.
func (c ChosenInstances) Choices() []InstanceChoice { return c.choices }

// Mistakes finds out which mutants and labelled mistakes the instances tell from
// gold, searches small instances for one that tells the others, and lists as
// equivalent what no instance tells up to the search's bounds.
func (a *Appliance) Mistakes(ctx context.Context, d *Data, o MistakesOptions) (MistakesResult, error) {
	began := time.Now()
	if len(o.Instances) == 0 {
		o.Instances = append([]InstanceChoice{d.Instance()}, adversarialInstances(d.options.Seed)...)
	}
	t, err := a.newTelling(ctx, d, o)
	if err != nil {
		return MistakesResult{}, err
	}
	if err := t.tell(ctx, o.Instances); err != nil {
		return MistakesResult{}, err
	}
	if err := t.search(ctx, o.Search); err != nil {
		return MistakesResult{}, err
	}
	var chosen *ChosenInstances
	if o.Until > 0 {
		if chosen, err = t.choose(ctx, o.Until); err != nil {
			return MistakesResult{}, err
		}
	}
	result := t.result(o.Instances)
	result.Chosen, result.Seconds = chosen, time.Since(began).Seconds()
	return result, nil
}

// suspects of a question: its mutants, then its labelled mistakes.
func suspectsOf(m *er.Model, q question.Question) ([]Suspect, error) {
	query := mutant.Query{SQL: q.Gold.SQL, Decisive: -1, Identifier: pgsql.Identifier}
	if q.Ranking != nil {
		query.Decisive = len(q.Ranking.Keys())
	}
	mutants, err := mutant.Of(m, query)
	if err != nil {
		return nil, fmt.Errorf("the gold query of question %s: %w", q.ID, err)
	}
	var all []Suspect
	for _, x := range mutants {
		all = append(all, Suspect{Label: x.Label(), Operator: x.Operator, SQL: x.SQL})
	}
	for _, x := range q.Mistakes {
		all = append(all, Suspect{Label: x.Name, SQL: x.SQL})
	}
	return all, nil
}

// sourcesOf makes the instances.
func sourcesOf(d *Data, choices []InstanceChoice) ([]instance.Source, error) {
	on, err := d.OnEach(choices)
	if err != nil {
		return nil, err
	}
	sources := make([]instance.Source, len(on))
	for i := range on {
		sources[i] = on[i].Source
	}
	return sources, nil
}
