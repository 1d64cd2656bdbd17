package lexical

import (
	"slices"
	"strings"
	"unicode"
)

// nameWords splits a name at underscores, case and digits into lower-case
// words in the singular: "redBoxes_2" is red, box, 2.
func nameWords(name string) []string {
	var out []string
	for _, w := range splitName(name) {
		out = append(out, singular(w))
	}
	return out
}

func splitName(name string) []string {
	var out []string
	word := []rune{}
	flush := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	previous := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
		case unicode.IsUpper(r) && !unicode.IsUpper(previous), unicode.IsDigit(r) != unicode.IsDigit(previous):
			flush()
			word = append(word, r)
		default:
			word = append(word, r)
		}
		previous = r
	}
	flush()
	return out
}

// singular strips the plural ending from a word, by the rules of spelling.
func singular(w string) string {
	switch {
	case len(w) < 4 || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case hasAnySuffix(w, "sses", "xes", "ches", "shes", "zes"):
		return w[:len(w)-2]
	}
	return strings.TrimSuffix(w, "s")
}

func plural(w string) bool { return singular(w) != w }

// root is what a verb and the noun of its doer share: painted and painter,
// stopped and stop.
func root(w string) string {
	w = singular(w)
	for _, ending := range []string{"ing", "ed", "er", "or", "e"} {
		if stem := strings.TrimSuffix(w, ending); stem != w && len(stem) >= 3 {
			w = stem
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] {
		return w[:n-1]
	}
	return w
}

func hasAnySuffix(w string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(w, s) })
}

// within reports whether all words of a are among those of b.
func within(a, b []string) bool {
	for _, w := range a {
		if !slices.Contains(b, w) {
			return false
		}
	}
	return len(a) > 0
}

// begins reports whether words begin with prefix.
func begins(words, prefix []string) bool {
	return len(prefix) > 0 && len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
}

// camel writes words as one name in the manner of a type: RedBox.
func camel(words []string) string {
	var b strings.Builder
	for _, w := range words {
		r := []rune(w)
		b.WriteString(strings.ToUpper(string(r[:1])) + string(r[1:]))
	}
	return b.String()
}

// set makes a set of the words in s.
func set(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}
