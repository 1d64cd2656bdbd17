package lexical

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// form is the form of answer a question asks for.
type form int

const (
	formList  form = iota // which things
	formEach              // a count for each thing
	formRank              // the first things by a count
	formTotal             // one count
)

// mention is a thing that a question speaks of.
type mention struct {
	words  []string // in the singular
	at     int      // the first token of it
	end    int      // the token behind it
	counts []bound  // bounds on how many of other things it has

	conditions []condition // on its attributes
}

// bound is "at least 3" of a thing.
type bound struct {
	of mention
	op string // a comparison of SQL
	n  int
}

// intent is what a question asks.
type intent struct {
	form      form
	subject   mention
	chains    [][]mention // for each count, what leads from the subject to what is counted
	limit     int         // of formRank
	ascending bool        // the fewest first
	times     bool        // occurrences are counted, not different things
	roots     map[string]bool
}

// reader walks over a question's tokens.
type reader struct {
	tokens   []string // lower-case words, numbers, punctuation
	mentions []mention
	bounded  map[int]bound // by the index of the mention that is bounded
}

// parseQuestion reads a question; concepts are the things the schema names,
// longest first. A question it makes nothing of gives an empty subject.
func parseQuestion(question string, concepts [][]string) intent {
	r := reader{tokens: tokenize(question), bounded: map[int]bound{}}
	r.findKnown(concepts)
	r.findCued()
	slices.SortFunc(r.mentions, func(a, b mention) int { return a.at - b.at })
	r.findBounds()
	in := r.intent()
	in.roots = map[string]bool{}
	for _, t := range r.tokens {
		if !stops[t] {
			in.roots[root(t)] = true
		}
	}
	return in
}

func tokenize(question string) []string {
	var out []string
	for _, field := range strings.Fields(strings.ToLower(question)) {
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '_' || r == '/' }) {
			out = append(out, strings.TrimSuffix(strings.TrimSuffix(part, "'s"), "’s"))
		}
		if strings.HasSuffix(field, ",") || strings.HasSuffix(field, ";") {
			out = append(out, ",")
		}
	}
	return out
}

// Words of grammar.
var (
	articles = set("each every per a an the any all its their his her our your no")
	stops    = set(", . that which who whom whose what where when how many much is are was were be been being has have had " +
		"do does did on in by from of to with at for as and or not than they them it he she there this these those " +
		"per each every can could will would should may might")
	fillers = set("total different distinct unique various individual other piece item number count amount of the overall separate")
	numbers = map[string]int{"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
		"eight": 8, "nine": 9, "ten": 10, "once": 1, "twice": 2}
	most  = set("most largest greatest highest biggest maximum")
	least = set("fewest smallest lowest least minimum")
)

func (r *reader) token(i int) string {
	if i < 0 || i >= len(r.tokens) {
		return ""
	}
	return r.tokens[i]
}

func (r *reader) number(i int) (int, bool) {
	if n, ok := numbers[r.token(i)]; ok {
		return n, true
	}
	n, err := strconv.Atoi(r.token(i))
	return n, err == nil && n >= 0
}

// phrase is whether the words stand at i.
func (r *reader) phrase(i int, words ...string) bool {
	for k, w := range words {
		if r.token(i+k) != w {
			return false
		}
	}
	return true
}

func (r *reader) taken(i int) bool {
	return slices.ContainsFunc(r.mentions, func(m mention) bool { return m.at <= i && i < m.end })
}

func (r *reader) add(at, end int) {
	m := mention{at: at, end: end}
	for _, t := range r.tokens[at:end] {
		m.words = append(m.words, singular(t))
	}
	r.mentions = append(r.mentions, m)
}

// findKnown marks where the question names a concept, whole or, if that is a
// noun by itself there, by its first or last word.
func (r *reader) findKnown(concepts [][]string) {
	for _, c := range concepts {
		for i := 0; i+len(c) <= len(r.tokens); i++ {
			if r.names(i, c) {
				r.add(i, i+len(c))
			}
		}
	}
	for i := range r.tokens {
		if !r.taken(i) && r.noun(i) && slices.ContainsFunc(concepts, func(c []string) bool {
			w := singular(r.tokens[i])
			return len(c) > 1 && (c[0] == w || c[len(c)-1] == w)
		}) {
			r.add(i, i+1)
		}
	}
}

func (r *reader) names(i int, concept []string) bool {
	for k, w := range concept {
		if r.taken(i+k) || singular(r.tokens[i+k]) != w {
			return false
		}
	}
	return true
}

// noun reports whether the word at i stands where a noun does.
func (r *reader) noun(i int) bool {
	next := r.token(i + 1)
	return plural(r.tokens[i]) || articles[r.token(i-1)] && (next == "" || stops[next] || participle(next))
}

// findCued marks things that the schema does not name, where grammar tells
// that a noun must stand: behind "each", "how many", a number.
func (r *reader) findCued() {
	for i := range r.tokens {
		switch {
		case r.phrase(i, "how", "many"), r.phrase(i, "number", "of"):
			r.addCued(i + 2)
		case set("each every per which")[r.tokens[i]], most[r.tokens[i]]:
			r.addCued(i + 1)
		default:
			if _, ok := r.number(i); ok {
				r.addCued(i + 1)
			}
		}
	}
}

