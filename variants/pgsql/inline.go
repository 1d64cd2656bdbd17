package pgsql

import (
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// Inline turns a query over the E/R views into one over the variant's tables
// alone: each view whose name occurs in it, outside of literals and comments,
// becomes a common table expression before it. A query that names none is
// returned as it is. sql is one statement without a semicolon.
func Inline(l *shred.Layout, sql string) string {
	tokens := lex(sql)
	used := usedViews(l, tokens)
	if len(used) == 0 {
		return sql
	}
	views := strings.Join(expressions(l, used), ",\n")
	if len(tokens) == 0 || tokens[0].kind != word || tokens[0].name != "with" {
		return "WITH " + views + "\n" + sql
	}
	if recursive(tokens) || redefines(tokens, used) {
		return "WITH " + views + "\n(\n" + sql + "\n)"
	}
	with := tokens[0]
	return sql[:with.from] + "WITH " + views + "," + sql[with.to:]
}

func usedViews(l *shred.Layout, tokens []token) []er.View {
	names := map[string]bool{}
	for _, t := range tokens {
		if t.kind == word || t.kind == quotedIdent {
			names[t.name] = true
		}
	}
	return slices.DeleteFunc(l.Model.Views(), func(v er.View) bool { return !names[ViewName(v)] })
}

func recursive(tokens []token) bool {
	return len(tokens) > 1 && tokens[1].kind == word && tokens[1].name == "recursive"
}

// redefines says whether the query may have a common table expression of its own
// under the name of a view: two in one list would be an error.
func redefines(tokens []token, used []er.View) bool {
	for i, t := range tokens[:len(tokens)-1] {
		view := slices.ContainsFunc(used, func(v er.View) bool { return ViewName(v) == t.name })
		if !view || t.kind != word && t.kind != quotedIdent {
			continue
		}
		next := tokens[i+1]
		if next.kind == symbol && next.name == "(" || next.kind == word && next.name == "as" && definition(tokens[i+2:]) {
			return true
		}
	}
	return false
}

func definition(after []token) bool {
	return len(after) > 0 && slices.Contains([]string{"(", "materialized", "not"}, after[0].name)
}

// expressions writes the views in an order in which none hides a table from a
// later one: a name means the expression after it is defined, and the table of
// that name before. When no order does it, the tables come first under names of
// their own.
func expressions(l *shred.Layout, used []er.View) []string {
	reads := map[string][]string{}
	for _, v := range used {
		_, reads[ViewName(v)] = writeView(l, v, QuoteIdent)
	}
	if ordered, ok := inOrder(used, reads); ok {
		return expressionsOver(l, ordered, QuoteIdent)
	}
	aliases := map[string]string{}
	var all []string
	for _, t := range l.Tables {
		if reads[t.Name] == nil {
			continue
		}
		aliases[t.Name] = freeName(l, "table_"+t.Name)
		all = append(all, QuoteIdent(aliases[t.Name])+" AS (\n    SELECT * FROM "+QuoteIdent(t.Name)+"\n)")
	}
	return append(all, expressionsOver(l, used, func(table string) string {
		if a, ok := aliases[table]; ok {
			return QuoteIdent(a)
		}
		return QuoteIdent(table)
	})...)
}

func expressionsOver(l *shred.Layout, views []er.View, from func(string) string) []string {
	var all []string
	for _, v := range views {
		sql, _ := writeView(l, v, from)
		all = append(all, QuoteIdent(ViewName(v))+" AS (\n    "+strings.ReplaceAll(sql, "\n", "\n    ")+"\n)")
	}
	return all
}

// freeName is a name that is neither a table's nor a view's.
func freeName(l *shred.Layout, name string) string {
	taken := func(name string) bool {
		return l.Table(name) != nil || slices.ContainsFunc(l.Model.Views(), func(v er.View) bool { return ViewName(v) == name })
	}
	for name = Identifier(name); taken(name); name = Identifier(name + "_") {
	}
	return name
}

// inOrder puts every view before those whose names are tables that it reads.
// reads gives, by view name, the tables; ok is false when they go in a circle.
func inOrder(views []er.View, reads map[string][]string) (ordered []er.View, ok bool) {
	left := slices.Clone(views)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(candidate er.View) bool {
			return !slices.ContainsFunc(left, func(other er.View) bool {
				return ViewName(other) != ViewName(candidate) && slices.Contains(reads[ViewName(other)], ViewName(candidate))
			})
		})
		if i < 0 {
			return nil, false
		}
		ordered = append(ordered, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return ordered, true
}
