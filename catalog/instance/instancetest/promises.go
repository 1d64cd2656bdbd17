package instancetest

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// enough is how many values must be drawn so that what half of them shall be
// shows; some is how many entities must be there for exact numbers of links.
const (
	enough = 120
	some   = 40
)

// wantTies wants a tie at every cut, and where one relationship alone decides,
// most candidates with a link to be in it; the first two may stand alone.
func (w *whole) wantTies(cuts []instance.Cut, dilute int) {
	for _, c := range cuts {
		scores := w.scores(c)
		if len(scores) <= c.Limit {
			w.add("%s: there are only %d to rank", c.Name, len(scores))
			continue
		}
		at, tied, linked := scores[c.Limit-1], 0, 0
		for _, n := range scores {
			if n == at {
				tied++
			}
			if n > 0 {
				linked++
			}
		}
		switch {
		case at == 0:
			w.add("%s: only %d have a link", c.Name, linked)
		case scores[c.Limit] != at:
			w.add("%s: no tie at the cut of %d: %d, then %d", c.Name, c.Limit, at, scores[c.Limit])
		case dilute == 1 && c.Limit > 2 && linked >= some && len(c.Measure.Path) == 1 && c.Measure.AtLeast == nil && 2*tied < linked:
			w.add("%s: only %d of %d tie at the cut", c.Name, tied, linked)
		}
	}
}

// wantUnlinked wants a sixth without a link at each partial end, as far as
// total ends and cuts do not need them; a tenth where other kinds link some again.
func (w *whole) wantUnlinked(cuts []instance.Cut, dilute int) {
	part := 6
	if dilute > 1 {
		part = 10
	}
	for _, r := range w.model.Relationships {
		for i, role := range []er.Role{r.From, r.To} {
			far := []er.Role{r.To, r.From}[i]
			degrees, needed := w.degrees(r, i == 1), 0
			if far.Total && (r.Cardinality == er.OneToOne || r.Cardinality == er.ManyToOne && i == 0) {
				needed = len(w.members(far.Type))
			}
			without := 0
			for _, n := range degrees {
				if n == 0 {
					without++
				}
			}
			for _, c := range cuts {
				if slices.Contains(c.Measure.Path, r.Name) {
					needed = max(needed, c.Limit+1) // so many must have a link to be ranked
				}
			}
			if wanted := min(len(degrees)/part, len(degrees)-needed); !role.Total && without < wanted {
				w.add("%s: only %d of %d have no link as %s", r.Name, without, len(degrees), role.Name)
			}
		}
	}
}

// wantPlain wants, at each end of a relationship, a linked member of a type with
// subtypes that is of none of them.
func (w *whole) wantPlain() {
	for _, r := range w.model.Relationships {
		for i, role := range []er.Role{r.From, r.To} {
			plain, linked := 0, 0
			for key, n := range w.degrees(r, i == 1) {
				if kind := w.entities[role.Type.Root()][key].kind; len(kind.Children) > 0 {
					plain++
					linked += min(n, 1)
				}
			}
			inner := slices.ContainsFunc(role.Type.Subtree(), func(t *er.EntityType) bool { return len(t.Children) > 0 && !t.Abstract })
			switch {
			case inner && plain == 0 && len(w.members(role.Type)) >= some && !w.bound(role.Type):
				w.add("%s: every %s is of a type without subtypes", r.Name, role.Name)
			case plain > 0 && linked == 0 && len(w.links[r]) > 0:
				w.add("%s: no %s with a link is of just a supertype", r.Name, role.Name)
			}
		}
	}
}

// bound says whether members of a hierarchy must each have a partner of their own
// in it: all of them can then be needed in one subtype.
func (w *whole) bound(t *er.EntityType) bool {
	return slices.ContainsFunc(w.model.Relationships, func(r *er.Relationship) bool {
		return r.Self() && r.From.Type.Root() == t.Root() && r.Cardinality != er.ManyToMany && (r.To.Total || r.From.Total)
	})
}

