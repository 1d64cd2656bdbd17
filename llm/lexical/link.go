package lexical

import "slices"

// source is where the rows of a mentioned thing stand.
type source struct {
	tables []*table // more than one when each holds a part of the members
	filter string   // the discriminator's column, or ""
	value  string   // what the discriminator must be
}

func (src source) key() []string { return keyOf(src.tables[0]) }

// find looks for the rows of the thing called words. near is a table that holds
// them, among others, or nil. ok is false when nothing fits.
func (s *shape) find(words []string, near *table) (src source, ok bool) {
	if t := s.named(words); t != nil {
		return source{tables: s.holders(t)}, true
	}
	for _, t := range s.entities {
		if c := t.column(discriminator(t)); c != nil {
			for _, v := range c.values {
				if within(words, nameWords(v)) {
					return source{[]*table{t}, c.name, v}, true
				}
			}
		}
	}
	if near == nil {
		near = s.family(words)
	}
	if near == nil {
		return source{}, false
	}
	if t, _ := s.mixed(words, near); t != nil {
		return source{[]*table{t}, discriminator(t), camel(s.fullName(words))}, true
	}
	return source{tables: s.holders(near)}, true
}

// mixed is the table with rows of several types that may hold the thing called
// words: near or one of a subtype. sure says that something speaks for it: the
// names of links, or a column that shares a word.
func (s *shape) mixed(words []string, near *table) (best *table, sure bool) {
	home := s.family(words)
	for _, t := range s.entities {
		if discriminator(t) == "" || !s.under(t, near) {
			continue
		}
		if t == home || likeColumn(words, t) {
			return t, true
		}
		if best == nil {
			best = t
		}
	}
	return best, false
}

// named is the entity table of that name, else the one whose name has all the
// words and the fewest others.
func (s *shape) named(words []string) *table {
	var best *table
	extra := 0
	for _, t := range s.entities {
		w := t.words
		if slices.Equal(w, words) {
			return t
		}
		if within(words, w) && (best == nil || len(w) < extra) {
			best, extra = t, len(w)
		}
	}
	return best
}

// fullName is the shortest name of a type that has the words, as links tell it,
// or the words themselves.
func (s *shape) fullName(words []string) []string {
	full, found := words, false
	for _, r := range s.relations {
		for _, e := range r.ends {
			if within(words, e.kind) && (!found || len(e.kind) < len(full)) {
				full, found = e.kind, true
			}
		}
	}
	return full
}

// family is the table with a discriminator in which the thing called words is
// a type of row, as far as the names of links tell; nil when they do not.
func (s *shape) family(words []string) *table {
	for _, r := range s.relations {
		for _, e := range r.ends {
			if e.target != nil && !e.own && discriminator(e.target) != "" && (within(words, e.kind) || slices.Equal(words, e.label)) {
				return e.target
			}
		}
	}
	return nil
}

// How well an end fits a mention. Only the order of the values matters, and
// that two weak fits are worse than a strong and a middling one.
const (
	fitNone     = 0
	fitConflict = 1 // the end is for another type of the same table
	fitTyped    = 2 // the table has rows of several types, this may be one
	fitOpen     = 2 // the dump does not say what the columns refer to
	fitKey      = 2 // the columns have the name of the thing's key
	fitKnown    = 4 // the thing is a type of row in that table, or below it
	fitPart     = 5 // its name has the words
	fitWhole    = 8 // its name is the words
)

// fit says how well the end e fits the thing called words.
func (s *shape) fit(words []string, e end) int {
	best := fitNone
	for _, name := range s.names(e) {
		switch {
		case slices.Equal(name, words):
			return fitWhole
		case within(words, name) && s.exact(words) == nil:
			best = fitPart
		}
	}
	return max(best, s.fitByTable(words, e))
}

// names are what an end is called.
func (s *shape) names(e end) [][]string {
	var out [][]string
	if e.target != nil {
		out = append(out, e.target.words)
	}
	if len(e.kind) > 0 {
		out = append(out, e.kind)
	}
	if len(e.label) > 0 {
		out = append(out, e.label)
	}
	return out
}

