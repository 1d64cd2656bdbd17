package instance_test

import (
	"fmt"
	"sync"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
)

// domain is the running example with its rankings.
type domain struct {
	*catalog.Domain
	cuts []instance.Cut
}

var loaded = sync.OnceValues(func() (domain, error) {
	d, err := catalog.Load("social")
	if err != nil {
		return domain{}, err
	}
	qs, err := d.Questions("paper")
	return domain{d, instance.CutsOf(qs)}, err
})

func social(t testing.TB) domain {
	t.Helper()
	d, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func generate(t testing.TB, o instance.Options) *instance.Generator {
	t.Helper()
	d := social(t)
	o.Rankings = d.cuts
	g, err := instance.New(d.Model, d.Profile, o)
	if err != nil {
		t.Fatal(err)
	}
	if notes := g.Notes(); len(notes) > 0 {
		t.Errorf("%+v: %v", o, notes)
	}
	return g
}

func TestSocialKeepsTheRulesForManySeeds(t *testing.T) {
	for seed := range uint64(50) {
		instancetest.CheckRules(t, generate(t, instance.Options{Scale: "tiny", Seed: seed + 1}), social(t).cuts...)
	}
	for seed := range uint64(50) {
		g := generate(t, instance.Options{Scale: "demo", Seed: seed + 1})
		if seed < 5 {
			instancetest.CheckRules(t, g, social(t).cuts...)
		}
	}
}

func TestSocialKeepsTheRulesForEverySkew(t *testing.T) {
	for _, skew := range []string{"0", "0.25", "0.5", "1", "1.25", "1.5", "1.75", "2"} {
		for _, scale := range []string{"tiny", "demo"} {
			t.Run(fmt.Sprintf("%s, skew %s", scale, skew), func(t *testing.T) {
				for seed := range uint64(5) {
					instancetest.CheckRules(t, generate(t, instance.Options{Scale: scale, Seed: seed + 1, Skew: skew}), social(t).cuts...)
				}
			})
		}
	}
}

func TestLargeScalesHaveNoTies(t *testing.T) {
	for _, skew := range []string{"", "0", "2"} {
		g := generate(t, instance.Options{Scale: "paper", Seed: 1, Skew: skew, Workers: 2})
		if added, moved := g.Lifted(); added+moved > 600 {
			t.Errorf("skew %q: %d links added and %d moved: the rankings should need few", skew, added, moved)
		}
	}
	generate(t, instance.Options{Scale: "10xpaper", Seed: 1, Workers: 2})
	instancetest.CheckRules(t, generate(t, instance.Options{Scale: "paper", Seed: 2}), social(t).cuts...)
}