// addCued marks the noun at i: up to its plural, or to a word that is none.
func (r *reader) addCued(i int) {
	for fillers[singular(r.token(i))] || participle(r.token(i)) {
		i++
	}
	end := i
	for end < len(r.tokens) && !r.taken(end) && !stops[r.tokens[end]] && !participle(r.tokens[end]) && !r.isNumber(end) {
		end++
		if plural(r.tokens[end-1]) {
			break
		}
	}
	known := end < len(r.tokens) && r.taken(end) && !stops[r.tokens[end]]
	if end > i && !known && !r.special(i) {
		r.add(i, end)
	}
}

func (r *reader) isNumber(i int) bool {
	_, ok := r.number(i)
	return ok
}

// special reports whether the word at i has a meaning of its own behind a cue.
func (r *reader) special(i int) bool {
	t := r.token(i)
	return t == "times" || t == "more" || t == "fewer" || t == "less" || t == "top" || most[t] || least[t]
}

func participle(w string) bool { return len(w) > 4 && strings.HasSuffix(w, "ed") }

// findBounds reads "at least 3 things" and its like.
func (r *reader) findBounds() {
	for i := range r.tokens {
		n, ok := r.number(i)
		if !ok {
			continue
		}
		op := r.comparison(i)
		if m := r.mentionFrom(i + 1); op != "" && m >= 0 {
			r.bounded[m] = bound{op: op, n: n}
		}
	}
}

// comparison is the one that the words around the number at i make, or "".
func (r *reader) comparison(i int) string {
	switch {
	case r.phrase(i-2, "at", "least"), r.phrase(i+1, "or", "more"):
		return ">="
	case r.phrase(i-2, "at", "most"), r.phrase(i+1, "or", "fewer"), r.phrase(i+1, "or", "less"):
		return "<="
	case r.phrase(i-2, "more", "than"), r.phrase(i-1, "over"):
		return ">"
	case r.phrase(i-2, "fewer", "than"), r.phrase(i-2, "less", "than"), r.phrase(i-1, "under"):
		return "<"
	case r.phrase(i-1, "exactly"), r.phrase(i, "no"):
		return "="
	}
	return ""
}

// mentionFrom is the index of the first mention at or behind token i, or -1.
func (r *reader) mentionFrom(i int) int {
	return slices.IndexFunc(r.mentions, func(m mention) bool { return m.at >= i })
}

// find gives the first token for which ok, or -1.
func (r *reader) find(ok func(i int) bool) int {
	for i := range r.tokens {
		if ok(i) {
			return i
		}
	}
	return -1
}

// intent sorts the mentions into subject, counted things and bounds.
func (r *reader) intent() intent {
	each := r.find(func(i int) bool { return set("each every per")[r.tokens[i]] })
	many := r.find(func(i int) bool { return r.phrase(i, "how", "many") || r.phrase(i, "number", "of") })
	superlative := r.find(func(i int) bool {
		return r.phrase(i, "top") || (most[r.tokens[i]] || least[r.tokens[i]]) && r.token(i-1) != "at"
	})
	in := intent{times: r.find(func(i int) bool { return r.phrase(i, "times") }) >= 0}
	subject := 0
	switch {
	case each >= 0:
		in.form, subject = formEach, r.mentionFrom(each+1)
	case superlative >= 0:
		in.form, in.limit = formRank, r.limit()
		in.ascending = r.find(func(i int) bool { return least[r.tokens[i]] && r.token(i-1) != "at" }) >= 0
	case many == 0:
		in.form = formTotal
	}
	if subject < 0 || subject >= len(r.mentions) {
		return intent{}
	}
	in.chains = r.chains(in, subject)
	r.attach(&in, subject)
	return in
}

// limit is the number in front of the first mention, or 1.
func (r *reader) limit() int {
	for i := range r.tokens {
		if n, ok := r.number(i); ok && r.comparison(i) == "" {
			return n
		}
	}
	return 1
}

// chains gives, for each thing that is counted, the mentions that lead to it.
func (r *reader) chains(in intent, subject int) [][]mention {
	counted := r.counted(in, subject)
	var between []mention
	for i, m := range r.mentions {
		if _, bounded := r.bounded[i]; i != subject && !bounded && !slices.Contains(counted, i) {
			between = append(between, m)
		}
	}
	if len(counted) == 0 {
		if len(between) == 0 {
			return nil
		}
		return [][]mention{between}
	}
	var out [][]mention
	for _, c := range counted {
		out = append(out, append(slices.Clone(between), r.mentions[c]))
	}
	return out
}

// counted are the indices of the mentions that the question counts.
func (r *reader) counted(in intent, subject int) []int {
	var out []int
	for i := range r.tokens {
		cue := r.phrase(i, "how", "many") || r.phrase(i, "number", "of")
		if in.form == formRank {
			cue = r.phrase(i, "number", "of") || (most[r.tokens[i]] || least[r.tokens[i]]) && r.token(i-1) != "at"
		}
		if !cue || in.times || in.form == formTotal {
			continue
		}
		m := r.mentionFrom(i + 1)
		if _, bounded := r.bounded[m]; m >= 0 && m != subject && !bounded && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// attach hangs each bound on the mention before it: of a count for each thing
// that is what is counted, else the nearest.
func (r *reader) attach(in *intent, subject int) {
	in.subject = r.mentions[subject]
	for i, m := range r.mentions {
		b, ok := r.bounded[i]
		if !ok {
			continue
		}
		b.of = m
		owner := &in.subject
		for c := range in.chains {
			for k := range in.chains[c] {
				near := &in.chains[c][k]
				if near.at < m.at && (in.form == formEach || near.at > owner.at || owner.at > m.at) {
					owner = near
				}
			}
		}
		owner.counts = append(owner.counts, b)
	}
}
