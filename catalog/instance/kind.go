package instance

import (
	"slices"
	"strings"

	"ercheck/catalog/instance/chance"
	"ercheck/catalog/nearest"
)

// Random is the kind of an instance that is like real data. Every other kind is
// adversarial: made so that queries which are not the same give different
// answers.
const Random = "random"

// Kind is an adversarial kind of instance.
type Kind struct {
	Name    string
	Meaning string // one line for people
}

// traits are what sets an instance apart from a random one.
type traits struct {
	ties     bool // candidates are lifted to the score at each cut
	even     bool // links are dealt out alike, so that most candidates tie anyway
	unlinked bool
	equal    bool
	nulls    bool
	plain    bool
	boundary bool
	fanout   bool
	alike    bool
	decimals bool
	ids      idRanges
	empty    bool
	few      bool
}

// idRanges says how the ids of hierarchies with one integer key lie to each
// other.
type idRanges int

const (
	idsAsGiven idRanges = iota // from 1, or what the file says of the key
	idsOverlap                 // all from 1
	idsApart                   // no id is in two hierarchies
)

type kind struct {
	Kind
	traits traits
}

// defaultAdversarialScale is what an empty scale stands for in adversarial
// kinds: a few entities of each sort do.
const defaultAdversarialScale = "tiny"

// kinds is in the order of the documentation. The last has all that can be
// combined: an empty type or few entities would take from others what they
// promise, ids cannot overlap and lie apart, and links cannot all be alike and
// differ.
var kinds = []kind{
	{Kind{"ties", "as many candidates as possible tie across the cut of every ranking"}, traits{ties: true, even: true}},
	{Kind{"unlinked", "half of the entities have no link in every partial role, as far as rankings leave room"}, traits{unlinked: true}},
	{Kind{"equal", "half of the entities share one of two values in each attribute that is not unique"}, traits{equal: true}},
	{Kind{"nulls", "half of the values are NULL wherever NULL is allowed, in every combination"}, traits{nulls: true}},
	{Kind{"plain", "members of a supertype that are of no subtype stand at every end of a relationship, with many links"}, traits{plain: true}},
	{Kind{"boundary", "1, 2, 3 and 4 links, one more and one less than each threshold, and values at the ends of ranges and next to what queries compare with"}, traits{boundary: true}},
	{Kind{"fanout", "one entity of each type has several links in all its relationships at once"}, traits{fanout: true}},
	{Kind{"case", "texts that are equal up to case or surrounding spaces"}, traits{alike: true}},
	{Kind{"decimals", "numbers of the same digits at different places, and texts as 1.1 and 1.10"}, traits{decimals: true}},
	{Kind{"ids_overlap", "the ids of all hierarchies begin at 1, so that a join over the wrong id finds something"}, traits{ids: idsOverlap}},
	{Kind{"ids_apart", "no id is in two hierarchies, so that a join over the wrong id finds nothing"}, traits{ids: idsApart}},
	{Kind{"empty", "one entity type has no members; the seed says which"}, traits{empty: true}},
	{Kind{"few", "at most three entities of each type, so that rankings end before their limit"}, traits{few: true}},
	{Kind{"adversarial", "all of these that can be combined, in one instance"}, traits{ties: true, unlinked: true, equal: true, nulls: true,
		plain: true, boundary: true, fanout: true, alike: true, decimals: true, ids: idsOverlap}},
}

// Kinds lists the adversarial kinds; the last combines the others.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i, k := range kinds {
		all[i] = k.Kind
	}
	return all
}

// findKind finds a kind by its name; "" is random. The error is an *OptionError.
func findKind(name string) (kind, error) {
	if name == "" || name == Random {
		return kind{Kind: Kind{Name: Random}}, nil
	}
	valid := []string{Random}
	for _, k := range kinds {
		if k.Name == name {
			return k, nil
		}
		valid = append(valid, k.Name)
	}
	slices.Sort(valid)
	return kind{}, &OptionError{"kind", name, hintOf(name, valid)}
}

// hintOf names what is near, else all: there are few, and their names say much.
func hintOf(name string, valid []string) string {
	if near := nearest.Names(name, valid, 3); len(near) > 0 {
		return nearest.Hint(name, valid)
	}
	return "valid: " + strings.Join(valid, ", ")
}

// Kind is the instance's kind, random or the name of one of Kinds.
func (g *Generator) Kind() string { return g.kind }

// half is the share of unlinked entities and of NULL in the kinds made of them.
const half = chance.Million / 2

// fanLinks is how many links an entity has at least that shall fan out.
const fanLinks = 3

// take sets the figures that a kind decides on; parameters set later go before.
func (p *Profile) take(t traits) {
	p.traits = t
	for _, rule := range p.links {
		if t.unlinked {
			rule.unlinked[from], rule.unlinked[to] = max(rule.unlinked[from], half), max(rule.unlinked[to], half)
		}
		if t.fanout {
			rule.shape = fanned(rule.shape)
		}
		rule.even = rule.even || t.even
	}
	for _, none := range p.ownerless {
		if t.unlinked {
			*none = max(*none, half)
		}
	}
	for _, null := range p.nulls {
		if t.nulls {
			*null = max(*null, half)
		}
	}
}

// fewestFanned is how many links those that choose have at least where links fan
// out, unless a parameter sets a smaller maximum.
const fewestFanned = 2

// fanned is a shape of one link more than else.
func fanned(s chance.Shape) chance.Shape {
	s.Mean = min(s.Mean+chance.Million, chance.MaxMean)
	s.Max = max(s.Max, 2*fewestFanned)
	return s
}
