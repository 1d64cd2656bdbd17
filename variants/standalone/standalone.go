// Package standalone turns a query over the E/R views into SQL over a variant's
// own tables, as a person would write it who knows that schema.
//
//  1. parse: Postgres's own parser (pgtree) gives the query's tree, and that of
//     each view that it reads (pgsql.ViewQuery).
//  2. merge.go: a query that only picks and orders what a grouped one in its FROM
//     gives becomes one query.
//  3. scope.go, resolve.go: what every name in it means.
//  4. body.go: of a view only the columns that are asked for stay, and the joins
//     that these need.
//  5. pull.go, place.go: a view that reads one table, with what is joined to it,
//     gives way to that table; its filter goes where it keeps the same rows. What
//     is not certain stays a subquery in FROM, as does a view over several tables.
//  6. selfjoin.go, filter.go: a table joined to itself on its key is read once;
//     filters that a comparison implies are left out.
//  7. render.go, format.go: names are written as they can be read, and the text
//     one clause a line.
//  8. explain.go: for any SQL over the tables, which decision points put each line
//     there.
//
// Every step is an equality of queries that holds on any rows which the tables'
// keys allow; none looks at data, and none knows a model's words. It makes texts
// and connects to nothing.
package standalone

import (
	"fmt"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/catalog/er"
	"ercheck/catalog/pgtree"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

// Writer writes queries for one variant. It keeps the views' trees; one goroutine
// at a time may use it.
type Writer struct {
	layout *shred.Layout
	views  map[string]*er.View
	bodies map[string]*pg.SelectStmt
}

// New makes a writer for a variant's layout.
func New(l *shred.Layout) *Writer {
	w := &Writer{layout: l, views: map[string]*er.View{}, bodies: map[string]*pg.SelectStmt{}}
	for _, v := range l.Model.Views() {
		w.views[pgsql.ViewName(v)] = &v
	}
	return w
}

// ParseError says that a text is not one SELECT that Postgres's parser takes.
type ParseError struct {
	SQL    string
	Reason string
}

func (e *ParseError) Error() string { return "not a query: " + e.Reason }

// Hint says what a query is.
func (e *ParseError) Hint() string {
	return "write one SELECT over the E/R views, in Postgres's SQL"
}

// Query is a query over a variant's tables.
type Query struct {
	SQL  string
	Kept []string // the E/R views that stay a subquery in FROM, each as often as it does
}

// Write gives the query as one statement over the variant's tables: the same
// rows in the same columns under the same names. sql is one SELECT; it may name
// E/R views, without a schema. What the server would refuse over the views, it may
// take as it is written. The error is a *ParseError.
func (w *Writer) Write(sql string) (Query, error) {
	q, done, err := w.write(sql, false)
	if err != nil || done {
		return q, err
	}
	return w.Inline(sql) // its names cannot be told apart otherwise
}

// Inline is Write with every view a subquery in FROM: the server takes and refuses
// the same as over the views.
func (w *Writer) Inline(sql string) (Query, error) {
	q, _, err := w.write(sql, true)
	return q, err
}

func (w *Writer) write(sql string, plain bool) (q Query, done bool, err error) {
	s, err := parse(sql)
	if err != nil {
		return q, false, err
	}
	if !plain {
		merge(s)
	}
	a, err := w.analyse(s)
	if err != nil {
		return q, false, &ParseError{SQL: sql, Reason: err.Error()}
	}
	if done, err = a.rewrite(plain); err != nil || !done {
		return q, false, err
	}
	q.Kept = a.kept
	q.SQL, err = deparse(s)
	return q, true, err
}

func parse(sql string) (*pg.SelectStmt, error) {
	tree, err := pgtree.Parse(sql)
	if err != nil {
		return nil, &ParseError{SQL: sql, Reason: err.Error()}
	}
	if len(tree.Stmts) != 1 || tree.Stmts[0].Stmt.GetSelectStmt() == nil {
		return nil, &ParseError{SQL: sql, Reason: fmt.Sprintf("of %d statements none is one SELECT", len(tree.Stmts))}
	}
	return tree.Stmts[0].Stmt.GetSelectStmt(), nil
}

func deparse(s *pg.SelectStmt) (string, error) {
	lines, err := layOut(s)
	return strings.Join(texts(lines), "\n"), err
}

func layOut(s *pg.SelectStmt) ([]line, error) {
	flat, err := pgtree.Deparse(&pg.ParseResult{Stmts: []*pg.RawStmt{{Stmt: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}}}}})
	if err != nil {
		return nil, fmt.Errorf("a query cannot be written: %w", err)
	}
	return format(flat), nil
}
