package nearest

import (
	"slices"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	valid := []string{"full_sti", "full_cti", "full_concrete", "hybrid_roots_merged", "kitchen_sink", "q01"}
	for _, c := range []struct {
		given string
		want  []string
	}{
		{"full_sti", []string{"full_sti", "full_cti"}},
		{"FULL-STI", []string{"full_sti", "full_cti"}},
		{"kitchen", []string{"kitchen_sink"}},
		{"kitchensnik", []string{"kitchen_sink"}},
		{"hybrid", []string{"hybrid_roots_merged"}},
		{"zzz", nil},
		{"q1", []string{"q01"}},
		{"", nil},
		{"k", nil},
		{strings.Repeat("x", 1<<20), nil},
	} {
		if got := Names(c.given, valid, 3); !slices.Equal(got, c.want) {
			t.Errorf("Names(%.20q) = %q, want %q", c.given, got, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "abd", 1},
		{"abc", "acb", 1}, {"kitten", "sitting", 3}, {"größe", "grösse", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestHint(t *testing.T) {
	for _, c := range []struct {
		given string
		valid []string
		want  string
	}{
		{"papre", []string{"demo", "paper", "tiny"}, "did you mean paper?"},
		{"x", []string{"demo", "paper", "tiny"}, "valid: demo, paper, tiny"},
		{"x", nil, ""},
		{"x", strings.Split("aa bb cc dd ee ff gg hh ii jj kk", " "), "valid: aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, …"},
	} {
		if got := Hint(c.given, c.valid); got != c.want {
			t.Errorf("Hint(%q) = %q, want %q", c.given, got, c.want)
		}
	}
}
