package lexical

import (
	"slices"
	"strings"
	"unicode"
)

// phrases is a question with the attributes and things it mentions marked, for
// the questions that ask about values.
type phrases struct {
	reader
	raw    []string // the tokens as they were given
	quoted []bool
	attrs  map[int]*attribute // by the first token of their mention
	ends   map[int]int        // the token behind the mention that begins there
}

// markedTokens splits a question like tokenize, but keeps what is in quotes
// whole, dates with their hyphens, and the end of a sentence as ".".
func markedTokens(question string) (text, raw []string, quoted []bool) {
	add := func(s string, q bool) {
		if s != "" {
			text, raw, quoted = append(text, strings.ToLower(s)), append(raw, s), append(quoted, q)
		}
	}
	for rest := strings.TrimSpace(question); rest != ""; rest = strings.TrimSpace(rest) {
		if inner, after, ok := quotation(rest); ok {
			add(inner, true)
			rest = after
			continue
		}
		field, after, _ := strings.Cut(rest, " ")
		rest = after
		word := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		parts := []string{word}
		if word != "" && !unicode.IsDigit([]rune(word)[0]) {
			parts = strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '_' || r == '/' })
		}
		for _, part := range parts {
			add(strings.TrimSuffix(strings.TrimSuffix(part, "'s"), "’s"), false)
		}
		if field != "" && strings.ContainsAny(field[len(field)-1:], ",;:") {
			add(",", false)
		} else if field != "" && strings.ContainsAny(field[len(field)-1:], ".?!") {
			add(".", false)
		}
	}
	return text, raw, quoted
}

// quotation reads a text in quotes that s begins with.
func quotation(s string) (inner, rest string, ok bool) {
	for _, pair := range []string{`""`, "''", "``", "“”", "‘’"} {
		r := []rune(pair)
		body, opened := strings.CutPrefix(s, string(r[0]))
		if i := strings.Index(body, string(r[1])); opened && i > 0 {
			return body[:i], body[i+len(string(r[1])):], true
		}
	}
	return "", s, false
}

// mark reads a question against what the schema names.
func mark(question string, s *shape) *phrases {
	p := &phrases{attrs: map[int]*attribute{}, ends: map[int]int{}}
	p.tokens, p.raw, p.quoted = markedTokens(question)
	p.bounded = map[int]bound{}
	attributes := s.attributes()
	for n := 6; n > 0; n-- {
		for _, a := range attributes {
			if len(a.words) == n {
				p.findAttribute(a, s)
			}
		}
		p.findKnown(slices.DeleteFunc(slices.Clone(s.concepts), func(c []string) bool { return len(c) != n }))
	}
	p.findParts(attributes)
	p.findNamed(attributes)
	p.findCompared(attributes)
	p.reserveFigures()
	p.widen(s)
	p.findCued()
	p.findPlurals()
	p.dropWords()
	slices.SortFunc(p.mentions, func(a, b mention) int { return a.at - b.at })
	p.findBounds()
	return p
}

// findAttribute marks where the question names the attribute: all its words,
// "number of" between them aside, or of a time the participle that it is named by.
func (p *phrases) findAttribute(a *attribute, s *shape) {
	for i := range p.tokens {
		end := i
		for _, w := range a.words {
			for end > i && (p.phrase(end, "number") || p.phrase(end, "of")) {
				end++
			}
			if p.taken(end) || singular(p.token(end)) != w {
				end = -1
				break
			}
			end++
		}
		if end < 0 && a.temporal() && len(a.words) == 2 && !p.taken(i) && p.tokens[i] == a.words[0] && (a.words[1] == "at" || a.words[1] == "on") {
			end = i + 1
		}
		if end > 0 && !p.premodifies(a, i, end, s) {
			p.addAttribute(a, i, end)
		}
	}
}

func (p *phrases) addAttribute(a *attribute, at, end int) {
	p.attrs[at], p.ends[at] = a, end
	p.mentions = append(p.mentions, mention{at: at, end: end})
}

// findParts marks attributes that are named by all words but the unit, or by
// the last one if it is that of no other.
func (p *phrases) findParts(attributes []*attribute) {
	for i, t := range p.tokens {
		w := singular(t)
		if p.taken(i) || stops[t] || verbs[t] || forms[w] || p.isNumber(i) {
			continue
		}
		var found []*attribute
		for _, a := range attributes {
			n := len(a.words)
			if n == 2 && units[a.words[1]] && a.words[0] == w || n > 1 && a.words[n-1] == w && !a.boolean() && !units[w] {
				found = append(found, a)
			}
		}
		if len(found) == 1 {
			p.addAttribute(found[0], i, i+1)
		}
	}
}

