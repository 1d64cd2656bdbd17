package varianttest

import (
	"math/rand/v2"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// Instance is a random instance of any valid model, a pure function of its
// arguments: most types have up to size entities, some none, and values are
// chosen to break things. It keeps what the model demands: keys, unique
// attributes, owners and total participation; where that cannot be had, there
// are fewer entities.
func Instance(m *er.Model, seed uint64, size int) *instance.Memory {
	f := filler{m: m, r: rand.New(rand.NewPCG(seed, 1)), size: size,
		members: map[*er.EntityType][]*node{}, keys: map[*er.EntityType]map[string]bool{}, taken: map[*er.Attribute]map[string]bool{}}
	for _, t := range m.EntityTypes {
		f.populate(t.Root())
	}
	for _, r := range m.Relationships {
		if r.Cardinality != er.ManyToMany {
			f.pairUp(r)
		}
	}
	f.removeIncomplete()
	return f.instance()
}

type filler struct {
	m       *er.Model
	r       *rand.Rand
	size    int
	members map[*er.EntityType][]*node // by every type that they are; a root's key is there once it is populated
	keys    map[*er.EntityType]map[string]bool
	taken   map[*er.Attribute]map[string]bool
}

type node struct {
	typ     *er.EntityType
	key     []string
	values  []er.Value
	owner   *node
	partner map[er.End]*node
	link    map[er.End][]er.Value
	gone    bool
}

// populate makes the entities of a hierarchy, its owner's first.
func (f *filler) populate(root *er.EntityType) {
	if _, done := f.keys[root]; done {
		return
	}
	f.keys[root] = map[string]bool{}
	if root.Owner != nil {
		f.populate(root.Owner.Root())
	}
	for _, t := range root.Subtree() {
		if t.Abstract || f.r.IntN(6) == 0 {
			continue
		}
		for range f.r.IntN(f.size + 1) {
			f.entity(t)
		}
	}
}

// entity makes one entity, or none when no fresh key or unique value turned up.
func (f *filler) entity(t *er.EntityType) {
	n := &node{typ: t, partner: map[er.End]*node{}, link: map[er.End][]er.Value{}}
	root := t.Root()
	if root.Owner != nil {
		owners := f.members[root.Owner]
		if len(owners) == 0 {
			return
		}
		n.owner = owners[f.r.IntN(len(owners))]
		n.key = append(n.key, n.owner.key...)
	}
	for _, k := range root.Key {
		n.key = append(n.key, simple(f.r, k.Type))
	}
	packed := pack(n.key)
	if f.keys[root][packed] {
		return
	}
	for _, a := range t.AllAttributes() {
		v, ok := f.fresh(a)
		if !ok {
			return
		}
		n.values = append(n.values, v)
	}
	f.keys[root][packed] = true
	for _, p := range t.Path() {
		f.members[p] = append(f.members[p], n)
	}
}

func pack(key []string) string {
	var b []byte
	for _, k := range key {
		b = append(append(b, k...), 0)
	}
	return string(b)
}

// fresh draws a value that no other entity has where that is demanded.
func (f *filler) fresh(a *er.Attribute) (er.Value, bool) {
	v := f.value(a)
	if !a.Unique || v.Null {
		return v, true
	}
	if f.taken[a] == nil {
		f.taken[a] = map[string]bool{}
	}
	if f.taken[a][v.Text] {
		return er.Value{Null: true}, a.Nullable
	}
	f.taken[a][v.Text] = true
	return v, true
}

func (f *filler) value(a *er.Attribute) er.Value {
	switch {
	case a.Multi:
		return er.Value{Set: f.set(a)}
	case a.Composite():
		return er.Value{Parts: f.all(a.Components)}
	case a.Nullable && f.r.IntN(3) == 0:
		return er.Value{Null: true}
	}
	return er.Value{Text: simple(f.r, a.Type)}
}

func (f *filler) all(attributes []*er.Attribute) []er.Value {
	var values []er.Value
	for _, a := range attributes {
		values = append(values, f.value(a))
	}
	return values
}

func (f *filler) set(a *er.Attribute) []string {
	var set []string
	for range f.r.IntN(4) {
		set = append(set, simple(f.r, a.Type))
	}
	slices.SortFunc(set, a.Type.Compare)
	return slices.Compact(set)
}

// pairUp links the entities of an M:1 or 1:1 relationship.
func (f *filler) pairUp(r *er.Relationship) {
	from, to := f.members[r.From.Type], f.members[r.To.Type]
	all := r.From.Total || r.To.Total && r.Cardinality == er.OneToOne
	order := f.r.Perm(len(to))
	for i, n := range f.r.Perm(len(from)) {
		if len(to) == 0 || !all && f.r.IntN(3) == 0 || r.Cardinality == er.OneToOne && i >= len(order) {
			continue
		}
		target := to[f.r.IntN(len(to))]
		if r.Cardinality == er.OneToOne {
			target = to[order[i]]
		}
		f.join(r, from[n], target)
	}
}

func (f *filler) join(r *er.Relationship, from, to *node) {
	values := f.all(r.Attributes)
	forth, back := er.End{Relationship: r}, er.End{Relationship: r, AtTo: true}
	from.partner[forth], from.link[forth] = to, values
	if r.Cardinality == er.OneToOne {
		to.partner[back], to.link[back] = from, values
	}
}

// removeIncomplete takes away entities that lack an owner or a partner that they
// must have, until none does.
func (f *filler) removeIncomplete() {
	for again := true; again; {
		again = false
		for _, root := range f.m.Roots() {
			for _, n := range f.members[root] {
				if !n.gone && n.incomplete() {
					n.gone, again = true, true
				}
			}
		}
	}
}

func (n *node) incomplete() bool {
	if n.owner != nil && n.owner.gone {
		return true
	}
	for _, end := range n.typ.ToOne() {
		if p := n.partner[end]; end.Near().Total && (p == nil || p.gone) {
			return true
		}
	}
	return false
}

func (f *filler) instance() *instance.Memory {
	m := instance.NewMemory(f.m)
	for _, root := range f.m.Roots() {
		for _, n := range f.members[root] {
			if !n.gone {
				m.AddEntity(n.entity())
			}
		}
	}
	for _, r := range f.m.Relationships {
		if r.Cardinality == er.ManyToMany {
			f.links(m, r)
		}
	}
	return m
}

func (n *node) entity() instance.Entity {
	e := instance.Entity{Type: n.typ, Key: n.key, Values: n.values}
	for _, end := range n.typ.ToOne() {
		var p instance.Partner
		if other := n.partner[end]; other != nil && !other.gone {
			p = instance.Partner{Key: other.key, Values: n.link[end]}
		}
		e.ToOne = append(e.ToOne, p)
	}
	return e
}

func (f *filler) links(m *instance.Memory, r *er.Relationship) {
	for _, from := range f.members[r.From.Type] {
		for _, to := range f.members[r.To.Type] {
			if !from.gone && !to.gone && f.r.IntN(3) == 0 {
				m.AddLink(instance.Link{Relationship: r, From: from.key, To: to.key, Values: f.all(r.Attributes)})
			}
		}
	}
}
