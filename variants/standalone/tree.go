package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// What is asked of parse trees everywhere: columns, conjunctions, copies, walks.

// column writes a reference to a column; qualifier "" leaves it bare.
func column(qualifier, name string) *pg.Node {
	n := &pg.Node{}
	setColumn(n, qualifier, name)
	return n
}

// setColumn turns a node into a reference to a column.
func setColumn(n *pg.Node, qualifier, name string) {
	fields := []*pg.Node{pg.MakeStrNode(name)}
	if qualifier != "" {
		fields = append([]*pg.Node{pg.MakeStrNode(qualifier)}, fields...)
	}
	n.Node = pg.MakeColumnRefNode(fields, 0).Node
}

// fields are the names of a column reference; star says whether a * ends them.
func fields(c *pg.ColumnRef) (names []string, star bool) {
	for _, f := range c.Fields {
		if f.GetAStar() != nil {
			return names, true
		}
		names = append(names, f.GetString_().GetSval())
	}
	return names, false
}

// qualified says whether a node is a reference of the form qualifier.name, and
// gives both.
func qualified(n *pg.Node) (qualifier, name string, ok bool) {
	c := n.GetColumnRef()
	if c == nil {
		return "", "", false
	}
	names, star := fields(c)
	if star || len(names) != 2 {
		return "", "", false
	}
	return names[0], names[1], true
}

// bare is the name of a reference without a qualifier; "" when it is none.
func bare(n *pg.Node) string {
	c := n.GetColumnRef()
	if c == nil {
		return ""
	}
	if names, star := fields(c); !star && len(names) == 1 {
		return names[0]
	}
	return ""
}

// conjuncts are the conditions that all must hold; none for nil.
func conjuncts(n *pg.Node) []*pg.Node {
	if n == nil {
		return nil
	}
	and := n.GetBoolExpr()
	if and == nil || and.Boolop != pg.BoolExprType_AND_EXPR {
		return []*pg.Node{n}
	}
	var all []*pg.Node
	for _, arg := range and.Args {
		all = append(all, conjuncts(arg)...)
	}
	return all
}

// conjunction is the inverse of conjuncts: nil for no condition.
func conjunction(all []*pg.Node) *pg.Node {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return pg.MakeBoolExprNode(pg.BoolExprType_AND_EXPR, all, 0)
}

// always is the condition true.
func always() *pg.Node {
	return &pg.Node{Node: &pg.Node_AConst{AConst: &pg.A_Const{
		Val: &pg.A_Const_Boolval{Boolval: &pg.Boolean{Boolval: true}}}}}
}

// isAlways says whether a condition is the constant true.
func isAlways(n *pg.Node) bool { return n.GetAConst().GetBoolval().GetBoolval() }

// equated gives both sides of left = right.
func equated(n *pg.Node) (left, right *pg.Node, ok bool) {
	e := n.GetAExpr()
	if e == nil || operator(e) != "=" {
		return nil, nil, false
	}
	return e.Lexpr, e.Rexpr, true
}

// operator is the operator of an expression a op b; "" for any other kind.
func operator(e *pg.A_Expr) string {
	if e.Kind != pg.A_Expr_Kind_AEXPR_OP || len(e.Name) != 1 {
		return ""
	}
	return e.Name[0].GetString_().GetSval()
}

func copyOf[M proto.Message](m M) M { return proto.Clone(m).(M) }

// walk visits a message and, where visit says so, what is in it, in the order of
// the fields.
func walk(m proto.Message, visit func(proto.Message) bool) {
	if m == nil || !m.ProtoReflect().IsValid() || !visit(m) {
		return
	}
	r := m.ProtoReflect()
	if _, ok := m.(*pg.Node); ok { // one of hundreds of kinds
		if f := r.WhichOneof(r.Descriptor().Oneofs().Get(0)); f != nil {
			walk(r.Get(f).Message().Interface(), visit)
		}
		return
	}
	all := r.Descriptor().Fields()
	for i := range all.Len() {
		f := all.Get(i)
		if f.Kind() != protoreflect.MessageKind || !r.Has(f) {
			continue
		}
		if !f.IsList() {
			walk(r.Get(f).Message().Interface(), visit)
			continue
		}
		list := r.Get(f).List()
		for j := range list.Len() {
			walk(list.Get(j).Message().Interface(), visit)
		}
	}
}

