package small

import (
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// Build makes one instance. It is nil where the choices lead to none: equal keys,
// or an end of a relationship that must have a partner and finds none.
func (s *Space) Build(c Chooser) *instance.Memory {
	b := &build{space: s, choose: c.Choose, members: map[*er.EntityType][]*instance.Entity{}, taken: map[unique]bool{}}
	for _, root := range s.roots {
		if !b.hierarchy(root) {
			return nil
		}
	}
	if !b.toOne() || !b.toMany() {
		return nil
	}
	m := instance.NewMemory(s.focus.model)
	for _, root := range s.roots {
		for _, e := range b.members[root] {
			m.AddEntity(*e)
		}
	}
	for _, l := range b.links {
		m.AddLink(l)
	}
	return m
}

// build is one instance while it is made.
type build struct {
	space   *Space
	choose  func(n int) int
	members map[*er.EntityType][]*instance.Entity // by root
	links   []instance.Link
	taken   map[unique]bool
}

// unique is a key of a root's entities or a value of a unique attribute.
type unique struct {
	of   any // the root or the attribute
	text string
}

// hierarchy makes the entities of one root. Their types do not fall in the order
// of the model, since the order of entities means nothing.
func (b *build) hierarchy(root *er.EntityType) bool {
	types, least := b.space.types[root], 0
	if len(types) == 0 {
		return true
	}
	for i := range b.choose(b.space.most + 1) {
		least += b.choose(len(types) - least)
		e := &instance.Entity{Type: types[least]}
		if e.Key = b.key(root, i); e.Key == nil {
			return false
		}
		for _, a := range e.Type.AllAttributes() {
			v, ok := b.value(a, i)
			if !ok {
				return false
			}
			e.Values = append(e.Values, v)
		}
		b.members[root] = append(b.members[root], e)
	}
	return true
}

// key is the full key of the entity number i of its root; nil where it cannot be.
// A key of one column is a number; others are chosen.
func (b *build) key(root *er.EntityType, i int) []string {
	var key []string
	number := root.Owner == nil && len(root.Key) == 1
	if root.Owner != nil {
		owners := b.of(root.Owner)
		if len(owners) == 0 {
			return nil
		}
		key = slices.Clone(owners[b.choose(len(owners))].Key)
	}
	for _, k := range root.Key {
		if !number {
			i = b.choose(keyValues)
		}
		key = append(key, keyText(k.Type, i))
	}
	if !b.take(root, key...) {
		return nil
	}
	return key
}

// keyValues is how many values a part of a key takes.
const keyValues = 2

// keyText is one of a key's values. A type that has not so many gives one again.
func keyText(t er.Type, i int) string {
	if allFraction(t) || !holds(t, i+1) {
		i = min(i, 8)
	}
	n := strconv.Itoa(i + 1)
	switch t.Base {
	case er.Text:
		return "k" + n
	case er.Date:
		return "2025-01-" + strings.Repeat("0", max(0, 2-len(n))) + n
	case er.Timestamp:
		return "2025-01-01 00:00:" + strings.Repeat("0", max(0, 2-len(n))) + n + "+00"
	case er.Boolean:
		return []string{"f", "t"}[i%2]
	}
	if allFraction(t) {
		return "0." + n
	}
	return n
}

// take says whether something unique is still free, and takes it.
func (b *build) take(of any, texts ...string) bool {
	u := unique{of, strings.Join(texts, "\x00")}
	free := !b.taken[u]
	b.taken[u] = true
	return free
}

// of lists the members of a type.
func (b *build) of(t *er.EntityType) []*instance.Entity {
	var all []*instance.Entity
	for _, e := range b.members[t.Root()] {
		if e.Type.IsA(t) {
			all = append(all, e)
		}
	}
	return all
}

// value is an attribute's of the entity number i.
func (b *build) value(a *er.Attribute, i int) (er.Value, bool) {
	switch {
	case a.Multi:
		return b.set(a), true
	case a.Composite():
		var v er.Value
		for _, part := range a.Components {
			p, _ := b.value(part, i)
			v.Parts = append(v.Parts, p)
		}
		return v, true
	}
	v := b.simple(a, i)
	return v, !a.Unique || v.Null || b.take(a, v.Text)
}

func (b *build) simple(a *er.Attribute, i int) er.Value {
	values := b.space.focus.values(a.Type)
	if !b.space.focus.attributes[a] {
		switch {
		case a.Nullable:
			return er.Value{Null: true}
		case a.Unique:
			return er.Value{Text: keyText(a.Type, i)}
		}
		return er.Value{Text: values[len(values)-1]}
	}
	n := len(values)
	if a.Nullable {
		n++
	}
	if at := b.choose(n); at < len(values) {
		return er.Value{Text: values[at]}
	}
	return er.Value{Null: true}
}

func (b *build) set(a *er.Attribute) er.Value {
	if !b.space.focus.attributes[a] {
		return er.Value{}
	}
	var v er.Value
	for _, text := range b.space.focus.values(a.Type) {
		if b.choose(2) == 1 {
			v.Set = append(v.Set, text)
		}
	}
	slices.SortFunc(v.Set, a.Type.Compare)
	return v
}
