package standalone

import (
	"slices"

	"ercheck/variants/pgsql/lex"
)

// piece is a token, or what stands between parentheses.
type piece struct {
	text   string
	word   string  // of a bare word, in capitals, as keywords are written; "" for others
	space  bool    // before it
	inside []piece // not nil for parentheses
}

// query says whether a piece is a query in parentheses.
func (p piece) query() bool {
	if len(p.inside) > 1 && p.inside[0].query() {
		return slices.Contains(setWords, p.inside[1].word)
	}
	return slices.Contains([]string{"SELECT", "WITH", "VALUES"}, wordAt(p.inside, 0))
}

var setWords = []string{"UNION", "INTERSECT", "EXCEPT"}

// flat takes the parentheses off the first of several queries joined by UNION
// ALL, where that is such a list itself: they say what holds without them.
func flat(all []piece) []piece {
	if len(all) < 3 || !all[0].query() || !unionAll(all, 1) {
		return all
	}
	first := flat(all[0].inside)
	for i, p := range first {
		other := slices.Contains([]string{"INTERSECT", "EXCEPT", "WITH", "LIMIT", "OFFSET", "FETCH"}, p.word) || p.word == "ORDER" || p.word == "FOR"
		if other || p.word == "UNION" && !unionAll(first, i) {
			return all
		}
	}
	return append(slices.Clone(first), all[1:]...)
}

func unionAll(all []piece, i int) bool {
	return wordAt(all, i) == "UNION" && wordAt(all, i+1) == "ALL"
}

// name says whether a piece can be a name.
func (p piece) name() bool { return p.word != "" || len(p.text) > 0 && p.text[0] == '"' }

// pieces takes a text apart.
func pieces(sql string) []piece {
	all, _ := piecesFrom(sql, lex.Tokens(sql), 0)
	return all
}

// piecesFrom reads up to a closing parenthesis, or the end, and gives where it
// stopped.
func piecesFrom(sql string, tokens []lex.Token, at int) (all []piece, next int) {
	all = []piece{}
	for at < len(tokens) {
		t := tokens[at]
		p := piece{text: sql[t.From:t.To], space: at > 0 && tokens[at-1].To < t.From}
		if t.Kind == lex.Word {
			p.word = p.text
		}
		at++
		switch {
		case t.Kind == lex.Symbol && t.Name == "(":
			p.inside, at = piecesFrom(sql, tokens, at)
		case t.Kind == lex.Symbol && t.Name == ")":
			return all, at
		}
		all = append(all, p)
	}
	return all, at
}