// references lists the nodes in an expression that refer to columns, not those
// inside queries of their own.
func references(n *pg.Node) []*pg.Node {
	var all []*pg.Node
	if n == nil {
		return nil
	}
	walk(n, func(m proto.Message) bool {
		if node, ok := m.(*pg.Node); ok && node.GetColumnRef() != nil {
			all = append(all, node)
			return false
		}
		_, query := m.(*pg.SelectStmt)
		return !query
	})
	return all
}

// strict says whether an expression is certainly NULL where all of its columns
// are, and has at least one.
func strict(n *pg.Node) bool {
	switch {
	case n.GetColumnRef() != nil:
		return true
	case n.GetTypeCast() != nil:
		return strict(n.GetTypeCast().Arg)
	case n.GetAExpr() != nil:
		e := n.GetAExpr()
		return slices.Contains([]string{"->", "->>", "="}, operator(e)) && strict(e.Lexpr) &&
			(e.Rexpr.GetAConst() != nil || strict(e.Rexpr))
	}
	return false
}

// outputName is the name that a result column takes from a column, as Postgres
// names one without AS; "" where the name does not come from a column.
func outputName(n *pg.Node) string {
	switch {
	case n.GetColumnRef() != nil:
		if names, star := fields(n.GetColumnRef()); !star && len(names) > 0 {
			return names[len(names)-1]
		}
	case n.GetTypeCast() != nil:
		return outputName(n.GetTypeCast().Arg)
	case n.GetCaseExpr() != nil:
		return outputName(n.GetCaseExpr().Defresult)
	case n.GetAIndirection() != nil:
		return outputName(n.GetAIndirection().Arg)
	case n.GetCollateClause() != nil:
		return outputName(n.GetCollateClause().Arg)
	case n.GetSubLink().GetSubLinkType() == pg.SubLinkType_EXPR_SUBLINK:
		return firstOutput(n.GetSubLink().Subselect.GetSelectStmt())
	}
	return ""
}

func firstOutput(s *pg.SelectStmt) string {
	for s.GetLarg() != nil {
		s = s.Larg
	}
	if len(s.GetTargetList()) == 0 {
		return ""
	}
	return targetName(s.TargetList[0].GetResTarget())
}

// targetName is the name of a result column; "" where nothing here could change
// it.
func targetName(t *pg.ResTarget) string {
	if t.GetName() != "" {
		return t.Name
	}
	return outputName(t.GetVal())
}

// givenName is the name that a result column takes from what it is, not from a
// column; "" where it is not known.
func givenName(n *pg.Node) string {
	switch {
	case n.GetFuncCall() != nil && len(n.GetFuncCall().Funcname) > 0:
		name := n.GetFuncCall().Funcname
		return name[len(name)-1].GetString_().GetSval()
	case n.GetCoalesceExpr() != nil:
		return "coalesce"
	case n.GetCaseExpr() != nil:
		return "case"
	case n.GetAArrayExpr() != nil, n.GetSubLink().GetSubLinkType() == pg.SubLinkType_ARRAY_SUBLINK:
		return "array"
	case n.GetSubLink().GetSubLinkType() == pg.SubLinkType_EXISTS_SUBLINK:
		return "exists"
	}
	return ""
}

// within says whether a node of a FROM tree is another or inside it.
func within(tree, n *pg.Node) bool {
	if tree == nil || n == nil {
		return false
	}
	if tree == n {
		return true
	}
	j := tree.GetJoinExpr()
	return j != nil && (within(j.Larg, n) || within(j.Rarg, n))
}
