package value

import (
	"slices"

	"ercheck/catalog/er"
	"ercheck/catalog/instance/chance"
)

// Spec is how the values of one attribute look. Which fields count follows from
// the type: a list of choices for any but JSON, else a range for numbers, dates
// and instants, a share for booleans, patterns for texts, members for JSON.
type Spec struct {
	Type     er.Type
	Choices  []Choice
	From, To int64 // both included, in units of the type; see Figure
	Share    int64 // of true, in millionths
	Patterns []Pattern
	Members  []Member // of a JSON object
	given    bool     // by the user: a range is not widened to make room
}

// Choice is one value of a list.
type Choice struct {
	Text   string // canonical
	Weight int64  // how often against the others; 0 means never
}

// Member is one key of a JSON object.
type Member struct {
	Name string
	Spec Spec // of a type other than JSON, or an object
	List bool // an array of 0 to 3 such values
}

// Default is how values of a type look when nobody says.
func Default(t er.Type) Spec {
	s := Spec{Type: t, Share: chance.Million / 2}
	switch t.Base {
	case er.Integer:
		s.From, s.To = 1, 1000
	case er.Bigint:
		s.From, s.To = 1, 1_000_000_000
	case er.Numeric:
		s.To = defaultNumeric(t)
	case er.Float:
		s.To = 1000 * floatParts
	case er.Date:
		s.From, s.To = day(2016, 1, 1), day(2025, 12, 31)
	case er.Timestamp:
		s.From, s.To = day(2021, 1, 1)*secondsADay, day(2025, 12, 31)*secondsADay
	case er.Text:
		s.Patterns = []Pattern{mustPattern("{adjective} {noun}")}
	case er.JSON:
		s.Members = defaultMembers()
	}
	return s
}

// defaultNumeric is the largest value below a thousand that the type holds.
func defaultNumeric(t er.Type) int64 {
	c, _ := scaledOf(t)
	if t.Scale > 15 {
		return min(c.most, power10(15))
	}
	return min(c.most, 1000*power10(t.Scale)-1)
}

func defaultMembers() []Member {
	return []Member{
		{Name: "kind", Spec: Default(er.Type{Base: er.Text})},
		{Name: "level", Spec: Default(er.Type{Base: er.Integer})},
		{Name: "active", Spec: Default(er.Type{Base: er.Boolean})},
	}
}

// Figure is a number of a spec that a user can set.
type Figure struct {
	Path  []string // below the attribute: nothing, or members and a choice
	Name  string   // from, to, share or weight
	Value *int64
	Parse func(string) (int64, error)
	Print func(int64) string
	Means string
}

// Figures lists the spec's numbers, pointing into it.
func (s *Spec) Figures() []Figure {
	var all []Figure
	c, counted := scaledOf(s.Type)
	switch {
	case len(s.Choices) > 0:
		for i := range s.Choices {
			all = append(all, Figure{[]string{s.Choices[i].Text}, "weight", &s.Choices[i].Weight, parseWeight, wholeText,
				"how often this value comes, against the others"})
		}
	case counted:
		all = append(all, Figure{nil, "from", &s.From, c.parse, c.format, "least value"},
			Figure{nil, "to", &s.To, c.parse, c.format, "largest value"})
	case s.Type.Base == er.Boolean:
		all = append(all, Figure{nil, "share", &s.Share, ParseShare, shareText, "share of true"})
	}
	for i := range s.Members {
		for _, f := range s.Members[i].Spec.Figures() {
			f.Path = append([]string{s.Members[i].Name}, f.Path...)
			all = append(all, f)
		}
	}
	return all
}

// Clone copies what Figures points into.
func (s Spec) Clone() Spec {
	s.Choices = slices.Clone(s.Choices)
	s.Members = slices.Clone(s.Members)
	for i := range s.Members {
		s.Members[i].Spec = s.Members[i].Spec.Clone()
	}
	return s
}

// Check says what figures contradict each other, or "".
func (s *Spec) Check() string {
	if c, ok := scaledOf(s.Type); ok && s.From > s.To {
		return "from " + c.format(s.From) + " is above to " + c.format(s.To)
	}
	if len(s.Choices) > 0 && s.weights() == 0 {
		return "all weights are 0"
	}
	for i := range s.Members {
		if wrong := s.Members[i].Spec.Check(); wrong != "" {
			return s.Members[i].Name + ": " + wrong
		}
	}
	return ""
}

func (s *Spec) weights() int64 {
	sum := int64(0)
	for _, c := range s.Choices {
		sum += c.Weight
	}
	return sum
}
