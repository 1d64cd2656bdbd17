package mutant

// operator knows one kind of mistake. find proposes edits at a place.
type operator struct {
	name string
	find func(*breeder, place) []edit
}

// operators are tried in turn at every place.
var operators = []operator{
	{"join", joins},
	{"type", types},
	{"relationship", relationships},
	{"roles", roles},
	{"attribute", attributes},
	{"distinct", distinct},
	{"aggregate", aggregates},
	{"zero", zeros},
	{"filter", filters},
	{"comparison", comparisons},
	{"constant", constants},
	{"case", cases},
	{"logic", logic},
	{"negation", negations},
	{"null", nulls},
	{"set", sets},
	{"limit", limits},
	{"order", orders},
}

// Operators lists the kinds of mistakes.
func Operators() []string {
	names := make([]string, len(operators))
	for i, o := range operators {
		names[i] = o.name
	}
	return names
}
