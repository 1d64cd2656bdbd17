package standalone

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

// Clause is one line of a query with why it is there.
type Clause struct {
	Text   string  `json:"text"`
	Points []Point `json:"points"` // none where it would be the same on every variant
}

// Point is a decision point whose choice shows in a clause.
type Point struct {
	Point  string `json:"point"`
	Choice string `json:"choice"`
	Reason string `json:"reason"`
}

// Explain lays a query over the variant's tables out and says for each line which
// decision points put its tables and columns there. It looks at nothing but the
// names in the text, so any query over the tables can be explained. The error is
// a *ParseError.
func (w *Writer) Explain(sql string) ([]Clause, error) {
	s, err := parse(sql)
	if err != nil {
		return nil, err
	}
	lines, err := layOut(s)
	if err != nil {
		return nil, err
	}
	e := &explainer{w: w, lines: texts(lines)}
	text := strings.Join(e.lines, "\n")
	if s, err = parse(text); err != nil { // again, for the places in this text
		return nil, err
	}
	for _, l := range e.lines {
		e.clauses = append(e.clauses, Clause{Text: l, Points: []Point{}})
	}
	a := &analysis{w: w, names: map[string]bool{}, tables: true}
	if _, err := a.query(s, nil, visible{}, true); err != nil {
		return nil, &ParseError{SQL: sql, Reason: err.Error()}
	}
	e.explain(a, s)
	return e.clauses, nil
}

// Annotated writes clauses as SQL that runs, with the points as comments.
func Annotated(clauses []Clause) string {
	lines := make([]string, len(clauses))
	for i, c := range clauses {
		lines[i] = c.Text
		var why []string
		for _, p := range c.Points {
			why = append(why, p.Point+"="+p.Choice+": "+p.Reason)
		}
		if len(why) > 0 {
			lines[i] += "  -- " + oneLine(strings.Join(why, "; "))
		}
	}
	return strings.Join(lines, "\n")
}

// PointsOf lists the decision points of clauses, each once, in the order in which
// they show.
func PointsOf(clauses []Clause) []string {
	all := []string{}
	for _, c := range clauses {
		for _, p := range c.Points {
			if !slices.Contains(all, p.Point) {
				all = append(all, p.Point)
			}
		}
	}
	return all
}

// oneLine keeps a comment from ending early: names of a model can have anything
// in them.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '\u0085' || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

type explainer struct {
	w       *Writer
	lines   []string
	clauses []Clause
}

// at adds a point to the line that a byte offset is in, once.
func (e *explainer) at(offset int32, p choice.Point, reason string) {
	i, end := 0, 0
	for ; i < len(e.lines)-1; i++ {
		if end += len(e.lines[i]) + 1; int(offset) < end {
			break
		}
	}
	c := &e.clauses[i]
	if !slices.ContainsFunc(c.Points, func(other Point) bool { return other.Point == p.ID() }) {
		c.Points = append(c.Points, Point{Point: p.ID(), Choice: e.w.layout.Choices.Get(p), Reason: reason})
	}
}

func (e *explainer) explain(a *analysis, s *pg.SelectStmt) {
	refs := map[*pg.Node]*meaning{}
	for _, in := range a.scopes {
		for _, it := range in.items {
			if it.table == nil {
				continue
			}
			t := e.w.layout.Table(it.table.Name)
			e.table(it.node.GetRangeVar().Location, t)
			for _, r := range it.refs {
				c := t.Columns[slices.Index(it.columns, r.column)]
				refs[r.node] = &meaning{t, c}
			}
		}
	}
	e.comparisons(s, refs)
	walk(s, func(m proto.Message) bool {
		if n, ok := m.(*pg.Node); ok && refs[n] != nil {
			e.column(n.GetColumnRef().Location, refs[n].table, refs[n].column)
		}
		return true
	})
}

// meaning is what a reference to a column is to.
type meaning struct {
	table  *shred.Table
	column shred.Column
}

// comparisons explains what is compared: a discriminator with names of types, and
// keys of two tables that hold parts of the same entities.
func (e *explainer) comparisons(s *pg.SelectStmt, refs map[*pg.Node]*meaning) {
	walk(s, func(m proto.Message) bool {
		x, ok := m.(*pg.A_Expr)
		if !ok {
			return true
		}
		left, right := refs[x.Lexpr], refs[x.Rexpr]
		switch {
		case left != nil && left.column.Holds == shred.TypeName:
			e.filter(x.Lexpr.GetColumnRef().Location, left.table, literals(x.Rexpr))
		case left != nil && right != nil && left.column.Holds == shred.KeyPart && right.column.Holds == shred.KeyPart:
			e.parts(x.Lexpr.GetColumnRef().Location, left.table, right.table)
		}
		return true
	})
}

// literals lists the text constants in an expression.
func literals(n *pg.Node) []string {
	var all []string
	walkNodes(n, func(x *pg.Node) {
		if c := x.GetAConst(); c.GetSval() != nil {
			all = append(all, c.GetSval().Sval)
		}
	})
	return all
}
