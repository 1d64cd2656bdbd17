// Package mutant derives wrong queries from a right one: each differs from a
// question's gold query at one place, in the way that people and models go wrong.
//
//  1. The gold query is parsed by Postgres's own parser (pgtree, tree.go).
//  2. Every place of the tree is offered to the operators (operators.go), each of
//     which knows one kind of mistake and proposes edits; what an E/R view is and
//     which others are like it, the model says (views.go).
//  3. Each edit is made, the tree written as SQL, and the edit taken back. Texts
//     that are the gold query's own or were there before are left out.
//
// A mutant is a proposal: the server may refuse it, and it may be equivalent to
// the gold query on every instance that the model allows. Who uses it finds out.
// Left out are edits that cannot change a multiset of rows, as the order of an
// answer without a limit, and a join's whole condition, which nobody forgets
// unseen.
//
// The parser is WebAssembly and is made ready by the first call, which takes
// more than a second; importing the package costs nothing.
//
// It knows queries over E/R views as texts, and no tables, no data and no server.
package mutant

import (
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/catalog/er"
	"ercheck/catalog/pgtree"
)

// Mutant is a query that differs from the gold query at one place.
type Mutant struct {
	Operator string // the kind of mistake, one of Operators
	Change   string // what was changed, in a line: inner join instead of left join with derived_from AS d
	SQL      string
}

// Label names the mutant among a question's labelled queries.
func (m Mutant) Label() string { return "mutant: " + m.Change }

// Query is what mutants are made of.
type Query struct {
	SQL string
	// Decisive is how many keys of the outermost ORDER BY decide what is right, of a
	// query with a limit; the others break ties, where any order is right. Negative:
	// all of them.
	Decisive int
	// Identifier gives the name that an E/R view or column of that name has in SQL,
	// before quoting; nil = the same.
	Identifier func(string) string
}

// Of gives the mutants of a query over the E/R views of a model, in the order of
// the places in the text's tree. The error says that the text cannot be parsed
// as one statement.
func Of(m *er.Model, q Query) ([]Mutant, error) {
	tree, err := pgtree.Parse(q.SQL)
	if err != nil {
		return nil, fmt.Errorf("parse: %w", err)
	}
	if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
		return nil, fmt.Errorf("parse: it is not one SELECT")
	}
	unordered(tree.Stmts[0].Stmt.GetSelectStmt())
	b := &breeder{tree: tree, decisive: q.Decisive, views: newViews(m, q.Identifier), seen: map[string]bool{}, labels: map[string]int{}}
	return b.breed()
}

// unordered takes away an order that decides nothing.
func unordered(s *pg.SelectStmt) {
	if !cuts(s) {
		s.SortClause = nil
	}
}

// cuts says whether a SELECT's order decides which rows it has.
func cuts(s *pg.SelectStmt) bool {
	return s.LimitCount != nil || s.LimitOffset != nil || len(distinctOn(s)) > 0
}

// breeder makes all mutants of one tree.
type breeder struct {
	tree     *pg.ParseResult
	decisive int
	views    *views
	seen     map[string]bool // texts
	labels   map[string]int  // how often a change was made
	mutants  []Mutant
}

func (b *breeder) breed() ([]Mutant, error) {
	gold, err := pgtree.Deparse(b.tree)
	if err != nil {
		return nil, fmt.Errorf("write the query: %w", err)
	}
	b.seen[gold] = true
	var places []place
	b.views.shadow(b.tree)
	walk(b.tree, func(p place) { places = append(places, p) })
	for _, p := range places {
		for _, o := range operators {
			for _, e := range o.find(b, p) {
				if err := b.try(o.name, e); err != nil {
					return nil, err
				}
			}
		}
	}
	return b.mutants, nil
}

// try makes one edit, keeps the text if it is new, and takes the edit back.
func (b *breeder) try(operator string, e edit) error {
	undo := e.do()
	sql, err := pgtree.Deparse(b.tree)
	undo()
	if err != nil {
		return fmt.Errorf("write the mutant %q: %w", e.change, err)
	}
	if b.seen[sql] {
		return nil
	}
	b.seen[sql] = true
	b.mutants = append(b.mutants, Mutant{Operator: operator, Change: b.label(e.change), SQL: sql})
	return nil
}

// label makes the same change at another place another one.
func (b *breeder) label(change string) string {
	b.labels[change]++
	if n := b.labels[change]; n > 1 {
		return fmt.Sprintf("%s (%d)", change, n)
	}
	return change
}

// maxShown is how much of a part of the query a change quotes, in runes.
const maxShown = 60

// text writes a part of the query for people.
func text(expression *pg.Node) string {
	target := &pg.Node{Node: &pg.Node_ResTarget{ResTarget: &pg.ResTarget{Val: expression}}}
	return write(&pg.SelectStmt{TargetList: []*pg.Node{target}}, "SELECT ")
}

// textFrom writes a part of a FROM clause.
func textFrom(item *pg.Node) string {
	return write(&pg.SelectStmt{FromClause: []*pg.Node{item}}, "SELECT FROM ")
}

func write(s *pg.SelectStmt, without string) string {
	stmt := &pg.RawStmt{Stmt: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}}}
	sql, err := pgtree.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{stmt}})
	if err != nil {
		return "…"
	}
	shown := []rune(strings.Join(strings.Fields(strings.TrimPrefix(sql, without)), " "))
	if len(shown) > maxShown {
		shown = append(shown[:maxShown-1], '…')
	}
	return string(shown)
}
