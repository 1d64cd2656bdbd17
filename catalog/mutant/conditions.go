package mutant

import (
	"math"
	"math/big"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// others are the comparisons that one is taken for. Equality is turned only
// where it compares with a constant: between columns it joins.
var others = map[string][]string{
	">": {">=", "<"}, ">=": {">", "<="}, "<": {"<=", ">"}, "<=": {"<", ">="},
	"<>": {"="}, "=": {"<>"},
	"+": {"-"}, "-": {"+"}, "*": {"/"}, "/": {"*"},
}

// comparisons takes one operator for another.
func comparisons(_ *breeder, p place) []edit {
	e, ok := p.node.(*pg.A_Expr)
	if !ok || e.Lexpr == nil {
		return nil
	}
	name := nameOf(e.Name)
	switch e.Kind {
	case pg.A_Expr_Kind_AEXPR_OP:
		if name == "=" && !isConstant(e.Lexpr) && !isConstant(e.Rexpr) {
			return nil
		}
		var edits []edit
		for _, other := range others[name] {
			edits = append(edits, set(other+" instead of "+name+": "+text(p.slot), &e.Name, named(other)))
		}
		return edits
	case pg.A_Expr_Kind_AEXPR_IN:
		return inLists(e, p)
	}
	return nil
}

// inLists turns IN and drops one of its values.
func inLists(e *pg.A_Expr, p place) []edit {
	turned := "<>"
	if nameOf(e.Name) == "<>" {
		turned = "="
	}
	edits := []edit{set("the opposite of "+text(p.slot), &e.Name, named(turned))}
	list := e.Rexpr.GetList()
	if list == nil || len(list.Items) < 2 {
		return edits
	}
	for i, item := range list.Items {
		edits = append(edits, set(text(item)+" left out of "+text(p.slot), &list.Items, without(list.Items, i)))
	}
	return edits
}

func isConstant(n *pg.Node) bool {
	if cast := n.GetTypeCast(); cast != nil {
		return isConstant(cast.Arg)
	}
	return n.GetAConst() != nil
}

// constants moves a number by one in its last place, and turns a boolean. Limits
// have an operator of their own; a number that orders or groups means a column,
// one in a type its size, and what EXISTS selects means nothing.
func constants(_ *breeder, p place) []edit {
	c, ok := p.node.(*pg.A_Const)
	if !ok || within[*pg.TypeName](p) || p.slot == nil {
		return nil
	}
	switch parent := p.parent().(type) {
	case *pg.SelectStmt, *pg.SortBy:
		return nil
	case *pg.ResTarget:
		if len(p.above) > 2 && selectsForExists(p) || parent.Val != p.slot {
			return nil
		}
	}
	switch v := c.Val.(type) {
	case *pg.A_Const_Ival:
		return moved(p, v.Ival)
	case *pg.A_Const_Fval:
		return movedDecimal(p, v.Fval)
	case *pg.A_Const_Boolval:
		return []edit{set("the opposite of "+text(p.slot)+surrounding(p), &v.Boolval.Boolval, !v.Boolval.Boolval)}
	}
	return nil
}

// selectsForExists says whether a target belongs to the SELECT of an EXISTS.
func selectsForExists(p place) bool {
	link, ok := p.above[len(p.above)-3].(*pg.SubLink)
	return ok && link.SubLinkType == pg.SubLinkType_EXISTS_SUBLINK
}

func moved(p place, v *pg.Integer) []edit {
	var edits []edit
	if v.Ival < math.MaxInt32 {
		edits = append(edits, set("one more than "+text(p.slot)+surrounding(p), &v.Ival, v.Ival+1))
	}
	if v.Ival > 0 {
		edits = append(edits, set("one less than "+text(p.slot)+surrounding(p), &v.Ival, v.Ival-1))
	}
	return edits
}

func movedDecimal(p place, v *pg.Float) []edit {
	number, ok := new(big.Rat).SetString(v.Fval)
	if !ok || strings.ContainsAny(v.Fval, "eE") {
		return nil
	}
	_, fraction, _ := strings.Cut(v.Fval, ".")
	step := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(fraction))), nil))
	more := new(big.Rat).Add(number, step).FloatString(len(fraction))
	edits := []edit{set("a little more than "+text(p.slot)+surrounding(p), &v.Fval, more)}
	if number.Cmp(step) >= 0 {
		less := new(big.Rat).Sub(number, step).FloatString(len(fraction))
		edits = append(edits, set("a little less than "+text(p.slot)+surrounding(p), &v.Fval, less))
	}
	return edits
}

