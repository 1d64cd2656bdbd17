package appliance_test

import (
	"fmt"
	"testing"

	"ercheck/appliance"
	"ercheck/catalog"
	"ercheck/catalog/goldtest"
	"ercheck/catalog/instance"
)

// TestGoldByIndependentMeans computes every gold answer of every built-in domain
// from the conceptual instance, without SQL, and compares it with what the gold
// query gives on a server.
func TestGoldByIndependentMeans(t *testing.T) {
	for _, name := range catalog.Names() {
		for seed := uint64(1); seed <= 3; seed++ {
			t.Run(fmt.Sprintf("%s, seed %d", name, seed), func(t *testing.T) {
				compareGoldWithWalks(t, choose(t, appliance.DataOptions{Domain: name, Seed: seed, Variants: []string{"full_cti"}}))
			})
		}
		for _, kind := range []string{"adversarial", "empty"} {
			t.Run(fmt.Sprintf("%s, kind %s", name, kind), func(t *testing.T) {
				compareGoldWithWalks(t, choose(t, appliance.DataOptions{Domain: name, Kind: kind, Seed: 1, Variants: []string{"full_cti"}}))
			})
		}
	}
}

func compareGoldWithWalks(t *testing.T, d *appliance.Data) {
	world, err := goldtest.Read(t.Context(), d.Source)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range d.Domain.Sets {
		for _, q := range set.Questions {
			want, err := goldtest.Answer(world, d.Domain.Name, q.ID)
			if err != nil {
				t.Error(err)
				continue
			}
			got, err := shared.Gold(t.Context(), d, q.ID)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 && d.Source.Kind() == instance.Random {
				t.Errorf("%s: the answer is empty, which no query can be told by", q.ID)
			}
			if diff := want.Diff(got.Rows); diff != "" {
				t.Errorf("%s: the gold query gives %s", q.ID, diff)
			}
		}
	}
}
