package instancetest

import (
	"slices"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// CheckKind fails the test when an instance contradicts its model or lacks what
// its kind promises. cuts are the rankings that it was made for.
func CheckKind(t testing.TB, src instance.Source, kind string, cuts ...instance.Cut) {
	t.Helper()
	w := read(t, src)
	w.checkIntegrity(src)
	w.checkKind(kind, cuts)
	report(t, w.problems)
}

// Kind lists what an adversarial kind promises and this instance lacks. A type, an
// attribute or a relationship with too few entities to show it is left out. It
// takes for granted what Integrity finds.
func Kind(t testing.TB, src instance.Source, kind string, cuts ...instance.Cut) []string {
	w := read(t, src)
	w.problems = nil
	w.checkKind(kind, cuts)
	return w.problems
}

// promises are the checks of each kind. dilute is by how much a combined kind has
// less of each.
var promises = map[string]func(w *whole, cuts []instance.Cut, dilute int){
	"ties":     func(w *whole, cuts []instance.Cut, dilute int) { w.wantTies(cuts, dilute) },
	"unlinked": func(w *whole, cuts []instance.Cut, dilute int) { w.wantUnlinked(cuts, dilute) },
	"equal":    func(w *whole, _ []instance.Cut, dilute int) { w.wantEqual(dilute) },
	"nulls":    func(w *whole, _ []instance.Cut, _ int) { w.wantNulls() },
	"plain":    func(w *whole, _ []instance.Cut, _ int) { w.wantPlain() },
	"boundary": func(w *whole, cuts []instance.Cut, dilute int) { w.wantCounts(cuts, dilute); w.wantEnds(dilute) },
	"fanout":   func(w *whole, _ []instance.Cut, _ int) { w.wantFanOut() },
	"case":     func(w *whole, _ []instance.Cut, dilute int) { w.wantAlike(dilute) },
	"decimals": func(w *whole, _ []instance.Cut, dilute int) { w.wantSameDigits(dilute) },

	"ids_overlap": func(w *whole, _ []instance.Cut, _ int) { w.wantIDs(true) },
	"ids_apart":   func(w *whole, _ []instance.Cut, _ int) { w.wantIDs(false) },
	"few":         func(w *whole, _ []instance.Cut, _ int) { w.wantFew() },
	"empty":       func(w *whole, _ []instance.Cut, _ int) { w.wantEmpty() },
}

// combined are the kinds that adversarial has together.
var combined = []string{"ties", "unlinked", "equal", "nulls", "plain", "boundary", "fanout", "case", "decimals", "ids_overlap"}

func (w *whole) checkKind(kind string, cuts []instance.Cut) {
	switch check := promises[kind]; {
	case check != nil:
		check(w, cuts, 1)
	case kind == "adversarial":
		for _, name := range combined {
			promises[name](w, cuts, 5)
		}
	default:
		w.add("nothing is known of the kind %q", kind)
	}
}

// column is all values of a simple attribute, of entities or of links.
type column struct {
	name      string
	attribute *er.Attribute
	values    []er.Value // those that are not NULL, each element of a set
	nulls     int
}

// columns lists the values of each simple attribute without keys.
func (w *whole) columns() []*column {
	var all []*column
	for _, t := range w.model.EntityTypes {
		var rows [][]er.Value
		for _, key := range w.members(t) {
			e := w.entities[t.Root()][key]
			above := len(e.kind.AllAttributes()) - len(t.AllAttributes())
			rows = append(rows, e.values[:len(e.values)-above])
		}
		n := len(t.AllAttributes()) - len(t.Attributes)
		all = append(all, columnsOf(t.Name, t.Attributes, n, rows)...)
	}
	for _, r := range w.model.Relationships {
		all = append(all, columnsOf(r.Name, r.Attributes, 0, w.linkValues[r])...)
	}
	return all
}

// columnsOf reads attributes from rows, the first of them at index first.
func columnsOf(owner string, attributes []*er.Attribute, first int, rows [][]er.Value) []*column {
	var all []*column
	for i, a := range attributes {
		if a.Composite() {
			parts := make([][]er.Value, len(rows))
			for n, row := range rows {
				parts[n] = row[first+i].Parts
			}
			all = append(all, columnsOf(owner+"."+a.Name, a.Components, 0, parts)...)
			continue
		}
		c := &column{name: owner + "." + a.Name, attribute: a}
		for _, row := range rows {
			c.take(row[first+i])
		}
		all = append(all, c)
	}
	return all
}

func (c *column) take(v er.Value) {
	switch {
	case c.attribute.Multi:
		for _, element := range v.Set {
			c.values = append(c.values, er.Value{Text: element})
		}
	case v.Null:
		c.nulls++
	default:
		c.values = append(c.values, v)
	}
}

// counts is how often each value comes.
func (c *column) counts() map[string]int {
	counts := map[string]int{}
	for _, v := range c.values {
		counts[v.Text]++
	}
	return counts
}

// manyEnds yields the ends of relationships where an entity can have several
// links, with the number of links of each member, none included.
func (w *whole) manyEnds() []manyEnd {
	var all []manyEnd
	for _, r := range w.model.Relationships {
		for i, role := range []er.Role{r.From, r.To} {
			if r.Cardinality == er.OneToOne || r.Cardinality == er.ManyToOne && i == 0 {
				continue
			}
			far := []er.Role{r.To, r.From}[i]
			all = append(all, manyEnd{r, role, i == 1, w.degrees(r, i == 1), len(w.members(far.Type))})
		}
	}
	return all
}

type manyEnd struct {
	relationship *er.Relationship
	role         er.Role
	atTo         bool
	degrees      map[string]int // of every member
	far          int            // members of the other end
}

// degrees is how many links each member of an end has.
func (w *whole) degrees(r *er.Relationship, atTo bool) map[string]int {
	role := er.End{Relationship: r, AtTo: atTo}.Near()
	degrees := map[string]int{}
	for _, key := range w.members(role.Type) {
		degrees[key] = 0
	}
	for _, l := range w.links[r] {
		key := l.from
		if atTo {
			key = l.to
		}
		if _, is := degrees[key]; is {
			degrees[key]++
		}
	}
	return degrees
}

// scores are what a cut ranks, the highest first.
func (w *whole) scores(c instance.Cut) []int {
	var scores []int
	follow := w.follower(c)
	for _, key := range w.members(w.model.EntityType(c.Measure.Of)) {
		scores = append(scores, follow(key))
	}
	slices.Sort(scores)
	slices.Reverse(scores)
	return scores
}
