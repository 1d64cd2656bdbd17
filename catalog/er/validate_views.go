package er

import "ercheck/catalog/fault"

// validateViews: the names of the model's relations and of their columns are
// made from several names and must not fall together.
func (r *resolver) validateViews(m *Model) {
	taken := map[string]string{}
	r.eachView(m, func(v View, what string, at fault.Position) {
		if first, ok := taken[v.Name]; ok {
			r.faults.Add(at, "rename one of them", "%s and %s give one name, %q, in queries", first, what, v.Name)
			return
		}
		taken[v.Name] = what
		r.validateColumns(v, what, at)
	})
}

// eachView visits the views one at a time, since all together can be large, and
// leaves out those too wide to make.
func (r *resolver) eachView(m *Model, visit func(v View, what string, at fault.Position)) {
	for _, t := range m.EntityTypes {
		if n := width(t); n <= MaxColumns {
			visit(entityView(t), "entity type "+quote(t.Name), r.at[t])
		} else if t.Parent == nil || width(t.Parent) <= MaxColumns {
			r.faults.Add(r.at[t], "split it", "entity type %q has %d single-valued attributes with inherited ones; at most %d are possible", t.Name, n, MaxColumns)
		}
		for _, a := range t.Attributes {
			if a.Multi {
				visit(multiView(t, a), "attribute "+quote(t.Name+"."+a.Name), r.at[a])
			}
		}
	}
	for _, rel := range m.Relationships {
		if width := len(named(rel.Attributes)); width > MaxColumns {
			r.faults.Add(r.at[rel], "split it", "relationship %q has %d attributes; at most %d are possible", rel.Name, width, MaxColumns)
			continue
		}
		if Snake(rel.From.Name) == Snake(rel.To.Name) {
			continue // said already: its columns clash too
		}
		visit(relationshipView(rel), "relationship "+quote(rel.Name), r.at[rel])
	}
}

func quote(s string) string { return `"` + s + `"` }

// width is an upper bound of the columns of the type's view.
func width(t *EntityType) int {
	n := len(t.FullKey())
	for ; t != nil; t = t.Parent {
		n += len(named(t.Attributes))
	}
	return n
}

// validateColumns reports columns that clash with a key's. Clashes among the
// attributes themselves were reported where the attribute stands.
func (r *resolver) validateColumns(v View, what string, at fault.Position) {
	if v.Type != nil && v.Attribute == nil {
		return
	}
	keys := map[string]bool{}
	for _, c := range v.Columns {
		if keys[c.Name] {
			r.faults.Add(at, "rename a role, a key attribute or an attribute", "%s has two columns %q in queries", what, c.Name)
		}
		keys[c.Name] = keys[c.Name] || c.Key
	}
}
