package instance

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
	"ercheck/catalog/nearest"
)

// Parameter is a figure that NAME=VALUE can set.
type Parameter struct {
	Name    string
	Default string // as it would be written
	Meaning string
}

// parameter can be set too; set's error says what is wrong with a text.
type parameter struct {
	Parameter
	set func(string) error
}

// Parameters lists every figure of the profile with its default at a scale, in
// the order of the model. The error is an *OptionError or a *CountError.
func (p *Profile) Parameters(scaleName string) ([]Parameter, error) {
	s, err := p.parseScale(scaleName)
	if err != nil {
		return nil, err
	}
	n, err := p.populate(s)
	if err != nil {
		return nil, err
	}
	var all []Parameter
	for _, x := range p.clone().parameters(n) {
		all = append(all, x.Parameter)
	}
	return all, nil
}

// ParseParams reads NAME=VALUE words; the last of a name counts. The error is an
// *OptionError.
func ParseParams(words []string) (map[string]string, error) {
	params := map[string]string{}
	for _, word := range words {
		// A name may have = inside quotes, a value has none.
		at := strings.LastIndexByte(word, '=')
		if at < 1 {
			return nil, &OptionError{"param", word, "write it as NAME=VALUE"}
		}
		params[strings.TrimSpace(word[:at])] = strings.TrimSpace(word[at+1:])
	}
	return params, nil
}

// with is the profile with what a kind decides, an option's skew and parameters
// set.
func (p *Profile) with(o Options, t traits) (*Profile, scale, error) {
	if o.Scale == "" && t != (traits{}) {
		o.Scale = defaultAdversarialScale
	}
	s, err := p.parseScale(o.Scale)
	if err != nil {
		return nil, s, err
	}
	c := p.clone()
	c.take(t)
	if o.Skew != "" {
		if c.skew, err = chance.ParseSkew(o.Skew); err != nil {
			return nil, s, &OptionError{"skew", o.Skew, "write a multiple of 0.25 from 0 to 2"}
		}
	}
	if err := c.setAll(o.Params); err != nil {
		return nil, s, err
	}
	return c, s, c.check()
}

func (p *Profile) setAll(params map[string]string) error {
	if len(params) == 0 {
		return nil
	}
	byName := map[string]parameter{}
	for _, x := range p.parameters(nil) {
		byName[x.Name] = x
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		x, ok := byName[name]
		if !ok {
			return &OptionError{"param", name, nearest.Hint(name, slices.Sorted(maps.Keys(byName)))}
		}
		if err := x.set(params[name]); err != nil {
			return &OptionError{name, params[name], err.Error()}
		}
	}
	return nil
}

// check looks for figures that contradict each other.
func (p *Profile) check() error {
	for _, a := range attributesOf(p.model) {
		if spec := p.specs[a.attribute]; spec != nil {
			if wrong := spec.Check(); wrong != "" {
				return &OptionError{"param", a.path, wrong}
			}
		}
		if shape := p.lengths[a.attribute]; shape != nil && shapeFault(shape) != "" {
			return &OptionError{"param", "length." + a.path, shapeFault(shape)}
		}
	}
	for _, r := range p.model.Relationships {
		if wrong := shapeFault(&p.links[r].shape); wrong != "" {
			return &OptionError{"param", "links." + joinPath(r.Name), wrong}
		}
	}
	return nil
}

// parameters lists the figures, pointing into p. n gives the defaults of counts
// and may be nil.
func (p *Profile) parameters(n *population) []parameter {
	var all []parameter
	for _, t := range p.model.EntityTypes {
		all = append(all, p.memberParameters(n, t)...)
	}
	for _, r := range p.model.Relationships {
		all = append(all, linkParameters(r, p.links[r])...)
	}
	for _, a := range attributesOf(p.model) {
		all = append(all, p.attributeParameters(a)...)
	}
	return all
}

func (p *Profile) memberParameters(n *population, t *er.EntityType) []parameter {
	count, part := "", ""
	if n != nil {
		count = strconv.FormatInt(n.members(t), 10)
		if t.Parent != nil && n.members(t.Parent) > 0 {
			part = value.Decimal(n.members(t)*chance.Million/n.members(t.Parent), 6)
		}
	}
	all := []parameter{{Parameter{"count." + joinPath(t.Name), count, "members of " + t.Name + ", of its subtypes too"},
		func(text string) error { return p.setCount(t, text) }}}
	if none := p.ownerless[t]; none != nil {
		all = append(all, parameter{Parameter{"ownerless." + joinPath(t.Name), value.Decimal(*none, 6),
			"share of the " + t.Owner.Plural + " that own no " + t.Name}, share(none)})
	}
	if t.Parent == nil {
		return all
	}
	return append(all, parameter{Parameter{"fraction." + joinPath(t.Name), part, "share of the members of " + t.Parent.Name + " that are " + t.Name},
		func(text string) error { return p.setFraction(t, text) }})
}

