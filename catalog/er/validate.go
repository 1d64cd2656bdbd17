package er

import "ercheck/catalog/fault"

// validate reports what a resolved model must not have.
func validate(m *Model, s Spec, faults *fault.List) {
	for _, ts := range s.EntityTypes {
		t := m.EntityType(ts.Name)
		if t.Parent == nil && len(t.Key) == 0 {
			faults.Add(ts.At, "give the root of the hierarchy a key", "entity type %q has no key", t.Name)
		}
		if t.Parent != nil && len(t.Key) > 0 {
			faults.Add(ts.At, "only the root has the key; its subtypes share it", "subtype %q has a key of its own", t.Name)
		}
	}
}
