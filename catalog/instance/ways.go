package instance

import (
	"ercheck/catalog/instance/chance"
	"ercheck/catalog/instance/value"
)

// ways are how an adversarial kind of instance draws an attribute's values. Each
// entity, and each link, draws in one of the ways for all of its attributes, so
// that equal ones are equal in every attribute; the last way is the usual one.
type ways struct {
	roll chance.Key // the same for all attributes
	all  []way      // none in a random instance
}

// way draws one value.
type way struct {
	draw  func(*chance.Stream) string // nil: as usual
	equal bool                        // as usual, but from one of few streams
}

// equalStreams is how many different values equal entities have.
const equalStreams = 2

func (g *Generator) newWays(m *value.Maker, key chance.Key) ways {
	w := ways{roll: g.key("way")}
	t := g.profile.traits
	if t.equal {
		w.all = append(w.all, way{equal: true})
	}
	if t.boundary {
		w.all = append(w.all, way{draw: m.Ends(g.options.Constants...)})
	}
	if t.alike {
		w.all = append(w.all, way{draw: m.Alike(key)})
	}
	if t.decimals {
		w.all = append(w.all, way{draw: m.Digits()})
	}
	if len(w.all) > 0 {
		w.all = append(w.all, way{})
	}
	return w
}

// start is what an entity's or a link's value is drawn from, and in which way.
func (m *attributeMaker) start(w what) (chance.Stream, way) {
	if m.ways.all == nil {
		return m.key.Pair(w.i, w.j), way{}
	}
	roll := m.ways.roll.Pair(w.i, w.j)
	chosen := m.ways.all[roll.Below(int64(len(m.ways.all)))]
	if chosen.equal {
		return m.key.At(-1 - roll.Below(equalStreams)), chosen
	}
	return m.key.Pair(w.i, w.j), chosen
}

// text draws a value. The usual way calls the maker itself: a stream that is
// handed to an unknown function would have to be allocated.
func (m *attributeMaker) text(s *chance.Stream, w way) string {
	if w.draw == nil {
		return m.maker.Draw(s)
	}
	twin := *s
	text := w.draw(&twin)
	*s = twin
	return text
}
