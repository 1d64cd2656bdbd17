package variants_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/choice"
)

// draw is Sample or Random.
type draw func(*er.Model, int, uint64) (variants.Drawing, error)

var draws = map[string]draw{"sample": variants.Sample, "random": variants.Random}

// TestDrawings: on random models drawings are valid, different, repeatable, as
// many as asked for or all there are, and as far apart as they say.
func TestDrawings(t *testing.T) {
	for name, f := range draws {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := ertest.Model(t, ertest.Options{MaxRoots: 2, MaxSubtypes: 4, MaxRelationships: 2, MaxAttributes: 2})
				k, seed := rapid.IntRange(1, 12).Draw(t, "k"), rapid.Uint64().Draw(t, "seed")
				d, err := f(m, k, seed)
				if err != nil {
					t.Fatal(err)
				}
				checkDrawing(t, m, d, k)
				if k > 3 {
					return
				}
				again, err := f(m, k, seed)
				if err != nil || names(again.Variants) != names(d.Variants) {
					t.Errorf("drawn again: %s, not %s, %v", names(again.Variants), names(d.Variants), err)
				}
			})
		})
	}
}

func checkDrawing(t *rapid.T, m *er.Model, d variants.Drawing, k int) {
	if len(d.Variants) > k || (len(d.Variants) < k) != (len(d.Notes) > 0) {
		t.Errorf("%d variants of %d, with notes %q", len(d.Variants), k, d.Notes)
	}
	least := math.MaxInt
	seen := map[string]bool{}
	for i, v := range d.Variants {
		if _, err := choice.New(m, v.Choices.Map()); err != nil {
			t.Error(err)
		}
		if seen[v.Name] || v.Name != "v_"+v.Choices.Digest()[:10] {
			t.Errorf("%s is not a name of its own", v.Name)
		}
		seen[v.Name] = true
		for _, w := range d.Variants[:i] {
			least = min(least, choice.Distance(v.Choices, w.Choices))
		}
	}
	if least == 0 || d.Distance > 0 && d.Distance != least {
		t.Errorf("two are at distance %d, and the drawing says %d", least, d.Distance)
	}
}

func names(all []variants.Variant) string {
	var names []string
	for _, v := range all {
		names = append(names, v.Name)
	}
	return strings.Join(names, " ")
}

