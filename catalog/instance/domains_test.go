package instance_test

import (
	"fmt"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
)

// Every built-in domain's data has what tells right queries from wrong ones, with
// the rankings of all its questions.
func TestEveryDomainKeepsTheRules(t *testing.T) {
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		var cuts []instance.Cut
		for _, set := range d.Sets {
			cuts = append(cuts, instance.CutsOf(set.Questions)...)
		}
		for scale, seeds := range map[string]uint64{"tiny": 20, "demo": 5} {
			t.Run(fmt.Sprintf("%s, %s", name, scale), func(t *testing.T) {
				for seed := range seeds {
					checkDomain(t, d, instance.Options{Scale: scale, Seed: seed + 1, Rankings: cuts})
				}
			})
		}
	}
}

func checkDomain(t *testing.T, d *catalog.Domain, o instance.Options) {
	t.Helper()
	g, err := instance.New(d.Model, d.Profile, o)
	if err != nil {
		t.Fatal(err)
	}
	if notes := g.Notes(); len(notes) > 0 {
		t.Errorf("seed %d: %v", o.Seed, notes)
	}
	instancetest.CheckRules(t, g, o.Rankings...)
}
