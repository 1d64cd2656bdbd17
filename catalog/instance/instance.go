// Package instance is the conceptual instance: the entities and links of an E/R
// model, as a stream that is a pure function of model, profile and seed.
//
//  1. A Profile, read from the data section of a domain file, holds every figure:
//     counts, links, lengths, shares of NULL, how values look. All have defaults
//     that follow from the model, and names by which a parameter sets them.
//  2. New sets the parameters, counts the entities of a scale and makes them fit
//     the model (fit.go), and plans keys, values and links (keys.go,
//     attributes.go, plan.go, pairing.go). Nothing is made yet: an entity's
//     values, key and partners are computed from its number when they are read.
//     A Kind of instance other than random changes figures (kind.go), the order of
//     members (sequence.go), how links are dealt (dealing.go) and values drawn
//     (ways.go).
//  3. New then looks at all links that rankings depend on, and changes a few so
//     that no ranking ties at its cut and that relationships between the same
//     types have pairs in common (settle.go, raise.go, coincide.go); or the
//     opposite, where a kind wants ties or entities that fan out (tie.go, fan.go).
//  4. A Source hands out entities by most specific type, each with its partners
//     of cardinality M:1 and 1:1, and the links of M:N relationships apart. It can
//     be asked again as often as needed, in any order of rows, and by several
//     goroutines.
//  5. Rows and Digest read a Source as the model's E/R views; WriteJSONL and
//     ReadJSONL write and read it as lines; Memory holds one whole.
//
// It does not know how a model is stored: no table, no SQL. It names no domain.
package instance

import (
	"context"
	"iter"

	"ercheck/catalog/er"
)

// Source is a conceptual instance. Safe for concurrent use.
type Source interface {
	Model() *er.Model

	// Count is how many entities have t as their most specific type.
	Count(t *er.EntityType) int64

	// Entities yields those entities. order picks the sequence: 0 is the
	// instance's own, every other value a permutation of it. The entity is
	// valid until the next step, and is not to be changed. An error ends the
	// stream.
	Entities(ctx context.Context, t *er.EntityType, order uint64) iter.Seq2[*Entity, error]

	// Links yields the links of an M:N relationship, likewise.
	Links(ctx context.Context, r *er.Relationship, order uint64) iter.Seq2[*Link, error]
}

// Entity is one entity.
type Entity struct {
	Type   *er.EntityType // most specific
	Key    []string       // canonical texts, in the order of Type.FullKey
	Values []er.Value     // in the order of Type.AllAttributes
	ToOne  []Partner      // in the order of Type.ToOne
}

// Partner is an entity's partner in a relationship where it has at most one.
type Partner struct {
	Key    []string   // nil when there is none
	Values []er.Value // the relationship's attributes; nil when there is no partner
}

// Link is one pair of an M:N relationship.
type Link struct {
	Relationship *er.Relationship
	From, To     []string   // full keys
	Values       []er.Value // the relationship's attributes
}