// surrounding says what a constant is compared with or given to.
func surrounding(p place) string {
	switch n := p.parent().(type) {
	case *pg.A_Expr:
		return " in " + text(&pg.Node{Node: &pg.Node_AExpr{AExpr: n}})
	case *pg.FuncCall:
		return " in " + text(&pg.Node{Node: &pg.Node_FuncCall{FuncCall: n}})
	}
	return ""
}

// caseFunctions make texts alike.
var caseFunctions = map[string]bool{"lower": true, "upper": true, "trim": true, "btrim": true, "ltrim": true, "rtrim": true}

// cases heeds letter case or spaces where the query does not, and the other way
// round.
func cases(_ *breeder, p place) []edit {
	switch n := p.node.(type) {
	case *pg.FuncCall:
		if caseFunctions[nameOf(n.Funcname)] && len(n.Args) == 1 {
			return replace("without "+nameOf(n.Funcname)+": "+text(p.slot), p, n.Args[0])
		}
	case *pg.A_Expr:
		return caseOfComparison(n, p)
	}
	return nil
}

func caseOfComparison(e *pg.A_Expr, p place) []edit {
	switch {
	case e.Kind == pg.A_Expr_Kind_AEXPR_LIKE || e.Kind == pg.A_Expr_Kind_AEXPR_ILIKE:
		like := pg.A_Expr_Kind_AEXPR_LIKE
		if e.Kind == like {
			like = pg.A_Expr_Kind_AEXPR_ILIKE
		}
		return []edit{likeInstead(e, like, p)}
	case e.Kind == pg.A_Expr_Kind_AEXPR_OP && nameOf(e.Name) == "=" && isText(e.Rexpr):
		return []edit{set("whatever the letter case: "+text(p.slot), &e.Lexpr, lower(e.Lexpr)).then(set("", &e.Rexpr, lower(e.Rexpr)))}
	}
	return nil
}

func isText(n *pg.Node) bool { return n.GetAConst().GetSval() != nil }

func lower(n *pg.Node) *pg.Node { return pg.MakeFuncCallNode(named("lower"), []*pg.Node{n}, 0) }

// likeOperators are the names that LIKE and ILIKE have in a tree.
var likeOperators = map[string]string{"~~": "~~*", "~~*": "~~", "!~~": "!~~*", "!~~*": "!~~"}

func likeInstead(e *pg.A_Expr, kind pg.A_Expr_Kind, p place) edit {
	name := likeOperators[nameOf(e.Name)]
	return set("letter case: "+text(p.slot), &e.Kind, kind).then(set("", &e.Name, named(name)))
}

// then makes another edit with this one.
func (e edit) then(next edit) edit {
	return edit{e.change, func() func() {
		first, second := e.do(), next.do()
		return func() { second(); first() }
	}}
}

// logic takes AND for OR outside of joins' conditions.
func logic(_ *breeder, p place) []edit {
	e, ok := p.node.(*pg.BoolExpr)
	if _, joins := p.parent().(*pg.JoinExpr); !ok || joins {
		return nil
	}
	switch e.Boolop {
	case pg.BoolExprType_AND_EXPR:
		return []edit{set("OR instead of AND: "+text(p.slot), &e.Boolop, pg.BoolExprType_OR_EXPR)}
	case pg.BoolExprType_OR_EXPR:
		return []edit{set("AND instead of OR: "+text(p.slot), &e.Boolop, pg.BoolExprType_AND_EXPR)}
	}
	return nil
}

// negations drops NOT, and adds it to EXISTS and IN.
func negations(_ *breeder, p place) []edit {
	switch n := p.node.(type) {
	case *pg.BoolExpr:
		if n.Boolop == pg.BoolExprType_NOT_EXPR {
			return replace("without NOT: "+text(p.slot), p, n.Args[0])
		}
	case *pg.SubLink:
		tests := n.SubLinkType == pg.SubLinkType_EXISTS_SUBLINK || n.SubLinkType == pg.SubLinkType_ANY_SUBLINK
		if above, ok := p.parent().(*pg.BoolExpr); !tests || ok && above.Boolop == pg.BoolExprType_NOT_EXPR {
			return nil
		}
		return replace("the opposite of "+text(p.slot), p, not(&pg.Node{Node: p.slot.Node}))
	}
	return nil
}
