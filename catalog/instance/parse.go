package instance

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
	"ercheck/catalog/nearest"
	"ercheck/catalog/yamlfile"
)

// ParseProfile reads the data section of a domain file; a nil node gives the
// default profile. What is wrong is recorded with its place, and its default
// stands.
//
//	skew: 0.75                        exponent of Zipf ranks, 0 to 2 in steps of 0.25
//	scales: {demo: {Type: 1000}}      members of types, their subtypes' included
//	fractions: {Subtype: 0.3}         of the parent's members, where no scale says
//	owners: {Weak: 0.1}               share of a weak type's owners that own none
//	links:                            see linkRule; by relationship
//	  r: {driver: from, distribution: poisson, mean: 2, min: 0, max: 9,
//	      unlinked: {from: 0.1, to: 0.1}, partners: zipf, least: 1, follows: q, share: 0.2}
//	lengths: {Type.attribute: {distribution: poisson, mean: 2, min: 0, max: 9}}
//	nulls: {Type.attribute: 0.1}
//	words: {list: [word, …]}          for patterns
//	values: {Type.attribute: {…}}     see value.Parse
func ParseProfile(n *yaml.Node, m *er.Model, faults *fault.List) *Profile {
	p := DefaultProfile(m)
	if n == nil {
		return p
	}
	r := profileReader{Profile: p, Map: yamlfile.AsMap(n, "data", faults), faults: faults, attributes: map[string]attributePath{}}
	for _, a := range attributesOf(m) {
		r.attributes[a.path] = a
	}
	r.figure("skew", func(text string) (err error) { p.skew, err = chance.ParseSkew(text); return err })
	r.scales()
	r.fractions()
	r.owners()
	r.links()
	r.lengths()
	r.nulls()
	r.values()
	r.Done()
	r.countAll()
	return p
}

// countAll tries every scale, so that numbers that contradict each other are
// found when the file is read.
func (r *profileReader) countAll() {
	if !r.faults.Empty() {
		return
	}
	sections := r.Map.Map("scales", "scales")
	for _, name := range r.Profile.Scales() {
		var wrong *CountError
		if _, err := r.populate(scale{name, 1}); errors.As(err, &wrong) {
			r.faults.Add(sections.AtKey(name), wrong.Advice, "scale %s: %s", name, wrong.Message)
			r.Profile.scales[name] = map[*er.EntityType]int64{}
		}
	}
}

type profileReader struct {
	*Profile
	*yamlfile.Map
	faults     *fault.List
	attributes map[string]attributePath
}

func (r *profileReader) figure(key string, set func(string) error) {
	figureOf(r.Map, key, r.faults, set)
}

// figureOf hands the text of a scalar to set and records what it finds wrong.
func figureOf(m *yamlfile.Map, key string, faults *fault.List, set func(string) error) {
	n := m.Node(key)
	if n == nil {
		return
	}
	if n.Kind != yaml.ScalarNode {
		faults.Add(yamlfile.At(n), "", "%s must be a single value, not %s", key, yamlfile.Kind(n))
		return
	}
	if err := set(n.Value); err != nil {
		faults.Add(yamlfile.At(n), "", "%s: %v", key, err)
	}
}

func (r *profileReader) entityType(n *yaml.Node) *er.EntityType {
	t := r.model.EntityType(n.Value)
	if t == nil {
		var valid []string
		for _, t := range r.model.EntityTypes {
			valid = append(valid, t.Name)
		}
		r.faults.Add(yamlfile.At(n), nearest.Hint(n.Value, valid), "there is no entity type %q", n.Value)
	}
	return t
}

func (r *profileReader) scales() {
	for name, n := range r.Map.Map("scales", "scales").Pairs() {
		if !scaleName.MatchString(name.Value) {
			r.faults.Add(yamlfile.At(name), "use small letters, digits and _, beginning with a letter", "%q cannot be the name of a scale", name.Value)
			continue
		}
		counts := map[*er.EntityType]int64{}
		for key, count := range yamlfile.AsMap(n, "scale "+name.Value, r.faults).Pairs() {
			if t := r.entityType(key); t != nil {
				counts[t] = yamlfile.AsInt(count, t.Name, 0, maxCount, r.faults)
			}
		}
		r.Profile.scales[name.Value] = counts
	}
}

