package pgsql

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// CreateViews gives the statements that create every E/R view in viewSchema,
// over the tables in tableSchema.
func CreateViews(l *shred.Layout, viewSchema, tableSchema string) []string {
	var all []string
	for _, v := range l.Model.Views() {
		all = append(all, "CREATE VIEW "+qualify(viewSchema, ViewName(v))+" AS\n"+ViewQuery(l, v, tableSchema))
	}
	return all
}

// ViewName is the name of an E/R view in Postgres.
func ViewName(v er.View) string { return Identifier(v.Name) }

// ViewQuery is the query over a variant's tables that gives the rows of an E/R
// view, with the view's column names. schema "" leaves tables unqualified.
//
// Nothing in it hides a row: no DISTINCT, no UNION without ALL, no join that
// drops one, no filter but the discriminator's where a type is merged into
// another's table, and none on it in the views of values and links. What the
// tables have too many shows as a row too many.
func ViewQuery(l *shred.Layout, v er.View, schema string) string {
	w := newViewWriter(l, v, func(table string) string { return qualify(schema, table) })
	return strings.Join(w.parts, "\nUNION ALL\n")
}

// ViewCost says how much there is to read for all E/R views of a layout, to
// choose between variants: tables, each as often as it is read, and nested
// values. At least the number of views.
func ViewCost(l *shred.Layout) int {
	cost := 0
	for _, v := range l.Model.Views() {
		cost += max(1, newViewWriter(l, v, QuoteIdent).reads)
	}
	return cost
}

func newViewWriter(l *shred.Layout, v er.View, from func(string) string) *viewWriter {
	w := &viewWriter{l: l, view: v, from: from}
	switch {
	case v.Relationship != nil:
		w.relationship(v.Relationship)
	case v.Attribute != nil:
		w.values(v.Attribute)
	default:
		w.entities(v.Type)
	}
	if len(w.parts) == 0 {
		w.nothing()
	}
	return w
}

type viewWriter struct {
	l     *shred.Layout
	view  er.View
	from  func(table string) string
	parts []string // SELECTs, joined by UNION ALL
	reads int      // how often a table is read or a nested value taken apart
}

// source writes a table with an alias and counts that it is read; the table of a
// nested type is a query that takes its rows out of the outer one, with their keys
// and the columns that are wanted.
func (w *viewWriter) source(t *shred.Table, alias string, wanted func(shred.Column) bool) string {
	w.reads++
	if t.In != nil {
		return "(\n" + indent(w.elements(t, wanted)) + "\n) AS " + alias
	}
	return w.from(t.Name) + " AS " + alias
}

// part adds one SELECT; values are in the order of the view's columns.
func (w *viewWriter) part(values []string, clauses ...string) {
	items := make([]string, len(values))
	for i, v := range values {
		name := QuoteIdent(Identifier(w.view.Columns[i].Name))
		items[i] = v
		if v != name && !strings.HasSuffix(v, "."+name) {
			items[i] += " AS " + name
		}
	}
	w.parts = append(w.parts, "SELECT "+strings.Join(items, ", ")+"\n"+strings.Join(clauses, "\n"))
}

// nothing is the view of a type that no entity can have.
func (w *viewWriter) nothing() {
	var nulls []string
	for _, c := range w.view.Columns {
		nulls = append(nulls, "NULL::"+valueType(c.Type))
	}
	w.part(nulls, "WHERE false")
}

// entities: one part for each home of the type, joined upward to the tables with
// the rest of the inherited attributes.
func (w *viewWriter) entities(t *er.EntityType) {
	for _, home := range w.l.Homes(t) {
		chain := []*shred.Table{home}
		clauses := []string{"FROM " + w.source(home, "t", inView(w.l, home, t))}
		values := columns("t", home.Key())
		for _, a := range t.AllAttributes() {
			if a.Multi {
				continue
			}
			at := slices.IndexFunc(chain, func(c *shred.Table) bool { return c.Covers(a.Of) })
			for at < 0 {
				up := w.l.Up(chain[len(chain)-1])
				clauses = append(clauses, w.joinUp(home, up, len(chain)))
				chain = append(chain, up)
				if up.Covers(a.Of) {
					at = len(chain) - 1
				}
			}
			values = append(values, attribute(chain[at], alias(at), shred.Value, er.End{}, a)...)
		}
		if where := labels(w.l, home, t); where != "" {
			clauses = append(clauses, where)
		}
		w.part(values, clauses...)
	}
}

// alias names the nth table of a part, the home being the 0th.
func alias(n int) string {
	if n == 0 {
		return "t"
	}
	return fmt.Sprintf("t%d", n)
}

