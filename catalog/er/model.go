// Package er is the E/R model: entity types with attributes and keys,
// hierarchies, and relationships with two roles. It is the source of truth from
// which tables, data, prompts, gold answers and checks are derived.
//
//  1. A Spec is what somebody wrote: plain data that refers by name, with the
//     place in the file where there is one. It comes from YAML or from a program.
//  2. New resolves the names, validates, and returns either a Model or every
//     fault at once.
//  3. A Model refers by pointer and is read-only: nothing changes it after New.
//  4. Views are the relations that an E/R model itself defines: one for each
//     entity type, multi-valued attribute and relationship.
//
// It does not know how a model is stored: no table, no SQL.
package er

// Model is a validated E/R model. Read-only.
type Model struct {
	Name          string
	Title         string        // one line for people; may be empty
	EntityTypes   []*EntityType // in the order of the file, each parent before its subtypes
	Relationships []*Relationship
}

// EntityType is a set of entities with the same attributes. A subtype is a
// member of a hierarchy, whose root has the key.
type EntityType struct {
	Name     string
	Plural   string        // in snake case, as names of tables use it: creator_accounts
	Parent   *EntityType   // nil for a root
	Children []*EntityType // subtypes one level down, in model order
	Abstract bool          // no entity has this as its most specific type

	// Key holds the key attributes of a root, or of a weak entity type the
	// partial key; subtypes have none of their own. Not NULL, single-valued.
	Key        []*Attribute
	Owner      *EntityType  // a weak entity type's owner; nil for all others
	OwnerRole  string       // how the owner is called in a relationship's columns; default: the owner's name
	Attributes []*Attribute // the type's own, without key and inherited ones, in model order
	model      *Model
}

// Attribute is a property of an entity or of a relationship.
type Attribute struct {
	Name       string
	Type       Type         // of the value, or of one element when Multi; zero for a composite
	Multi      bool         // a possibly empty set of distinct values that are not NULL
	Components []*Attribute // of a composite attribute, single-valued and simple; else nil
	Nullable   bool         // false for multi-valued and composite attributes
	Unique     bool         // no two entities share a value
	Of         *EntityType  // the declaring type; nil for a relationship's attribute
}

// Composite says whether the attribute has components.
func (a *Attribute) Composite() bool { return len(a.Components) > 0 }

// Cardinality of a relationship, read from its From role to its To role.
type Cardinality string

// The cardinalities that a model can have.
const (
	ManyToOne  Cardinality = "M:1"
	ManyToMany Cardinality = "M:N"
	OneToOne   Cardinality = "1:1"
)

// Role is one end of a relationship.
type Role struct {
	Type  *EntityType
	Name  string // in words as in the file: "live stream"; default: the type's name
	Total bool   // every entity of Type takes part
}

// Relationship links two entities; an M:N one is a set of pairs.
type Relationship struct {
	Name        string
	From, To    Role
	Cardinality Cardinality
	Attributes  []*Attribute // single-valued
}

// Self says whether both ends are in one hierarchy, so that only roles tell
// them apart.
func (r *Relationship) Self() bool { return r.From.Type.Root() == r.To.Type.Root() }

// Root is the top of the type's hierarchy; a type without one is its own root.
func (t *EntityType) Root() *EntityType {
	for t.Parent != nil {
		t = t.Parent
	}
	return t
}

// Path lists the types from the root down to t, both included.
func (t *EntityType) Path() []*EntityType {
	if t.Parent == nil {
		return []*EntityType{t}
	}
	return append(t.Parent.Path(), t)
}

// Depth is 0 for a root.
func (t *EntityType) Depth() int { return len(t.Path()) - 1 }

// Subtree lists t and all types below it, parents first, in model order.
func (t *EntityType) Subtree() []*EntityType {
	all := []*EntityType{t}
	for _, c := range t.Children {
		all = append(all, c.Subtree()...)
	}
	return all
}

// IsA says whether every t is also a super.
func (t *EntityType) IsA(super *EntityType) bool {
	for ; t != nil; t = t.Parent {
		if t == super {
			return true
		}
	}
	return false
}

// FullKey is what identifies an entity: the root's key, for a weak entity type
// preceded by its owner's full key.
func (t *EntityType) FullKey() []*Attribute {
	r := t.Root()
	if r.Owner == nil {
		return r.Key
	}
	return append(append([]*Attribute{}, r.Owner.FullKey()...), r.Key...)
}

// AllAttributes lists inherited and own attributes, the root's first, without
// the key.
func (t *EntityType) AllAttributes() []*Attribute {
	var all []*Attribute
	for _, p := range t.Path() {
		all = append(all, p.Attributes...)
	}
	return all
}

// ToOne lists the relationships in which an entity of exactly this type has at
// most one partner, with the end it stands at, in model order: those whose From
// role it or a supertype plays in M:1 or 1:1, and whose To role in 1:1. A
// relationship of a type with itself can appear twice.
func (t *EntityType) ToOne() []End {
	var ends []End
	for _, r := range t.model.Relationships {
		if r.Cardinality == ManyToMany {
			continue
		}
		if t.IsA(r.From.Type) {
			ends = append(ends, End{r, false})
		}
		if r.Cardinality == OneToOne && t.IsA(r.To.Type) {
			ends = append(ends, End{r, true})
		}
	}
	return ends
}

// End is one end of a relationship.
type End struct {
	Relationship *Relationship
	AtTo         bool // the To end; else the From end
}

// Near is the role at this end.
func (e End) Near() Role {
	if e.AtTo {
		return e.Relationship.To
	}
	return e.Relationship.From
}

// Far is the role at the other end.
func (e End) Far() Role { return End{e.Relationship, !e.AtTo}.Near() }

// EntityType returns the type of that name, or nil.
func (m *Model) EntityType(name string) *EntityType {
	for _, t := range m.EntityTypes {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Relationship returns the relationship of that name, or nil.
func (m *Model) Relationship(name string) *Relationship {
	for _, r := range m.Relationships {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Roots lists the types without a parent, in model order. A hierarchy is a root
// that has subtypes.
func (m *Model) Roots() []*EntityType {
	var roots []*EntityType
	for _, t := range m.EntityTypes {
		if t.Parent == nil {
			roots = append(roots, t)
		}
	}
	return roots
}
