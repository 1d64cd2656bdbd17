package appliance_test

import (
	"strings"
	"testing"

	"ercheck/appliance"
	"ercheck/appliance/trial"
)

// TestMistakesOfUniversity: what the file calls mistakes is told from gold, no
// more than few mutants are left, and a short list of instances tells as much as
// is asked for.
func TestMistakesOfUniversity(t *testing.T) {
	d := choose(t, appliance.DataOptions{Domain: "university", Seed: 1, Variants: []string{"full_cti"}})
	questions, err := appliance.ChooseQuestions(d.Domain, "", []string{"u01", "u02", "u06", "u10"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := shared.Mistakes(t.Context(), d, appliance.MistakesOptions{Questions: questions, Until: 0.9, Search: trial.SearchOptions{Drawn: 100}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Mistakes.Made == 0 || r.Mistakes.Told != r.Mistakes.Made || r.Mistakes.Share != 1 {
		t.Errorf("mistakes of the file: %+v", r.Mistakes)
	}
	if m := r.Mutants; m.Made < 20 || m.Refused == 0 || m.Equivalent == 0 || m.Told > m.Possible() || m.Share < 0.9 {
		t.Errorf("mutants: %+v", m)
	}
	for _, i := range r.Instances {
		if i.Mutants.Told > r.Mutants.Told || i.Mutants.Possible() != r.Mutants.Possible() {
			t.Errorf("%s: %+v of %+v", i.Instance, i.Mutants, r.Mutants)
		}
	}
	checkSuspects(t, r)
	c := r.Chosen
	if c == nil || !c.Reached || c.Mutants.Share < 0.9 || !strings.HasPrefix(c.Instances, "random@1") || len(c.Choices()) > 5 {
		t.Fatalf("chosen: %+v", c)
	}
	again, err := appliance.ParseInstances(c.Instances, 99)
	if err != nil || appliance.FormatInstances(again) != c.Instances {
		t.Errorf("%s is read as %v: %v", c.Instances, again, err)
	}
}

// checkSuspects: the fates add up and are said why.
func checkSuspects(t *testing.T, r appliance.MistakesResult) {
	t.Helper()
	fates := map[string]int{}
	for _, q := range r.Questions {
		for _, s := range q.Suspects {
			if s.Operator != "" {
				fates[s.Fate]++
			}
			told := len(s.ToldBy) > 0
			if told != (s.Fate == appliance.FateTold) || told == (s.Reason != "") || (s.Witness != "") && s.Fate != appliance.FateSurvivor {
				t.Errorf("%s %s: %s, told by %v, because %q", q.Question, s.Label, s.Fate, s.ToldBy, s.Reason)
			}
		}
	}
	if fates[appliance.FateTold] != r.Mutants.Told || fates[appliance.FateRefused] != r.Mutants.Refused || fates[appliance.FateEquivalent] != r.Mutants.Equivalent {
		t.Errorf("%v, and %+v", fates, r.Mutants)
	}
}

// TestWitnessOfASurvivor: where data lack what tells, the search finds it.
func TestWitnessOfASurvivor(t *testing.T) {
	d := choose(t, appliance.DataOptions{Domain: "university", Seed: 1, Kind: "empty", Variants: []string{"full_cti"}})
	questions, err := appliance.ChooseQuestions(d.Domain, "", []string{"u01"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := shared.Mistakes(t.Context(), d, appliance.MistakesOptions{Questions: questions, Instances: []appliance.InstanceChoice{{Kind: "empty", Seed: withoutSections(t, d)}}})
	if err != nil {
		t.Fatal(err)
	}
	survivors := 0
	for _, s := range r.Questions[0].Suspects {
		if s.Fate == appliance.FateSurvivor {
			survivors++
			if !strings.Contains(s.Witness, `"entity":"Section"`) || !strings.Contains(s.Reason, "small instance") {
				t.Errorf("%s: %s, with %s", s.Label, s.Reason, s.Witness)
			}
		}
	}
	if survivors == 0 {
		t.Error("data without sections tell everything")
	}
}

// withoutSections is a seed that leaves no section.
func withoutSections(t *testing.T, d *appliance.Data) uint64 {
	t.Helper()
	for seed := range uint64(100) {
		on, err := d.On(appliance.InstanceChoice{Kind: "empty", Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if on.Source.Count(d.Domain.Model.EntityType("Section")) == 0 {
			return seed
		}
	}
	t.Fatal("no seed leaves no section")
	return 0
}
