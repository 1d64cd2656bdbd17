package instance_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/instancetest"
)

// TestAnyModelGenerates makes instances of random models without a profile.
func TestAnyModelGenerates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m, err := er.New(ertest.Spec(rt))
		if err != nil {
			rt.Fatal(err)
		}
		o := instance.Options{Scale: "tiny", Seed: rapid.Uint64().Draw(rt, "seed"),
			Skew: chance.FormatSkew(rapid.IntRange(0, chance.MaxSkew).Draw(rt, "skew")), Params: map[string]string{}}
		g, err := instance.New(m, nil, o)
		if err != nil {
			rt.Fatal(err)
		}
		for _, problem := range instancetest.Integrity(t, g) {
			rt.Error(problem)
		}
		sameInAnyOrder(rt, g)
	})
}

// TestAnyCountGenerates sets the number of entities of some types: what does
// not fit is refused with a reason, all else keeps the model's rules.
func TestAnyCountGenerates(t *testing.T) {
	refused := 0
	rapid.Check(t, func(rt *rapid.T) {
		m, err := er.New(ertest.Spec(rt))
		if err != nil {
			rt.Fatal(err)
		}
		params := map[string]string{}
		all, err := instance.DefaultProfile(m).Parameters("tiny")
		if err != nil {
			rt.Fatal(err)
		}
		for range rapid.IntRange(1, 3).Draw(rt, "params") {
			p := all[rapid.IntRange(0, len(all)-1).Draw(rt, "which")]
			params[p.Name] = fmt.Sprint(rapid.IntRange(0, 40).Draw(rt, p.Name))
		}
		g, err := instance.New(m, nil, instance.Options{Scale: "tiny", Params: params})
		var count *instance.CountError
		var option *instance.OptionError
		if errors.As(err, &count) && count.Hint() != "" || errors.As(err, &option) && option.Hint() != "" {
			refused++
			return
		}
		if err != nil {
			rt.Fatal(err)
		}
		for _, problem := range instancetest.Integrity(t, g) {
			rt.Errorf("%v: %s", params, problem)
		}
	})
	t.Logf("%d refused", refused)
}

func sameInAnyOrder(t *rapid.T, g *instance.Generator) {
	ctx := context.Background()
	whole := instance.NewMemory(g.Model())
	for _, kind := range g.Model().EntityTypes {
		for e, err := range g.Entities(ctx, kind, 77) {
			if err != nil {
				t.Fatal(err)
			}
			whole.AddEntity(e.Clone())
		}
	}
	for _, r := range g.Model().Relationships {
		for l, err := range g.Links(ctx, r, 78) {
			if err != nil {
				t.Fatal(err)
			}
			whole.AddLink(l.Clone())
		}
	}
	direct, err := instance.InstanceDigest(ctx, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	permuted, err := instance.InstanceDigest(ctx, whole, 4)
	if err != nil {
		t.Fatal(err)
	}
	if direct != permuted {
		t.Errorf("in another order the digest is %s, not %s", permuted, direct)
	}
}

func TestOrdersDiffer(t *testing.T) {
	g := generate(t, instance.Options{Scale: "tiny", Seed: 1})
	account, viewed := g.Model().EntityType("Streamer"), g.Model().Relationship("viewed")
	seen := [][]string{}
	for _, order := range []uint64{0, 1, 2} {
		var ids []string
		for e, err := range g.Entities(context.Background(), account, order) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, e.Key[0])
		}
		for l, err := range g.Links(context.Background(), viewed, order) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, l.From[0]+"-"+l.To[0])
		}
		for _, other := range seen {
			if slices.Equal(other, ids) {
				t.Errorf("order %d is that of another number", order)
			}
		}
		seen = append(seen, ids)
	}
}

func TestIdsOfTypesInterleave(t *testing.T) {
	g := generate(t, instance.Options{Scale: "demo", Seed: 1})
	runs, last := 0, ""
	byID := map[string]string{}
	for _, kind := range g.Model().EntityType("Account").Subtree() {
		for e, err := range g.Entities(context.Background(), kind, 0) {
			if err != nil {
				t.Fatal(err)
			}
			byID[e.Key[0]] = kind.Name
		}
	}
	for id := 1; id <= len(byID); id++ {
		kind := byID[fmt.Sprint(id)]
		if kind == "" {
			t.Fatalf("id %d of 1 to %d is missing", id, len(byID))
		}
		if kind != last {
			runs, last = runs+1, kind
		}
	}
	if runs < len(byID)/2 {
		t.Errorf("%d ids change type %d times: types are in blocks", len(byID), runs)
	}
}
