package choice

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance/chance"
)

// TestGroupsAreIndependent: whether a choice is refused does not change with
// choices outside the point's group, however the others are chosen.
func TestGroupsAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space := NewSpace(ertest.Model(t, ertest.Options{MaxSubtypes: 8}))
		stream := chance.NewKey(rapid.Uint64().Draw(t, "seed")).At(0)
		anything := func() []string {
			choices := make([]string, len(space.points))
			for i, p := range space.points {
				choices[i] = p.Choices[stream.Below(int64(len(p.Choices)))]
			}
			return choices
		}
		seen := 0
		for _, group := range space.groups {
			a, b := anything(), anything()
			for _, i := range group {
				b[i] = a[i]
				seen++
			}
			one, other := Set{space.points, a, space.index}, Set{space.points, b, space.index}
			for _, i := range group {
				if p := space.points[i]; refuse(one, p) != refuse(other, p) {
					t.Errorf("%s is refused by a choice outside its group", p.ID())
				}
			}
		}
		if seen != len(space.points) {
			t.Errorf("the groups have %d of %d points", seen, len(space.points))
		}
	})
}

// TestEstimate compares estimates with what there is.
func TestEstimate(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		space := NewSpace(ertest.Model(t, ertest.Options{MaxRoots: 1, MaxSubtypes: 7, NoWeak: true, MaxAttributes: 1}))
		for _, group := range space.groups {
			exact, ok := newCounter(space, group).count()
			if !ok || exact.Cmp(big.NewInt(100)) < 0 || exact.BitLen() > 50 {
				continue
			}
			n := exact.Int64()
			compared++
			e := space.estimate(group, chance.NewKey(1))
			mean, _ := e.mean.Float64()
			if math.Abs(mean/float64(n)-1) > 6*e.relativeError+1e-9 {
				t.Errorf("%d ways are estimated as %.1f, standard error %.2f %%", n, mean, 100*e.relativeError)
			}
		}
	})
	if compared < 10 {
		t.Errorf("only %d groups were large enough", compared)
	}
}