// findNamed marks "named" and its like before a value as the name or title.
func (p *phrases) findNamed(attributes []*attribute) {
	for i := range p.tokens {
		if !set("named called titled entitled")[p.tokens[i]] || p.taken(i) || p.taken(i+1) || i+1 >= len(p.tokens) || !p.value(i+1, &attribute{}) {
			continue
		}
		for _, word := range []string{"name", "title"} {
			k := slices.IndexFunc(attributes, func(a *attribute) bool { return len(a.words) == 1 && a.words[0] == word })
			if k >= 0 && !p.taken(i) {
				p.addAttribute(attributes[k], i, i+1)
			}
		}
	}
}

// units may stand at the end of a column's name.
var units = set("kg g mg t lb mb gb kb tb km m cm mm mile ms s sec second min minute hour day usd eur gbp dollar euro cent percent pct celsius")

// findCompared marks the attribute of a comparison that does not name it whole:
// "whose part is larger than 3 mm", "longer than 3 minutes".
func (p *phrases) findCompared(attributes []*attribute) {
	for i := range p.tokens {
		if comparatives[p.tokens[i]] == "" || !p.phrase(i+1, "than") || !p.figure(i+2) || p.preceded(i) {
			continue
		}
		at, end := i, i
		words := set(measured[p.tokens[i]])
		if j := i - 2; copulas[p.token(i-1)] && j >= 0 && !p.taken(j) && !stops[p.token(j)] && p.token(j-1) == "whose" {
			at, end, words = j, j+1, map[string]bool{singular(p.tokens[j]): true}
		}
		unit := singular(p.token(i + 3))
		score := func(a *attribute) (n int) {
			for _, w := range a.words {
				switch {
				case words[w]:
					n += 2
				case w == unit && units[w]:
					n++
				}
			}
			return n
		}
		var best *attribute
		for _, a := range attributes {
			if n := score(a); n > 0 && !a.boolean() && (best == nil || n > score(best)) {
				best = a
			}
		}
		if best != nil {
			p.addAttribute(best, at, end)
		}
	}
}

// preceded reports whether an attribute is named right before the comparison
// at i.
func (p *phrases) preceded(i int) bool {
	for at := range p.attrs {
		if p.ends[at] == i || p.ends[at] == i-1 && (copulas[p.token(i-1)] || p.phrase(i-1, "of")) {
			return true
		}
	}
	return false
}

// measured are the names of what an adjective compares.
var measured = map[string]string{
	"longer": "duration length runtime", "shorter": "duration length runtime", "larger": "size area", "bigger": "size area", "smaller": "size area",
	"older": "age", "heavier": "weight", "lighter": "weight", "cheaper": "price cost", "taller": "height", "younger": "age", "higher": "height", "lower": "height",
}

// premodifies reports whether words that name a boolean column called is_… are
// rather the first part of a type's name: they stand before a noun, and the
// noun's table has rows of several types.
func (p *phrases) premodifies(a *attribute, i, end int, s *shape) bool {
	if !a.any(func(pl place) bool { return strings.HasPrefix(pl.kind, "bool") && nameWords(pl.name)[0] == "is" }) {
		return false
	}
	next := p.token(end)
	if participle(p.tokens[i]) {
		return false
	}
	if next == "" || next == "," || next == "." || stops[next] {
		return false
	}
	head := s.named([]string{singular(next)})
	return head == nil || discriminator(head) != "" || slices.ContainsFunc(s.concepts, func(c []string) bool {
		return len(c) > 1 && c[0] == singular(p.tokens[i]) && c[1] == singular(next)
	})
}

// widen adds the word before a thing to its name where its table has rows
// of several types.
func (p *phrases) widen(s *shape) {
	for k := range p.mentions {
		m := &p.mentions[k]
		j := m.at - 1
		if len(m.words) != 1 || j < 0 || p.taken(j) || stops[p.tokens[j]] || articles[p.tokens[j]] || p.plain(j) {
			continue
		}
		if t := s.exact(m.words); t != nil && discriminator(t) != "" {
			m.at, m.words = j, append([]string{singular(p.tokens[j])}, m.words...)
		}
	}
}

