package appliance

import (
	"context"
	"fmt"

	"ercheck/appliance/trial"
	"ercheck/catalog/instance"
)

// result puts together what is known.
func (t *telling) result(choices []InstanceChoice) MistakesResult {
	r := MistakesResult{Domain: t.d.Domain.Name, Questions: []QuestionMistakes{},
		Mutants: t.tally(true, choices...), Mistakes: t.tally(false, choices...)}
	for _, c := range choices {
		r.Instances = append(r.Instances, InstanceTally{c.String(), t.tally(true, c), t.tally(false, c)})
	}
	for _, q := range t.questions {
		shown := QuestionMistakes{Question: q.ID, Suspects: []Suspect{}}
		for _, s := range q.suspects {
			shown.Suspects = append(shown.Suspects, s.shown(choices))
		}
		r.Questions = append(r.Questions, shown)
	}
	return r
}

// shown fills in what became of a suspect.
func (s suspectState) shown(choices []InstanceChoice) Suspect {
	shown := s.Suspect
	shown.ToldBy = []string{}
	for _, c := range choices {
		if s.toldBy[c] {
			shown.ToldBy = append(shown.ToldBy, c.String())
		}
	}
	switch shown.Fate = s.fate(choices); shown.Fate {
	case FateRefused:
		shown.Reason = s.refused.Error()
	case FateEquivalent:
		shown.Reason = reasonOf(*s.searched)
	case FateSurvivor:
		shown.Reason, shown.Witness = s.survivorReason()
	}
	return shown
}

// fate is what became of the suspect on some of the instances.
func (s suspectState) fate(choices []InstanceChoice) string {
	switch {
	case s.refused != nil:
		return FateRefused
	case s.toldByAny(choices):
		return FateTold
	case len(s.toldBy) == 0 && s.witness == nil && s.searched != nil:
		return FateEquivalent
	}
	return FateSurvivor
}

func (s suspectState) toldByAny(choices []InstanceChoice) bool {
	for _, c := range choices {
		if s.toldBy[c] {
			return true
		}
	}
	return false
}

func (s suspectState) survivorReason() (reason, witness string) {
	if s.witness == nil {
		return "told by other instances only", ""
	}
	return fmt.Sprintf("told by a small instance of %s only", countText(countEntities(s.witness), "entity", "entities")),
		lines(context.Background(), s.witness)
}

// reasonOf says how far a search went that found nothing.
func reasonOf(s trial.Searched) string {
	whole := "nothing was small enough to be searched whole"
	if s.Bound > 0 {
		whole = fmt.Sprintf("the same answer on all %s with at most %s of each hierarchy",
			countText(int64(s.Whole), "instance", "instances"), countText(int64(s.Bound), "entity", "entities"))
	}
	return fmt.Sprintf("%s, and on %d larger ones drawn by chance", whole, s.Drawn)
}

func countText(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// tally counts mutants, or labelled mistakes, as some instances tell them.
func (t *telling) tally(mutants bool, choices ...InstanceChoice) Tally {
	var sum Tally
	for _, q := range t.questions {
		for _, s := range q.suspects {
			if s.mutant() != mutants {
				continue
			}
			sum.Made++
			switch s.fate(choices) {
			case FateRefused:
				sum.Refused++
			case FateEquivalent:
				sum.Equivalent++
			case FateTold:
				sum.Told++
			}
		}
	}
	if sum.Share = 1; sum.Possible() > 0 {
		sum.Share = float64(sum.Told) / float64(sum.Possible())
	}
	return sum
}

// maxRounds is how many seeds of each kind are tried at most.
const maxRounds = 4

// choose picks instances one by one, each time the one that tells most of what is
// left, until the share is reached or nothing helps: first among those that are
// known, then among further seeds. The data's own instance is always the first.
func (t *telling) choose(ctx context.Context, until float64) (*ChosenInstances, error) {
	candidates := append([]InstanceChoice{t.d.Instance()}, adversarialInstances(t.d.options.Seed)...)
	if err := t.on(ctx, candidates, func(s *suspectState) bool { return s.refused == nil && !s.toldByAny(candidates) }); err != nil {
		return nil, err
	}
	chosen := t.greedy(candidates, until)
	for seed := t.d.options.Seed + 1; !chosen.Reached && seed < t.d.options.Seed+maxRounds; seed++ {
		more := append(adversarialInstances(seed), InstanceChoice{instance.Random, seed})
		left := chosen.choices
		if err := t.on(ctx, more, func(s *suspectState) bool { return s.fate(left) == FateSurvivor }); err != nil {
			return nil, err
		}
		candidates = append(candidates, more...)
		chosen = t.greedy(candidates, until)
	}
	return &chosen, nil
}

// greedy picks among instances that were compared. The first is given.
func (t *telling) greedy(candidates []InstanceChoice, until float64) ChosenInstances {
	c := ChosenInstances{Until: until, choices: candidates[:1:1]}
	for {
		c.Mutants = t.tally(true, c.choices...)
		c.Reached = c.Mutants.Share >= until
		best := c.Mutants.Told
		var next *InstanceChoice
		for i := range candidates {
			if told := t.tally(true, append(c.choices, candidates[i])...).Told; told > best {
				best, next = told, &candidates[i]
			}
		}
		if c.Reached || next == nil {
			c.Instances = FormatInstances(c.choices)
			return c
		}
		c.choices = append(c.choices, *next)
	}
}
