package er

import "ercheck/catalog/fault"

// Spec is a model as written: by name, unchecked. Every At may be zero.
type Spec struct {
	Name, Title   string
	EntityTypes   []EntityTypeSpec
	Relationships []RelationshipSpec
	At            fault.Position
}

// EntityTypeSpec is one entity type as written.
type EntityTypeSpec struct {
	Name, Plural string // Plural "" = snake case of the name + "s"
	IsA          string // the parent's name; "" for a root
	Abstract     bool
	Owner        string // a weak entity type's owner; "" for others
	OwnerRole    string
	Key          []AttributeSpec // roots and weak entity types only
	Attributes   []AttributeSpec
	At           fault.Position
}

// AttributeSpec is one attribute as written.
type AttributeSpec struct {
	Name       string
	Type       Type
	Multi      bool
	Components []AttributeSpec
	Nullable   bool
	Unique     bool
	At         fault.Position
}

// RelationshipSpec is one relationship as written.
type RelationshipSpec struct {
	Name        string
	From, To    RoleSpec
	Cardinality Cardinality
	Attributes  []AttributeSpec
	At          fault.Position
}

// RoleSpec is one end of a relationship as written.
type RoleSpec struct {
	Type  string
	Name  string // "" = the type's name in words
	Total bool
	At    fault.Position // zero = the relationship's

	// Refused says that whoever read the spec has reported this end already, so
	// that its missing type is not a second fault.
	Refused bool
}