// plain reports whether the word at j has to do with counting or asking only.
func (p *phrases) plain(j int) bool {
	w := p.tokens[j]
	return p.isNumber(j) || fillers[singular(w)] || most[w] || least[w] || verbs[w] || folds[w] != "" || w == "." || p.quoted[j]
}

// findPlurals marks things that are not named in the schema where a noun in
// the plural stands behind an article, "are", "not" or a preposition, also after adjectives
// that are attributes.
func (p *phrases) findPlurals() {
	for i, t := range p.tokens {
		if !set("the all not by any a from of on in with to for are")[t] {
			continue
		}
		j := i + 1
		for a := p.attrs[j]; a != nil && a.boolean(); a = p.attrs[j] {
			j = p.ends[j]
		}
		if p.phrase(j, "ids") || p.phrase(j, "names") || p.phrase(j, "numbers") || p.isNumber(j) || folds[p.token(j)] != "" {
			continue
		}
		if t == "any" {
			p.addCued(j)
		}
		p.addPlural(j)
	}
	for i, a := range p.attrs {
		if a.boolean() {
			p.addPlural(p.ends[i])
		}
	}
	for i := range p.tokens {
		j := i
		for p.phrase(i, "included") && j > 0 && !stops[p.tokens[j-1]] && !p.taken(j-1) {
			j--
		}
		if j < i {
			p.addPlural(j)
		}
	}
}

// reserveFigures marks numbers behind an attribute with their units, so that
// these are not read as things.
func (p *phrases) reserveFigures() {
	for i := range p.attrs {
		for j := p.ends[i]; j < min(p.ends[i]+5, len(p.tokens)) && (j == p.ends[i] || !p.taken(j)); j++ {
			if p.phrase(j, "between") && p.figure(j+1) && p.phrase(j+2, "and") && p.figure(j+3) {
				end := j + 4
				if units[singular(p.token(end))] {
					end++
				}
				p.mentions = append(p.mentions, mention{at: j, end: end})
				break
			}
			if !p.isNumber(j) || !p.phrase(j-1, "than") && p.comparison(j) == "" {
				continue
			}
			end := j + 1
			if unit := p.token(end); unit != "" && !stops[unit] && !p.taken(end) {
				end++
			}
			p.mentions = append(p.mentions, mention{at: j, end: end})
			break
		}
	}
}

// forms are what an answer may be asked to be: no things.
var forms = set("array row column number id name order list value alphabetical exactly result pair table sum average tie")

// dropWords drops mentions that are a word for the answer's form, or a verb:
// what is no plural and stands before a comparison.
func (p *phrases) dropWords() {
	p.mentions = slices.DeleteFunc(p.mentions, func(m mention) bool {
		if len(m.words) == 0 {
			return false
		}
		last := m.words[len(m.words)-1]
		verb := !plural(p.tokens[m.end-1]) && set("at more fewer less exactly no")[p.token(m.end)]
		return forms[last] || verb && !articles[p.token(m.at-1)]
	})
}

// addPlural marks up to three words at j that end in a plural.
func (p *phrases) addPlural(j int) {
	for articles[p.token(j)] && !p.phrase(j, "no") {
		j++
	}
	if p.isNumber(j) {
		return
	}
	for end := j; end < min(j+3, len(p.tokens)); end++ {
		if p.taken(end) || stops[p.tokens[end]] || verbs[p.tokens[end]] || participle(p.tokens[end]) && end > j {
			return
		}
		if plural(p.tokens[end]) {
			p.add(j, end+1)
			return
		}
	}
}

// Words of asking and of folding many values into one.
var (
	verbs = set("return list show give find display report tell get select compute name")
	folds = map[string]string{
		"latest": "max", "last": "max", "newest": "max", "highest": "max", "largest": "max", "greatest": "max", "biggest": "max", "longest": "max",
		"heaviest": "max", "tallest": "max", "lightest": "min", "cheapest": "min", "maximum": "max", "maximal": "max", "most": "max", "oldest": "max", "earliest": "min", "first": "min", "lowest": "min", "smallest": "min",
		"shortest": "min", "minimum": "min", "minimal": "min", "fewest": "min", "least": "min", "youngest": "min",
		"average": "avg", "mean": "avg", "sum": "sum", "total": "sum", "combined": "sum",
	}
	// pronouns stand for the members spoken of before.
	pronouns = set("these those them they ones")
)
