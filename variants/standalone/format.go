package standalone

import (
	"slices"
	"strings"
)

// A text is laid out in three steps: its tokens become pieces, parentheses being
// pieces that hold others (pieces.go); a query's pieces are cut into clauses; a
// clause becomes lines.

const (
	inset = 4   // how far a level is set in
	width = 110 // a longer list of columns or conditions has a line for each
)

// line is a line of the layout. Its text has line breaks of its own only inside
// a literal.
type line struct {
	indent int
	text   string
}

func texts(lines []line) []string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = strings.Repeat(" ", l.indent) + l.text
	}
	return all
}

// format lays a statement out with one clause a line: joins are set in under FROM,
// further conditions under WHERE, and a query in parentheses has lines of its
// own. It changes nothing but the space between tokens, takes parentheses off
// that say nothing in a list of UNION ALL, and puts AS before names in FROM. sql
// is as Postgres's parser library writes it: keywords in capitals, no comments.
func format(sql string) []line { return query(pieces(sql), 0) }

// query lays out a SELECT, VALUES or several joined by UNION and the like.
func query(all []piece, indent int) []line {
	var lines []line
	for _, c := range clauses(flat(all)) {
		lines = append(lines, clause(c, indent)...)
	}
	return lines
}

// clauses cuts a query before the words that begin a clause.
func clauses(all []piece) [][]piece {
	var cut [][]piece
	for i, p := range all {
		if i == 0 || begins(all, i) {
			cut = append(cut, nil)
		}
		cut[len(cut)-1] = append(cut[len(cut)-1], p)
	}
	return cut
}

// begins says whether a clause begins at a piece of a query.
func begins(all []piece, i int) bool {
	before := wordAt(all, i-1)
	switch wordAt(all, i) {
	case "FROM":
		return before != "DISTINCT" && before != "ROWS"
	case "GROUP", "ORDER":
		return wordAt(all, i+1) == "BY" && before != "WITHIN"
	case "FOR":
		return slices.Contains([]string{"UPDATE", "SHARE", "NO", "KEY"}, wordAt(all, i+1))
	case "SELECT", "WHERE", "HAVING", "WINDOW", "LIMIT", "OFFSET", "FETCH", "UNION", "INTERSECT", "EXCEPT":
		return true
	case "VALUES":
		return slices.Contains([]string{"UNION", "INTERSECT", "EXCEPT", "ALL"}, before)
	}
	return false
}

// wordAt is the word at a place; "" when there is another thing or nothing.
func wordAt(all []piece, i int) string {
	if i < 0 || i >= len(all) {
		return ""
	}
	return all[i].word
}

func clause(c []piece, indent int) []line {
	switch c[0].word {
	case "FROM":
		return from(c, indent)
	case "WHERE", "HAVING":
		return list(c, cutAt(c, "AND"), indent, len(cutAt(c, "AND")) > 1)
	case "WITH":
		return list(c, cutAt(c, ","), indent, true)
	}
	return list(c, cutAt(c, ","), indent, false)
}

// list lays out a clause in one line, or when that is too long or split says so,
// with a line for each part, the first behind the clause's word.
func list(whole []piece, parts [][]piece, indent int, split bool) []line {
	if one := flow(whole, indent); !split && (len(parts) == 1 || len(one) > 1 || indent+len(one[0].text) <= width) {
		return one
	}
	lines := flow(parts[0], indent)
	for _, part := range parts[1:] {
		lines = append(lines, flow(part, indent+inset)...)
	}
	return lines
}

// cutAt cuts before each AND, or behind each comma, that is not inside something.
func cutAt(all []piece, at string) [][]piece {
	cut := [][]piece{nil}
	between, cases := false, 0
	for i, p := range all {
		switch p.word {
		case "CASE":
			cases++
		case "END":
			cases--
		case "BETWEEN":
			between = true
		}
		here := p.word == "AND" && at == "AND" && cases == 0 && !between
		if p.word == "AND" {
			between = false
		}
		if here || i > 0 && at == "," && all[i-1].text == "," {
			cut = append(cut, nil)
		}
		cut[len(cut)-1] = append(cut[len(cut)-1], p)
	}
	return cut
}

// from lays out FROM with a line for each join.
func from(c []piece, indent int) []line {
	var lines []line
	for i, part := range fromParts(c) {
		at := indent
		if i > 0 {
			at += inset
		}
		lines = append(lines, list(part, cutAt(part, "AND"), at, false)...)
	}
	return lines
}

// fromParts cuts FROM before each join and behind each comma.
func fromParts(c []piece) [][]piece {
	cut := [][]piece{nil}
	for i, p := range c {
		if i > 0 && (joinBegins(c, i) || c[i-1].text == ",") {
			cut = append(cut, nil)
		}
		cut[len(cut)-1] = append(cut[len(cut)-1], p)
	}
	for i := range cut {
		cut[i] = withAlias(cut[i])
	}
	return cut
}

// joinBegins says whether the words of a join begin at a place.
func joinBegins(c []piece, i int) bool {
	kinds := []string{"NATURAL", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "OUTER"}
	if slices.Contains(kinds, wordAt(c, i-1)) {
		return false
	}
	for slices.Contains(kinds, wordAt(c, i)) {
		i++
	}
	return wordAt(c, i) == "JOIN"
}

// withAlias puts AS before the name of a thing in FROM.
func withAlias(part []piece) []piece {
	i := 0
	for slices.Contains([]string{"FROM", "NATURAL", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "OUTER", "JOIN", "LATERAL", "ONLY"}, wordAt(part, i)) {
		i++
	}
	i = pastThing(part, i)
	if i >= len(part) || !part[i].name() || slices.Contains([]string{"ON", "USING", "AS", "TABLESAMPLE"}, part[i].word) {
		return part
	}
	return slices.Insert(slices.Clone(part), i, piece{text: "AS", word: "AS", space: true})
}

// pastThing passes a table, a function with its arguments or what is in
// parentheses, where joins are laid out likewise.
func pastThing(part []piece, i int) int {
	if wordAt(part, i) == "ROWS" && wordAt(part, i+1) == "FROM" {
		return i + 3
	}
	if i < len(part) && part[i].inside != nil && !part[i].query() {
		var inner []piece
		for _, p := range fromParts(part[i].inside) {
			inner = append(inner, p...)
		}
		part[i].inside = inner
	}
	i++
	for i+1 < len(part) && part[i].text == "." {
		i += 2
	}
	if i < len(part) && part[i].inside != nil && !part[i].space {
		i++
	}
	if wordAt(part, i) == "WITH" && wordAt(part, i+1) == "ORDINALITY" {
		i += 2
	}
	return i
}

// flow writes pieces one after the other; a query in parentheses begins new lines
// and what follows it goes on behind the closing one.
func flow(all []piece, indent int) []line {
	lines := []line{{indent: indent}}
	write := func(p piece, text string) {
		last := &lines[len(lines)-1]
		if p.space && last.text != "" && !strings.HasSuffix(last.text, "(") {
			last.text += " "
		}
		last.text += text
	}
	for _, p := range all {
		switch {
		case p.query():
			write(p, "(")
			lines = append(lines, query(p.inside, indent+inset)...)
			lines = append(lines, line{indent, ")"})
		case p.inside != nil:
			inner := flow(p.inside, indent)
			write(p, "("+inner[0].text)
			lines = append(lines, inner[1:]...)
			lines[len(lines)-1].text += ")"
		default:
			write(p, p.text)
		}
	}
	return lines
}
