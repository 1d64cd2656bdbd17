package er

import (
	"strings"

	"ercheck/catalog/fault"
)

// New resolves and validates a spec. The error is a *fault.Error with every
// fault found; its file is empty, callers that have one use NewIn.
func New(s Spec) (*Model, error) { return NewIn("", s) }

// NewIn is New for a spec that was read from file, named in the faults.
func NewIn(file string, s Spec) (*Model, error) {
	var faults fault.List
	m := resolve(s, &faults)
	if faults.Empty() {
		validate(m, s, &faults)
	}
	if err := faults.Err(file); err != nil {
		return nil, err
	}
	return m, nil
}

// resolve turns names into pointers; what cannot be resolved is a fault.
func resolve(s Spec, faults *fault.List) *Model {
	m := &Model{Name: s.Name, Title: s.Title}
	byName := map[string]*EntityType{}
	for _, ts := range s.EntityTypes {
		if byName[ts.Name] != nil {
			faults.Add(ts.At, "give each entity type a name of its own", "entity type %q is declared twice", ts.Name)
			continue
		}
		byName[ts.Name] = newEntityType(m, ts)
	}
	for _, ts := range s.EntityTypes {
		t := byName[ts.Name]
		t.Parent = lookUp(byName, ts.IsA, ts.At, faults)
		t.Owner = lookUp(byName, ts.Owner, ts.At, faults)
	}
	if breakCycles(s, byName, faults) {
		return m
	}
	place(m, s, byName)
	for _, rs := range s.Relationships {
		m.Relationships = append(m.Relationships, newRelationship(byName, rs, faults))
	}
	return m
}

func lookUp(byName map[string]*EntityType, name string, at fault.Position, faults *fault.List) *EntityType {
	if name == "" {
		return nil
	}
	t := byName[name]
	if t == nil {
		faults.Add(at, "declare it, or correct the name", "there is no entity type %q", name)
	}
	return t
}

func newEntityType(m *Model, ts EntityTypeSpec) *EntityType {
	t := &EntityType{Name: ts.Name, Plural: ts.Plural, Abstract: ts.Abstract, OwnerRole: ts.OwnerRole, model: m}
	if t.Plural == "" {
		t.Plural = Snake(ts.Name) + "s"
	}
	t.Key = newAttributes(t, ts.Key)
	t.Attributes = newAttributes(t, ts.Attributes)
	return t
}

func newAttributes(of *EntityType, specs []AttributeSpec) []*Attribute {
	var all []*Attribute
	for _, as := range specs {
		all = append(all, &Attribute{Name: as.Name, Type: as.Type, Multi: as.Multi, Nullable: as.Nullable,
			Unique: as.Unique, Of: of, Components: newAttributes(of, as.Components)})
	}
	return all
}

func newRelationship(byName map[string]*EntityType, rs RelationshipSpec, faults *fault.List) *Relationship {
	return &Relationship{
		Name: rs.Name, Cardinality: rs.Cardinality, Attributes: newAttributes(nil, rs.Attributes),
		From: newRole(byName, rs.From, rs.At, faults), To: newRole(byName, rs.To, rs.At, faults),
	}
}

func newRole(byName map[string]*EntityType, rs RoleSpec, at fault.Position, faults *fault.List) Role {
	if rs.At.Line > 0 {
		at = rs.At
	}
	if rs.Type == "" {
		faults.Add(at, "name the entity type at this end", "a role has no entity type")
	}
	role := Role{Type: lookUp(byName, rs.Type, at, faults), Name: rs.Name, Total: rs.Total}
	if role.Name == "" {
		role.Name = strings.ReplaceAll(Snake(rs.Type), "_", " ")
	}
	return role
}

// breakCycles reports every type that is above itself, through parents and
// owners, and says whether there is one.
func breakCycles(s Spec, byName map[string]*EntityType, faults *fault.List) bool {
	found := false
	for _, ts := range s.EntityTypes {
		if above(byName[ts.Name], byName[ts.Name], map[*EntityType]bool{}) {
			faults.Add(ts.At, "follow is_a and owner: they must end at a root", "entity type %q is above itself", ts.Name)
			found = true
		}
	}
	return found
}

func above(t, wanted *EntityType, seen map[*EntityType]bool) bool {
	for _, up := range []*EntityType{t.Parent, t.Owner} {
		if up == nil || seen[up] {
			continue
		}
		seen[up] = true
		if up == wanted || above(up, wanted, seen) {
			return true
		}
	}
	return false
}

// place puts the types into the model, parents before subtypes and otherwise in
// the order of the spec.
func place(m *Model, s Spec, byName map[string]*EntityType) {
	placed := map[*EntityType]bool{}
	var put func(t *EntityType)
	put = func(t *EntityType) {
		if t == nil || placed[t] {
			return
		}
		put(t.Parent)
		placed[t] = true
		if t.Parent != nil {
			t.Parent.Children = append(t.Parent.Children, t)
		}
		m.EntityTypes = append(m.EntityTypes, t)
	}
	for _, ts := range s.EntityTypes {
		put(byName[ts.Name])
	}
}
