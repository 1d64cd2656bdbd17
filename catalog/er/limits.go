package er

import "ercheck/catalog/fault"

// Limits of a model. They are far above what people model and low enough that a
// hostile file ends in a fault and not in an hour of work.
const (
	MaxEntityTypes   = 1000
	MaxRelationships = 2000
	MaxAttributes    = 20000 // of the whole model, components included
	MaxDepth         = 16    // subtypes below subtypes; a root has depth 0
	MaxColumns       = 1000  // of one E/R view
	MaxNameBytes     = 200

	// MaxKeyColumns is for a full key, with the owners' keys: a relationship's
	// pair has two, and Postgres indexes at most 32 columns.
	MaxKeyColumns = 16
)

// checkLimits says whether the model is small enough to be looked at further.
func checkLimits(s Spec, faults *fault.List) bool {
	attributes := 0
	for _, t := range s.EntityTypes {
		attributes += countAttributes(t.Key) + countAttributes(t.Attributes)
	}
	for _, r := range s.Relationships {
		attributes += countAttributes(r.Attributes)
	}
	return within(s.At, len(s.EntityTypes), MaxEntityTypes, "entity types", faults) &&
		within(s.At, len(s.Relationships), MaxRelationships, "relationships", faults) &&
		within(s.At, attributes, MaxAttributes, "attributes", faults)
}

func countAttributes(specs []AttributeSpec) int {
	n := len(specs)
	for _, a := range specs {
		n += countAttributes(a.Components)
	}
	return n
}

func within(at fault.Position, n, most int, what string, faults *fault.List) bool {
	if n > most {
		faults.Add(at, "split the model", "the model has %d %s; at most %d are possible", n, what, most)
	}
	return n <= most
}
