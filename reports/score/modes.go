package score

import "ercheck/appliance/record"

// mode is a way to compare other than the headline's.
type mode int

const (
	typed mode = iota
	ties
	columns
	modes // how many there are
)

// verdict on a cell in a mode.
type verdict byte

const (
	unjudged verdict = iota
	wrong
	right
)

func judged(correct *bool) verdict {
	switch {
	case correct == nil:
		return unjudged
	case *correct:
		return right
	}
	return wrong
}

// goldTyped are the digests in mode typed that are right, by question; a
// question is missing if one of its references has none.
func goldTyped(questions []record.Question) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, q := range questions {
		digests := map[string]bool{q.Gold.Digests.Typed: true}
		for _, a := range q.Alternates {
			digests[a.Digests.Typed] = true
		}
		if !digests[""] {
			all[q.ID] = digests
		}
	}
	return all
}

// verdicts of a cell that ran. In mode typed its digest decides where the cell
// itself has no verdict.
func verdicts(c record.Cell, gold map[string]bool) (v [modes]verdict) {
	v = [modes]verdict{typed: judged(c.CorrectTyped), ties: judged(c.CorrectTies), columns: judged(c.CorrectColumns)}
	if v[typed] == unjudged && gold != nil && c.Digests.Typed != "" {
		equal := gold[c.Digests.Typed]
		v[typed] = judged(&equal)
	}
	return v
}

// leniencies fills in the figures that compare in another way than the headline.
func (g *grid) leniencies(m *Model, questions []record.Question) {
	m.AccuracyTyped = g.accuracyIn(typed)
	m.AccuracyTies = g.accuracyIn(ties)
	m.AccuracyColumns = g.accuracyIn(columns)
	m.AverageAgreementTyped = g.agreementTyped()
	right, cells := 0, 0
	for i, q := range m.Questions {
		if !questions[i].Ambiguous {
			right += q.Right
			cells += q.Cells
		}
	}
	m.AccuracyUnambiguous = percent(right, cells)
}

// accuracyIn is the share of all planned cells that are right in a mode,
// undefined unless every cell that ran is judged in it and there is one.
func (g *grid) accuracyIn(m mode) Number {
	rights, known := 0, false
	for _, p := range g.places {
		if p.state != ran {
			continue
		}
		if p.verdicts[m] == unjudged {
			return undefined
		}
		known = true
		if p.verdicts[m] == right {
			rights++
		}
	}
	if !known {
		return undefined
	}
	return percent(rights, g.size())
}

// agreementTyped is the average agreement in mode typed, undefined unless every
// cell that ran has a digest in it and there is one.
func (g *grid) agreementTyped() Number {
	known := false
	for _, p := range g.places {
		if p.state == ran && p.typed == none {
			return undefined
		}
		known = known || p.state == ran
	}
	if !known {
		return undefined
	}
	agree, pairs := 0, 0
	for q := range g.questions {
		for i := range g.variants {
			for j := i + 1; j < len(g.variants); j++ {
				agree += agreeTyped(g.at(q, i), g.at(q, j))
				pairs += g.repeats * g.repeats
			}
		}
	}
	return percent(agree, pairs)
}

func agreeTyped(a, b []spot) (n int) {
	for _, x := range a {
		for _, y := range b {
			if x.state == ran && y.state == ran && x.typed == y.typed {
				n++
			}
		}
	}
	return n
}
