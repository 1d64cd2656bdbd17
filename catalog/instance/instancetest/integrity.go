package instancetest

import (
	"slices"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// Integrity lists what contradicts the model.
func Integrity(t testing.TB, src instance.Source) []string {
	w := read(t, src)
	w.checkIntegrity(src)
	return w.problems
}

func (w *whole) checkIntegrity(src instance.Source) {
	for _, kind := range w.model.EntityTypes {
		if kind.Abstract && src.Count(kind) > 0 {
			w.add("%s is abstract and has %d entities of its own", kind.Name, src.Count(kind))
		}
		w.checkUnique(kind)
	}
	for _, hierarchy := range w.entities {
		for _, e := range hierarchy {
			w.checkValues(e.kind.Name, e.kind.AllAttributes(), e.values)
			for i, end := range e.kind.ToOne() {
				if e.partners[i] != "" {
					w.checkValues(end.Relationship.Name, end.Relationship.Attributes, e.details[i])
				}
			}
		}
	}
	for _, r := range w.model.Relationships {
		w.checkLinks(r)
		if r.Cardinality == er.OneToOne {
			w.checkBothEnds(r)
		}
	}
}

func (w *whole) checkValues(of string, attributes []*er.Attribute, values []er.Value) {
	for i, a := range attributes {
		v := values[i]
		switch {
		case a.Multi:
			if v.Null || !slices.IsSortedFunc(v.Set, a.Type.Compare) || len(slices.Compact(slices.Clone(v.Set))) != len(v.Set) {
				w.add("%s.%s: %v is no sorted set", of, a.Name, v.Set)
			}
		case a.Composite():
			if v.Null || len(v.Parts) != len(a.Components) {
				w.add("%s.%s: %d components of %d", of, a.Name, len(v.Parts), len(a.Components))
				continue
			}
			w.checkValues(of+"."+a.Name, a.Components, v.Parts)
		case v.Null && !a.Nullable:
			w.add("%s.%s is NULL and must not be", of, a.Name)
		}
	}
}

func (w *whole) checkUnique(kind *er.EntityType) {
	for _, a := range kind.Attributes {
		if !a.Unique {
			continue
		}
		seen := map[string]string{}
		for _, key := range w.members(kind) {
			e := w.entities[kind.Root()][key]
			v := e.values[slices.Index(e.kind.AllAttributes(), a)]
			if other, taken := seen[v.Text]; taken && !v.Null {
				w.add("%s.%s is unique, but %s and %s have %q", kind.Name, a.Name, other, key, v.Text)
			}
			if !v.Null {
				seen[v.Text] = key
			}
		}
	}
}

func (w *whole) checkLinks(r *er.Relationship) {
	seen := map[link]bool{}
	degrees := [2]map[string]int{{}, {}}
	for _, l := range w.links[r] {
		if seen[l] {
			w.add("%s: the pair %s, %s appears twice", r.Name, l.from, l.to)
		}
		seen[l] = true
		degrees[0][l.from]++
		degrees[1][l.to]++
	}
	for i, role := range []er.Role{r.From, r.To} {
		for key, n := range degrees[i] {
			if !w.member(role.Type, key) {
				w.add("%s: %s is no %s", r.Name, key, role.Type.Name)
			}
			if n > 1 && (r.Cardinality == er.OneToOne || r.Cardinality == er.ManyToOne && i == 0) {
				w.add("%s is %s and the %s %s has %d partners", r.Name, r.Cardinality, role.Name, key, n)
			}
		}
		if role.Total {
			for _, key := range w.members(role.Type) {
				if degrees[i][key] == 0 {
					w.add("%s: the %s %s has no partner and must have one", r.Name, role.Name, key)
				}
			}
		}
	}
}

// checkBothEnds compares what the two ends of a 1:1 relationship say.
func (w *whole) checkBothEnds(r *er.Relationship) {
	said := map[link]bool{}
	for _, l := range w.links[r] {
		said[l] = true
	}
	for _, key := range w.members(r.To.Type) {
		e := w.entities[r.To.Type.Root()][key]
		for i, end := range e.kind.ToOne() {
			if end.Relationship != r || !end.AtTo || e.partners[i] == "" {
				continue
			}
			l := link{e.partners[i], key}
			if !said[l] {
				w.add("%s: only the %s end knows the pair %s, %s", r.Name, r.To.Name, l.from, l.to)
			}
			delete(said, l)
		}
	}
	for l := range said {
		w.add("%s: only the %s end knows the pair %s, %s", r.Name, r.From.Name, l.from, l.to)
	}
}