// TestDrawingsOfSmallSpaces: when more are asked for than there are, all come.
func TestDrawingsOfSmallSpaces(t *testing.T) {
	id := []er.AttributeSpec{attribute("id", er.Integer)}
	m, err := er.New(er.Spec{Name: "m", EntityTypes: []er.EntityTypeSpec{{Name: "A", Key: id}, {Name: "B", IsA: "A", Abstract: true}, {Name: "C", IsA: "B"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	valid := int64(0)
	for set := range choice.NewSpace(m).All() {
		want[string(set.Code())] = true
		valid++
	}
	for name, f := range draws {
		for _, k := range []int{1, len(want) - 1, len(want), len(want) + 1, 1000} {
			d, err := f(m, k, 5)
			if err != nil || len(d.Variants) != min(k, len(want)) || d.Asked != k || d.Valid.Sets.Int64() != valid {
				t.Fatalf("%s: %d of %d asked for and %s there, %v", name, len(d.Variants), k, d.Valid, err)
			}
			for _, v := range d.Variants {
				if !want[string(v.Choices.Code())] {
					t.Errorf("%s: %s is none of them", name, v.Name)
				}
			}
			if said := fmt.Sprint(d.Notes); strings.Contains(said, fmt.Sprintf("has only %d different ones", len(want))) != (k > len(want)) {
				t.Errorf("%s: of %d asked for, the notes are %s", name, k, said)
			}
		}
	}
}

func TestSampleSizes(t *testing.T) {
	var wrong *variants.SampleSizeError
	for _, k := range []int{-1, 0, variants.MaxSample + 1, math.MinInt, math.MaxInt} {
		for name, f := range draws {
			if _, err := f(socialModel(t), k, 1); !errors.As(err, &wrong) || wrong.Hint() == "" {
				t.Errorf("%s of %d gives %v", name, k, err)
			}
		}
	}
}

// TestRandomGrows: a larger drawing begins with the smaller one.
func TestRandomGrows(t *testing.T) {
	m := socialModel(t)
	few, errFew := variants.Random(m, 10, 3)
	many, errMany := variants.Random(m, 40, 3)
	other, errOther := variants.Random(m, 10, 4)
	if err := errors.Join(errFew, errMany, errOther); err != nil {
		t.Fatal(err)
	}
	if names(few.Variants) != names(many.Variants[:10]) || names(few.Variants) == names(other.Variants) {
		t.Error("a drawing does not follow its seed")
	}
}

// TestRandomIsUniform: at every point of the social model that nothing restricts,
// choices come up equally often, and pairs of choices at any two of them too: by
// chi-square, five standard deviations.
func TestRandomIsUniform(t *testing.T) {
	const k = 2000
	d, err := variants.Random(socialModel(t), k, 11)
	if err != nil || len(d.Variants) != k {
		t.Fatal(len(d.Variants), err)
	}
	var free []choice.Point
	for _, p := range d.Variants[0].Choices.Points() {
		restricted := p.Kind == choice.Inheritance && p.Type.Depth() > 1 || p.Kind == choice.Relationship && p.Relationship.Cardinality == er.ManyToMany
		if len(p.Choices) > 1 && !restricted {
			free = append(free, p)
		}
	}
	for i, p := range free {
		for _, q := range free[:i] {
			seen := map[string]int{}
			for _, v := range d.Variants {
				seen[v.Choices.Get(p)+"/"+v.Choices.Get(q)]++
			}
			cells := float64(len(p.Choices) * len(q.Choices))
			statistic := 0.0
			for _, a := range p.Choices {
				for _, b := range q.Choices {
					off := float64(seen[a+"/"+b]) - k/cells
					statistic += off * off / (k / cells)
				}
			}
			if freedom := cells - 1; statistic > freedom+5*math.Sqrt(2*freedom) {
				t.Errorf("%s and %s: chi-square %.1f with %.0f degrees of freedom: %v", p.ID(), q.ID(), statistic, freedom, seen)
			}
		}
	}
}

// TestSampleIsFartherThanRandom is what the sample is for.
func TestSampleIsFartherThanRandom(t *testing.T) {
	m := socialModel(t)
	for _, k := range []int{2, 10, 50} {
		sample, err := variants.Sample(m, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(5) {
			random, err := variants.Random(m, k, seed)
			if err != nil {
				t.Fatal(err)
			}
			if d := least(random.Variants); d >= sample.Distance {
				t.Errorf("of %d random ones the nearest are %d apart, of a sample %d", k, d, sample.Distance)
			}
		}
	}
}

func least(all []variants.Variant) int {
	d := math.MaxInt
	for i, v := range all {
		for _, w := range all[:i] {
			d = min(d, choice.Distance(v.Choices, w.Choices))
		}
	}
	return d
}

// TestDrawingsLeaveOutWideTables: sets that Postgres could not hold are drawn
// again, and said; where there is no other, the refusal is the error.
func TestDrawingsLeaveOutWideTables(t *testing.T) {
	wide := func(n, under int) *er.Model {
		spec := er.Spec{Name: "m", EntityTypes: []er.EntityTypeSpec{{Name: "A", Key: []er.AttributeSpec{attribute("id", er.Integer)}}}}
		for i := range n {
			typ := er.EntityTypeSpec{Name: fmt.Sprintf("B%d", i), IsA: "A"}
			for j := range under {
				typ.Attributes = append(typ.Attributes, attribute(fmt.Sprintf("a%d_%d", i, j), er.Integer))
			}
			spec.EntityTypes = append(spec.EntityTypes, typ)
		}
		m, err := er.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for name, f := range draws {
		d, err := f(wide(2, 900), 6, 1)
		if err != nil || len(d.Variants) != 6 {
			t.Fatalf("%s: %d, %v", name, len(d.Variants), err)
		}
		if d, err = f(wide(2, 900), 200, 1); err != nil || len(d.Variants) != 108 || len(d.Notes) != 2 || !strings.Contains(d.Notes[0], "12 sets") {
			t.Errorf("%s: %d, %q, %v", name, len(d.Variants), d.Notes, err)
		}
		var refused *choice.Error
		if d, err := f(wide(60, 300), 5, 1); !errors.As(err, &refused) || !strings.Contains(err.Error(), "columns") {
			t.Errorf("%s: %d of a model that is too wide nearly always, %v", name, len(d.Variants), err)
		}
	}
}

// TestSocialSample keeps a sample and a drawing as files.
func TestSocialSample(t *testing.T) {
	for name, f := range draws {
		d, err := f(socialModel(t), 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s valid sets, least distance %d, notes %q\n", d.Valid, d.Distance, d.Notes)
		for _, v := range d.Variants {
			fmt.Fprintf(&b, "%s %s | %s%s\n", v.Name, summary(v), v.Choices.Naming(), discriminators(v))
		}
		golden(t, name+".txt", b.String())
	}
}

// discriminators writes those choices that something hangs on.
func discriminators(v variants.Variant) string {
	text := ""
	for _, p := range v.Choices.Points() {
		if p.Kind == choice.Discriminator && v.Choices.Counts(p) {
			text += " " + p.Subject + "=" + v.Choices.Get(p)
		}
	}
	return text
}

// TestHundredsAreQuick has a limit that a very busy machine keeps: on one that
// does four things at once it takes a tenth of it.
func TestHundredsAreQuick(t *testing.T) {
	m := socialModel(t)
	for name, f := range draws {
		start := time.Now()
		if d, err := f(m, 200, 1); err != nil || len(d.Variants) != 200 {
			t.Fatal(err)
		}
		took := time.Since(start)
		t.Logf("%s: %s", name, took)
		if took > 5*time.Second {
			t.Errorf("200 of %s take %s", name, took)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	m := socialModel(b)
	for _, k := range []int{10, 200, 1000} {
		b.Run(fmt.Sprint(k), func(b *testing.B) {
			for b.Loop() {
				if _, err := variants.Sample(m, k, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{MaxRoots: 2, MaxRelationships: 3, MaxAttributes: 2})
		d, err := variants.Random(m, 1, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		v := d.Variants[0]
		steps := 0
		for _, p := range v.Choices.Points() {
			steps += len(p.Choices) - 1
		}
		all := variants.Neighbours(v)
		if len(all) != steps {
			t.Errorf("%d neighbours, not %d", len(all), steps)
		}
		for _, n := range all {
			checkNeighbour(t, v, n)
		}
	})
}

func checkNeighbour(t *rapid.T, v variants.Variant, n variants.Neighbour) {
	want := v.Choices.Map()
	if want[n.Point.ID()] != n.From || n.From == n.To {
		t.Errorf("%s from %s to %s is no step from %s", n.Point.ID(), n.From, n.To, want[n.Point.ID()])
	}
	want[n.Point.ID()] = n.To
	set, err := choice.New(v.Layout.Model, want)
	if (err != nil) != (n.Refused != nil) {
		t.Fatalf("refused: %v, but the step gives %v", n.Refused, err)
	}
	if err != nil {
		if n.Refused.Error() != err.Error() || n.Variant.Layout != nil {
			t.Errorf("the reason is %v, not %v", n.Refused, err)
		}
		return
	}
	if !n.Variant.Choices.Equal(set) || n.Variant.Name == v.Name {
		t.Errorf("%s is not one step away", n.Variant.Name)
	}
	if n.Idle && !variants.Same(v, n.Variant) {
		t.Errorf("%s is said to be idle", n.Point.ID())
	}
}

func BenchmarkNeighbours(b *testing.B) {
	v := preset(b, socialModel(b), "full_cti")
	for b.Loop() {
		variants.Neighbours(v)
	}
}