func (w *viewWriter) joinUp(home, up *shred.Table, n int) string {
	var on []string
	for i, k := range up.Key() {
		on = append(on, fmt.Sprintf("%s.%s = t.%s", alias(n), QuoteIdent(k), QuoteIdent(home.Key()[i])))
	}
	return "LEFT JOIN " + w.source(up, alias(n), nil) + " ON " + strings.Join(on, " AND ")
}

// labels is the filter that keeps the entities of t; "" when all rows are.
func labels(l *shred.Layout, home *shred.Table, t *er.EntityType) string {
	var names []string
	for _, label := range l.Labels(home, t) {
		names = append(names, QuoteLiteral(label.Name))
	}
	column := "t." + QuoteIdent(home.Discriminator())
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "WHERE " + column + " = " + names[0]
	}
	return "WHERE " + column + " IN (" + strings.Join(names, ", ") + ")"
}

// columns writes column references.
func columns(alias string, names []string) []string {
	var all []string
	for _, n := range names {
		all = append(all, alias+"."+QuoteIdent(n))
	}
	return all
}

// attribute writes the values of a single-valued attribute as the E/R view shows
// them: one, or one for each component.
func attribute(t *shred.Table, alias string, holds shred.Holds, end er.End, a *er.Attribute) []string {
	var all []string
	for _, c := range t.Columns {
		if c.Holds != holds || c.End != end || c.Attribute != a {
			continue
		}
		reference := alias + "." + QuoteIdent(c.Name)
		if c.Form != shred.JSONObject {
			all = append(all, reference)
			continue
		}
		for _, member := range a.Components {
			all = append(all, memberOf(reference, member))
		}
	}
	return all
}

// memberOf takes a component out of the JSON object that a composite is stored
// as.
func memberOf(reference string, member *er.Attribute) string {
	key := QuoteLiteral(shred.ComponentKey(member))
	if member.Type.Base == er.JSON {
		return "(" + reference + " -> " + key + ")"
	}
	return cast("("+reference+" ->> "+key+")", member.Type)
}

func cast(expression string, t er.Type) string {
	if t.Base == er.Text {
		return expression
	}
	return expression + "::" + valueType(t)
}

// values: the child tables, or the nested values of each home taken apart.
func (w *viewWriter) values(a *er.Attribute) {
	tables := w.l.ValueTables(a)
	for _, t := range tables {
		element := t.Names(func(c shred.Column) bool { return c.Holds == shred.Element })
		w.part(columns("t", append(t.Key(), element...)), "FROM "+w.source(t, "t", nil))
	}
	if len(tables) > 0 {
		return
	}
	for _, home := range w.l.Homes(a.Of) {
		for _, c := range home.Columns {
			if c.Holds == shred.Value && c.Attribute == a {
				w.nested(home, c)
			}
		}
	}
}

func (w *viewWriter) nested(home *shred.Table, c shred.Column) {
	w.reads++
	element, function := "e.value", "unnest"
	if c.Form == shred.JSONArray {
		element, function = cast("e.value", c.Attribute.Type), "jsonb_array_elements_text"
	}
	w.part(append(columns("t", home.Key()), element),
		"FROM "+w.source(home, "t", func(other shred.Column) bool { return other == c }),
		fmt.Sprintf("CROSS JOIN LATERAL %s(t.%s) AS e(value)", function, QuoteIdent(c.Name)))
}

// relationship: its own tables, or the partners in each home of the end that has
// them.
func (w *viewWriter) relationship(r *er.Relationship) {
	for _, t := range w.l.LinkTables(r) {
		from, to := t.Ends()
		w.part(w.link(t, columns("t", from), columns("t", to), shred.LinkValue, er.End{}), "FROM "+w.source(t, "t", nil))
	}
	if len(w.l.LinkTables(r)) > 0 {
		return
	}
	for _, end := range []er.End{{Relationship: r}, {Relationship: r, AtTo: true}} {
		for _, home := range w.l.Homes(end.Near().Type) {
			if partner := columns("t", home.Partner(end)); partner != nil {
				w.partners(home, end, partner)
			}
			if list := home.PartnerList(end); list != "" {
				w.listed(home, end, list)
			}
		}
	}
}

func (w *viewWriter) partners(home *shred.Table, end er.End, partner []string) {
	from, to := columns("t", home.Key()), partner
	if end.AtTo {
		from, to = to, from
	}
	w.part(w.link(home, from, to, shred.PartnerValue, end), "FROM "+w.source(home, "t", func(c shred.Column) bool { return c.End == end }), "WHERE "+partner[0]+" IS NOT NULL")
}

func (w *viewWriter) link(t *shred.Table, from, to []string, holds shred.Holds, end er.End) []string {
	values := slices.Concat(from, to)
	for _, a := range w.view.Relationship.Attributes {
		values = append(values, attribute(t, "t", holds, end, a)...)
	}
	return values
}
