// Package pgtree is Postgres's own parser, for texts that anybody may have
// written.
//
//  1. depth.go: a text, or a tree, that is too deep for the parser is refused;
//  2. Parse makes a tree of a text, Deparse a text of a tree.
//
// The parser takes more than a second to begin with, once in a process. The
// package must not know what a query is about. Nothing else calls the parser.
package pgtree

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	parser "github.com/wasilibs/go-pgquery"
)

// Parse gives the tree of a text of statements. Its errors are the parser's, and
// those of a text that is too deep.
func Parse(sql string) (*pg.ParseResult, error) {
	if err := checkDepth(sql); err != nil {
		return nil, err
	}
	return parser.Parse(sql)
}

// Deparse gives the text of a tree, likewise.
func Deparse(tree *pg.ParseResult) (string, error) {
	if treeDepth(tree.ProtoReflect(), deepestTree) > deepestTree {
		return "", errTooDeep
	}
	return parser.Deparse(tree)
}
