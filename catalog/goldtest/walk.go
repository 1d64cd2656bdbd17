package goldtest

import (
	"cmp"
	"slices"
)

// where keeps what passes.
func where[T any](all []T, keep func(T) bool) []T {
	var kept []T
	for _, x := range all {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// count is how many pass.
func count[T any](all []T, pass func(T) bool) int { return len(where(all, pass)) }

// distinct drops repeated ones.
func distinct[T comparable](all []T) []T {
	seen := map[T]bool{}
	return where(all, func(x T) bool {
		again := seen[x]
		seen[x] = true
		return !again
	})
}

// through gives what a step leads to from each, repeated as often as it is met.
func through[T, U any](all []T, step func(T) []U) []U {
	var ends []U
	for _, x := range all {
		ends = append(ends, step(x)...)
	}
	return ends
}

// groups parts by a text, the groups in ascending order of it.
func groups[T any](all []T, by func(T) string) []group[T] {
	parts := map[string][]T{}
	for _, x := range all {
		parts[by(x)] = append(parts[by(x)], x)
	}
	var found []group[T]
	for name, members := range parts {
		found = append(found, group[T]{name, members})
	}
	slices.SortFunc(found, func(a, b group[T]) int { return cmp.Compare(a.name, b.name) })
	return found
}

type group[T any] struct {
	name string
	all  []T
}

// is is where's test for a type.
func is(kind string) func(*Entity) bool { return func(e *Entity) bool { return e.is(kind) } }

// none is where's test for no type of several.
func none(kinds ...string) func(*Entity) bool {
	return func(e *Entity) bool { return !slices.ContainsFunc(kinds, e.is) }
}

// by groups entities by an attribute.
func by(attribute string) func(*Entity) string {
	return func(e *Entity) string { return e.text(attribute) }
}

// each answers with (id, figure) for all of a type.
func (w *World) each(kind string, figure func(*Entity) int) Rows {
	var rows Rows
	for _, e := range w.all(kind) {
		rows.add(e.id(), figure(e))
	}
	return rows
}

// ids answers with the ids of those of a type that pass.
func (w *World) ids(kind string, pass func(*Entity) bool) Rows {
	var rows Rows
	for _, e := range where(w.all(kind), pass) {
		rows.add(e.id())
	}
	return rows
}

// top answers with the ids of the k with the highest figures among those of a
// type that have any; equal ones by ascending id.
func (w *World) top(k int, kind string, figure func(*Entity) int) Rows {
	var rows Rows
	for _, e := range w.best(k, kind, figure, func(a, b *Entity) int { return compareNumbers(a.id(), b.id()) }) {
		rows.add(e.id())
	}
	return rows
}

// best are the k with the highest figures, 0 left out, equal ones in the order
// that ties gives.
func (w *World) best(k int, kind string, figure func(*Entity) int, ties func(a, b *Entity) int) []*Entity {
	ranked := where(w.all(kind), func(e *Entity) bool { return figure(e) > 0 })
	figures := map[*Entity]int{}
	for _, e := range ranked {
		figures[e] = figure(e)
	}
	slices.SortFunc(ranked, func(a, b *Entity) int { return cmp.Or(figures[b]-figures[a], ties(a, b)) })
	return ranked[:min(k, len(ranked))]
}

// byText orders entities by an attribute's text.
func byText(attribute string) func(a, b *Entity) int {
	return func(a, b *Entity) int { return cmp.Compare(a.text(attribute), b.text(attribute)) }
}
