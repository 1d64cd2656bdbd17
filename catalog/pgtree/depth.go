package pgtree

import (
	"errors"
	"fmt"

	pg "github.com/pganalyze/pg_query_go/v6"
	parser "github.com/wasilibs/go-pgquery"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// The parser goes down a tree on a stack of 64 KB that nothing guards: a tree that
// is deeper overwrites the parser's own memory, and every later query of the
// process is misread. From about 160 levels on that was seen (80 + in a row, 60
// subqueries in one another, 160 UNION), so a text that may come near is refused
// before, by its words alone.
const (
	// deepest is the most levels of a text, as they are reckoned here.
	deepest = 120
	// deepestTree is the most levels of a tree that is written: a text's and those
	// of the views that come into it.
	deepestTree = 150
	// longest is how many bytes a text may have.
	longest = 256 << 10
)

// The levels that words of a text can add to its tree.
const (
	perBracket  = 4 // a subquery: its node, its place in FROM, and the node of that
	perOperator = 2
	perJoin     = 2
	perSet      = 1
)

// levels reckons with one pair of brackets, or one CASE.
type levels struct {
	whole   int // of what everything else in it may stand below: JOIN, UNION
	chain   int // of the operators since the last comma, AND or OR
	inner   int // of the deepest brackets since then
	deepest int // of what ended there
}

func (l *levels) next() {
	l.deepest = max(l.deepest, l.chain+l.inner)
	l.chain, l.inner = 0, 0
}

func (l *levels) depth() int {
	l.next()
	return l.whole + l.deepest
}

// checkDepth refuses a text whose tree may be too deep.
func checkDepth(sql string) error {
	if len(sql) > longest {
		return fmt.Errorf("it has more than %d KB", longest>>10)
	}
	scanned, err := parser.Scan(sql)
	if err != nil {
		return err
	}
	if depthOf(scanned.Tokens) > deepest {
		return errTooDeep
	}
	return nil
}

var errTooDeep = errors.New("it is nested too deeply, or has too many operators, joins or UNIONs in a row")

// depthOf is no less than the depth of the tree that the words make.
func depthOf(words []*pg.ScanToken) int {
	open := []levels{{}}
	leave := func() {
		depth := perBracket + open[len(open)-1].depth()
		if open = open[:len(open)-1]; len(open) == 0 { // more are closed than opened, which is no query
			open = []levels{{}}
		}
		l := &open[len(open)-1]
		l.inner = max(l.inner, depth)
	}
	for _, w := range words {
		l := &open[len(open)-1]
		switch w.Token {
		case pg.Token_ASCII_40, pg.Token_ASCII_91, pg.Token_CASE: // ( [
			open = append(open, levels{})
		case pg.Token_ASCII_41, pg.Token_ASCII_93, pg.Token_END_P: // ) ]
			leave()
		case pg.Token_ASCII_44, pg.Token_AND, pg.Token_OR: // ,
			l.next()
		case pg.Token_UNION, pg.Token_INTERSECT, pg.Token_EXCEPT:
			l.whole += perSet
		case pg.Token_JOIN:
			l.whole += perJoin
		default:
			if isOperator(w.Token) {
				l.chain += perOperator
			}
		}
	}
	for len(open) > 1 {
		leave()
	}
	return open[0].depth()
}

// isOperator says whether a word takes an expression that ends before it, or
// begins behind it, one level down.
func isOperator(t pg.Token) bool {
	switch t {
	case pg.Token_ASCII_37, pg.Token_ASCII_42, pg.Token_ASCII_43, pg.Token_ASCII_45, pg.Token_ASCII_47, // % * + - /
		pg.Token_ASCII_60, pg.Token_ASCII_61, pg.Token_ASCII_62, pg.Token_ASCII_94, // < = > ^
		pg.Token_LESS_EQUALS, pg.Token_GREATER_EQUALS, pg.Token_NOT_EQUALS, pg.Token_Op, pg.Token_OPERATOR, pg.Token_TYPECAST,
		pg.Token_NOT, pg.Token_NOT_LA, pg.Token_IS, pg.Token_ISNULL, pg.Token_NOTNULL, pg.Token_COLLATE, pg.Token_AT:
		return true
	}
	return false
}

// treeDepth counts the levels of a tree, and stops behind the most that may be.
func treeDepth(m protoreflect.Message, most int) (depth int) {
	if most < 0 {
		return 1
	}
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Message() == nil:
		case field.IsList():
			for i := range value.List().Len() {
				depth = max(depth, treeDepth(value.List().Get(i).Message(), most-1))
			}
		default:
			depth = max(depth, treeDepth(value.Message(), most-1))
		}
		return depth <= most
	})
	return depth + 1
}
