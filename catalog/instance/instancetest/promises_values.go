package instancetest

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"ercheck/catalog/er"
)

// wantEqual wants a value that many share in each attribute, and entities that
// are equal in all their attributes that are neither unique nor ever NULL.
func (w *whole) wantEqual(dilute int) {
	for _, c := range w.columns() {
		most := 0
		for _, n := range c.counts() {
			most = max(most, n)
		}
		if n := len(c.values); !c.attribute.Unique && !c.attribute.Multi && n >= enough*dilute && most*8*dilute < n {
			w.add("%s: of %d values none comes more than %d times", c.name, n, most)
		}
	}
	twins := map[*er.EntityType]map[string]int{}
	members := map[*er.EntityType]int{}
	for _, hierarchy := range w.entities {
		for _, e := range hierarchy {
			if twins[e.kind] == nil {
				twins[e.kind] = map[string]int{}
			}
			twins[e.kind][e.lookAlike()]++
			members[e.kind]++
		}
	}
	for t, looks := range twins {
		if members[t] >= some*dilute && len(looks) == members[t] {
			w.add("no two %s are equal", t.Plural)
		}
	}
}

// lookAlike is what an entity has in common with those equal to it.
func (e *entity) lookAlike() string {
	var texts []string
	for i, a := range e.kind.AllAttributes() {
		switch v := e.values[i]; {
		case a.Unique || a.Nullable:
		case a.Composite():
			for n, c := range a.Components {
				if !c.Nullable {
					texts = append(texts, v.Parts[n].Text)
				}
			}
		default:
			texts = append(append(texts, v.Text), v.Set...)
		}
	}
	return fmt.Sprintf("%q", texts)
}

// wantNulls wants NULL and values, about as many of each.
func (w *whole) wantNulls() {
	for _, c := range w.columns() {
		n, least := len(c.values)+c.nulls, some
		if c.attribute.Of == nil {
			least = enough // a component, or of links, which draw by chance
		}
		if c.attribute.Nullable && n >= least && (4*c.nulls < n || 4*c.nulls > 3*n) {
			w.add("%s: %d of %d are NULL", c.name, c.nulls, n)
		}
	}
}

// counted says whether a type's values have a range.
func counted(t er.Type) bool { return t.Base != er.Text && t.Base != er.Boolean && t.Base != er.JSON }

// wantEnds wants the least and the largest value more than once.
func (w *whole) wantEnds(dilute int) {
	for _, c := range w.columns() {
		if c.attribute.Unique || !counted(c.attribute.Type) || len(c.values) < enough*dilute {
			continue
		}
		texts := make([]string, len(c.values))
		for i, v := range c.values {
			texts[i] = v.Text
		}
		counts := c.counts()
		least, most := slices.MinFunc(texts, c.attribute.Type.Compare), slices.MaxFunc(texts, c.attribute.Type.Compare)
		if counts[least] < 2 || counts[most] < 2 {
			w.add("%s: %s comes %d times, %s %d times", c.name, least, counts[least], most, counts[most])
		}
	}
}

// wantAlike wants texts that are equal but for case, and but for spaces.
func (w *whole) wantAlike(dilute int) {
	for _, c := range w.columns() {
		if c.attribute.Type.Base != er.Text || len(c.values) < enough*dilute {
			continue
		}
		inCase, inSpaces := false, false
		folded, trimmed := map[string]string{}, map[string]string{}
		for text := range c.counts() {
			f, s := strings.ToLower(text), strings.TrimSpace(text)
			_, other := folded[f]
			_, another := trimmed[s]
			inCase, inSpaces = inCase || other, inSpaces || another
			folded[f], trimmed[s] = text, text
		}
		if !inCase || !inSpaces {
			w.add("%s: texts equal up to case: %t, up to spaces: %t", c.name, inCase, inSpaces)
		}
	}
}

// wantSameDigits wants numbers that differ in the place of their digits only,
// where the values reach from some number to more than ten times it, and in some
// text attribute 1.1 and 1.10.
func (w *whole) wantSameDigits(dilute int) {
	texts, found := 0, 0
	for _, c := range w.columns() {
		counts := c.counts()
		switch {
		case c.attribute.Unique || len(c.values) < enough*min(dilute, 3):
		case c.attribute.Type.Base == er.Text:
			texts++
			if sameNumbers(counts) {
				found++
			}
		case len(c.values) >= enough*dilute && numbers(c.attribute.Type) && tenfold(counts) && !sameDigits(counts):
			w.add("%s: no two numbers have the same digits", c.name)
		}
	}
	if texts > 0 && found == 0 {
		w.add("no text attribute has a number in two ways, as 1.1 and 1.10")
	}
}

func numbers(t er.Type) bool {
	return t.Base == er.Integer || t.Base == er.Bigint || t.Base == er.Float || t.Base == er.Numeric
}

// tenfold says whether the positive numbers reach to more than twenty times the
// least.
func tenfold(counts map[string]int) bool {
	var least, most *big.Rat
	for text := range counts {
		if n, ok := new(big.Rat).SetString(text); ok && n.Sign() > 0 {
			if least == nil || n.Cmp(least) < 0 {
				least = n
			}
			if most == nil || n.Cmp(most) > 0 {
				most = n
			}
		}
	}
	return least != nil && most.Cmp(new(big.Rat).Mul(least, big.NewRat(20, 1))) > 0
}

// sameNumbers says whether two texts, as 1.1 and 1.10, are one number.
func sameNumbers(counts map[string]int) bool {
	seen := map[string]bool{}
	for text := range counts {
		n, ok := new(big.Rat).SetString(text)
		if ok && seen[n.String()] {
			return true
		}
		if ok {
			seen[n.String()] = true
		}
	}
	return false
}

func sameDigits(counts map[string]int) bool {
	seen := map[string]bool{}
	for text := range counts {
		digits := strings.Trim(strings.ReplaceAll(text, ".", ""), "0-")
		if digits != "" && seen[digits] {
			return true
		}
		seen[digits] = true
	}
	return false
}
