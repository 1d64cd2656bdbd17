package trial

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/small"
	"ercheck/variants/pgsql"
)

// SearchOptions bound a search. The zero value takes the defaults.
type SearchOptions struct {
	Whole int    // instances of one bound that are all tried; default 4,000
	Drawn int    // instances that are tried by chance; default 1,000
	Seed  uint64 // of chance
}

// The defaults of a search, and the sizes that are drawn.
const (
	defaultWhole = 4000
	defaultDrawn = 1000
	mostWhole    = 3 // entities of each hierarchy up to which all instances are tried, where they are few enough
)

// mostDrawn are the sizes of instances by chance, in turn: most entities of each
// hierarchy. Many are needed where a limit cuts.
var mostDrawn = []int{2, 3, 4, 6, 10}

// batch is how many instances are loaded at a time.
const batch = 500

// Searched says how far a search went.
type Searched struct {
	Bound int // every instance with at most so many entities of each hierarchy was tried; 0 = not even with one
	Whole int // how many these were
	Drawn int // how many more were tried by chance, with more entities
}

// Witness is the instance that told a suspect.
type Witness struct {
	Verdict  Verdict
	Instance *instance.Memory
}

// Search tries small instances until each wanted suspect is told or the bounds
// are reached, and gives the witnesses by suspect. texts are all the queries: what
// they mention decides which instances differ. What was loaded before is gone.
func (c *Case) Search(ctx context.Context, texts []string, wanted []int, o SearchOptions) (map[int]Witness, Searched, error) {
	if o.Whole == 0 {
		o.Whole = defaultWhole
	}
	if o.Drawn == 0 {
		o.Drawn = defaultDrawn
	}
	s := &search{Case: c, wanted: slices.Clone(wanted), found: map[int]Witness{}}
	s.views = mentionedViews(c.session.views, texts)
	s.focus = small.NewFocus(c.session.model, s.views, mentions(texts), instance.ConstantsIn(texts))
	if err := s.whole(ctx, o.Whole); err != nil {
		return nil, s.reached, err
	}
	return s.found, s.reached, s.draw(ctx, o)
}

// search is one search while it runs.
type search struct {
	*Case
	views   []er.View
	focus   *small.Focus
	wanted  []int // suspects that are not told yet
	found   map[int]Witness
	reached Searched
}

// whole tries all instances of growing bounds while they are few enough.
func (s *search) whole(ctx context.Context, most int) error {
	for bound := 1; bound <= mostWhole; bound++ {
		all, complete := enumerate(small.NewSpace(s.focus, bound), most)
		if !complete {
			return nil
		}
		if err := s.try(ctx, all); err != nil {
			return err
		}
		s.reached.Bound, s.reached.Whole = bound, len(all)
	}
	return nil
}

// maxTries bounds how many ways are looked at for each instance that is wanted:
// some lead to none.
const maxTries = 10

// enumerate gives every instance of a space, unless there are more than most.
func enumerate(space *small.Space, most int) (all []*instance.Memory, complete bool) {
	var o small.Odometer
	for tries := 0; ; tries++ {
		if m := space.Build(&o); m != nil {
			all = append(all, m)
		}
		if len(all) > most || tries > most*maxTries {
			return nil, false
		}
		if !o.Next() {
			return all, true
		}
	}
}

// draw tries instances by chance.
func (s *search) draw(ctx context.Context, o SearchOptions) error {
	chance := small.Chance{Rand: rand.New(rand.NewPCG(o.Seed, 1))}
	var spaces []*small.Space
	for _, most := range mostDrawn {
		spaces = append(spaces, small.NewSpace(s.focus, most))
	}
	var drawn []*instance.Memory
	for try := 0; len(drawn) < o.Drawn && try < o.Drawn*maxTries; try++ {
		if m := spaces[try%len(spaces)].Build(chance); m != nil {
			drawn = append(drawn, m)
		}
	}
	s.reached.Drawn = len(drawn)
	return s.try(ctx, drawn)
}

// try runs the suspects that are left on instances, a batch at a time.
func (s *search) try(ctx context.Context, all []*instance.Memory) error {
	for some := range slices.Chunk(all, batch) {
		if len(s.wanted) == 0 {
			return nil
		}
		sources := make([]instance.Source, len(some))
		for i, m := range some {
			sources[i] = m
		}
		if err := s.session.load(ctx, s.views, sources); err != nil {
			return err
		}
		for i, m := range some {
			if err := s.on(ctx, i, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// on runs them on one instance.
func (s *search) on(ctx context.Context, number int, m *instance.Memory) error {
	if len(s.wanted) == 0 {
		return nil
	}
	verdicts, err := s.Compare(ctx, number, s.wanted)
	if err != nil {
		return err
	}
	var left []int
	for i, at := range s.wanted {
		if verdicts[i].Tells() {
			s.found[at] = Witness{verdicts[i], m}
		} else {
			left = append(left, at)
		}
	}
	s.wanted = left
	return nil
}

// mentions says whether a column's name is a word of any of the texts.
func mentions(texts []string) func(er.ViewColumn) bool {
	words := wordsOf(texts)
	return func(c er.ViewColumn) bool { return mentioned(words, texts, pgsql.Identifier(c.Name)) }
}

func mentionedViews(views []er.View, texts []string) []er.View {
	words := wordsOf(texts)
	return slices.DeleteFunc(slices.Clone(views), func(v er.View) bool { return !mentioned(words, texts, pgsql.ViewName(v)) })
}

var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

func wordsOf(texts []string) map[string]bool {
	words := map[string]bool{}
	for _, t := range texts {
		for _, w := range word.FindAllString(t, -1) {
			words[w], words[strings.ToLower(w)] = true, true
		}
	}
	return words
}

// mentioned takes a name of more than one word for mentioned where its text is.
func mentioned(words map[string]bool, texts []string, name string) bool {
	if words[name] {
		return true
	}
	return word.FindString(name) != name && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, name) })
}
