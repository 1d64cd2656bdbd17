// Package varianttest proves that variants hold what they should, for tests of
// every layer.
//
//  1. Instance and Choices make random input: an instance of any model, and
//     choices that are valid on it.
//  2. ReadBack shreds an instance into rows and makes an instance of them again,
//     without a server.
//  3. Prove does it on a server, behind a small interface: create, load, compare
//     every E/R view with the instance, every table with its table query and the
//     catalogue with the plan, and read the tables back.
//
// It knows no driver; a test brings its own.
package varianttest

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/variants"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

// Choices draws valid choices for a model: uniform at each point, or for half of
// the seeds nested as far as it goes, and drawn again where they cannot be
// combined.
func Choices(m *er.Model, seed uint64) choice.Set {
	r := rand.New(rand.NewPCG(seed, 2))
	draw := func(p choice.Point) string { return p.Choices[r.IntN(len(p.Choices))] }
	chosen := map[string]string{}
	nest := r.IntN(2) == 0
	for _, p := range choice.Points(m) {
		chosen[p.ID()] = draw(p)
		if c := nesting(p); nest && len(c) > 0 {
			chosen[p.ID()] = c[r.IntN(len(c))]
		}
	}
	for {
		set, err := choice.New(m, chosen)
		if err == nil {
			return set
		}
		refused, ok := err.(*choice.Error)
		if !ok {
			panic(err) // the points are the model's own
		}
		for _, f := range refused.Faults {
			chosen[f.Point.ID()] = draw(f.Point)
		}
	}
}

// nesting lists the choices at a point that nest, or that let others nest; none
// where all do. Drawn uniformly, what nests is refused most of the time.
func nesting(p choice.Point) []string {
	switch {
	case p.Kind == choice.Inheritance:
		return []string{choice.Merged, choice.Merged, choice.Own, choice.Replicated}
	case p.Kind == choice.MultiValued:
		return []string{choice.Table, choice.JSONB}
	case p.Kind == choice.Weak:
		return []string{choice.JSONB}
	case p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToMany:
		return []string{choice.ArrayFrom, choice.ArrayTo}
	}
	return nil
}

// ReadBack shreds the instance under a variant's layout and compares what can be
// read out of the rows with it.
func ReadBack(ctx context.Context, v variants.Variant, src instance.Source) error {
	back, err := v.Layout.ReadBack(func(t *shred.Table) iter.Seq2[[]shred.Cell, error] {
		return v.Layout.Rows(ctx, t.Table, src, v.Order())
	})
	if err != nil {
		return err
	}
	return Same(ctx, src, back)
}

// Same compares two instances of one model: the error names the first E/R view,
// or entity type, in which they differ.
func Same(ctx context.Context, want, got instance.Source) error {
	m := want.Model()
	for _, t := range m.EntityTypes {
		if w, g := want.Count(t), got.Count(t); w != g {
			return fmt.Errorf("there are %d entities of exactly type %s, not %d", g, t.Name, w)
		}
	}
	for _, v := range m.Views() {
		w, err := instance.Digest(ctx, want, v)
		if err != nil {
			return err
		}
		g, err := instance.Digest(ctx, got, v)
		if err != nil {
			return err
		}
		if !w.Equal(g) {
			return fmt.Errorf("E/R view %s has %s, not %s", v.Name, g, w)
		}
	}
	return nil
}
