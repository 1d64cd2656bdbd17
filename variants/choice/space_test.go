package choice_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance/chance"
	"ercheck/variants/choice"
)

// combinations gives every combination of choices as a text, and whether Build
// takes it, in the order of the choices.
func combinations(m *er.Model) (all []string, valid map[string]bool) {
	points := choice.Points(m)
	chosen := make([]int, len(points))
	valid = map[string]bool{}
	for {
		i := -1
		set, err := choice.Build(m, func(p choice.Point) string { i++; return p.Choices[chosen[i]] })
		text := spell(points, chosen)
		all = append(all, text)
		if err == nil {
			valid[text] = true
			if text != spellSet(set) {
				panic("two ways to spell a set")
			}
		}
		last := len(points) - 1
		for ; last >= 0 && chosen[last] == len(points[last].Choices)-1; last-- {
			chosen[last] = 0
		}
		if last < 0 {
			return all, valid
		}
		chosen[last]++
	}
}

// spell writes one letter a point.
func spell(points []choice.Point, chosen []int) string {
	var b strings.Builder
	for i := range points {
		b.WriteByte(byte('a' + chosen[i]))
	}
	return b.String()
}

func spellSet(s choice.Set) string {
	var b strings.Builder
	for _, p := range s.Points() {
		for i, c := range p.Choices {
			if c == s.Get(p) {
				b.WriteByte(byte('a' + i))
			}
		}
	}
	return b.String()
}

// smallModel often has a space that can be gone through.
func smallModel(t *rapid.T) *er.Model {
	return ertest.Model(t, ertest.Options{MaxRoots: 2, MaxSubtypes: 3, MaxRelationships: 1, MaxAttributes: 1, NoWeakSubtypes: true})
}

