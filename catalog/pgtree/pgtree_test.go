package pgtree_test

import (
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/catalog/pgtree"
)

// TestDeepTree: a tree that grew after it was read is refused too, and harms
// nothing.
func TestDeepTree(t *testing.T) {
	nest := func(tree *pg.ParseResult, n int) *pg.ParseResult {
		for range n {
			target := tree.Stmts[0].Stmt.GetSelectStmt().TargetList[0].GetResTarget()
			target.Val = pg.MakeAExprNode(pg.A_Expr_Kind_AEXPR_OP, []*pg.Node{pg.MakeStrNode("+")}, target.Val, pg.MakeAConstIntNode(1, 0), 0)
		}
		return tree
	}
	for _, tt := range []struct {
		n    int
		fits bool
	}{{1, true}, {8, true}, {100, false}} {
		tree, err := pgtree.Parse("SELECT a FROM t")
		if err != nil {
			t.Fatalf("before %d: %v", tt.n, err)
		}
		if _, err := pgtree.Deparse(nest(tree, tt.n)); (err == nil) != tt.fits {
			t.Errorf("%d levels: %v", tt.n, err)
		}
	}
	for _, sql := range []string{"SELECT '", "SELECT 1" + strings.Repeat("+1", 1000), "SELECT (((1)", "SELECT 1))) + 1", "SELECT ARRAY[[[1]]"} {
		if _, err := pgtree.Parse(sql); err == nil {
			t.Errorf("%.30s is read", sql)
		}
	}
}
