// Package instance is the conceptual instance: the entities and links of an E/R
// model, as a stream that is a pure function of model, profile and seed.
//
// A Source hands out entities by most specific type, each with its links of
// cardinality M:1 and 1:1, and the links of M:N relationships apart. It can be
// asked again as often as needed, in any order of rows, and by several
// goroutines; nothing is kept but what keys need.
//
// It does not know how a model is stored: no table, no SQL.
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
	// valid until the next step. An error ends the stream.
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