func (r *profileReader) fractions() {
	m := r.Map.Map("fractions", "fractions")
	for key := range m.Pairs() {
		t := r.entityType(key)
		if t == nil {
			continue
		}
		if t.Parent == nil {
			r.faults.Add(yamlfile.At(key), "give its count at each scale", "%s is no subtype, so it is no fraction of anything", t.Name)
			continue
		}
		figureOf(m, key.Value, r.faults, func(text string) error {
			share, err := value.ParseShare(text)
			r.members[t] = memberRule{count: -1, fraction: share}
			return err
		})
	}
}

func (r *profileReader) owners() {
	m := r.Map.Map("owners", "owners")
	for key := range m.Pairs() {
		t := r.entityType(key)
		if t == nil {
			continue
		}
		if t.Owner == nil {
			r.faults.Add(yamlfile.At(key), "leave it out", "%s is no weak entity type", t.Name)
			continue
		}
		figureOf(m, key.Value, r.faults, func(text string) (err error) { *r.ownerless[t], err = value.ParseShare(text); return err })
	}
}

func (r *profileReader) lengths() {
	for key, n := range r.Map.Map("lengths", "lengths").Pairs() {
		if a, ok := r.attribute(key, "multi-valued", func(a *er.Attribute) bool { return a.Multi }); ok {
			m := yamlfile.AsMap(n, "lengths of "+key.Value, r.faults)
			readShape(m, r.Profile.lengths[a.attribute], maxLength, r.faults)
			m.Done()
		}
	}
}

func (r *profileReader) nulls() {
	m := r.Map.Map("nulls", "nulls")
	for key := range m.Pairs() {
		if a, ok := r.attribute(key, "nullable", func(a *er.Attribute) bool { return a.Nullable }); ok {
			figureOf(m, key.Value, r.faults, func(text string) (err error) {
				*r.Profile.nulls[a.attribute], err = value.ParseShare(text)
				return err
			})
		}
	}
}

func (r *profileReader) values() {
	words := r.Map.Map("words", "words")
	own := value.ParseLists(words, r.faults)
	r.unusedLists(words)
	for key, n := range r.Map.Map("values", "values").Pairs() {
		a, ok := r.attribute(key, "simple", func(a *er.Attribute) bool { return !a.Composite() })
		if !ok {
			continue
		}
		spec := value.Parse(n, key.Value, a.attribute.Type, own, r.faults)
		r.specs[a.attribute] = &spec
		r.givenKeys[a.attribute] = a.key
		if (a.key || a.attribute.Unique) && len(spec.Patterns) > 1 {
			r.faults.Add(yamlfile.At(n), "keep one pattern", "%s is unique and has several patterns, which could give the same text", key.Value)
		}
	}
}

// attribute finds an attribute that is what the section is about.
func (r *profileReader) attribute(n *yaml.Node, kind string, fits func(*er.Attribute) bool) (attributePath, bool) {
	a, ok := r.attributes[n.Value]
	if ok && fits(a.attribute) {
		return a, true
	}
	var valid []string
	for _, path := range slices.Sorted(maps.Keys(r.attributes)) {
		if fits(r.attributes[path].attribute) {
			valid = append(valid, path)
		}
	}
	if ok {
		r.faults.Add(yamlfile.At(n), nearest.Hint(n.Value, valid), "attribute %s is not %s", n.Value, kind)
	} else {
		r.faults.Add(yamlfile.At(n), nearest.Hint(n.Value, valid), "there is no attribute %q", n.Value)
	}
	return a, false
}

// unusedLists notes the lists of words that no value names in a pattern.
func (r *profileReader) unusedLists(words *yamlfile.Map) {
	var texts strings.Builder
	gather(r.Map.Node("values"), &texts)
	places := strings.ToLower(texts.String())
	for name := range words.Pairs() {
		if !strings.Contains(places, "{"+strings.ToLower(name.Value)+"}") {
			r.unused = append(r.unused, fault.Fault{At: yamlfile.At(name), Hint: "write {" + name.Value + "} in a pattern, or take it out",
				Message: fmt.Sprintf("no pattern uses the list of words %q", name.Value)})
		}
	}
}

// gather adds the text of every scalar at and below a node.
func gather(n *yaml.Node, into *strings.Builder) {
	if n == nil {
		return
	}
	if n.Kind == yaml.ScalarNode {
		into.WriteString(n.Value + "\n")
	}
	for _, below := range n.Content {
		gather(below, into)
	}
}
