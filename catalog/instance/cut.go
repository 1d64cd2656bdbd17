package instance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/question"
)

// Cut is a ranking that must have no tie: the Limit-th and the next of what is
// measured differ, and more than Limit have at least one.
type Cut struct {
	Name    string // of the question, for notes
	Measure question.Measure
	Limit   int
}

// CutsOf gives the cuts of the questions that rank the most first.
func CutsOf(questions []question.Question) []Cut {
	var cuts []Cut
	for _, q := range questions {
		if r := q.Ranking; r != nil && !r.Ascending && r.Measure.Of != "" {
			cuts = append(cuts, Cut{q.ID, r.Measure, r.Limit})
		}
	}
	return cuts
}

// constant finds numbers and quoted texts in a query.
var constant = regexp.MustCompile(`'(?:[^']|'')*'|\b[0-9]+(\.[0-9]+)?\b`)

// ConstantsOf gives the constants of the questions' gold queries, as ConstantsIn
// does.
func ConstantsOf(questions []question.Question) []string {
	var texts []string
	for _, q := range questions {
		texts = append(texts, q.Gold.SQL)
	}
	return ConstantsIn(texts)
}

// ConstantsIn gives the numbers and the quoted texts in queries, each once, in
// the order of the queries and without quotes.
func ConstantsIn(queries []string) []string {
	var all []string
	for _, q := range queries {
		for _, c := range constant.FindAllString(q, -1) {
			if strings.HasPrefix(c, "'") {
				c = strings.ReplaceAll(c[1:len(c)-1], "''", "'")
			}
			if c != "" && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Note says what an instance does not have although it should: few entities or
// strong skew can make it impossible.
type Note struct {
	Cut  string // name of the cut; "" when it is about none
	Text string
}

func (n Note) String() string {
	if n.Cut == "" {
		return n.Text
	}
	return n.Cut + ": " + n.Text
}

// Notes lists what the instance lacks; usually nothing.
func (g *Generator) Notes() []Note { return g.notes }

// step is one relationship of a measure's path, walked from near to far.
type step struct {
	links *linkTable
	near  side // the end it is walked from
}

// measure is a question.Measure with its names resolved.
type measure struct {
	cut       Cut
	of        span
	steps     []step
	threshold *step
	least     int
	spread    int     // over how many partners added links go
	marks     []marks // of each step's far end, then of nothing
}

// MeasureError says that a measure does not fit the model.
type MeasureError struct {
	Cut, Reason string
}

// Error names the cut and the reason.
func (e *MeasureError) Error() string { return fmt.Sprintf("the measure of %s: %s", e.Cut, e.Reason) }

func (s *settler) newMeasure(c Cut) (*measure, error) {
	of := s.g.model.EntityType(c.Measure.Of)
	if of == nil {
		return nil, &MeasureError{c.Name, fmt.Sprintf("there is no entity type %q", c.Measure.Of)}
	}
	if c.Limit < 1 {
		return nil, &MeasureError{c.Name, fmt.Sprintf("its limit is %d", c.Limit)}
	}
	m := &measure{cut: c, of: s.g.at.members[of], spread: max(1, c.Limit/2)}
	if s.g.profile.traits.boundary {
		m.spread = min(m.spread, fanLinks) // the others keep the numbers they were dealt
	}
	at := of
	for _, name := range c.Measure.Path {
		next, far, err := s.newStep(c, name, at)
		if err != nil {
			return nil, err
		}
		m.steps, at = append(m.steps, next), far
		m.marks = append(m.marks, newMarks(s.g.at.members[far]))
	}
	if len(m.steps) == 0 {
		return nil, &MeasureError{c.Name, "its path is empty"}
	}
	if th := c.Measure.AtLeast; th != nil {
		next, _, err := s.newStep(c, th.Relationship, at)
		if err != nil {
			return nil, err
		}
		m.threshold, m.least = &next, th.Count
	}
	return m, nil
}

func (s *settler) newStep(c Cut, name string, at *er.EntityType) (step, *er.EntityType, error) {
	r := s.g.model.Relationship(name)
	if r == nil {
		return step{}, nil, &MeasureError{c.Name, fmt.Sprintf("there is no relationship %q", name)}
	}
	switch {
	case overlap(r.From.Type, at):
		return step{s.table(r), from}, r.To.Type, nil
	case overlap(r.To.Type, at):
		return step{s.table(r), to}, r.From.Type, nil
	}
	return step{}, nil, &MeasureError{c.Name, fmt.Sprintf("%s does not start at %s", name, at.Name)}
}

// marks says which entities were met since the last clear, without clearing.
type marks struct {
	of   span
	met  []uint32
	turn uint32
}

func newMarks(of span) marks { return marks{of: of, met: make([]uint32, of.n)} }

func (m *marks) clear() {
	if m.turn++; m.turn == 0 {
		clear(m.met)
		m.turn = 1
	}
}

// meet marks an entity and says whether it is new.
func (m *marks) meet(ordinal int64) bool {
	i := ordinal - m.of.first
	if m.met[i] == m.turn {
		return false
	}
	m.met[i] = m.turn
	return true
}

// reach collects the different entities that steps lead to from one.
func (m *measure) reach(steps int, ordinal int64) []int64 {
	ends := []int64{ordinal}
	for i := range steps {
		m.marks[i].clear()
		var next []int64
		for _, near := range ends {
			for _, far := range m.steps[i].links.of(m.steps[i].near, near) {
				if m.marks[i].meet(far) {
					next = append(next, far)
				}
			}
		}
		ends = next
	}
	return ends
}

// score is what the ranking ranks by.
func (m *measure) score(ordinal int64) int {
	ends := m.reach(len(m.steps), ordinal)
	if m.threshold == nil {
		return len(ends)
	}
	n := 0
	for _, end := range ends {
		if m.enough(end) {
			n++
		}
	}
	return n
}

func (m *measure) enough(end int64) bool { return m.partnersOf(end) >= m.least }

func (m *measure) partnersOf(end int64) int {
	return len(m.threshold.links.of(m.threshold.near, end))
}
