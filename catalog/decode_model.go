package catalog

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/question"
	"ercheck/catalog/yamlfile"
)

// decoder turns YAML nodes into specs and questions.
type decoder struct {
	faults   *fault.List
	ids      map[string]fault.Position // of questions seen
	measures []measureAt
}

// measureAt is a measure to be checked once the model is there.
type measureAt struct {
	question.Measure
	at fault.Position
}

func (d *decoder) model(domain *Domain, top *yamlfile.Map) *er.Model {
	spec := er.Spec{Name: domain.Name, Title: domain.Title, At: top.At()}
	for _, n := range d.mappings(top, "entity_types", "entity type", er.MaxEntityTypes) {
		spec.EntityTypes = append(spec.EntityTypes, d.entityType(n))
	}
	for _, n := range d.mappings(top, "relationships", "relationship", er.MaxRelationships) {
		spec.Relationships = append(spec.Relationships, d.relationship(n))
	}
	if n := top.Node("entity_types"); n == nil || len(n.Content) > 0 && len(spec.EntityTypes) == 0 || n.Kind != yaml.SequenceNode {
		return nil // said already
	}
	return er.Build(spec, d.faults)
}

// mappings gives the elements at key that are mappings; others are faults, and
// so is a list of more than most.
func (d *decoder) mappings(m *yamlfile.Map, key, what string, most int) []*yaml.Node {
	list := m.List(key)
	if len(list) > most {
		d.faults.Add(m.AtKey(key), "split the domain", "%s has %d elements; at most %d are possible", key, len(list), most)
		return nil
	}
	var all []*yaml.Node
	for _, n := range list {
		if n.Kind == yaml.MappingNode {
			all = append(all, n)
		} else {
			yamlfile.AsMap(n, what, d.faults)
		}
	}
	return all
}

func (d *decoder) entityType(n *yaml.Node) er.EntityTypeSpec {
	m := yamlfile.AsMap(n, "entity type", d.faults)
	t := er.EntityTypeSpec{
		Name: m.Text("name"), Plural: m.Text("plural"), IsA: d.parent(m),
		Abstract: m.Bool("abstract"), Owner: m.Text("owner"), OwnerRole: m.Text("owner_role"),
		Key: d.attributes(m.Node("key"), "key"), Attributes: d.attributes(m.Node("attributes"), "attributes"), At: m.At(),
	}
	d.refuseOverlap(m)
	m.Done()
	return t
}

// parent reads is_a, which in other notations can name several types.
func (d *decoder) parent(m *yamlfile.Map) string {
	n := m.Node("is_a")
	if n == nil || n.Kind != yaml.SequenceNode {
		return m.Text("is_a")
	}
	d.faults.Add(yamlfile.At(n), "keep one parent; link the entity type with the others by 1:1 relationships",
		"several parents are not supported")
	for _, first := range n.Content {
		return first.Value // so that nothing is said of a type without a parent
	}
	return ""
}

// refuseOverlap answers those who say how the subtypes relate, which is always
// disjoint here.
func (d *decoder) refuseOverlap(m *yamlfile.Map) {
	for _, key := range []string{"overlapping", "disjoint"} {
		if m.Listed(key) && m.Bool(key) == (key == "overlapping") {
			d.faults.Add(m.AtKey(key), "make each of the subtypes an entity type of its own, linked by a 1:1 relationship",
				"overlapping subtypes are not supported: an entity has one most specific type")
		}
	}
}

// attributes reads a mapping of attribute names, for a key, an entity type, a
// relationship or the components of a composite.
func (d *decoder) attributes(n *yaml.Node, what string) []er.AttributeSpec {
	if n == nil {
		return nil
	}
	if n.Kind == yaml.SequenceNode {
		d.faults.Add(yamlfile.At(n), "write name: type lines, as account_id: integer", "%s must be a mapping, not a list", what)
		return nil
	}
	specs := []er.AttributeSpec{}
	for key, value := range yamlfile.AsMap(n, what, d.faults).Pairs() {
		a := d.attribute(value)
		a.Name, a.At = key.Value, yamlfile.At(key)
		specs = append(specs, a)
	}
	return specs
}

// attribute reads the short form, a type with [] for multi-valued and ? for
// nullable behind it, or the long form, a mapping.
func (d *decoder) attribute(n *yaml.Node) er.AttributeSpec {
	if n.Kind != yaml.MappingNode {
		before := d.faults.Len()
		text := yamlfile.AsText(n, "an attribute's type", d.faults)
		if d.faults.Len() > before {
			text = string(er.Text) // said already
		}
		return attributeType(text)
	}
	m := yamlfile.AsMap(n, "attribute", d.faults)
	a := attributeType(m.Text("type"))
	a.Multi = m.Bool("multi") || a.Multi
	a.Nullable = m.Bool("nullable") || a.Nullable
	a.Unique = m.Bool("unique")
	a.Components = d.attributes(m.Node("components"), "components")
	if n := m.Node("components"); n != nil && len(a.Components) == 0 {
		if n.Kind == yaml.MappingNode {
			d.faults.Add(yamlfile.At(n), "list at least one", "a composite attribute has no components")
		}
		a.Type.Base = er.Text // so that nothing is said of a missing type
	}
	m.Done()
	return a
}

func attributeType(text string) er.AttributeSpec {
	text, nullable := strings.CutSuffix(strings.TrimSpace(text), "?")
	text, multi := strings.CutSuffix(text, "[]")
	return er.AttributeSpec{Type: er.ParseType(text), Multi: multi, Nullable: nullable}
}
