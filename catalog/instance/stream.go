package instance

import (
	"context"
	"iter"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// checkEvery is how many entities or links go between two looks at the context.
const checkEvery = 256

// Entities implements Source.
func (g *Generator) Entities(ctx context.Context, t *er.EntityType, order uint64) iter.Seq2[*Entity, error] {
	return g.entities(ctx, t, order, nil)
}

// entities is Entities with only what is wanted made; what is not is left as it
// was. A nil want is everything.
func (g *Generator) entities(ctx context.Context, t *er.EntityType, order uint64, want *wanted) iter.Seq2[*Entity, error] {
	return func(yield func(*Entity, error) bool) {
		m := g.newEntityMaker(t)
		m.restrict(want)
		for i := range steps(ctx, g.at.plain[t].n, order, t.Name) {
			if i < 0 {
				yield(nil, ctx.Err())
				return
			}
			if !yield(m.entity(i), nil) {
				return
			}
		}
	}
}

// steps yields 0 to n-1 in an order, and -1 at the end when ctx is done.
func steps(ctx context.Context, n int64, order uint64, name string) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		sequence := chance.NewKey(order, "order", name).Permutation(n)
		for i := range n {
			if i%checkEvery == 0 && ctx.Err() != nil {
				yield(-1)
				return
			}
			if order != 0 {
				i = sequence.At(i)
			}
			if !yield(i) {
				return
			}
		}
	}
}

// entityMaker makes the entities of one most specific type, each in the memory
// of the one before.
type entityMaker struct {
	g       *Generator
	plain   span
	code    int64
	keys    keyMaker
	makers  []*attributeMaker
	ends    []partnerMaker
	current Entity
}

func (g *Generator) newEntityMaker(t *er.EntityType) *entityMaker {
	m := &entityMaker{g: g, plain: g.at.plain[t], code: g.codes[t], keys: g.keys[t.Root()]}
	all := t.AllAttributes()
	for _, a := range all {
		m.makers = append(m.makers, g.makers[a])
	}
	for _, end := range t.ToOne() {
		m.ends = append(m.ends, g.newPartnerMaker(end))
	}
	m.current = Entity{Type: t, Values: make([]er.Value, len(all)), ToOne: make([]Partner, len(m.ends))}
	return m
}

// restrict takes out the makers of what is not wanted.
func (m *entityMaker) restrict(want *wanted) {
	if want == nil {
		return
	}
	for i, a := range m.current.Type.AllAttributes() {
		if !want.attribute(a) {
			m.makers[i] = nil
		}
	}
	for i, end := range m.current.Type.ToOne() {
		if want.relationship != end.Relationship {
			m.ends[i].find = nil
		}
	}
}

func (m *entityMaker) entity(i int64) *Entity {
	e := &m.current
	ordinal := m.plain.first + i
	e.Key = m.keys.appendKey(e.Key[:0], ordinal)
	for n, maker := range m.makers {
		if maker != nil {
			maker.set(&e.Values[n], what{ordinal, i, m.code})
		}
	}
	for n := range m.ends {
		if m.ends[n].find != nil {
			m.ends[n].set(&e.ToOne[n], ordinal)
		}
	}
	return e
}

// partnerMaker finds the partner at one end of an M:1 or 1:1 relationship.
type partnerMaker struct {
	find   func(ordinal int64) int64
	atTo   bool
	keys   keyMaker
	makers []*attributeMaker
	key    []string
	values []er.Value
}

func (g *Generator) newPartnerMaker(end er.End) partnerMaker {
	r := end.Relationship
	m := partnerMaker{atTo: end.AtTo, keys: g.keys[end.Far().Type.Root()], values: make([]er.Value, len(r.Attributes))}
	for _, a := range r.Attributes {
		m.makers = append(m.makers, g.makers[a])
	}
	switch pairing := g.pairings[r]; {
	case pairing == nil:
		m.find = g.plans[r].partner
	case end.AtTo:
		m.find = func(ordinal int64) int64 { return pairing.partner(to, ordinal) }
	default:
		m.find = func(ordinal int64) int64 { return pairing.partner(from, ordinal) }
	}
	return m
}

func (m *partnerMaker) set(p *Partner, ordinal int64) {
	*p = Partner{}
	far := m.find(ordinal)
	if far < 0 {
		return
	}
	m.key = m.keys.appendKey(m.key[:0], far)
	p.Key = m.key
	first, second := ordinal, far
	if m.atTo {
		first, second = far, ordinal
	}
	for i, maker := range m.makers {
		maker.set(&m.values[i], what{i: first, j: second})
	}
	if len(m.values) > 0 {
		p.Values = m.values
	}
}

// Links implements Source. In a permuted order the entities that choose come in
// another order, and the partners of each too.
func (g *Generator) Links(ctx context.Context, r *er.Relationship, order uint64) iter.Seq2[*Link, error] {
	return func(yield func(*Link, error) bool) {
		p := g.plans[r]
		if p == nil || r.Cardinality != er.ManyToMany {
			return
		}
		m := g.newLinkMaker(r, p)
		var c chooser
		for i := range steps(ctx, p.near.n, order, r.Name) {
			if i < 0 {
				yield(nil, ctx.Err())
				return
			}
			near := p.near.first + i
			partners := p.partners(&c, near)
			if order != 0 {
				stream := chance.NewKey(order, "partners").At(near)
				shuffle(partners, &stream)
			}
			for _, far := range partners {
				if !yield(m.link(near, far), nil) {
					return
				}
			}
		}
	}
}

type linkMaker struct {
	plan    *plan
	keys    [2]keyMaker // of the near and the far end
	makers  []*attributeMaker
	near    int64 // whose key is in current
	current Link
}

func (g *Generator) newLinkMaker(r *er.Relationship, p *plan) *linkMaker {
	ends := [2]er.Role{r.From, r.To}
	m := &linkMaker{plan: p, near: -1, keys: [2]keyMaker{g.keys[ends[p.driver].Type.Root()], g.keys[ends[1-p.driver].Type.Root()]}}
	for _, a := range r.Attributes {
		m.makers = append(m.makers, g.makers[a])
	}
	m.current = Link{Relationship: r, Values: make([]er.Value, len(r.Attributes))}
	return m
}

func (m *linkMaker) link(near, far int64) *Link {
	l := &m.current
	first, second := near, far
	nearKey, farKey := &l.From, &l.To
	if m.plan.driver == to {
		first, second = far, near
		nearKey, farKey = farKey, nearKey
	}
	if near != m.near {
		m.near, *nearKey = near, m.keys[0].appendKey((*nearKey)[:0], near)
	}
	*farKey = m.keys[1].appendKey((*farKey)[:0], far)
	for i, maker := range m.makers {
		maker.set(&l.Values[i], what{i: first, j: second})
	}
	return l
}
