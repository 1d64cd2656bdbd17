package er

// validate reports what a resolved model must not have. It runs on models whose
// parts are faulty too, so it must assume nothing but that there are no cycles.
func (r *resolver) validate(m *Model) {
	for _, t := range m.EntityTypes {
		r.validateHierarchy(t)
		r.validateNames(t)
	}
	for _, rel := range m.Relationships {
		r.validateRelationship(rel)
	}
	r.validatePlurals(m)
	r.validateViews(m)
}

func (r *resolver) validateHierarchy(t *EntityType) {
	if t.Abstract && len(t.Children) == 0 {
		r.faults.Add(r.at[t], "leave abstract out, or give it subtypes", "abstract entity type %q has no subtypes, so it can have no entities", t.Name)
	}
	if n := len(t.FullKey()); t.Parent == nil && n > MaxKeyColumns {
		r.faults.Add(r.at[t], "use a key of fewer columns", "entity type %q has a key of %d columns, owners' included; at most %d are possible", t.Name, n, MaxKeyColumns)
	}
}

// validateNames: along the path from the root to a type no two attributes,
// components or key columns have one name, since one row can hold them all.
// Types on different branches may share a name (a category of apparel and one of
// accessories); whoever puts both into one table tells them apart.
func (r *resolver) validateNames(t *EntityType) {
	taken := map[string]*EntityType{}
	for _, k := range ownerKey(t) {
		taken[Snake(k.Name)] = k.Of
	}
	for p := t.Parent; p != nil; p = p.Parent {
		for _, a := range named(p.Key, p.Attributes) {
			taken[Snake(a.Name)] = p
		}
	}
	for _, a := range named(t.Key, t.Attributes) {
		name := Snake(a.Name)
		switch other := taken[name]; {
		case other == t:
			r.faults.Add(r.at[a], "give it a name of its own", "entity type %q has two attributes named %q", t.Name, a.Name)
		case other != nil:
			r.faults.Add(r.at[a], "give it a name of its own", "entity type %q already has %q from %q", t.Name, a.Name, other.Name)
		}
		taken[name] = t
	}
}

// ownerKey is what a weak hierarchy's full key has of its owner.
func ownerKey(t *EntityType) []*Attribute {
	if owner := t.Root().Owner; owner != nil {
		return owner.FullKey()
	}
	return nil
}

// named lists attributes and their components.
func named(lists ...[]*Attribute) []*Attribute {
	var all []*Attribute
	for _, list := range lists {
		for _, a := range list {
			all = append(all, a)
			all = append(all, a.Components...)
		}
	}
	return all
}

func (r *resolver) validateRelationship(rel *Relationship) {
	if Snake(rel.From.Name) == Snake(rel.To.Name) {
		if rel.Self() {
			r.faults.Add(r.at[rel], "give from and to different roles, as course and prerequisite",
				"relationship %q links %q with itself, and both roles are %q", rel.Name, rel.From.Type.Root().Name, rel.From.Name)
		} else {
			r.faults.Add(r.at[rel], "give from and to different roles", "relationship %q: both roles are %q", rel.Name, rel.From.Name)
		}
	}
	taken := map[string]bool{}
	for _, a := range named(rel.Attributes) {
		if taken[Snake(a.Name)] {
			r.faults.Add(r.at[a], "give it a name of its own", "relationship %q has two attributes named %q", rel.Name, a.Name)
		}
		taken[Snake(a.Name)] = true
	}
}

func (r *resolver) validatePlurals(m *Model) {
	taken := map[string]*EntityType{}
	for _, t := range m.EntityTypes {
		if first := taken[Snake(t.Plural)]; first != nil {
			r.faults.Add(r.at[t], "give one of them another plural", "entity types %q and %q have the same plural %q", first.Name, t.Name, t.Plural)
		} else {
			taken[Snake(t.Plural)] = t
		}
	}
}
