package reports

import "ercheck/reports/score"

// leniency is a figure under another comparison than the headline's.
type leniency struct {
	name, explanation string
	accuracy          func(score.Model) score.Number
	agreement         func(score.Model) score.Number // nil = not defined for pairs
}

// leniencyRows are the comparisons, the headline's first.
var leniencyRows = []leniency{
	{"Headline", "Rows as strings, as the paper compares them; order of rows and names of columns do not count.",
		func(m score.Model) score.Number { return m.Accuracy },
		func(m score.Model) score.Number { return m.AverageAgreement }},
	{"Typed values", "Numbers by value (1 = 1.0), floats to 9 digits, times in one zone, arrays as sets.",
		func(m score.Model) score.Number { return m.AccuracyTyped },
		func(m score.Model) score.Number { return m.AverageAgreementTyped }},
	{"Ties at the cut", "In a ranking, any choice among those tied at the last place is right.",
		func(m score.Model) score.Number { return m.AccuracyTies }, nil},
	{"Order of columns", "Typed values with the columns in any order, as many as gold's.",
		func(m score.Model) score.Number { return m.AccuracyColumns }, nil},
	{"Without ambiguous", "As the headline, ambiguous questions left out.",
		func(m score.Model) score.Number { return m.AccuracyUnambiguous }, nil},
}

type leniencyView struct{ Name, Accuracy, Agreement, Explanation string }

// leniencies gives the figures of a model; "not judged" where the run has none.
func leniencies(m score.Model) []leniencyView {
	var views []leniencyView
	for _, l := range leniencyRows {
		v := leniencyView{Name: l.name, Explanation: l.explanation, Accuracy: judgedPercent(l.accuracy(m))}
		if l.agreement != nil {
			v.Agreement = judgedPercent(l.agreement(m))
		}
		views = append(views, v)
	}
	return views
}

func judgedPercent(n score.Number) string {
	if !n.Defined() {
		return "not judged"
	}
	return percent(n)
}
