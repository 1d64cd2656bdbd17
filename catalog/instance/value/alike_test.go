package value

import (
	"slices"
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// drawn are the different values of many draws.
func drawn(draw func(*chance.Stream) string) []string {
	seen := map[string]bool{}
	for i := range int64(500) {
		stream := chance.NewKey(1, "drawn").At(i)
		seen[draw(&stream)] = true
	}
	var all []string
	for text := range seen {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

func spec(base er.Base, from, to int64) Spec {
	s := Default(er.Type{Base: base})
	if base == er.Numeric {
		s.Type.Precision, s.Type.Scale = 6, 2
	}
	s.From, s.To = from, to
	return s
}

func TestEnds(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want []string
	}{
		{spec(er.Integer, 1, 5), []string{"1", "2", "4", "5"}},
		{spec(er.Integer, 7, 7), []string{"7"}},
		{spec(er.Numeric, -1, 300), []string{"-0.01", "0.00", "2.99", "3.00"}},
		{spec(er.Date, day(2024, 2, 28), day(2024, 3, 1)), []string{"2024-02-28", "2024-02-29", "2024-03-01"}},
	} {
		if got := drawn(NewMaker(c.spec).Ends()); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.spec.Type, got, c.want)
		}
	}
	listed := spec(er.Integer, 1, 5)
	listed.Choices = []Choice{{"3", 1}}
	for _, s := range []Spec{listed, Default(er.Type{Base: er.Text}), Default(er.Type{Base: er.Boolean})} {
		if NewMaker(s).Ends() != nil {
			t.Errorf("%s %v has ends", s.Type, s.Choices)
		}
	}
}

// TestEndsWithConstants: what a query compares with, unless it is of another type
// or far away.
func TestEndsWithConstants(t *testing.T) {
	constants := []string{"3", "40", "200", "0.05", "x", "2026-01-01"}
	for _, c := range []struct {
		spec Spec
		want []string
	}{
		{spec(er.Integer, 10, 50), []string{"10", "11", "2", "3", "39", "4", "40", "41", "49", "50"}},
		{spec(er.Numeric, 0, 10), []string{"0.00", "0.01", "0.04", "0.05", "0.06", "0.09", "0.10"}},
		{spec(er.Date, day(2025, 12, 1), day(2025, 12, 31)), []string{"2025-12-01", "2025-12-02", "2025-12-30", "2025-12-31", "2026-01-01", "2026-01-02"}},
		{spec(er.Date, day(2024, 2, 28), day(2024, 2, 28)), []string{"2024-02-28"}},
	} {
		if got := drawn(NewMaker(c.spec).Ends(constants...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.spec.Type, got, c.want)
		}
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		spec Spec
		want []string
	}{
		{spec(er.Integer, 10, 120), []string{"10", "100", "11", "110", "12", "120"}},
		{spec(er.Numeric, 11, 130), []string{"0.11", "0.12", "1.10", "1.20"}},
		{spec(er.Float, 1, 10), []string{"0.25", "2.5"}},
		{Default(er.Type{Base: er.Text}), slices.Sorted(slices.Values(sameDigits))},
	} {
		if got := drawn(NewMaker(c.spec).Digits()); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.spec.Type, got, c.want)
		}
	}
	for _, s := range []Spec{spec(er.Integer, 13, 84), spec(er.Integer, -50, -1), spec(er.Date, 1, 1000), Default(er.Type{Base: er.Boolean})} {
		if NewMaker(s).Digits() != nil {
			t.Errorf("%s from %d to %d has numbers of the same digits", s.Type, s.From, s.To)
		}
	}
	wide := spec(er.Bigint, 1, maxUnscaled)
	if got := drawn(NewMaker(wide).Digits()); len(got) < 60 {
		t.Errorf("only %d numbers up to %d", len(got), wide.To)
	}
}

func TestAlike(t *testing.T) {
	listed := Default(er.Type{Base: er.Text})
	listed.Choices = []Choice{{"Ab", 1}}
	if got, want := drawn(NewMaker(listed).Alike(chance.NewKey(1))), []string{" Ab", "AB", "Ab", "Ab ", "ab"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	folded := map[string]bool{}
	for _, text := range drawn(NewMaker(Default(er.Type{Base: er.Text})).Alike(chance.NewKey(1))) {
		folded[strings.ToLower(strings.TrimSpace(text))] = true
	}
	if len(folded) != alikeTexts {
		t.Errorf("%d different texts", len(folded))
	}
	if NewMaker(spec(er.Integer, 1, 5)).Alike(chance.NewKey(1)) != nil {
		t.Error("integers are alike")
	}
}

func TestDistinctTextsStayDistinctWhenAlike(t *testing.T) {
	own := map[string][]string{"w": {"a", "b", "c"}, "C": {"A", "B"}, "both": {"a", "A"}, "space": {"a", "b "}}
	for _, c := range []struct {
		pattern string
		alike   bool
	}{
		{"{w}", true}, {"{w} {w}", true}, {"{first}.{last}{n}@{mail}", true}, {"{#}x", true}, {"a{n}", true},
		{"{C}", false}, {"{both}", false}, {"{space}", false}, {"{n}", false}, {"{w} ", false}, {"ÄÖ{n}", false}, {"", false},
	} {
		p, err := NewPattern(c.pattern, own)
		if err != nil {
			t.Fatal(err)
		}
		s := Default(er.Type{Base: er.Text})
		s.Patterns = []Pattern{p}
		plain, err := NewDistinct(s, 200, chance.NewKey(3))
		if err != nil {
			t.Fatal(err)
		}
		seen, changed := map[string]int64{}, false
		alike := plain.Alike()
		for i := range int64(200) {
			text := alike.At(i)
			if other, twice := seen[text]; twice {
				t.Errorf("%q: %d and %d are %q", c.pattern, other, i, text)
			}
			seen[text] = i
			changed = changed || text != plain.At(i)
		}
		if changed != c.alike {
			t.Errorf("%q: alike %t, want %t", c.pattern, changed, c.alike)
		}
	}
}
