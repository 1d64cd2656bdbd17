package variants

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"ercheck/variants/pgsql"
	"ercheck/variants/relation"
)

// Placebo is the dump in its n-th other order: the same tables, columns and
// constraints, so that a right answer stays right, written in a sequence that n
// and the variant's name decide. n counts from 1.
func (v Variant) Placebo(n int) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s/%d", v.Name, n)
	return pgsql.Dump(reordered(v.Layout.Schema(), rand.New(rand.NewPCG(h.Sum64(), uint64(n)))))
}

// reordered shuffles what has no order in a schema. The columns inside a key
// keep theirs: it says which belongs to which.
func reordered(s *relation.Schema, random *rand.Rand) *relation.Schema {
	other := *s
	other.Tables = nil
	for _, t := range shuffled(s.Tables, random) {
		table := *t
		table.Columns = shuffled(t.Columns, random)
		table.Uniques = shuffled(t.Uniques, random)
		table.ForeignKeys = shuffled(t.ForeignKeys, random)
		table.Checks = shuffled(t.Checks, random)
		other.Tables = append(other.Tables, &table)
	}
	return &other
}

func shuffled[T any](all []T, random *rand.Rand) []T {
	all = slices.Clone(all)
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}
