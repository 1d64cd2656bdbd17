package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// Maker draws values of a spec. Safe for concurrent use.
type Maker struct {
	spec    Spec
	units   scaled
	counted bool
	upTo    []int64 // cumulative weights of the choices
	members []objectMember
}

// NewMaker prepares a spec that Check finds nothing wrong with.
func NewMaker(s Spec) *Maker {
	m := &Maker{spec: s}
	m.units, m.counted = scaledOf(s.Type)
	sum := int64(0)
	for _, c := range s.Choices {
		sum += c.Weight
		m.upTo = append(m.upTo, sum)
	}
	m.members = newMembers(s.Members)
	return m
}

// Draw gives a canonical text.
func (m *Maker) Draw(s *chance.Stream) string {
	switch {
	case m.upTo != nil:
		return m.spec.Choices[m.choose(s)].Text
	case m.counted:
		return m.units.format(m.spec.From + s.Below(m.spec.To-m.spec.From+1))
	case m.spec.Type.Base == er.Boolean:
		return flag(s.Hit(m.spec.Share))
	case m.spec.Type.Base == er.JSON:
		return object(m.members, s)
	}
	return m.spec.Patterns[s.Below(int64(len(m.spec.Patterns)))].draw(s)
}

func (m *Maker) choose(s *chance.Stream) int {
	u := s.Below(m.upTo[len(m.upTo)-1])
	i, found := slices.BinarySearch(m.upTo, u)
	for found && m.upTo[i] == u {
		i++ // those before, and those of weight 0, end at or below u
		found = i < len(m.upTo)
	}
	return i
}

func flag(b bool) string {
	if b {
		return "t"
	}
	return "f"
}

// Distinct gives n values that all differ. Safe for concurrent use.
type Distinct struct {
	make    func(i int64) string
	pattern *Pattern // of texts; nil for all others
}

// At is the i-th value, from 0 to n-1.
func (d *Distinct) At(i int64) string { return d.make(i) }

// TooFewError says that a spec has not as many different values as needed.
type TooFewError struct {
	Have, Need int64
}

// Error says so without the place.
func (e *TooFewError) Error() string {
	return fmt.Sprintf("only %d different values are possible, %d are needed", e.Have, e.Need)
}

// Capacity is how many different values a spec can give: the size of its range
// or list. A default range is widened, and texts get numbers, as far as needed.
func (s *Spec) Capacity() int64 {
	c, counted := scaledOf(s.Type)
	switch {
	case len(s.Choices) > 0:
		return int64(len(s.Choices))
	case counted && s.given:
		return s.To - s.From + 1
	case counted:
		return c.most - s.From + 1
	case s.Type.Base == er.Text:
		return 1 << 62
	case s.Type.Base == er.Boolean:
		return 2
	}
	return 1
}

// NewDistinct prepares n different values; key decides on their order.
func NewDistinct(s Spec, n int64, key chance.Key) (*Distinct, error) {
	if have := s.Capacity(); have < n {
		return nil, &TooFewError{have, n}
	}
	c, counted := scaledOf(s.Type)
	switch {
	case len(s.Choices) > 0:
		order := key.Permutation(int64(len(s.Choices)))
		return &Distinct{make: func(i int64) string { return s.Choices[order.At(i)].Text }}, nil
	case counted:
		order := key.Permutation(max(s.To-s.From+1, n))
		return &Distinct{make: func(i int64) string { return c.format(s.From + order.At(i)) }}, nil
	case s.Type.Base == er.Boolean:
		return &Distinct{make: func(i int64) string { return flag(i == 1) }}, nil
	case s.Type.Base == er.Text:
		return &Distinct{distinctTexts(&s.Patterns[0], n, key), &s.Patterns[0]}, nil
	}
	return &Distinct{make: NewMaker(s).constant(key)}, nil
}

func (m *Maker) constant(key chance.Key) func(int64) string {
	stream := key.At(0)
	text := m.Draw(&stream)
	return func(int64) string { return text }
}

// distinctTexts makes texts differ by {n} where it is the only number, else by
// their words alone, else by a number behind the words.
func distinctTexts(p *Pattern, n int64, key chance.Key) func(i int64) string {
	order := key.Permutation(n)
	if p.numbering() {
		return func(i int64) string {
			stream := key.At(i)
			return p.numbered(1+order.At(i), &stream)
		}
	}
	if all := p.combinations(); all >= n {
		words := key.Permutation(all)
		return func(i int64) string { return p.nth(words.At(i)) }
	}
	return func(i int64) string {
		stream := key.At(i)
		return behind(p.draw(&stream), 1+order.At(i))
	}
}

// behind puts a number behind a text, or before its @, parted by a space where
// the text has one.
func behind(text string, n int64) string {
	name, host, isAddress := strings.Cut(text, "@")
	separator := "_"
	if strings.Contains(name, " ") {
		separator = " "
	}
	name += separator + strconv.FormatInt(n, 10)
	if isAddress {
		return name + "@" + host
	}
	return name
}
