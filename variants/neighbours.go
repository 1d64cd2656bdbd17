package variants

import (
	"errors"

	"ercheck/variants/choice"
)

// Neighbour is one step from a variant: another choice at one decision point.
type Neighbour struct {
	Point    choice.Point
	From, To string
	Variant  Variant       // named v_ and 10 hex digits; the zero Variant when refused
	Refused  *choice.Error // why there is no such variant; nil when there is
	Idle     bool          // nothing hangs on the point here: the schema stays the same
}

// Neighbours lists every step from a variant, in the order of points and choices,
// refused ones too.
func Neighbours(v Variant) []Neighbour {
	var all []Neighbour
	for _, p := range v.Choices.Points() {
		from := v.Choices.Get(p)
		for _, to := range p.Choices {
			if to != from {
				all = append(all, v.step(p, from, to))
			}
		}
	}
	return all
}

func (v Variant) step(p choice.Point, from, to string) Neighbour {
	n := Neighbour{Point: p, From: from, To: to, Idle: !v.Choices.Counts(p)}
	set, err := v.Choices.With(v.Layout.Model, map[string]string{p.ID(): to})
	if err == nil {
		n.Variant, err = New(v.Layout.Model, "", set)
	}
	if err != nil && !errors.As(err, &n.Refused) {
		panic(err) // the point and the choice are the model's own
	}
	return n
}