// TestSpaceIsWhatCheckAllows: of random models, walking gives exactly the sets
// that Build takes, and counting counts them.
func TestSpaceIsWhatCheckAllows(t *testing.T) {
	looked := 0
	rapid.Check(t, func(t *rapid.T) {
		m := smallModel(t)
		space := choice.NewSpace(m)
		if size := space.Size().Int64(); size > 10_000 {
			return
		}
		looked++
		all, valid := combinations(m)
		var want, got []string
		for _, text := range all {
			if valid[text] {
				want = append(want, text)
			}
		}
		for set := range space.All() {
			got = append(got, spellSet(set))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if n := space.Valid(); !n.Exact || n.Sets.Int64() != int64(len(want)) {
			t.Errorf("%s valid sets are counted, of %d", n, len(want))
		}
		if space.Size().Int64() != int64(len(all)) {
			t.Errorf("the size is %s, not %d", space.Size(), len(all))
		}
	})
	if looked < 10 {
		t.Errorf("only %d models were small enough", looked)
	}
}

// TestDrawsAreValid also of large models.
func TestDrawsAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{MaxSubtypes: 12})
		space := choice.NewSpace(m)
		key := chance.NewKey(rapid.Uint64().Draw(t, "seed"))
		for i := range int64(20) {
			stream := key.At(i)
			set := space.Draw(&stream)
			again := key.At(i)
			if !space.Draw(&again).Equal(set) {
				t.Fatal("a draw cannot be repeated")
			}
			if _, err := choice.New(m, set.Map()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// odds computes from its definition how likely Draw makes each valid set: at
// each point one over the number of choices that some valid set has after the
// same beginning.
func odds(valid map[string]bool) map[string]float64 {
	next := map[string]map[byte]bool{}
	for text := range valid {
		for i := range len(text) {
			if next[text[:i]] == nil {
				next[text[:i]] = map[byte]bool{}
			}
			next[text[:i]][text[i]] = true
		}
	}
	all := map[string]float64{}
	for text := range valid {
		all[text] = 1
		for i := range len(text) {
			all[text] /= float64(len(next[text[:i]]))
		}
	}
	return all
}

// TestDrawIsUniformAtEachPoint compares how often each set is drawn with how
// likely it is, by chi-square. The set has every choice of every point, so this
// covers independence too.
func TestDrawIsUniformAtEachPoint(t *testing.T) {
	id := []er.AttributeSpec{text("id")}
	many := text("many")
	many.Multi = true
	pair := er.AttributeSpec{Name: "pair", Components: []er.AttributeSpec{text("left"), {Name: "right", Type: er.Type{Base: er.JSON}, Nullable: true}}}
	root := er.EntityTypeSpec{Name: "A", Key: id}
	for name, spec := range map[string]er.Spec{
		"nothing is refused": {EntityTypes: []er.EntityTypeSpec{
			{Name: "A", Key: id, Attributes: []er.AttributeSpec{many}}, {Name: "B", Key: []er.AttributeSpec{text("b")}}, {Name: "C", IsA: "B"}},
			Relationships: []er.RelationshipSpec{{Name: "r", Cardinality: er.ManyToOne, From: er.RoleSpec{Type: "A"}, To: er.RoleSpec{Type: "B"}}}},
		"a chain": {EntityTypes: []er.EntityTypeSpec{root, {Name: "B", IsA: "A"}, {Name: "C", IsA: "B"}, {Name: "D", IsA: "C"}}},
		"abstract, with siblings": {EntityTypes: []er.EntityTypeSpec{root, {Name: "B", IsA: "A", Abstract: true},
			{Name: "C", IsA: "B"}, {Name: "D", IsA: "B", Abstract: true}, {Name: "E", IsA: "D"}}},
		"links that are split or listed": {EntityTypes: []er.EntityTypeSpec{root, {Name: "B", IsA: "A"}, {Name: "C", Key: []er.AttributeSpec{text("c")}}},
			Relationships: []er.RelationshipSpec{{Name: "r", Cardinality: er.ManyToMany, From: er.RoleSpec{Type: "A"}, To: er.RoleSpec{Type: "C"}}}},
		"a weak type of a weak type": {EntityTypes: []er.EntityTypeSpec{root, {Name: "B", IsA: "A"},
			{Name: "W", Owner: "A", Key: []er.AttributeSpec{text("w")}, Attributes: []er.AttributeSpec{many}}, {Name: "V", IsA: "W"},
			{Name: "X", Owner: "V", Key: []er.AttributeSpec{text("x")}}}},
		"a choice that can never stand": {EntityTypes: []er.EntityTypeSpec{{Name: "A", Key: id, Attributes: []er.AttributeSpec{many, pair}}}},
	} {
		t.Run(name, func(t *testing.T) {
			spec.Name = "test"
			m, err := er.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			_, valid := combinations(m)
			expected := odds(valid)
			const each = 10 // expected draws per set, on average
			draws := each * len(expected)
			seen := map[string]int{}
			space, key := choice.NewSpace(m), chance.NewKey(20, name)
			for i := range draws {
				stream := key.At(int64(i))
				seen[spellSet(space.Draw(&stream))]++
			}
			checkChiSquare(t, seen, expected, draws)
		})
	}
}

// checkChiSquare fails when the statistic is five standard deviations above what
// it is on average.
func checkChiSquare(t *testing.T, seen map[string]int, expected map[string]float64, draws int) {
	t.Helper()
	statistic, total := 0.0, 0.0
	for text, p := range expected {
		e := p * float64(draws)
		statistic += (float64(seen[text]) - e) * (float64(seen[text]) - e) / e
		total += p
	}
	for text := range seen {
		if expected[text] == 0 {
			t.Errorf("%s was drawn and is not valid", text)
		}
	}
	freedom := float64(len(expected) - 1)
	if limit := freedom + 5*math.Sqrt(2*freedom); statistic > limit || math.Abs(total-1) > 1e-9 {
		t.Errorf("chi-square is %.1f with %.0f degrees of freedom; at most %.1f was to be expected", statistic, freedom, limit)
	}
}

func TestCounts(t *testing.T) {
	m := model(t)
	for _, test := range []struct {
		change map[string]string
		counts []string // discriminators
	}{
		{nil, []string{"A"}},
		{map[string]string{"inheritance:B": "own"}, []string{"B"}},
		{map[string]string{"inheritance:B": "own", "inheritance:C": "own", "inheritance:D": "own"}, nil},
		{map[string]string{"inheritance:C": "own"}, []string{"A", "C"}},
	} {
		set, err := choice.Build(m, defaults)
		if err == nil {
			set, err = set.With(m, test.change)
		}
		if err != nil {
			t.Fatal(err)
		}
		var counts []string
		for _, p := range set.Points() {
			if p.Kind != choice.Discriminator && !set.Counts(p) {
				t.Errorf("%s does not count", p.ID())
			}
			if p.Kind == choice.Discriminator && set.Counts(p) {
				counts = append(counts, p.Type.Name)
			}
		}
		if diff := cmp.Diff(test.counts, counts); diff != "" {
			t.Errorf("%v: %s", test.change, diff)
		}
	}
}

func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		space, key := choice.NewSpace(ertest.Model(t, ertest.Options{})), chance.NewKey(rapid.Uint64().Draw(t, "seed"))
		first, second := key.At(0), key.At(1)
		a, b := space.Draw(&first), space.Draw(&second)
		differ := 0
		for _, p := range a.Points() {
			if a.Get(p) != b.Get(p) {
				differ++
			}
		}
		d := choice.Distance(a, b)
		if d != choice.Distance(b, a) || choice.Distance(a, a) != 0 || d > differ || (d == 0) != bytes.Equal(a.Code(), b.Code()) {
			t.Errorf("the distance is %d, and %d points differ", d, differ)
		}
		if c := choice.CodeDistance(a.Code(), b.Code()); c != d {
			t.Errorf("by the codes it is %d, not %d", c, d)
		}
	})
}

