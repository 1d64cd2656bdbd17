package instance_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
	"ercheck/catalog/question"
)

// ofKind is an instance of social.
func ofKind(t testing.TB, o instance.Options) *instance.Generator {
	t.Helper()
	d := social(t)
	o.Rankings = d.cuts
	g, err := instance.New(d.Model, d.Profile, o)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEachKindKeepsItsPromiseOnSocial(t *testing.T) {
	d := social(t)
	for _, k := range instance.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			for seed := range uint64(10) {
				g := ofKind(t, instance.Options{Scale: "tiny", Kind: k.Name, Seed: seed})
				instancetest.CheckKind(t, g, k.Name, d.cuts...)
				if notes := g.Notes(); len(notes) > 0 && k.Name != "empty" && k.Name != "few" {
					t.Errorf("seed %d: %v", seed, notes)
				}
			}
			instancetest.CheckKind(t, ofKind(t, instance.Options{Scale: "demo", Kind: k.Name, Seed: 1}), k.Name, d.cuts...)
		})
	}
}

// TestEachKindKeepsItsPromiseOnAnyModel ranks by few relationships and thresholds:
// each ranking moves links, and many on few entities leave nothing as it was dealt.
// Where a note says that a ranking cannot be as it should, the links were moved in
// vain, and only the model's rules are asked for.
func TestEachKindKeepsItsPromiseOnAnyModel(t *testing.T) {
	asked := 0
	rapid.Check(t, func(rt *rapid.T) {
		m := ertest.Model(rt, ertest.Options{})
		k := rapid.SampledFrom(instance.Kinds()).Draw(rt, "kind")
		rankings, most := 1, 6
		if k.Name == "ties" {
			rankings, most = 2, 20 // in others a cut far down a small type moves what was dealt
		}
		var cuts []instance.Cut
		for i, r := range m.Relationships[:min(rankings, len(m.Relationships))] {
			c := question.Measure{Of: r.To.Type.Name, Path: []string{r.Name}}
			if next := m.Relationships[rapid.IntRange(0, len(m.Relationships)-1).Draw(rt, "threshold")]; next.From.Type == r.From.Type && next != r {
				c.AtLeast = &question.Threshold{Relationship: next.Name, Count: rapid.IntRange(1, 6).Draw(rt, "least")}
			}
			cuts = append(cuts, instance.Cut{Name: fmt.Sprint("r", i), Measure: c, Limit: rapid.IntRange(1, most).Draw(rt, "limit")})
		}
		g, err := instance.New(m, nil, instance.Options{Kind: k.Name, Seed: rapid.Uint64().Draw(rt, "seed"), Rankings: cuts})
		if err != nil {
			rt.Fatal(err)
		}
		problems := instancetest.Integrity(t, g)
		if len(g.Notes()) == 0 {
			asked++
			problems = append(problems, instancetest.Kind(t, g, k.Name, cuts...)...)
		}
		for _, problem := range problems {
			rt.Errorf("%s: %s", k.Name, problem)
		}
		sameInAnyOrder(rt, g)
	})
	if asked == 0 {
		t.Error("no instance was asked for its kind's promise")
	}
	t.Logf("%d instances asked for their kind's promise", asked)
}

func TestRandomDataKeepNoPromiseOfAKind(t *testing.T) {
	d := social(t)
	g := generate(t, instance.Options{Scale: "tiny", Seed: 1})
	for _, k := range instance.Kinds() {
		always := k.Name == "ids_overlap" || k.Name == "plain" || k.Name == "fanout"
		if problems := instancetest.Kind(t, g, k.Name, d.cuts...); len(problems) == 0 && !always {
			t.Errorf("random data have what %s promises", k.Name)
		}
	}
}

func TestKindsHaveDataOfTheirOwn(t *testing.T) {
	identities, digests := map[string]string{}, map[string]string{}
	names := []string{"", instance.Random}
	for _, k := range instance.Kinds() {
		names = append(names, k.Name)
		if k.Meaning == "" || strings.Contains(k.Meaning, "\n") {
			t.Errorf("the meaning of %s is %q", k.Name, k.Meaning)
		}
	}
	for _, name := range names {
		g := ofKind(t, instance.Options{Scale: "tiny", Seed: 1, Kind: name})
		if name == "" {
			name = instance.Random
		}
		if g.Kind() != name {
			t.Errorf("an instance of kind %s says %s", name, g.Kind())
		}
		id, sum := g.Identity(), digestOf(t, g)
		if other, taken := identities[id]; taken && other != name {
			t.Errorf("%s and %s have one identity", name, other)
		}
		// ids of social overlap already
		if other, taken := digests[sum]; taken && other != name && name != "ids_overlap" {
			t.Errorf("%s and %s have the same data", name, other)
		}
		identities[id], digests[sum] = name, name
	}
}

func TestKindsAreSmallUnlessTold(t *testing.T) {
	if got := ofKind(t, instance.Options{Kind: "nulls"}).Scale(); got != "tiny" {
		t.Errorf("the scale is %s", got)
	}
	if got := ofKind(t, instance.Options{Kind: "nulls", Scale: "demo"}).Scale(); got != "demo" {
		t.Errorf("the scale is %s", got)
	}
	if got := ofKind(t, instance.Options{Kind: instance.Random}).Scale(); got != "demo" {
		t.Errorf("the scale is %s", got)
	}
}

func TestParametersGoBeforeTheKind(t *testing.T) {
	d := social(t)
	g := ofKind(t, instance.Options{Kind: "nulls", Scale: "tiny", Params: map[string]string{"null.Channel.description": "0"}})
	ofKind(t, instance.Options{Kind: "fanout", Params: map[string]string{"links.shared.mean": "0.5", "links.owns.mean": "1", "links.owns.max": "1"}})
	problems := instancetest.Kind(t, g, "nulls", d.cuts...)
	if len(problems) != 1 || !strings.Contains(problems[0], "Channel.description: 0 of 76") {
		t.Errorf("%v", problems)
	}
}

func TestUnknownKind(t *testing.T) {
	d := social(t)
	for name, want := range map[string]string{"tise": "did you mean ties?", "null": "nulls", "IDS-APART": "ids_apart", "?": "valid: adversarial, boundary, "} {
		_, err := instance.New(d.Model, d.Profile, instance.Options{Kind: name})
		var wrong *instance.OptionError
		if !errors.As(err, &wrong) || wrong.Option != "kind" || !strings.Contains(wrong.Hint(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEachKindKeepsItsPromiseOnSchool(t *testing.T) {
	for _, k := range instance.Kinds() {
		for _, scale := range []string{"tiny", "demo"} {
			g, err := instance.New(school(t), nil, instance.Options{Scale: scale, Kind: k.Name})
			if err != nil {
				t.Fatal(err)
			}
			instancetest.CheckKind(t, g, k.Name)
		}
	}
}
