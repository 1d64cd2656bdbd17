package instance

import (
	"fmt"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// population is how many entities there are of each type.
type population struct {
	plain map[*er.EntityType]int64 // by most specific type
	fixed map[*er.EntityType]bool  // said by the scale or by a parameter: not changed to make things fit
	inner bool                     // types with subtypes keep members of their own when there are too many
}

// members counts subtypes' too.
func (n *population) members(t *er.EntityType) int64 {
	sum := int64(0)
	for _, sub := range t.Subtree() {
		sum += n.plain[sub]
	}
	return sum
}

// CountError says that the numbers of entities contradict each other or the
// model.
type CountError struct {
	Message string
	Advice  string
}

// Error says what does not fit, without the hint.
func (e *CountError) Error() string { return e.Message }

// Hint says what to change.
func (e *CountError) Hint() string { return e.Advice }

// populate gives every type its members at a scale, from the roots down, and
// then makes the numbers fit the model where nobody fixed them.
func (p *Profile) populate(s scale) (*population, error) {
	n := &population{map[*er.EntityType]int64{}, map[*er.EntityType]bool{}, p.traits.plain}
	for _, root := range p.model.Roots() {
		if err := p.divide(s, n, root, p.rootCount(s, root)); err != nil {
			return nil, err
		}
	}
	return n, p.fit(n)
}

func (p *Profile) rootCount(s scale, root *er.EntityType) int64 {
	if count := p.wanted(s, root); count >= 0 {
		return count
	}
	count, ok := defaultScales[s.name]
	if !ok {
		count = defaultScales[defaultScale]
	}
	return max(count*s.times, p.least(s, root))
}

// wanted is the count that a parameter or the scale gives a type, else -1.
func (p *Profile) wanted(s scale, t *er.EntityType) int64 {
	rule := p.members[t]
	if rule.count >= 0 {
		return rule.count
	}
	if count, ok := p.scales[s.name][t]; ok && !rule.override {
		return count * s.times
	}
	return -1
}

// least is how many members the wanted counts below a type need.
func (p *Profile) least(s scale, t *er.EntityType) int64 {
	sum := int64(0)
	for _, c := range t.Children {
		sum += max(p.wanted(s, c), p.least(s, c))
	}
	return sum
}

// divide splits the members of t among its subtypes and itself.
func (p *Profile) divide(s scale, n *population, t *er.EntityType, members int64) error {
	if members > maxCount {
		return &CountError{fmt.Sprintf("%d %s are more than the %d that are possible", members, t.Plural, maxCount), "choose a smaller scale or count"}
	}
	n.fixed[t] = p.wanted(s, t) >= 0
	shares := make([]int64, len(t.Children))
	rest := members
	for i, c := range t.Children {
		shares[i] = p.shareOf(s, t, c, members)
		rest -= shares[i]
	}
	if t.Abstract {
		rest = p.giveAway(s, t, shares, rest)
	}
	if rest < 0 || t.Abstract && rest > 0 {
		return &CountError{fmt.Sprintf("the subtypes of %s have %d members together, %s itself has %d", t.Name, members-rest, t.Name, members),
			fmt.Sprintf("set count.%s, or the counts or fractions of its subtypes", joinPath(t.Name))}
	}
	n.plain[t] = p.someItself(t, members, rest)
	for i, c := range t.Children {
		if err := p.divide(s, n, c, shares[i]); err != nil {
			return err
		}
	}
	return nil
}

// shareOf is how many of t's members a subtype gets.
func (p *Profile) shareOf(s scale, t, c *er.EntityType, members int64) int64 {
	if count := p.wanted(s, c); count >= 0 {
		return count
	}
	parts := int64(len(t.Children))
	if !t.Abstract {
		parts++
	}
	share := members / parts
	if f := p.members[c].fraction; f >= 0 {
		share = roundShare(members, f)
	}
	return max(share, p.least(s, c), min(members, 1))
}

// giveAway adds what an abstract type has left to a subtype whose count nobody
// wanted, or takes it from there, and returns what it could not give.
func (p *Profile) giveAway(s scale, t *er.EntityType, shares []int64, rest int64) int64 {
	for i, c := range t.Children {
		if p.wanted(s, c) < 0 && shares[i]+rest >= p.least(s, c) {
			shares[i] += rest
			return 0
		}
	}
	return rest
}

// roundShare is a share of n in millionths, rounded half up.
func roundShare(n, share int64) int64 {
	return (n*share + chance.Million/2) / chance.Million
}
