// Package instancetest checks what every conceptual instance must keep, over any
// Source and any model.
//
//  1. Read holds an instance whole, looked up by key.
//  2. CheckIntegrity looks for what no instance may have: keys that repeat, NULL
//     where there must be none, partners that do not exist, missing partners.
//  3. CheckRules looks for what data needs so that different queries give
//     different answers: entities without links, fan-out, pairs in one of two
//     relationships and in both, empty and longer sets, no tie at a cut.
//  4. CheckKind looks for what an adversarial kind of instance promises.
//
// It knows no domain, and nothing of how a Source makes its data.
package instancetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// maxProblems bounds what is reported of one instance.
const maxProblems = 30

// CheckIntegrity fails the test when an instance contradicts its model.
func CheckIntegrity(t testing.TB, src instance.Source) {
	t.Helper()
	w := read(t, src)
	w.checkIntegrity(src)
	report(t, w.problems)
}

// CheckRules fails the test when an instance contradicts its model or lacks what
// the data of a domain must have.
func CheckRules(t testing.TB, src instance.Source, cuts ...instance.Cut) {
	t.Helper()
	w := read(t, src)
	w.checkIntegrity(src)
	w.checkRules(src, cuts)
	report(t, w.problems)
}

func report(t testing.TB, problems []string) {
	t.Helper()
	for i, p := range problems {
		if i == maxProblems {
			t.Errorf("… and %d more", len(problems)-i)
			return
		}
		t.Error(p)
	}
}

// entity is what is kept of an instance.Entity.
type entity struct {
	kind     *er.EntityType
	key      string
	values   []er.Value
	partners []string // keys, "" for none, in the order of kind.ToOne
	details  [][]er.Value
}

// link is a pair of keys.
type link struct{ from, to string }

// whole is an instance in memory.
type whole struct {
	model    *er.Model
	entities map[*er.EntityType]map[string]*entity // by root
	links    map[*er.Relationship][]link           // of every cardinality
	extents  map[*er.EntityType][]string           // see members
	problems []string

	linkValues map[*er.Relationship][][]er.Value // the attributes of links
}

func (w *whole) add(format string, args ...any) {
	w.problems = append(w.problems, fmt.Sprintf(format, args...))
}

// read holds an instance; what cannot be held, as a key twice, is a problem.
func read(t testing.TB, src instance.Source) *whole {
	t.Helper()
	w := &whole{model: src.Model(), entities: map[*er.EntityType]map[string]*entity{}, links: map[*er.Relationship][]link{},
		extents: map[*er.EntityType][]string{}, linkValues: map[*er.Relationship][][]er.Value{}}
	for _, kind := range w.model.EntityTypes {
		if w.entities[kind.Root()] == nil {
			w.entities[kind.Root()] = map[string]*entity{}
		}
		n := int64(0)
		for e, err := range src.Entities(context.Background(), kind, 0) {
			if err != nil {
				t.Fatalf("entities of %s: %v", kind.Name, err)
			}
			w.keep(kind, e)
			n++
		}
		if n != src.Count(kind) {
			w.add("%s: %d entities come, Count says %d", kind.Name, n, src.Count(kind))
		}
	}
	for _, r := range w.model.Relationships {
		w.readLinks(t, src, r)
	}
	return w
}

func (w *whole) keep(kind *er.EntityType, e *instance.Entity) {
	kept := &entity{kind: kind, key: Key(e.Key)}
	switch {
	case e.Type != kind:
		w.add("%s %s comes as a %s", kind.Name, kept.key, e.Type.Name)
	case len(e.Key) != len(kind.FullKey()) || len(e.Values) != len(kind.AllAttributes()) || len(e.ToOne) != len(kind.ToOne()):
		w.add("%s %s has %d key columns, %d values, %d partners", kind.Name, kept.key, len(e.Key), len(e.Values), len(e.ToOne))
		return
	case w.entities[kind.Root()][kept.key] != nil:
		w.add("%s: key %s appears twice", kind.Name, kept.key)
		return
	}
	kept.values = copyValues(e.Values)
	for i, p := range e.ToOne {
		kept.partners = append(kept.partners, Key(p.Key))
		details := copyValues(p.Values)
		kept.details = append(kept.details, details)
		if end := kind.ToOne()[i]; !end.AtTo && p.Key != nil {
			w.links[end.Relationship] = append(w.links[end.Relationship], link{kept.key, Key(p.Key)})
			w.linkValues[end.Relationship] = append(w.linkValues[end.Relationship], details)
		}
		if r := kind.ToOne()[i].Relationship; p.Key != nil && len(p.Values) != len(r.Attributes) {
			w.add("%s %s has %d values of %s", kind.Name, kept.key, len(p.Values), r.Name)
		}
	}
	w.entities[kind.Root()][kept.key] = kept
}

func copyValues(values []er.Value) []er.Value {
	var all []er.Value
	for _, v := range values {
		v.Set = slices.Clone(v.Set)
		v.Parts = copyValues(v.Parts)
		all = append(all, v)
	}
	return all
}

func (w *whole) readLinks(t testing.TB, src instance.Source, r *er.Relationship) {
	for l, err := range src.Links(context.Background(), r, 0) {
		if err != nil {
			t.Fatalf("links of %s: %v", r.Name, err)
		}
		if l.Relationship != r || len(l.Values) != len(r.Attributes) {
			w.add("%s: a link of another relationship, or with %d values", r.Name, len(l.Values))
			continue
		}
		w.links[r] = append(w.links[r], link{Key(l.From), Key(l.To)})
		w.linkValues[r] = append(w.linkValues[r], copyValues(l.Values))
		w.checkValues(r.Name, r.Attributes, l.Values)
	}
}

var escapeKey = strings.NewReplacer(`\`, `\\`, `|`, `\|`)

// Key writes a full key as one text that no other key has; "" for none.
func Key(columns []string) string {
	var b strings.Builder
	for i, c := range columns {
		if i > 0 {
			b.WriteString("|")
		}
		b.WriteString(escapeKey.Replace(c))
	}
	return b.String()
}

// member says whether a key is an entity of a type.
func (w *whole) member(t *er.EntityType, key string) bool {
	e := w.entities[t.Root()][key]
	return e != nil && e.kind.IsA(t)
}

// members lists the keys of a type, subtypes' included.
func (w *whole) members(t *er.EntityType) []string {
	if all, ok := w.extents[t]; ok {
		return all
	}
	var all []string
	for key, e := range w.entities[t.Root()] {
		if e.kind.IsA(t) {
			all = append(all, key)
		}
	}
	w.extents[t] = all
	return all
}
