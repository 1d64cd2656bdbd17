// Package nearest finds which valid names a mistyped one may have meant.
//
// It knows nothing of what the names stand for.
package nearest

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// maxRunes is how much of a name is compared: longer ones are hostile or noise.
const maxRunes = 64

// Names returns up to limit of the valid names that are close to given, the
// closest first. Close is: equal but for case, spaces, dashes, underscores and leading zeros;
// one is the beginning of the other (from two letters on); or at most a third
// of the letters, and at least one, differ by edits. Nothing close gives nil.
func Names(given string, valid []string, limit int) []string {
	type candidate struct {
		name string
		cost int
	}
	var close []candidate
	folded := fold(given)
	for _, name := range valid {
		if cost, ok := distance(folded, fold(name)); ok {
			close = append(close, candidate{name, cost})
		}
	}
	slices.SortStableFunc(close, func(a, b candidate) int {
		return cmp.Or(a.cost-b.cost, strings.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range close[:min(limit, len(close))] {
		names = append(names, c.name)
	}
	return names
}

// Hint puts it in words: "did you mean social or retail?", and where nothing is
// close, up to ten of the valid names: "valid: demo, paper, tiny". It is empty
// when there are no valid names.
func Hint(given string, valid []string) string {
	if close := Names(given, valid, 3); len(close) > 0 {
		return "did you mean " + strings.Join(close, " or ") + "?"
	}
	if len(valid) == 0 {
		return ""
	}
	const most = 10
	if len(valid) > most {
		return "valid: " + strings.Join(valid[:most], ", ") + ", …"
	}
	return "valid: " + strings.Join(valid, ", ")
}

// fold removes what people most often get wrong without meaning another name.
func fold(name string) []rune {
	runes := make([]rune, 0, maxRunes)
	for _, r := range name {
		if len(runes) == maxRunes {
			break
		}
		if r != ' ' && r != '-' && r != '_' {
			runes = append(dropZero(runes, r), unicode.ToLower(r))
		}
	}
	return runes
}

// dropZero takes away a zero that only fills up the number which digit goes on
// with: q01 is q1.
func dropZero(runes []rune, digit rune) []rune {
	n := len(runes)
	if n > 0 && runes[n-1] == '0' && unicode.IsDigit(digit) && (n == 1 || !unicode.IsDigit(runes[n-2])) {
		return runes[:n-1]
	}
	return runes
}

// distance is 0 for equal names and larger the less alike they are; not ok
// means that nobody would take one for the other.
func distance(a, b []rune) (cost int, ok bool) {
	if slices.Equal(a, b) {
		return 0, true
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if len(short) >= 2 && slices.Equal(short, long[:len(short)]) {
		return 1, true
	}
	edits := Distance(string(a), string(b))
	return 1 + edits, edits <= max(1, len(long)/3) && edits < len(long)
}

// Distance is how many letters must be put in, taken out, replaced or swapped
// with their neighbour to get from a to b (optimal string alignment).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		row[0] = i + 1
		for j := range y {
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+differs(x[i], y[j]))
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(y)]
}

func differs(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}
