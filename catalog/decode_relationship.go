package catalog

import (
	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/yamlfile"
)

func (d *decoder) relationship(n *yaml.Node) er.RelationshipSpec {
	m := yamlfile.AsMap(n, "relationship", d.faults)
	r := er.RelationshipSpec{
		Name: m.Text("name"), Cardinality: er.Cardinality(m.Text("cardinality")),
		Attributes: d.attributes(m.Node("attributes"), "attributes"), At: m.At(),
	}
	if d.refuseLists(m) {
		r.From, r.To = d.anyRole(m, "from"), d.anyRole(m, "to")
	} else {
		m.Need("from", "to")
		r.From, r.To = d.role(m, "from"), d.role(m, "to")
	}
	m.Done()
	return r
}

// refuseLists answers those who list the ends, as notations with relationships
// of three and more ends do.
func (d *decoder) refuseLists(m *yamlfile.Map) bool {
	refused := false
	for _, key := range []string{"from", "to"} {
		if n := m.Node(key); n != nil && n.Kind == yaml.SequenceNode {
			d.refuseMany(n)
			refused = true
		}
	}
	for _, key := range []string{"between", "ends", "roles", "entity_types"} {
		if !m.Listed(key) {
			continue
		}
		if n := m.Node(key); n.Kind == yaml.SequenceNode && len(n.Content) > 2 {
			d.refuseMany(n)
		} else {
			d.faults.Add(yamlfile.At(n), "write from: and to:", "relationship: %s is not how its ends are written", key)
		}
		refused = true
	}
	return refused
}

func (d *decoder) refuseMany(n *yaml.Node) {
	d.faults.Add(yamlfile.At(n), "make it an entity type with one M:1 relationship to each end",
		"a relationship of more than two ends is not supported")
}

// anyRole stands in for an end that was refused, so that nothing more is said
// of it; an end that was not is read as usual.
func (d *decoder) anyRole(m *yamlfile.Map, key string) er.RoleSpec {
	if n := m.Node(key); n != nil && n.Kind != yaml.SequenceNode {
		return d.role(m, key)
	}
	return er.RoleSpec{Refused: true}
}

// role reads one end: the entity type's name, or a mapping.
func (d *decoder) role(m *yamlfile.Map, key string) er.RoleSpec {
	n := m.Node(key)
	if n == nil {
		return er.RoleSpec{Refused: true} // said already
	}
	if n.Kind == yaml.ScalarNode {
		return er.RoleSpec{Type: m.Text(key), At: yamlfile.At(n)}
	}
	end := m.Map(key, "role")
	r := er.RoleSpec{Type: end.Text("type"), Name: end.Text("role"), Total: end.Bool("total"), At: end.At()}
	end.Done()
	return r
}
