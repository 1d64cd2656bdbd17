package record

// Diagram is the E/R model of a run as plain data, so that a report can draw it
// without the domain's file. Names refer to entity types of the same diagram.
type Diagram struct {
	EntityTypes   []DiagramType         `json:"entity_types"` // in model order, parents first
	Relationships []DiagramRelationship `json:"relationships,omitempty"`
}

// DiagramType is one entity type. Key is a root's key or a weak entity type's
// partial key, and empty for a subtype.
type DiagramType struct {
	Name       string             `json:"name"`
	Parent     string             `json:"parent,omitempty"` // "" = a root
	Abstract   bool               `json:"abstract,omitempty"`
	Owner      string             `json:"owner,omitempty"` // of a weak entity type
	OwnerRole  string             `json:"owner_role,omitempty"`
	Key        []DiagramAttribute `json:"key,omitempty"`
	Attributes []DiagramAttribute `json:"attributes,omitempty"` // its own, without key and inherited ones
}

// DiagramAttribute is an attribute of an entity type or of a relationship.
type DiagramAttribute struct {
	Name      string             `json:"name"`
	Type      string             `json:"type,omitempty"` // of the value or of one element; "" = composite
	Multi     bool               `json:"multi,omitempty"`
	Nullable  bool               `json:"nullable,omitempty"`
	Composite []DiagramAttribute `json:"composite,omitempty"` // its components
}

// DiagramRelationship links the entities of two types, which may be the same.
type DiagramRelationship struct {
	Name        string             `json:"name"`
	From        DiagramEnd         `json:"from"`
	To          DiagramEnd         `json:"to"`
	Cardinality string             `json:"cardinality"` // M:1, M:N or 1:1, read from From to To
	Attributes  []DiagramAttribute `json:"attributes,omitempty"`
}

// DiagramEnd is one end of a relationship.
type DiagramEnd struct {
	Type  string `json:"type"`
	Role  string `json:"role,omitempty"`
	Total bool   `json:"total,omitempty"` // every entity of Type takes part
}
