package instance

import (
	"maps"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
)

// Profile says what data a domain has: how many entities at which scale, how
// they are linked, how their values look. Every figure has a default, so a model
// without a data section has a profile too. Read-only after ParseProfile.
type Profile struct {
	model     *er.Model
	skew      int // quarters
	scales    map[string]map[*er.EntityType]int64
	members   map[*er.EntityType]memberRule
	links     map[*er.Relationship]*linkRule
	lengths   map[*er.Attribute]*chance.Shape // of multi-valued attributes
	nulls     map[*er.Attribute]*int64        // of nullable ones, in millionths
	specs     map[*er.Attribute]*value.Spec   // of simple ones, components and keys too
	ownerless map[*er.EntityType]*int64       // of weak types: share of owners that own none, in millionths
	givenKeys map[*er.Attribute]bool          // keys whose look the file describes
	unused    []fault.Fault                   // what the file says and nothing reads
	traits    traits                          // of the kind of instance; none in a profile as parsed
}

// memberRule says how many members a type has, subtypes' included. The count
// goes before the fraction; -1 means not said.
type memberRule struct {
	count    int64 // by a parameter
	fraction int64 // of the parent's members, in millionths
	override bool  // the fraction comes from a parameter and goes before the scale's count
}

// side is an end of a relationship.
type side int

const (
	from side = iota
	to
)

func (s side) String() string { return []string{"from", "to"}[s] }

// linkRule says how the entities of a relationship are linked.
type linkRule struct {
	driver   side         // whose entities choose partners; from for M:1 and 1:1
	shape    chance.Shape // links of an entity that chooses; M:N only
	unlinked [2]int64     // share of each end's entities without links, in millionths
	even     bool         // partners alike, not by Zipf ranks
	least    int64        // links that each linked partner has at least, where there are enough
	follows  *er.Relationship
	share    int64 // of entities whose first partner is the one in follows, in millionths
}

// Defaults of what a file does not say.
const (
	defaultSkew     = 3 // 0.75
	defaultUnlinked = chance.Million / 10
	defaultNull     = chance.Million / 10
	defaultFollow   = chance.Million / 5
	defaultLinks    = 3 * chance.Million
	defaultLength   = 2 * chance.Million
	defaultLeast    = 1
	maxLength       = 1000
	maxLinks        = 1_000_000
	maxCount        = 20_000_000 // of one type: a table has eight bytes for each
)

// defaultScales is how many members a root has at the scales that every model
// has.
var defaultScales = map[string]int64{"tiny": 120, "demo": 1000, "paper": 10000}

// DefaultProfile is the profile of a model without a data section.
func DefaultProfile(m *er.Model) *Profile {
	p := &Profile{
		model: m, skew: defaultSkew,
		scales: map[string]map[*er.EntityType]int64{}, members: map[*er.EntityType]memberRule{},
		links: map[*er.Relationship]*linkRule{}, lengths: map[*er.Attribute]*chance.Shape{},
		nulls: map[*er.Attribute]*int64{}, specs: map[*er.Attribute]*value.Spec{},
		ownerless: map[*er.EntityType]*int64{}, givenKeys: map[*er.Attribute]bool{},
	}
	for name := range defaultScales {
		p.scales[name] = map[*er.EntityType]int64{}
	}
	for _, t := range m.EntityTypes {
		p.members[t] = memberRule{count: -1, fraction: -1}
		if t.Owner != nil {
			none := int64(defaultUnlinked)
			p.ownerless[t] = &none
		}
	}
	for _, a := range attributesOf(m) {
		p.addAttribute(a.attribute)
	}
	for i, r := range m.Relationships {
		p.links[r] = newLinkRule(r, m.Relationships[:i])
	}
	return p
}

func (p *Profile) addAttribute(a *er.Attribute) {
	if a.Composite() {
		return
	}
	spec := value.Default(a.Type)
	p.specs[a] = &spec
	if a.Multi {
		p.lengths[a] = &chance.Shape{Kind: chance.Poisson, Mean: defaultLength, Max: maxLength}
	}
	if a.Nullable {
		null := int64(defaultNull)
		p.nulls[a] = &null
	}
}

func newLinkRule(r *er.Relationship, earlier []*er.Relationship) *linkRule {
	rule := &linkRule{
		shape: chance.Shape{Kind: chance.Geometric, Mean: defaultLinks, Max: maxLinks},
		least: defaultLeast, share: defaultFollow,
	}
	for i, role := range []er.Role{r.From, r.To} {
		if !role.Total {
			rule.unlinked[i] = defaultUnlinked
		}
	}
	for _, e := range earlier {
		if rule.follows == nil && followable(r, e) {
			rule.follows = e
		}
	}
	return rule
}

// followable says whether an entity can have the same partner in both.
func followable(r, earlier *er.Relationship) bool {
	return r.Cardinality != er.OneToOne && earlier.Cardinality != er.OneToOne &&
		sameTypes(r, earlier)
}

// overlap says whether an entity can be of both types.
func overlap(a, b *er.EntityType) bool { return a.IsA(b) || b.IsA(a) }

// Unused lists what the file says of the data and nothing reads. None of it is a
// fault.
func (p *Profile) Unused() []fault.Fault { return p.unused }

// Scales lists the names of scales, sorted.
func (p *Profile) Scales() []string { return slices.Sorted(maps.Keys(p.scales)) }

// MeanLength is how many values an entity has in a multi-valued attribute on
// average, in millionths; 0 for other attributes.
func (p *Profile) MeanLength(a *er.Attribute) int64 {
	shape := p.lengths[a]
	if shape == nil {
		return 0
	}
	return shape.New(p.skew).Mean()
}

// clone copies everything that a parameter can set.
func (p *Profile) clone() *Profile {
	c := *p
	c.members = maps.Clone(p.members)
	c.ownerless = copied(p.ownerless)
	c.links, c.lengths, c.nulls, c.specs = copied(p.links), copied(p.lengths), copied(p.nulls), copied(p.specs)
	for _, spec := range c.specs {
		*spec = spec.Clone()
	}
	return &c
}

func copied[K comparable, V any](of map[K]*V) map[K]*V {
	all := make(map[K]*V, len(of))
	for key, v := range of {
		twin := *v
		all[key] = &twin
	}
	return all
}

// attributePath is an attribute with the name by which files and parameters
// know it: Type.attribute, Type.composite.component, relationship.attribute.
type attributePath struct {
	path      string
	attribute *er.Attribute
	key       bool
}

// attributesOf lists every attribute of a model, keys and components included.
func attributesOf(m *er.Model) []attributePath {
	var all []attributePath
	add := func(owner string, attributes []*er.Attribute, key bool) {
		for _, a := range attributes {
			all = append(all, attributePath{joinPath(owner, a.Name), a, key})
			for _, c := range a.Components {
				all = append(all, attributePath{joinPath(owner, a.Name, c.Name), c, false})
			}
		}
	}
	for _, t := range m.EntityTypes {
		add(t.Name, t.Key, true)
		add(t.Name, t.Attributes, false)
	}
	for _, r := range m.Relationships {
		add(r.Name, r.Attributes, false)
	}
	return all
}

// joinPath puts dots between names; a name that contains a dot, a quote or an
// equals sign stands in quotes.
func joinPath(names ...string) string {
	parts := make([]string, len(names))
	for i, name := range names {
		if parts[i] = name; strings.ContainsAny(name, `."=`) {
			parts[i] = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return strings.Join(parts, ".")
}
