package instance

import (
	"errors"
	"fmt"
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
)

// attributeMaker makes an entity type's or a relationship's values of one
// attribute.
type attributeMaker struct {
	attribute *er.Attribute
	key       chance.Key
	maker     *value.Maker
	parts     []*attributeMaker // of a composite
	ways      ways

	// Of an entity type's attributes; none for a relationship's.
	of       span // the members that have it
	distinct *value.Distinct
	nulls    chance.Permutation // the first absent positions are NULL
	absent   int64
	share    int64 // of NULL among a relationship's links, in millionths
	length   *chance.Distribution
}

// what names the numbers that decide on one value: an entity's hierarchy
// ordinal, and a pair that its values are drawn from.
type what struct {
	ordinal int64
	i, j    int64
}

func (g *Generator) newAttribute(owner string, a *er.Attribute, of span) (*attributeMaker, error) {
	m := &attributeMaker{attribute: a, key: g.key("value", owner, a.Name), of: of}
	if a.Composite() {
		for _, c := range a.Components {
			part, err := g.newAttribute(joinPath(owner, a.Name), c, of)
			if err != nil {
				return nil, err
			}
			m.parts = append(m.parts, part)
		}
		return m, nil
	}
	spec := *g.profile.specs[a]
	m.maker = value.NewMaker(spec)
	m.ways = g.newWays(m.maker, m.key)
	if a.Multi {
		m.length = g.profile.lengths[a].New(g.profile.skew)
	}
	if a.Nullable {
		m.share = *g.profile.nulls[a]
		m.absent = roundShare(of.n, m.share)
		m.nulls = g.key("null", owner, a.Name).Permutation(of.n)
	}
	if a.Unique && of.n > 0 {
		return m, m.beDistinct(spec, owner, g.profile.traits.alike)
	}
	return m, nil
}

// beDistinct makes values unique, and alike all the same if they shall be.
func (m *attributeMaker) beDistinct(spec value.Spec, owner string, alike bool) error {
	var err error
	m.distinct, err = value.NewDistinct(spec, m.of.n, m.key)
	var few *value.TooFewError
	if errors.As(err, &few) {
		return &CountError{fmt.Sprintf("%s is unique: %v", joinPath(owner, m.attribute.Name), few), "widen its range or its list, or set fewer entities"}
	}
	if err == nil && alike {
		m.distinct = m.distinct.Alike()
	}
	return err
}

// set makes the value; v's memory is used again.
func (m *attributeMaker) set(v *er.Value, w what) {
	switch {
	case m.parts != nil:
		if v.Parts == nil {
			v.Parts = make([]er.Value, len(m.parts))
		}
		for i, part := range m.parts {
			part.set(&v.Parts[i], w)
		}
	case m.length != nil:
		v.Set = m.draw(v.Set[:0], w)
	case m.isNull(w):
		*v = er.Value{Null: true}
	case m.distinct != nil:
		*v = er.Value{Text: m.distinct.At(w.ordinal - m.of.first)}
	default:
		stream, way := m.start(w)
		*v = er.Value{Text: m.text(&stream, way)}
	}
}

func (m *attributeMaker) isNull(w what) bool {
	switch {
	case !m.attribute.Nullable || m.share == 0:
		return false
	case m.of.n > 0:
		return m.nulls.At(w.ordinal-m.of.first) < m.absent
	}
	stream := m.key.Pair(w.j, ^w.i)
	return stream.Hit(m.share)
}

// draw makes a set: sorted, distinct, as long as its length where there are as
// many values.
func (m *attributeMaker) draw(set []string, w what) []string {
	stream, way := m.start(w)
	n := m.length.Draw(&stream)
	for tries := 8*n + 16; tries > 0 && int64(len(set)) < n; tries-- {
		text := m.text(&stream, way)
		at, found := slices.BinarySearchFunc(set, text, m.attribute.Type.Compare)
		if !found {
			set = slices.Insert(set, at, text)
		}
	}
	if set == nil {
		return []string{}
	}
	return set
}
