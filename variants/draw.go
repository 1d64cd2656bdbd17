package variants

import (
	"fmt"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
	"ercheck/variants/choice"
)

const (
	patience  = 1000    // repeats in a row after which drawing ends
	maxListed = 1 << 14 // spaces up to this size are listed when drawing finds nothing new; above MaxSample
)

// candidate is a set that may be drawn.
type candidate struct {
	set  choice.Set
	code []byte
}

// drawer finds different variants of a model.
type drawer struct {
	model    *er.Model
	space    *choice.Space
	key      chance.Key
	seen     map[string]bool // codes that were candidates
	names    map[string]bool
	listed   bool // every valid set was a candidate
	repeated bool // candidates ended for want of new ones
	refusals int
	refused  error // the last one
	drawn    Drawing
}

func newDrawer(m *er.Model, k int, key chance.Key) (*drawer, error) {
	if k < 1 || k > MaxSample {
		return nil, &SampleSizeError{k}
	}
	space := choice.NewSpace(m)
	return &drawer{model: m, space: space, key: key, seen: map[string]bool{}, names: map[string]bool{},
		drawn: Drawing{Asked: k, Valid: space.Valid()}}, nil
}

// candidates yields sets that lead to different schemas, as they are drawn. When
// drawing gives nothing new any more, the rest of a small space follows, shuffled.
func (d *drawer) candidates(yield func(candidate) bool) {
	repeats := 0
	for i := int64(0); repeats < patience; i++ {
		stream := d.key.At(i)
		c, isNew := d.candidate(d.space.Draw(&stream))
		if !isNew {
			repeats++
			continue
		}
		repeats = 0
		if !yield(c) {
			return
		}
	}
	d.repeated, d.listed = true, d.drawn.Valid.AtMost(maxListed)
	if !d.listed {
		return
	}
	for _, set := range d.shuffled() {
		if c, isNew := d.candidate(set); isNew && !yield(c) {
			return
		}
	}
}

func (d *drawer) candidate(set choice.Set) (c candidate, isNew bool) {
	c = candidate{set, set.Code()}
	if d.seen[string(c.code)] {
		return c, false
	}
	d.seen[string(c.code)] = true
	return c, true
}

func (d *drawer) shuffled() []choice.Set {
	sets := slices.Collect(d.space.All())
	stream := d.key.At(-1)
	for i := len(sets) - 1; i > 0; i-- {
		j := stream.Below(int64(i + 1))
		sets[i], sets[j] = sets[j], sets[i]
	}
	return sets
}

// pool collects up to n candidates.
func (d *drawer) pool(n int) []candidate {
	var pool []candidate
	for c := range d.candidates {
		pool = append(pool, c)
		if len(pool) == n {
			break
		}
	}
	return pool
}

// take adds the candidate's variant to what is drawn, unless it is refused.
func (d *drawer) take(c candidate) bool {
	v, err := New(d.model, "", c.set)
	if err != nil {
		d.refused = err
		d.refusals++
		return false
	}
	if d.names[v.Name] { // once in a million drawings of a thousand
		return false
	}
	d.names[v.Name] = true
	d.drawn.Variants = append(d.drawn.Variants, v)
	return true
}

// hopeless says whether so many sets were refused that drawing is to end: a
// refusal comes of a very large table, and takes its time.
func (d *drawer) hopeless() bool { return d.refusals > 50+10*len(d.drawn.Variants) }

func (d *drawer) finish() (Drawing, error) {
	n := len(d.drawn.Variants)
	if n == 0 {
		return Drawing{}, d.refused
	}
	if d.refusals > 0 {
		d.note("%d sets were left out: their tables would be wider, or more, than Postgres allows", d.refusals)
	}
	switch {
	case n == d.drawn.Asked:
	case d.listed:
		d.note("%d variants were asked for; this model has only %d different ones", d.drawn.Asked, n)
	case d.repeated:
		d.note("%d variants were asked for; after %d there was nothing new in %d draws", d.drawn.Asked, n, patience)
	default:
		d.note("%d variants were asked for; drawing ended after %d refusals", d.drawn.Asked, d.refusals)
	}
	return d.drawn, nil
}

func (d *drawer) note(format string, args ...any) {
	d.drawn.Notes = append(d.drawn.Notes, fmt.Sprintf(format, args...))
}
