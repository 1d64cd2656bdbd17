package ertest

import (
	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

func (g *generator) relationships() {
	for range g.between(0, g.o.MaxRelationships, "relationships") {
		from, to := g.anyType("from"), g.anyType("to")
		if g.o.NoSelf && g.of[from].root == g.of[to].root {
			continue
		}
		g.spec.Relationships = append(g.spec.Relationships, g.relationship(from, to))
	}
}

func (g *generator) relationship(from, to string) er.RelationshipSpec {
	r := er.RelationshipSpec{
		Name:        g.globalName("relationship"),
		From:        er.RoleSpec{Type: from, Total: g.between(0, 2, "from total") == 2},
		To:          er.RoleSpec{Type: to, Total: !g.o.NoToTotal && g.between(0, 4, "to total") == 4},
		Cardinality: rapid.SampledFrom([]er.Cardinality{er.ManyToOne, er.ManyToMany, er.OneToOne}).Draw(g.t, "cardinality"),
	}
	g.roles(&r)
	taken := map[string]bool{}
	if !g.o.NoLinkAttribute {
		for range g.between(0, 2, "relationship attributes") {
			r.Attributes = append(r.Attributes, g.linkAttribute(taken))
		}
	}
	return r
}

// roles gives names to both ends where they would be equal, and sometimes else.
func (g *generator) roles(r *er.RelationshipSpec) {
	taken := map[string]bool{}
	if g.coin("from role") {
		r.From.Name = g.freshName("from role", taken)
	} else {
		taken[er.Snake(r.From.Type)] = true
	}
	if taken[er.Snake(r.To.Type)] || g.coin("to role") {
		r.To.Name = g.freshName("to role", taken)
	}
}

func (g *generator) linkAttribute(taken map[string]bool) er.AttributeSpec {
	a := g.attribute(taken)
	if a.Multi {
		a.Multi, a.Nullable = false, true
	}
	a.Unique = false
	return a
}
