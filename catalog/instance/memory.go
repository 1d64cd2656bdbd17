package instance

import (
	"context"
	"iter"
	"math/rand/v2"

	"ercheck/catalog/er"
)

// Memory is an instance that is held whole: for tests, for small instances that
// a search takes apart, and for what is read back from tables. Fill it, then
// share it; it is not safe to add to one that others read.
type Memory struct {
	model    *er.Model
	entities map[*er.EntityType][]Entity
	links    map[*er.Relationship][]Link
}

// NewMemory returns an empty instance of m.
func NewMemory(m *er.Model) *Memory {
	return &Memory{model: m, entities: map[*er.EntityType][]Entity{}, links: map[*er.Relationship][]Link{}}
}

// AddEntity appends an entity under its most specific type. The caller gives up
// what e refers to.
func (m *Memory) AddEntity(e Entity) { m.entities[e.Type] = append(m.entities[e.Type], e) }

// AddLink appends a link of an M:N relationship, likewise.
func (m *Memory) AddLink(l Link) { m.links[l.Relationship] = append(m.links[l.Relationship], l) }

// Model implements Source.
func (m *Memory) Model() *er.Model { return m.model }

// Count implements Source.
func (m *Memory) Count(t *er.EntityType) int64 { return int64(len(m.entities[t])) }

// Entities implements Source.
func (m *Memory) Entities(ctx context.Context, t *er.EntityType, order uint64) iter.Seq2[*Entity, error] {
	return permuted(ctx, m.entities[t], order)
}

// Links implements Source.
func (m *Memory) Links(ctx context.Context, r *er.Relationship, order uint64) iter.Seq2[*Link, error] {
	return permuted(ctx, m.links[r], order)
}

func permuted[T any](ctx context.Context, all []T, order uint64) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		sequence := identity(len(all))
		if order != 0 {
			sequence = rand.New(rand.NewPCG(order, uint64(len(all)))).Perm(len(all))
		}
		for _, i := range sequence {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(&all[i], nil) {
				return
			}
		}
	}
}

func identity(n int) []int {
	sequence := make([]int, n)
	for i := range sequence {
		sequence[i] = i
	}
	return sequence
}
