package appliance

import (
	"ercheck/appliance/record"
	"ercheck/catalog/er"
)

// DiagramOf is a model as the data that a report draws.
func DiagramOf(m *er.Model) *record.Diagram {
	d := &record.Diagram{}
	for _, t := range m.EntityTypes {
		d.EntityTypes = append(d.EntityTypes, diagramType(t))
	}
	for _, r := range m.Relationships {
		d.Relationships = append(d.Relationships, record.DiagramRelationship{
			Name: r.Name, From: diagramEnd(r.From), To: diagramEnd(r.To),
			Cardinality: string(r.Cardinality), Attributes: diagramAttributes(r.Attributes),
		})
	}
	return d
}

func diagramType(t *er.EntityType) record.DiagramType {
	d := record.DiagramType{
		Name: t.Name, Abstract: t.Abstract, OwnerRole: t.OwnerRole,
		Key: diagramAttributes(t.Key), Attributes: diagramAttributes(t.Attributes),
	}
	if t.Parent != nil {
		d.Parent = t.Parent.Name
	}
	if t.Owner != nil {
		d.Owner = t.Owner.Name
	}
	return d
}

func diagramEnd(r er.Role) record.DiagramEnd {
	return record.DiagramEnd{Type: r.Type.Name, Role: r.Name, Total: r.Total}
}

func diagramAttributes(attributes []*er.Attribute) []record.DiagramAttribute {
	var all []record.DiagramAttribute
	for _, a := range attributes {
		d := record.DiagramAttribute{Name: a.Name, Multi: a.Multi, Nullable: a.Nullable, Composite: diagramAttributes(a.Components)}
		if !a.Composite() {
			d.Type = a.Type.String()
		}
		all = append(all, d)
	}
	return all
}
