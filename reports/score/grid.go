package score

import (
	"ercheck/appliance/record"
)

// grid holds the cells of one model where they can be compared fast.
type grid struct {
	questions, variants []string
	repeats             int
	places              []spot // question-major, then variant, then repeat

	spent      Spent
	missing    int
	outcomes   map[record.Outcome]int
	labels     map[string]int
	unlabelled int
	undigested int // ran, but without a digest to compare by
}

// spot is what is known of one planned cell.
type spot struct {
	state  state
	answer int32 // equal numbers are equal answers; meaningful if state is ran
	empty  bool
	right  bool

	typed    int32 // equal numbers are equal answers in mode typed; none if unknown
	verdicts [modes]verdict
}

// none is no number of an answer.
const none = -1

type state byte

const (
	absent state = iota // no cell
	silent              // a failure without a response
	failed              // any other failure
	ran
)

// stray counts cells that belong to no place of the run.
type stray struct{ unknown, twice int }

func (g *grid) size() int { return len(g.questions) * len(g.variants) * g.repeats }

// at gives the repeats of question q on variant v.
func (g *grid) at(q, v int) []spot {
	start := (q*len(g.variants) + v) * g.repeats
	return g.places[start : start+g.repeats]
}

// place makes one grid for each model of the run and puts the cells in. Of two
// cells for one place the first stays.
func place(run record.Run, variants, questions []string, cells []record.Cell) ([]*grid, stray) {
	var lost stray
	grids := make([]*grid, len(run.Models))
	for i := range grids {
		grids[i] = newGrid(variants, questions, max(run.Repeats, 1))
	}
	models, vs, qs := indexes(run.Models), indexes(variants), indexes(questions)
	keys := answerKeys{paper: map[string]int32{}, typed: map[string]int32{}, gold: goldTyped(run.Questions)}
	for _, c := range cells {
		m, okM := models[c.Model]
		v, okV := vs[c.Variant]
		q, okQ := qs[c.Question]
		if !okM || !okV || !okQ || c.Repeat < 0 || c.Repeat >= grids[m].repeats {
			lost.unknown++
			continue
		}
		if !grids[m].put(&grids[m].at(q, v)[c.Repeat], c, keys) {
			lost.twice++
		}
	}
	return grids, lost
}

func newGrid(variants, questions []string, repeats int) *grid {
	g := &grid{questions: questions, variants: variants, repeats: repeats}
	g.outcomes, g.labels = map[record.Outcome]int{}, map[string]int{}
	g.places = make([]spot, g.size())
	g.missing = g.size()
	return g
}

func indexes(names []string) map[string]int {
	at := make(map[string]int, len(names))
	for i, name := range names {
		at[name] = i
	}
	return at
}

// answerKeys number the answers of all cells, and say which typed ones are right.
type answerKeys struct {
	paper, typed map[string]int32
	gold         map[string]map[string]bool // by question
}

// put says whether the place was free.
func (g *grid) put(p *spot, c record.Cell, keys answerKeys) bool {
	if p.state != absent {
		return false
	}
	g.missing--
	g.spent.add(c)
	g.outcomes[c.Outcome]++
	switch {
	case c.Ran():
		g.putAnswer(p, c, keys)
	case c.Outcome == record.NoResponse:
		p.state = silent
	default:
		p.state = failed
	}
	return true
}

func (g *grid) putAnswer(p *spot, c record.Cell, keys answerKeys) {
	*p = spot{state: ran, empty: c.RowCount == 0, right: c.Correct, typed: none, verdicts: verdicts(c, keys.gold[c.Question])}
	p.answer = g.number(c.Digests.Paper, keys.paper)
	if c.Digests.Typed != "" {
		p.typed = numberOf(c.Digests.Typed, keys.typed)
	}
	switch {
	case c.Correct:
	case c.Label != "":
		g.labels[c.Label]++
	default:
		g.unlabelled++
	}
}

// number gives equal digests the same positive number. An answer without a
// digest gets a negative one of its own, since nothing says what it equals.
func (g *grid) number(digest string, answers map[string]int32) int32 {
	if digest == "" {
		g.undigested++
		return -int32(g.undigested)
	}
	return numberOf(digest, answers)
}

func numberOf(digest string, answers map[string]int32) int32 {
	n, ok := answers[digest]
	if !ok {
		n = int32(len(answers))
		answers[digest] = n
	}
	return n
}
