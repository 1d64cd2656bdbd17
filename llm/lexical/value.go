package lexical

import (
	"strconv"
	"strings"
	"time"
)

// comparatives are the comparisons that words make, most with "than".
var comparatives = map[string]string{
	"heavier": ">", "taller": ">", "newer": ">", "lighter": "<", "cheaper": "<", "more": ">", "greater": ">", "larger": ">", "longer": ">", "higher": ">", "bigger": ">", "older": ">", "above": ">", "over": ">", "after": ">", "later": ">", "since": ">=",
	"exceeding": ">", "exceeds": ">", "less": "<", "fewer": "<", "smaller": "<", "shorter": "<", "lower": "<", "younger": "<", "below": "<", "under": "<", "before": "<", "earlier": "<",
}

// compares reads "is larger than 6000 MB", "of at least 3" and "before 2024".
func (p *phrases) compares(c *condition, a *attribute, i, hi int) bool {
	for i < hi && (copulas[p.token(i)] || p.phrase(i, "of") || p.phrase(i, "a")) {
		i++
	}
	switch {
	case p.phrase(i, "between") && i+3 < hi && p.phrase(i+2, "and"):
		c.op, c.n, c.text, c.unit = opBetween, p.tokens[i+1], p.tokens[i+3], singular(p.token(i+4))
		return !c.attr.temporal() && decimal(c.n) && decimal(c.text) || isDate(c.n) && isDate(c.text)
	case p.phrase(i, "at", "least"):
		c.op, i = ">=", i+2
	case p.phrase(i, "at", "most"):
		c.op, i = "<=", i+2
	case comparatives[p.token(i)] != "":
		c.op, i = comparatives[p.token(i)], i+1
		if p.phrase(i, "than") {
			i++
		}
	default:
		return false
	}
	if i >= hi || !p.figure(i) {
		return false
	}
	c.n, c.unit = p.tokens[i], singular(p.token(i+1))
	if n, ok := numbers[c.n]; ok {
		c.n = strconv.Itoa(n)
	}
	return c.temporal() || decimal(c.n)
}

// temporal turns the number of a comparison with a date into a date: the first
// day of a year, or of the next one.
func (c *condition) temporal() bool {
	if !c.attr.temporal() {
		return false
	}
	date := c.n
	if y, err := strconv.Atoi(date); err == nil && len(date) == 4 {
		if c.op == ">" || c.op == "<=" {
			y++
			c.op = map[string]string{">": ">=", "<=": "<"}[c.op]
		}
		date = strconv.Itoa(y) + "-01-01"
	}
	c.text, c.n = date, ""
	return isDate(date)
}

// isDate reports whether s is YYYY-MM-DD and a day of the calendar.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil && s >= "0001"
}

func (p *phrases) figure(i int) bool {
	t := p.token(i)
	_, word := numbers[t]
	return word || t != "" && t[0] >= '0' && t[0] <= '9'
}

// dated reads "in 2024" and "in the year 2024".
func (p *phrases) dated(c *condition, a *attribute, i, hi int) bool {
	if !a.temporal() {
		return false
	}
	for i < hi && (copulas[p.token(i)] || p.phrase(i, "in") || p.phrase(i, "during") || p.phrase(i, "the") || p.phrase(i, "year") || p.phrase(i, "from")) {
		i++
	}
	if y := p.token(i); i < hi && len(y) == 4 && strings.Trim(y, "0123456789") == "" && y > "0000" && y < "9999" {
		c.op, c.text = opYear, y
		return true
	}
	return false
}

// valued reads a value next to the attribute: "the size XL", "size is XL",
// "the XL size".
func (p *phrases) valued(c *condition, a *attribute, i, end, hi int) bool {
	j := end
	for j < hi && (copulas[p.token(j)] || p.phrase(j, "of") || including[p.token(j)] || p.phrase(j, "in") && j+1 < hi && p.quoted[j+1]) {
		j++
	}
	c.op, c.text, c.n = opValue, "", ""
	if p.phrase(j, "not") && j < hi && p.value(j+1, a) {
		c.not, j = true, j+1
	}
	switch {
	case j < hi && !p.taken(j) && (p.value(j, a) || p.bare(i, end, j)):
		c.text = p.raw[j]
	case i > 0 && !p.taken(i-1) && p.value(i-1, a) && p.token(i-2) != "top" && !p.isNumber(i-1):
		c.text = p.raw[i-1]
	default:
		return false
	}
	if !a.wordy() && !a.several() {
		c.op, c.n = "=", c.text
		return decimal(c.text)
	}
	if v := a.declared(c.text); v != "" {
		c.text = v
	}
	return true
}

func decimal(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && len(s) < 18 && strings.Trim(s, "0123456789.") == ""
}

var including = set("include includes including")

// bare reports whether the word at j, behind an attribute in the singular with
// "the" or "is", is its value.
func (p *phrases) bare(i, end, j int) bool {
	adjacent := j == end && (p.phrase(i-1, "the") || p.phrase(i-1, "of") || p.phrase(i-1, "in"))
	if including[p.token(j-1)] {
		return p.common(j)
	}
	return !plural(p.tokens[max(end-1, i)]) && (adjacent || j > end && p.phrase(i-1, "whose")) && p.common(j)
}

// common reports whether the word at j has no meaning of grammar or counting.
func (p *phrases) common(j int) bool {
	t := p.token(j)
	return t != "" && !p.taken(j) && !stops[t] && !p.plain(j) && !copulas[t] && comparatives[t] == "" && !participle(t) && !plural(t) &&
		!set("known unknown missing empty null include included")[t]
}

// declared is the spelling in which the dump allows the value, or "".
func (a *attribute) declared(text string) string {
	for _, pl := range a.places {
		for _, v := range pl.values {
			if strings.EqualFold(v, text) {
				return v
			}
		}
	}
	return ""
}

// value reports whether the token at i is a value: in quotes, with a digit,
// with a capital inside a sentence, or one that the dump allows.
func (p *phrases) value(i int, a *attribute) bool {
	if i >= len(p.tokens) || i < 0 {
		return false
	}
	raw := p.raw[i]
	capital := i > 0 && p.tokens[i-1] != "." && raw != strings.ToLower(raw)
	return p.quoted[i] || strings.ContainsAny(raw, "0123456789") || capital || a.declared(raw) != ""
}
