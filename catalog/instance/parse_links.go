package instance

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
	"ercheck/catalog/nearest"
	"ercheck/catalog/yamlfile"
)

func (r *profileReader) links() {
	for key, n := range r.Map.Map("links", "links").Pairs() {
		if rel := r.relationship(key); rel != nil {
			m := yamlfile.AsMap(n, "links of "+rel.Name, r.faults)
			r.linksOf(m, rel)
			m.Done()
		}
	}
}

func (r *profileReader) relationship(n *yaml.Node) *er.Relationship {
	rel := r.model.Relationship(n.Value)
	if rel == nil {
		var valid []string
		for _, other := range r.model.Relationships {
			valid = append(valid, other.Name)
		}
		r.faults.Add(yamlfile.At(n), nearest.Hint(n.Value, valid), "there is no relationship %q", n.Value)
	}
	return rel
}

func (r *profileReader) linksOf(m *yamlfile.Map, rel *er.Relationship) {
	rule := r.Profile.links[rel]
	if rel.Cardinality == er.ManyToMany {
		if m.OneOf("driver", "from", "to") == "to" {
			rule.driver = to
		}
		readShape(m, &rule.shape, maxLinks, r.faults)
	}
	r.unlinked(m.Map("unlinked", "unlinked"), rel, rule)
	if rel.Cardinality == er.OneToOne {
		return
	}
	rule.even = m.OneOf("partners", "zipf", "even") == "even"
	rule.least = m.Int("least", 0, maxLinks, rule.least)
	if m.Has("follows") {
		r.follows(m.Node("follows"), rel, rule)
	}
	figureOf(m, "share", r.faults, func(text string) (err error) { rule.share, err = value.ParseShare(text); return err })
	if m.Has("share") && rule.follows == nil {
		r.unused = append(r.unused, fault.Fault{At: m.AtKey("share"), Hint: "name the relationship with follows:, or take it out",
			Message: fmt.Sprintf("links of %s: a share of those that follow no other relationship", rel.Name)})
	}
}

func (r *profileReader) unlinked(m *yamlfile.Map, rel *er.Relationship, rule *linkRule) {
	for i, role := range []er.Role{rel.From, rel.To} {
		end := side(i).String()
		if m.Has(end) && role.Total {
			r.faults.Add(m.AtKey(end), "leave it out", "%s: every %s takes part, so none is without a link", rel.Name, role.Name)
			continue
		}
		figureOf(m, end, r.faults, func(text string) (err error) { rule.unlinked[i], err = value.ParseShare(text); return err })
	}
	m.Done()
}

func (r *profileReader) follows(n *yaml.Node, rel *er.Relationship, rule *linkRule) {
	var valid []string
	for _, earlier := range r.model.Relationships {
		if earlier == rel {
			break
		}
		if followable(rel, earlier) {
			valid = append(valid, earlier.Name)
			if earlier.Name == n.Value {
				rule.follows = earlier
				return
			}
		}
	}
	hint := nearest.Hint(n.Value, valid)
	if hint == "" {
		hint = "leave it out: no earlier relationship links the same types"
	}
	r.faults.Add(yamlfile.At(n), hint, "%s cannot follow %q", rel.Name, n.Value)
}

// readShape reads a distribution: kind, mean, min and max.
func readShape(m *yamlfile.Map, s *chance.Shape, most int64, faults *fault.List) {
	before := *s
	figureOf(m, "distribution", faults, func(text string) error { return setKind(s, text) })
	figureOf(m, "mean", faults, func(text string) error { return setMean(s, text) })
	s.Min = m.Int("min", 0, most, s.Min)
	s.Max = m.Int("max", 0, most, s.Max)
	if wrong := shapeFault(s); wrong != "" {
		faults.Add(m.At(), "", "%s", wrong)
		*s = before
	}
}

func setKind(s *chance.Shape, text string) error {
	var valid []string
	for _, k := range chance.Kinds() {
		if string(k) == text {
			s.Kind = k
			return nil
		}
		valid = append(valid, string(k))
	}
	return fmt.Errorf("there is no distribution %q (%s)", text, strings.Join(valid, ", "))
}

func setMean(s *chance.Shape, text string) error {
	mean, err := value.Units(text, 6)
	if err == nil && (mean < 0 || mean > chance.MaxMean) {
		err = fmt.Errorf("%s is not from 0 to %d", text, int64(chance.MaxMean/chance.Million))
	}
	if err == nil {
		s.Mean = mean
	}
	return err
}

func shapeFault(s *chance.Shape) string {
	switch {
	case s.Min > s.Max:
		return fmt.Sprintf("min %d is above max %d", s.Min, s.Max)
	case s.Mean < s.Min*chance.Million:
		return fmt.Sprintf("mean %s is below min %d", value.Decimal(s.Mean, 6), s.Min)
	}
	return ""
}
