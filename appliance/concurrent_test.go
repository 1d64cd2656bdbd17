package appliance_test

import (
	"testing"

	"golang.org/x/sync/errgroup"

	"ercheck/appliance"
)

// TestInstancesAreBuiltAtTheSameTime builds several instances at once, again and
// again: their roles change rows that all databases of the cluster share.
func TestInstancesAreBuiltAtTheSameTime(t *testing.T) {
	var group errgroup.Group
	for seed := range uint64(6) {
		d := choose(t, appliance.DataOptions{Seed: 100 + seed, Variants: []string{"full_sti", "full_cti"}})
		group.Go(func() error {
			for range 4 {
				if _, err := shared.Build(t.Context(), d, appliance.BuildOptions{Fresh: true}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}
