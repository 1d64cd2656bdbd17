package er

import (
	"maps"
	"slices"
	"strings"

	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
)

// New resolves and validates a spec. The error is a *fault.Error with every
// fault found; its file is empty, callers that have one use NewIn.
func New(s Spec) (*Model, error) { return NewIn("", s) }

// NewIn is New for a spec that was read from file, named in the faults.
func NewIn(file string, s Spec) (*Model, error) {
	var faults fault.List
	m := Build(s, &faults)
	if err := faults.Err(file); err != nil {
		return nil, err
	}
	return m, nil
}

// Build is New for callers that collect faults of their own in the same list.
// The model is nil when this spec has faults.
func Build(s Spec, faults *fault.List) *Model {
	before := faults.Len()
	if checkLimits(s, faults) {
		checkSpec(s, faults)
		r := &resolver{faults: faults, types: map[string]*EntityType{}, at: map[any]fault.Position{}}
		m := r.resolve(s)
		if !r.endless {
			r.validate(m)
		}
		if faults.Len() == before {
			return m
		}
	}
	return nil
}

// resolver turns names into pointers. What cannot be resolved is a fault, and is
// left out so that the rest can still be validated.
type resolver struct {
	faults        *fault.List
	model         *Model
	types         map[string]*EntityType
	relationships map[string]bool
	at            map[any]fault.Position // of entity types, attributes and relationships
	endless       bool                   // cycles, or chains too long to follow
}

func (r *resolver) resolve(s Spec) *Model {
	m := &Model{Name: s.Name, Title: s.Title}
	r.model, r.at[m] = m, s.At
	r.declare(s)
	r.connect(s)
	if r.checkChains(s); r.endless {
		return m
	}
	r.place(s)
	for _, rs := range s.Relationships {
		r.addRelationship(rs)
	}
	return m
}

// declare makes the entity types, still without parents and owners.
func (r *resolver) declare(s Spec) {
	for _, ts := range s.EntityTypes {
		if r.types[ts.Name] != nil {
			if ts.Name != "" { // without a name is said already
				r.faults.Add(ts.At, "give each entity type a name of its own", "entity type %q is declared twice", ts.Name)
			}
			continue
		}
		t := &EntityType{Name: ts.Name, Plural: ts.Plural, Abstract: ts.Abstract, OwnerRole: ts.OwnerRole, model: r.model}
		if t.Plural == "" {
			t.Plural = Snake(ts.Name) + "s"
		}
		t.Key = r.attributes(t, ts.Key)
		t.Attributes = r.attributes(t, ts.Attributes)
		r.types[ts.Name], r.at[t] = t, ts.At
	}
	r.relationships = map[string]bool{}
	for _, rs := range s.Relationships {
		r.relationships[rs.Name] = true
	}
}

func (r *resolver) attributes(of *EntityType, specs []AttributeSpec) []*Attribute {
	var all []*Attribute
	for _, as := range specs {
		a := &Attribute{Name: as.Name, Type: as.Type, Multi: as.Multi, Nullable: as.Nullable,
			Unique: as.Unique, Of: of, Components: r.attributes(of, as.Components)}
		r.at[a] = as.At
		all = append(all, a)
	}
	return all
}

// connect sets parents and owners.
func (r *resolver) connect(s Spec) {
	for _, ts := range s.EntityTypes {
		t := r.types[ts.Name]
		if r.at[t] != ts.At {
			continue // the second of two with one name
		}
		if ts.IsA != "" {
			t.Parent = r.lookUp(ts.IsA, ts.At)
		}
		if ts.Owner != "" {
			t.Owner = r.lookUp(ts.Owner, ts.At)
		}
	}
}

func (r *resolver) lookUp(name string, at fault.Position) *EntityType {
	t := r.types[name]
	switch {
	case t != nil:
	case r.relationships[name]:
		r.faults.Add(at, "make it an entity type of its own, with a relationship to each of its two ends",
			"%q is a relationship: a relationship on a relationship is not supported", name)
	default:
		r.faults.Add(at, r.nearestType(name), "there is no entity type %q", clip(name))
	}
	return t
}

func (r *resolver) nearestType(name string) string {
	if close := nearest.Names(name, slices.Collect(maps.Keys(r.types)), 3); len(close) > 0 {
		return "did you mean " + strings.Join(close, " or ") + "?"
	}
	return "declare it, or correct the name"
}

// checkChains reports every type that is above itself, through parents and
// owners, and those with too many above them.
func (r *resolver) checkChains(s Spec) {
	for _, ts := range s.EntityTypes {
		t := r.types[ts.Name]
		if above(t, t, map[*EntityType]bool{}) {
			r.faults.Add(ts.At, "follow is_a and owner: they must end at a root", "entity type %q is above itself", ts.Name)
			r.endless = true
		}
	}
	if r.endless {
		return
	}
	for _, ts := range s.EntityTypes {
		t := r.types[ts.Name]
		r.checkChain(t, func(t *EntityType) *EntityType { return t.Parent }, MaxDepth, "flatten the hierarchy", "supertypes")
		r.checkChain(t, func(t *EntityType) *EntityType { return t.Root().Owner }, MaxKeyColumns-1, "give it a key of its own", "owners of owners")
	}
}

// checkChain reports the first type of a chain that has more than most above it.
func (r *resolver) checkChain(t *EntityType, up func(*EntityType) *EntityType, most int, hint, what string) {
	n := 0
	for super := up(t); super != nil; super = up(super) {
		n++
	}
	if n == most+1 {
		r.faults.Add(r.at[t], hint, "entity type %q has %d %s; at most %d are possible", t.Name, n, what, most)
	}
	r.endless = r.endless || n > most
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
func (r *resolver) place(s Spec) {
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
		r.model.EntityTypes = append(r.model.EntityTypes, t)
	}
	for _, ts := range s.EntityTypes {
		put(r.types[ts.Name])
	}
}

func (r *resolver) addRelationship(rs RelationshipSpec) {
	if r.model.Relationship(rs.Name) != nil {
		r.faults.Add(rs.At, "give each relationship a name of its own", "relationship %q is declared twice", rs.Name)
		return
	}
	rel := &Relationship{Name: rs.Name, Cardinality: rs.Cardinality, Attributes: r.attributes(nil, rs.Attributes),
		From: r.role(rs.From, rs.At), To: r.role(rs.To, rs.At)}
	r.at[rel] = rs.At
	if rel.From.Type != nil && rel.To.Type != nil {
		r.model.Relationships = append(r.model.Relationships, rel)
	}
}

func (r *resolver) role(rs RoleSpec, at fault.Position) Role {
	if rs.At.Line > 0 {
		at = rs.At
	}
	role := Role{Name: rs.Name, Total: rs.Total}
	if role.Name == "" {
		role.Name = strings.ReplaceAll(Snake(rs.Type), "_", " ")
	}
	switch {
	case rs.Refused:
	case rs.Type == "":
		r.faults.Add(at, "name the entity type at this end", "a role has no entity type")
	default:
		role.Type = r.lookUp(rs.Type, at)
	}
	return role
}
