package instance

import (
	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// version changes whenever the same options give other data.
const version = "1"

// Options of a generated instance. The zero value is a random one of scale demo,
// seed 0, the profile's skew and figures.
type Options struct {
	Scale    string // a name of Profile.Scales, or NxNAME; "" = demo, of an adversarial kind tiny
	Seed     uint64
	Skew     string            // "" = the profile's; see chance.ParseSkew
	Params   map[string]string // see Profile.Parameters and ParseParams
	Rankings []Cut             // what must have no tie
	// Constants are texts that queries compare values with, as 6000 and 2026-01-01:
	// kinds with boundary values have them, and what is next to them.
	Constants []string
	Kind      string // random, or the name of one of Kinds; "" = random
	Workers   int    // how many goroutines New may use; 0 = 1. The data is the same
}

// Generator is an instance that is computed as it is read. It keeps, beside the
// tables of its distributions, eight bytes for each rank of the largest type and
// the few links that were put there by rule. Safe for concurrent use.
type Generator struct {
	model    *er.Model
	profile  *Profile // with the parameters set
	options  Options
	scale    scale
	kind     string
	at       layout
	zipf     *chance.Zipf
	keys     map[*er.EntityType]keyMaker
	makers   map[*er.Attribute]*attributeMaker
	plans    map[*er.Relationship]*plan
	pairings map[*er.Relationship]*pairing
	codes    map[*er.EntityType]int64
	notes    []Note
}

// New prepares an instance of a model. p is the model's profile; nil is the
// default one. Errors are *OptionError and *CountError.
func New(m *er.Model, p *Profile, o Options) (*Generator, error) {
	if p == nil {
		p = DefaultProfile(m)
	}
	g := &Generator{model: m, options: o,
		keys: map[*er.EntityType]keyMaker{}, makers: map[*er.Attribute]*attributeMaker{},
		plans: map[*er.Relationship]*plan{}, pairings: map[*er.Relationship]*pairing{}, codes: map[*er.EntityType]int64{}}
	k, err := findKind(o.Kind)
	if err != nil {
		return nil, err
	}
	g.kind = k.Name
	if g.profile, g.scale, err = p.with(o, k.traits); err != nil {
		return nil, err
	}
	n, err := g.profile.populate(g.scale)
	if err != nil {
		return nil, err
	}
	if k.traits.empty {
		g.profile.vacate(n, g.key("empty"))
	}
	if k.traits.few {
		g.profile.thin(n)
	}
	if err := g.prepare(n); err != nil {
		return nil, err
	}
	return g, g.settle()
}

// key is the root of what one thing decides.
func (g *Generator) key(names ...string) chance.Key { return chance.NewKey(g.options.Seed, names...) }

func (g *Generator) prepare(n *population) error {
	g.at = newLayout(g.model, n)
	most := int64(1)
	for _, t := range g.model.EntityTypes {
		most = max(most, g.at.members[t].n)
		code := g.key("type", t.Name).At(0)
		g.codes[t] = int64(code.Uint64())
	}
	g.zipf = chance.NewZipf(g.profile.skew, most)
	for _, root := range g.model.Roots() {
		if _, err := g.keysOf(root); err != nil {
			return err
		}
	}
	for _, t := range g.model.EntityTypes {
		if err := g.addAttributes(t.Name, t.Attributes, g.at.members[t]); err != nil {
			return err
		}
	}
	return g.prepareLinks()
}

func (g *Generator) prepareLinks() error {
	for _, r := range g.model.Relationships {
		if err := g.addAttributes(r.Name, r.Attributes, span{}); err != nil {
			return err
		}
		if r.Cardinality == er.OneToOne {
			g.pairings[r] = g.newPairing(r)
		} else {
			g.plans[r] = g.newPlan(r)
		}
	}
	return nil
}

func (g *Generator) addAttributes(owner string, all []*er.Attribute, of span) error {
	for _, a := range all {
		m, err := g.newAttribute(owner, a, of)
		if err != nil {
			return err
		}
		g.makers[a] = m
	}
	return nil
}

// Model implements Source.
func (g *Generator) Model() *er.Model { return g.model }

// Scale is the scale in full: demo, 10xpaper.
func (g *Generator) Scale() string { return g.scale.String() }

// Seed is the seed it was made with.
func (g *Generator) Seed() uint64 { return g.options.Seed }

// Skew is the exponent of the Zipf distributions, as chance.ParseSkew reads it.
func (g *Generator) Skew() string { return chance.FormatSkew(g.profile.skew) }

// Count implements Source.
func (g *Generator) Count(t *er.EntityType) int64 { return g.at.plain[t].n }

// Members is how many entities are t, subtypes' included.
func (g *Generator) Members(t *er.EntityType) int64 { return g.at.members[t].n }

// lifted is how many links were put there by rule, added and moved.
func (g *Generator) lifted() (added, moved int) {
	for _, p := range g.plans {
		for _, partners := range p.added {
			added += len(partners)
		}
		moved += len(p.moved)
	}
	return added, moved
}
