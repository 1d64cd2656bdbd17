// Package question holds what is asked of a domain and what counts as right: a
// question's text, its gold query, equally right alternates and labelled
// mistakes. All queries are texts over the E/R views (er.Model.Views); nothing
// here reads them.
package question

import "ercheck/catalog/fault"

// Set is a named list of questions, as paper or more.
type Set struct {
	Name      string
	Questions []Question
}

// Question is one question in natural language with its readings.
type Question struct {
	ID         string // q01
	Text       string // word for word
	Ambiguous  bool   // more than one reading is defensible; Note says which
	Note       string // how gold reads it
	Gold       Query
	Ranking    *Ranking // of a "top k" question; nil for others
	Alternates []Query  // equally right
	Mistakes   []Query  // wrong, each with its label
}

// Query is a statement over the E/R views.
type Query struct {
	Name string         // an alternate's name or a mistake's label; "" for gold
	SQL  string         // without a trailing semicolon
	At   fault.Position // where it begins in the domain's file; a query made of a ranking, where its scores or what differs does
	// Ranking is what SQL was made from where the query is its question's ranking
	// with parts replaced; nil for any other, and for gold (Question.Ranking).
	Ranking *Ranking
}

// Ranking says how a "top k" question ranks. Scores is a query over the E/R
// views with one row per candidate that can be ranked; gold is made from it:
//
//	SELECT <columns> FROM (<scores>) AS scored ORDER BY <by> DESC, <then>, <columns> LIMIT <limit>
//
// Then are the tie-breaks that the question itself names; the columns come last
// so that the answer is one whatever happens, without those that order already.
//
// An alternate that returns other columns keeps the order of gold in TieBreak, so
// that both hold the same entities whatever ties. Names of columns are written as
// in SQL, in quotes where it needs them.
type Ranking struct {
	Limit     int      // k, at least 1
	By        string   // the column of Scores that decides
	Ascending bool     // least first
	Then      []Order  // what the question says of equal ones, in turn
	Columns   []string // what gold returns: the key, or what the question lists
	TieBreak  []string // the order of equal scores; nil = Columns
	Scores    string
	Measure   Measure // the same figure in terms of the model, for the data generator
}

// Order is one column that rows are ordered by.
type Order struct {
	Column     string // of Scores
	Descending bool
}

// Measure counts, for each entity of the type Of, the distinct entities at the
// end of a path of relationships. The generator uses it so that no two entities
// tie at the cut of Limit.
type Measure struct {
	Of      string   // entity type
	Path    []string // relationship names, walked from Of; each in whichever direction fits
	AtLeast *Threshold
}

// Threshold keeps only those ends of the path that have at least Count partners
// in Relationship.
type Threshold struct {
	Relationship string
	Count        int
}
