// Package goldtest computes gold answers a second time, without SQL: each
// question's reading written as a walk through the conceptual instance. A gold
// query and its walk have nothing in common but the question, so where both give
// the same rows on several instances, both are likely right.
//
//  1. Read holds an instance in memory, its entities and links by name.
//  2. Answer walks through it for one question of one domain (social.go,
//     retail.go, university.go and their further questions).
//  3. Rows.Diff compares with what a server gave, as multisets.
//
// It names domains, types and questions, as no engine code may: it is for tests
// alone. It knows no view, no table and no SQL, and must not read a question's
// gold query.
package goldtest

import (
	"context"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// World is an instance in memory. Names that the model does not have are
// mistakes of this package, and panic.
type World struct {
	model   *er.Model
	members map[*er.EntityType][]*Entity // subtypes' included
	byKey   map[*er.EntityType]map[string]*Entity
	links   map[*er.Relationship][]Link
	at      map[*er.Relationship][2]map[*Entity][]*Entity // partners of an entity at From, and at To
}

// Entity is one entity; two pointers are equal when the entities are.
type Entity struct {
	Kind *er.EntityType // most specific
	Key  []string
	sets map[string][]string
	one  map[string]er.Value // single-valued attributes, and a composite's components, by name
}

// Link is one pair of a relationship.
type Link struct {
	From, To *Entity
	one      map[string]er.Value
}

// Read holds the whole instance.
func Read(ctx context.Context, src instance.Source) (*World, error) {
	w := &World{
		model: src.Model(), members: map[*er.EntityType][]*Entity{}, byKey: map[*er.EntityType]map[string]*Entity{},
		links: map[*er.Relationship][]Link{}, at: map[*er.Relationship][2]map[*Entity][]*Entity{},
	}
	partners := map[*Entity][]instance.Partner{}
	for _, t := range w.model.EntityTypes {
		for e, err := range src.Entities(ctx, t, 0) {
			if err != nil {
				return nil, err
			}
			partners[w.add(e)] = clonePartners(e.ToOne)
		}
	}
	for e, all := range partners {
		for i, end := range e.Kind.ToOne() {
			if p := all[i]; p.Key != nil && !end.AtTo {
				w.link(end.Relationship, e.Key, p.Key, p.Values)
			}
		}
	}
	for _, r := range w.model.Relationships {
		for l, err := range src.Links(ctx, r, 0) {
			if err != nil {
				return nil, err
			}
			w.link(r, l.From, l.To, l.Values)
		}
	}
	return w, nil
}

func (w *World) add(e *instance.Entity) *Entity {
	own := &Entity{Kind: e.Type, Key: slices.Clone(e.Key), sets: map[string][]string{}, one: map[string]er.Value{}}
	for i, a := range e.Type.AllAttributes() {
		switch {
		case a.Multi:
			own.sets[a.Name] = slices.Clone(e.Values[i].Set)
		case a.Composite():
			for n, c := range a.Components {
				own.one[c.Name] = e.Values[i].Parts[n]
			}
		default:
			own.one[a.Name] = er.Value{Null: e.Values[i].Null, Text: e.Values[i].Text}
		}
	}
	for _, t := range e.Type.Path() {
		w.members[t] = append(w.members[t], own)
	}
	root := e.Type.Root()
	if w.byKey[root] == nil {
		w.byKey[root] = map[string]*Entity{}
	}
	w.byKey[root][joined(e.Key)] = own
	return own
}

func (w *World) link(r *er.Relationship, from, to []string, values []er.Value) {
	l := Link{From: w.byKey[r.From.Type.Root()][joined(from)], To: w.byKey[r.To.Type.Root()][joined(to)], one: map[string]er.Value{}}
	for i, a := range r.Attributes {
		l.one[a.Name] = values[i]
	}
	w.links[r] = append(w.links[r], l)
	ends, ok := w.at[r]
	if !ok {
		ends = [2]map[*Entity][]*Entity{{}, {}}
		w.at[r] = ends
	}
	ends[0][l.From] = append(ends[0][l.From], l.To)
	ends[1][l.To] = append(ends[1][l.To], l.From)
}

// clonePartners keeps what the next entity of a stream would overwrite.
func clonePartners(all []instance.Partner) []instance.Partner {
	own := make([]instance.Partner, len(all))
	for i, p := range all {
		own[i] = instance.Partner{Key: slices.Clone(p.Key), Values: slices.Clone(p.Values)}
	}
	return own
}

func joined(key []string) string { return strings.Join(key, "\x00") }

// all lists the members of a type, those of its subtypes too.
func (w *World) all(kind string) []*Entity { return w.members[w.kind(kind)] }

func (w *World) kind(name string) *er.EntityType {
	t := w.model.EntityType(name)
	if t == nil {
		panic("goldtest: no entity type " + name)
	}
	return t
}

func (w *World) relationship(name string) *er.Relationship {
	r := w.model.Relationship(name)
	if r == nil {
		panic("goldtest: no relationship " + name)
	}
	return r
}

// pairs lists the links of a relationship.
func (w *World) pairs(name string) []Link { return w.links[w.relationship(name)] }

// to are the entities at the To end for one at the From end.
func (w *World) to(name string, e *Entity) []*Entity { return w.at[w.relationship(name)][0][e] }

// from are the entities at the From end for one at the To end.
func (w *World) from(name string, e *Entity) []*Entity { return w.at[w.relationship(name)][1][e] }

// owned are the entities of a weak type that belong to an owner.
func (w *World) owned(kind string, owner *Entity) []*Entity {
	return where(w.all(kind), func(e *Entity) bool { return slices.Equal(e.Key[:len(owner.Key)], owner.Key) })
}

// is says whether the entity is of a type.
func (e *Entity) is(kind string) bool {
	for t := e.Kind; t != nil; t = t.Parent {
		if t.Name == kind {
			return true
		}
	}
	return false
}

// id is the key of an entity that has a key of one column.
func (e *Entity) id() string { return e.Key[0] }

func (e *Entity) value(attribute string) er.Value {
	v, ok := e.one[attribute]
	if !ok {
		panic("goldtest: " + e.Kind.Name + " has no attribute " + attribute)
	}
	return v
}

func (e *Entity) text(attribute string) string { return e.value(attribute).Text }
func (e *Entity) null(attribute string) bool   { return e.value(attribute).Null }
func (e *Entity) flag(attribute string) bool   { return e.value(attribute).Text == "t" }

// set has the values of a multi-valued attribute in ascending order.
func (e *Entity) set(attribute string) []string {
	v, ok := e.sets[attribute]
	if !ok {
		panic("goldtest: " + e.Kind.Name + " has no multi-valued attribute " + attribute)
	}
	return v
}

func (e *Entity) has(attribute, value string) bool { return slices.Contains(e.set(attribute), value) }