func (s *shape) exact(words []string) *table {
	for _, t := range s.entities {
		if slices.Equal(t.words, words) {
			return t
		}
	}
	return nil
}

// fitByTable judges an end whose names do not speak of the thing.
func (s *shape) fitByTable(words []string, e end) int {
	t := s.named(words)
	switch {
	case t != nil && e.target != nil && s.under(t, e.target):
		return fitKnown
	case t != nil && (e.target == nil || e.own) && slices.Equal(e.columns, keyOf(t)):
		return fitKey
	case e.target == nil:
		return s.fitOpenEnd(e)
	case t != nil:
		return fitNone
	}
	mixed, sure := s.mixed(words, e.target)
	switch {
	case mixed == nil:
		return fitNone
	case len(e.kind) > 0 && !slices.Equal(e.kind, e.target.words):
		return fitConflict
	case sure:
		return fitKnown
	}
	return fitTyped
}

// fitOpenEnd judges an end without a declared target that is not named after
// the thing.
func (s *shape) fitOpenEnd(e end) int {
	switch {
	case s.exact(e.label) != nil:
		return fitNone
	case len(e.kind) > 0:
		return fitConflict
	}
	return fitOpen
}

// likeColumn reports whether a column of t shares a word with words.
func likeColumn(words []string, t *table) bool {
	return slices.ContainsFunc(t.columns, func(c column) bool {
		return slices.ContainsFunc(nameWords(c.name), func(w string) bool { return slices.Contains(words, w) })
	})
}

// holds reports whether every value in the end's columns is such a thing, so
// that no table needs to be asked which of them are.
func (s *shape) holds(words []string, e end) bool {
	if slices.Equal(words, e.label) || within(words, e.kind) && !e.own {
		return true
	}
	if e.target == nil {
		return false
	}
	t := s.named(words)
	return t != nil && (t == e.target || !e.own && s.under(e.target, t))
}

// step is a relation walked from one end to the other.
type step struct {
	relation
	from, to end
}

// connect finds the relation that best joins the things called a and b, given
// the roots of the question's words. Of equals the first of the dump wins.
func (s *shape) connect(a, b []string, roots map[string]bool) (step, bool) {
	var best step
	score := 0
	for _, r := range s.relations {
		for _, i := range []int{1, 0} { // of a foreign key, the many sides of each one first
			from, to := r.ends[i], r.ends[1-i]
			fa, fb := s.fit(a, from), s.fit(b, to)
			if fa == fitNone || fb == fitNone || !s.alike(a, r.table, from) || !s.alike(b, r.table, to) {
				continue
			}
			if n := 2*min(fa, fb) + fa + fb + 3*common(r, roots, a, b); n > score {
				best, score = step{r, from, to}, n
			}
		}
	}
	return best, score > 0
}

// alike reports whether the columns of an end have the types of the thing's
// key, as far as the dump tells them.
func (s *shape) alike(words []string, t *table, e end) bool {
	named := s.named(words)
	return named == nil || sameKinds(t, e.columns, named, keyOf(named))
}

// sameKinds reports whether columns of two tables can be compared pairwise, as
// far as the dump tells their types.
func sameKinds(t *table, columns []string, o *table, others []string) bool {
	for i := range min(len(columns), len(others)) {
		c, d := t.column(columns[i]), o.column(others[i])
		if c != nil && d != nil && kindOf(c.kind) != kindOf(d.kind) {
			return false
		}
	}
	return true
}

// kindOf is the first of the types that compare with one another.
func kindOf(kind string) string {
	switch {
	case numeric[kind] || kind == "serial" || kind == "bigserial":
		return "integer"
	case set("varchar character char citext bpchar")[kind]:
		return "text"
	}
	return kind
}

// common counts the roots that the relation's name and the question share,
// those of the joined things themselves aside.
func common(r relation, roots map[string]bool, a, b []string) int {
	n := 0
	for w := range r.roots {
		own := func(thing string) bool { return root(thing) == w }
		if roots[w] && !slices.ContainsFunc(a, own) && !slices.ContainsFunc(b, own) {
			n++
		}
	}
	return n
}
