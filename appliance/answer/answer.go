// Package answer is the result of one statement, reduced while it streams to
// what a comparison needs: a row count, one digest for each mode of comparison,
// and the first rows for people to read.
//
// The way of a row:
//  1. The caller gives the values as Postgres sends them in text format, a nil
//     for NULL, together with the columns' types (Column, TypeName).
//  2. Each value is written in the form of each mode (forms.go): Paper as
//     Python's str() would show what a driver returns (paper.go, python.go,
//     datetime.go, jsonpython.go), Typed as an exact, tagged value (typed.go).
//  3. The forms of a row go into a multiset digest, so that the order of rows
//     does not count, and duplicates and the order of columns do; the typed ones
//     into a digest more that is the same in every order of columns (shuffle.go).
//  4. The row itself is kept when it is one of the first (keep.go).
//
// Two comparisons need more than a digest: what is right of a ranking with ties
// is judged by the hashes of the first rows (ties.go), and floats that differ by
// how they were summed by the kept rows (close.go).
//
// Memory does not grow with the number of rows. Values come from statements
// that nobody trusts: whatever the bytes are, there is a form for them and no
// panic, and what cannot be parsed is compared as the text it is.
//
// It is a leaf: it knows types and values, but no connection, no question and
// no report.
package answer

import "ercheck/catalog/digest"

// Mode is a way to compare answers.
type Mode string

// The modes that a digest decides.
const (
	// Paper compares values as strings, as section 3.1 of the paper does: the
	// string is what Python's str() gives for the value that psycopg returns.
	// NULL equals only NULL. It is the mode of every headline figure.
	Paper Mode = "paper"

	// Typed compares numbers by their exact decimal value (1 = 1.0), floats to
	// 9 significant digits, timestamps in one zone, and every array and JSON
	// array as a set.
	Typed Mode = "typed"

	// Columns compares as Typed under the best one-to-one matching of columns:
	// rows stay the unit, and answers of different width never agree, not even
	// empty ones. What it can miss in an answer of more than maxExact columns,
	// shuffle says.
	Columns Mode = "columns"
)

// Column is one column of an answer.
type Column struct {
	Name string // not compared in any mode
	Type string // Postgres's name (int4, _text, numeric); unknown ones compare as text
}

// Answer collects the rows of one statement. It is not safe for concurrent use.
type Answer struct {
	columns []Column
	writers []writer
	surplus writer // of values beyond the columns: as text
	paper   digest.Multiset
	typed   digest.Multiset
	shuffle shuffle
	kept    keeper
}

// New makes an empty answer with the given columns, which may be none. It keeps
// the first rows as far as keep allows.
func New(columns []Column, keep Keep) *Answer {
	writers := make([]writer, len(columns))
	for i, c := range columns {
		writers[i] = newWriter(typeOf(c.Type))
	}
	return &Answer{columns: columns, writers: writers, shuffle: newShuffle(len(columns)), kept: keeper{limit: keep}}
}

// Add takes one row: a value for each column in Postgres's text format, nil for
// NULL. Missing values count as NULL and surplus ones as text, so that no row is
// dropped in silence. The bytes are not kept; the caller may use them again.
func (a *Answer) Add(row [][]byte) {
	a.paper.Begin()
	a.typed.Begin()
	a.shuffle.begin()
	for i := range max(len(row), len(a.writers)) {
		a.value(i, row)
	}
	a.paper.End()
	a.typed.End()
	a.shuffle.end()
	a.kept.add(row)
}

// value adds the value of a column to the current row of every digest.
func (a *Answer) value(column int, row [][]byte) {
	var raw []byte
	if column < len(row) {
		raw = row[column]
	}
	w := &a.surplus
	if column < len(a.writers) {
		w = &a.writers[column]
	}
	if raw == nil || w.valueType.isJSONNull(raw) {
		a.paper.Null()
		a.typed.Null()
		a.shuffle.value(nil)
		return
	}
	f := w.forms(raw)
	a.paper.Bytes(f.paper)
	a.typed.Bytes(f.typed)
	a.shuffle.value(f.typed)
}

// Columns are the columns as given to New.
func (a *Answer) Columns() []Column { return a.columns }

// RowCount is how many rows were added.
func (a *Answer) RowCount() int64 { return a.paper.Rows() }

// Digest identifies the answer in a mode; two answers agree in it when their
// digests are equal. An unknown mode has the digest "".
func (a *Answer) Digest(m Mode) string {
	switch m {
	case Paper:
		return a.paper.String()
	case Typed:
		return a.typed.String()
	case Columns:
		return a.shuffle.digest(a.typed.String())
	}
	return ""
}

// RowHashes are those of the first rows, at most MaxRowHashes, whatever Keep
// says: what a ranking with ties is judged by (Ties).
func (a *Answer) RowHashes() []RowHash { return a.shuffle.first }

// Rows are the first rows, in the order they came and in Postgres's own text; a
// nil value is NULL. See Keep for how many there are.
func (a *Answer) Rows() [][]*string { return a.kept.rows }

// Equal says whether two answers agree in a mode. In an unknown mode nothing
// agrees, so that a misspelt one cannot make everything right.
func Equal(a, b *Answer, m Mode) bool {
	d := a.Digest(m)
	return d != "" && d == b.Digest(m)
}
