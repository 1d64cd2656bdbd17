package varianttest_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/varianttest"
)

// TestReadBack: under random choices on random models, the rows of a random
// instance say exactly what the instance is.
func TestReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, err := er.New(ertest.Spec(t))
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		src := varianttest.Instance(m, seed, 6)
		v, err := variants.New(m, "", varianttest.Choices(m, seed))
		if err != nil {
			t.Fatal(err)
		}
		if err := varianttest.ReadBack(context.Background(), v, src); err != nil {
			t.Fatalf("%v\nchoices %v\n%s", err, v.Choices.Map(), v.Dump())
		}
		for _, typ := range m.EntityTypes {
			if homes := v.Layout.Homes(typ); v.Choices.Spread(typ) != (len(homes) > 1) {
				t.Errorf("%s has %d homes, and the choices say otherwise", typ.Name, len(homes))
			}
		}
	})
}

// TestPresetsReadBack: the ten presets apply to any model.
func TestPresetsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, err := er.New(ertest.Spec(t))
		if err != nil {
			t.Fatal(err)
		}
		src := varianttest.Instance(m, rapid.Uint64().Draw(t, "seed"), 4)
		all, err := variants.Presets(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			if err := varianttest.ReadBack(context.Background(), v, src); err != nil {
				t.Fatalf("%s: %v\n%s", v.Name, err, v.Dump())
			}
		}
	})
}
