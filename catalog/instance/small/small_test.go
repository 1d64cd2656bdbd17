package small_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
	"ercheck/catalog/instance/small"
)

func all(er.ViewColumn) bool  { return true }
func none(er.ViewColumn) bool { return false }

// TestDrawnInstancesKeepTheModel: where all of a model is in focus, every instance
// is one of the model.
func TestDrawnInstancesKeepTheModel(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		m := ertest.Model(rt, ertest.Options{})
		space := small.NewSpace(small.NewFocus(m, m.Views(), all, []string{"3", "x", "2026-01-01"}), rapid.IntRange(1, 4).Draw(rt, "most"))
		chance := small.Chance{Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))}
		for range 20 {
			made1 := space.Build(chance)
			if made1 == nil {
				continue
			}
			made++
			for _, problem := range instancetest.Integrity(t, made1) {
				rt.Error(problem)
			}
			return
		}
	})
	if made == 0 {
		t.Error("no instance was made")
	}
	t.Logf("%d instances", made)
}

// pair is two types and a relationship.
func pair(t *testing.T, c er.Cardinality, total bool) *er.Model {
	t.Helper()
	key := []er.AttributeSpec{{Name: "id", Type: er.Type{Base: er.Integer}}}
	m, err := er.New(er.Spec{Name: "pair",
		EntityTypes:   []er.EntityTypeSpec{{Name: "A", Key: key}, {Name: "B", Key: key}},
		Relationships: []er.RelationshipSpec{{Name: "r", Cardinality: c, From: er.RoleSpec{Type: "A", Total: total}, To: er.RoleSpec{Type: "B"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestEveryInstanceOnce counts them: with up to one of each type there are four
// without a link, and one with; with up to two, sums over the numbers of both.
func TestEveryInstanceOnce(t *testing.T) {
	for _, c := range []struct {
		cardinality er.Cardinality
		total       bool
		most, want  int
	}{
		{er.ManyToMany, false, 1, 4 + 1},
		{er.ManyToMany, false, 2, 3 + (1 + 2 + 4) + (1 + 4 + 16)},
		{er.ManyToMany, true, 1, 2 + 1},
		{er.ManyToOne, false, 2, 3 + (1 + 2 + 3) + (1 + 4 + 9)},
		{er.ManyToOne, true, 2, 3 + (0 + 1 + 2) + (0 + 1 + 4)},
		{er.OneToOne, false, 2, 3 + (1 + 2 + 3) + (1 + 3 + 7)},
	} {
		m := pair(t, c.cardinality, c.total)
		space := small.NewSpace(small.NewFocus(m, m.Views(), none, nil), c.most)
		seen := map[string]bool{}
		var o small.Odometer
		for more := true; more; more = o.Next() {
			if made := space.Build(&o); made != nil {
				seen[digest(t, made)] = true
			}
		}
		if len(seen) != c.want {
			t.Errorf("%s, total %t, up to %d: %d instances, not %d", c.cardinality, c.total, c.most, len(seen), c.want)
		}
	}
}

func digest(t *testing.T, src instance.Source) string {
	t.Helper()
	sum, err := instance.InstanceDigest(t.Context(), src, 1)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// TestKeysOfFewValues: where a key's type has fewer values than there may be
// entities, no two have the same.
func TestKeysOfFewValues(t *testing.T) {
	for _, typ := range []er.Type{{Base: er.Numeric, Precision: 1}, {Base: er.Numeric, Precision: 1, Scale: 1}} {
		m, err := er.New(er.Spec{Name: "few", EntityTypes: []er.EntityTypeSpec{{Name: "A", Key: []er.AttributeSpec{{Name: "id", Type: typ}}}}})
		if err != nil {
			t.Fatal(err)
		}
		space := small.NewSpace(small.NewFocus(m, m.Views(), all, nil), 12)
		var o small.Odometer
		for more := true; more; more = o.Next() {
			if made := space.Build(&o); made != nil {
				for _, problem := range instancetest.Integrity(t, made) {
					t.Errorf("%v: %v", typ, problem)
				}
			}
		}
	}
}

// TestOdometer: every number of three digits, in order.
func TestOdometer(t *testing.T) {
	var o small.Odometer
	var got []string
	for more := true; more; more = o.Next() {
		got = append(got, fmt.Sprint(o.Choose(2), o.Choose(1), o.Choose(3)))
	}
	want := []string{"0 0 0", "0 0 1", "0 0 2", "1 0 0", "1 0 1", "1 0 2"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error(got)
	}
}

// TestConstantsAreTried: a value that a query compares with comes, and those next
// to it, for each type it can be of.
func TestConstantsAreTried(t *testing.T) {
	for _, c := range []struct {
		base      er.Base
		constants []string
		want      []string
	}{
		{er.Integer, []string{"x", "7"}, []string{"6", "7", "8", "1", "2"}},
		{er.Text, []string{"7", "Big"}, []string{"Big", "BIG", "a", "b"}},
		{er.Boolean, nil, []string{"t", "f"}},
		{er.Date, []string{"2026-01-01"}, []string{"2025-12-31", "2026-01-01", "2026-01-02"}},
		{er.Timestamp, []string{"2026-01-01"}, []string{"2025-12-31 23:59:59+00", "2026-01-01 00:00:00+00"}},
	} {
		m, err := er.New(er.Spec{Name: "one", EntityTypes: []er.EntityTypeSpec{{Name: "A",
			Key:        []er.AttributeSpec{{Name: "id", Type: er.Type{Base: er.Integer}}},
			Attributes: []er.AttributeSpec{{Name: "v", Type: er.Type{Base: c.base}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		space := small.NewSpace(small.NewFocus(m, m.Views(), all, c.constants), 1)
		var o small.Odometer
		for more := true; more; more = o.Next() {
			for e, err := range space.Build(&o).Entities(t.Context(), m.EntityTypes[0], 0) {
				if err != nil {
					t.Fatal(err)
				}
				seen[e.Values[0].Text] = true
			}
		}
		for _, text := range c.want {
			if !seen[text] {
				t.Errorf("%s: %s does not come, but %v", c.base, text, seen)
			}
		}
	}
}

// TestUniqueOfTwoTypes: attributes of the same name are unique each by itself, and
// unique numbers fit types without a digit before the point.
func TestUniqueOfTwoTypes(t *testing.T) {
	key := []er.AttributeSpec{{Name: "id", Type: er.Type{Base: er.Integer}}}
	for _, typ := range []er.Type{{Base: er.Text}, {Base: er.Numeric, Precision: 1, Scale: 1}} {
		name := []er.AttributeSpec{{Name: "name", Type: typ, Unique: true}}
		m, err := er.New(er.Spec{Name: "two", EntityTypes: []er.EntityTypeSpec{
			{Name: "A", Key: key, Attributes: name}, {Name: "B", Key: key, Attributes: name}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, varies := range []func(er.ViewColumn) bool{all, none} {
			space, both := small.NewSpace(small.NewFocus(m, m.Views(), varies, nil), 2), 0
			var o small.Odometer
			for more := true; more; more = o.Next() {
				made := space.Build(&o)
				if made == nil {
					continue
				}
				for _, problem := range instancetest.Integrity(t, made) {
					t.Error(problem)
				}
				n := 0
				for _, root := range m.Roots() {
					for range made.Entities(t.Context(), root, 0) {
						n++
					}
				}
				both += n / 4
			}
			if both == 0 {
				t.Errorf("%v: no instance has two of each type", typ)
			}
		}
	}
}