// wantCounts wants entities with 1 to 3 links, and with as many as thresholds
// ask for, one less and one more. Those with most links may have been given more
// so that no ranking ties.
func (w *whole) wantCounts(cuts []instance.Cut, dilute int) {
	for _, end := range w.manyEnds() {
		wanted := []int{1, 2, 3}
		for _, c := range cuts {
			if w.endsAt(c, end) {
				wanted = append(wanted, c.Measure.AtLeast.Count-1, c.Measure.AtLeast.Count, c.Measure.AtLeast.Count+1)
			}
		}
		if w.scarce(end) || len(end.degrees) < some*min(dilute, 2) {
			continue
		}
		seen := map[int]bool{}
		for _, n := range end.degrees {
			seen[n] = true
		}
		for _, n := range wanted {
			if n > 0 && !seen[n] {
				w.add("%s: no %s has exactly %d links", end.relationship.Name, end.role.Name, n)
			}
		}
	}
}

// scarce says whether there are too few links for different numbers of them: few
// partners, few links, or few beyond the one that each must have.
func (w *whole) scarce(end manyEnd) bool {
	links := len(w.links[end.relationship])
	if end.role.Total {
		links -= len(end.degrees)
	}
	return end.far < some || links < 2*some
}

// endsAt says whether a cut's threshold counts the links at that end.
func (w *whole) endsAt(c instance.Cut, end manyEnd) bool {
	th := c.Measure.AtLeast
	if th == nil || th.Relationship != end.relationship.Name {
		return false
	}
	steps, err := w.model.Walk(w.model.EntityType(c.Measure.Of), append(slices.Clone(c.Measure.Path), th.Relationship))
	return err == nil && steps[len(steps)-1].AtTo == end.atTo
}

// wantFanOut wants an entity of each type with several links wherever it can have
// several, where there are enough to be linked with.
func (w *whole) wantFanOut() {
	ends := w.manyEnds()
	for _, t := range w.model.EntityTypes {
		var own []manyEnd
		scarce := false
		for _, end := range ends {
			if t.IsA(end.role.Type) {
				own = append(own, end)
				scarce = scarce || w.scarce(end)
			}
		}
		found, members := false, 0
		for key, e := range w.entities[t.Root()] {
			if e.kind == t {
				members++
				found = found || !slices.ContainsFunc(own, func(end manyEnd) bool { return end.degrees[key] < 2 })
			}
		}
		if members > 0 && !found && !scarce {
			w.add("no %s has several links in each of its %d relationships", t.Name, len(own))
		}
	}
}

// wantIDs compares the ids of hierarchies with one integer key: those of the
// smaller are among those of the larger, or none are in both.
func (w *whole) wantIDs(overlapping bool) {
	var hierarchies []*er.EntityType
	for _, root := range w.model.Roots() {
		base := root.Key[0].Type.Base
		if root.Owner == nil && len(root.Key) == 1 && (base == er.Integer || base == er.Bigint) {
			hierarchies = append(hierarchies, root)
		}
	}
	for i, a := range hierarchies {
		for _, b := range hierarchies[:i] {
			common := 0
			for id := range w.entities[a] {
				if w.entities[b][id] != nil {
					common++
				}
			}
			wanted := 0
			if overlapping {
				wanted = min(len(w.entities[a]), len(w.entities[b]))
			}
			if common != wanted {
				w.add("%s and %s have %d ids in common, want %d", b.Name, a.Name, common, wanted)
			}
		}
	}
}

// wantEmpty wants an entity type without members that could have some.
func (w *whole) wantEmpty() {
	for _, t := range w.model.EntityTypes {
		if len(w.members(t)) == 0 {
			return
		}
	}
	w.add("every entity type has members")
}

// mostOfFew is how many entities are just of one type where there are few.
const mostOfFew = 3

// wantFew wants no type with more.
func (w *whole) wantFew() {
	of := map[*er.EntityType]int{}
	for _, hierarchy := range w.entities {
		for _, e := range hierarchy {
			of[e.kind]++
		}
	}
	for t, n := range of {
		if n > mostOfFew {
			w.add("%d %s are not few", n, t.Plural)
		}
	}
}