func (p *Profile) setCount(t *er.EntityType, text string) error {
	rule := p.members[t]
	err := whole(&rule.count, maxCount)(text)
	p.members[t] = rule
	return err
}

func (p *Profile) setFraction(t *er.EntityType, text string) error {
	rule := p.members[t]
	rule.override = true
	err := share(&rule.fraction)(text)
	p.members[t] = rule
	return err
}

func linkParameters(r *er.Relationship, rule *linkRule) []parameter {
	name := joinPath(r.Name)
	var all []parameter
	if r.Cardinality == er.ManyToMany {
		near := []er.Role{r.From, r.To}[rule.driver]
		all = append(all, shapeParameters("links."+name, ".mean", "links of a "+near.Name, &rule.shape, maxLinks)...)
	}
	for i, role := range []er.Role{r.From, r.To} {
		if !role.Total {
			all = append(all, parameter{Parameter{"unlinked." + name + "." + side(i).String(), value.Decimal(rule.unlinked[i], 6),
				"share of those that are no " + role.Name + " in " + r.Name}, share(&rule.unlinked[i])})
		}
	}
	if r.Cardinality == er.OneToOne {
		return all
	}
	all = append(all, parameter{Parameter{"partners." + name, partnerKind(rule.even), "zipf: some are chosen more often than others; even: all alike"},
		func(text string) error { return setPartners(rule, text) }})
	all = append(all, parameter{Parameter{"least." + name, strconv.FormatInt(rule.least, 10),
		"links that each entity chosen in " + r.Name + " has at least, where there are enough"}, whole(&rule.least, maxLinks)})
	if rule.follows != nil {
		all = append(all, parameter{Parameter{"share." + name, value.Decimal(rule.share, 6),
			"share of entities with the same partner as in " + rule.follows.Name}, share(&rule.share)})
	}
	return all
}

func partnerKind(even bool) string {
	if even {
		return "even"
	}
	return "zipf"
}

func setPartners(rule *linkRule, text string) error {
	if text != "zipf" && text != "even" {
		return fmt.Errorf("write zipf or even")
	}
	rule.even = text == "even"
	return nil
}

func (p *Profile) attributeParameters(a attributePath) []parameter {
	var all []parameter
	if shape := p.lengths[a.attribute]; shape != nil {
		all = append(all, shapeParameters("length."+a.path, "", "values", shape, maxLength)...)
	}
	if null := p.nulls[a.attribute]; null != nil {
		all = append(all, parameter{Parameter{"null." + a.path, value.Decimal(*null, 6), "share of NULL"}, share(null)})
	}
	if p.specs[a.attribute] == nil {
		return all
	}
	for _, f := range p.specs[a.attribute].Figures() {
		name := f.Name + "." + a.path
		if len(f.Path) > 0 {
			name += "." + joinPath(f.Path...)
		}
		all = append(all, parameter{Parameter{name, f.Print(*f.Value), f.Means}, func(text string) error {
			n, err := f.Parse(text)
			if err == nil {
				*f.Value = n
			}
			return err
		}})
	}
	return all
}

func shapeParameters(name, mean, of string, s *chance.Shape, most int64) []parameter {
	return []parameter{
		{Parameter{name + mean, value.Decimal(s.Mean, 6), "mean number of " + of}, func(text string) error { return setMean(s, text) }},
		{Parameter{name + ".min", strconv.FormatInt(s.Min, 10), "least number of " + of}, whole(&s.Min, most)},
		{Parameter{name + ".max", strconv.FormatInt(s.Max, 10), "largest number of " + of}, whole(&s.Max, most)},
		{Parameter{name + ".distribution", string(s.Kind), "how the number of " + of + " is distributed"}, func(text string) error { return setKind(s, text) }},
	}
}

func whole(into *int64, most int64) func(string) error {
	return func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > most {
			return fmt.Errorf("write a whole number from 0 to %d", most)
		}
		*into = n
		return nil
	}
}

func share(into *int64) func(string) error {
	return func(text string) (err error) {
		n, err := value.ParseShare(text)
		if err == nil {
			*into = n
		}
		return err
	}
}