// TestLargeSpaces: the largest models have counts, if estimated ones.
func TestLargeSpaces(t *testing.T) {
	spec := er.Spec{Name: "test", EntityTypes: []er.EntityTypeSpec{{Name: "A0", Key: []er.AttributeSpec{text("id")}}}}
	for i := 1; i < er.MaxEntityTypes; i++ {
		spec.EntityTypes = append(spec.EntityTypes, er.EntityTypeSpec{Name: fmt.Sprintf("A%d", i), IsA: fmt.Sprintf("A%d", (i-1)/2), Abstract: i < 300})
	}
	m, err := er.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	space := choice.NewSpace(m)
	n := space.Valid()
	if n.Exact || n.Draws < 100 || n.Sets.Cmp(space.Size()) >= 0 || n.Sets.BitLen() < 1000 || n.Error <= 0 {
		t.Errorf("the number of valid sets is %s", n)
	}
	if !strings.HasPrefix(n.String(), "about ") {
		t.Errorf("an estimate reads %q", n)
	}
}

// TestManyLinks: the largest models can be counted and drawn from in bounded
// time, however much their links look at: a busy machine keeps the limit by far.
func TestManyLinks(t *testing.T) {
	spec := er.Spec{Name: "test", EntityTypes: []er.EntityTypeSpec{{Name: "A0", Key: []er.AttributeSpec{text("id")}}}}
	for i := 1; i < er.MaxEntityTypes; i++ {
		spec.EntityTypes = append(spec.EntityTypes, er.EntityTypeSpec{Name: fmt.Sprintf("A%d", i), IsA: fmt.Sprintf("A%d", (i-1)/8)})
	}
	for i := range er.MaxRelationships {
		spec.Relationships = append(spec.Relationships, er.RelationshipSpec{Name: fmt.Sprintf("r%d", i), Cardinality: er.ManyToMany,
			From: er.RoleSpec{Type: fmt.Sprintf("A%d", i%er.MaxEntityTypes), Name: "from"}, To: er.RoleSpec{Type: "A0", Name: "to"}})
	}
	m, err := er.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	space := choice.NewSpace(m)
	if n := space.Valid(); n.Exact || n.Error <= 0 {
		t.Errorf("the number of valid sets is %s", n)
	}
	stream := chance.NewKey(1).At(0)
	if _, err := choice.New(m, space.Draw(&stream).Map()); err != nil {
		t.Error(err)
	}
	took := time.Since(start)
	t.Log(took)
	if took > 2*time.Minute {
		t.Errorf("it takes %s", took)
	}
}
