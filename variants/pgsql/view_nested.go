package pgsql

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// elements writes the query that gives the rows of a nested type's table: the
// owner's key and members of every element, as columns of their own types.
func (w *viewWriter) elements(t *shred.Table, wanted func(shred.Column) bool) string {
	items := columns("o", t.In.Key())
	for i, name := range t.Key()[:t.Outer()] {
		items[i] = as(items[i], name)
	}
	for i, c := range t.Columns {
		if i >= t.Outer() && (c.Holds == shred.KeyPart || wanted(c)) {
			items = append(items, as(memberColumn(t, i), c.Name))
		}
	}
	return "SELECT " + strings.Join(items, ", ") + "\nFROM " + w.source(t.In, "o", func(c shred.Column) bool { return c.Elements == t }) +
		"\nCROSS JOIN LATERAL jsonb_array_elements(o." + QuoteIdent(t.In.Columns[t.At].Name) + ") AS e(value)"
}

// inView says which columns of a home the view of an entity type is made from.
func inView(l *shred.Layout, home *shred.Table, t *er.EntityType) func(shred.Column) bool {
	filtered := l.Labels(home, t) != nil
	return func(c shred.Column) bool {
		switch c.Holds {
		case shred.TypeName:
			return filtered
		case shred.Value:
			return !c.Attribute.Multi && t.IsA(c.Of)
		}
		return false
	}
}

// memberColumn takes the ith column out of an element. A list of an entity that
// can have none is null in JSON and must be NULL to be taken apart.
func memberColumn(t *shred.Table, i int) string {
	c, typ, key := t.Columns[i], t.Table.Columns[i].Type.Value, QuoteLiteral(t.Columns[i].Name)
	switch {
	case c.Holds == shred.Elements || c.Form == shred.JSONArray:
		return "nullif(e.value -> " + key + ", 'null')"
	case typ.Base == er.JSON:
		return "(e.value -> " + key + ")"
	}
	return cast("(e.value ->> "+key+")", typ)
}

// as gives an expression a name, unless it is a column of that name.
func as(expression, name string) string {
	quoted := QuoteIdent(name)
	if strings.HasSuffix(expression, "."+quoted) {
		return expression
	}
	return expression + " AS " + quoted
}

func indent(sql string) string { return "    " + strings.ReplaceAll(sql, "\n", "\n    ") }

// listed: one row for each key in the arrays of a home.
func (w *viewWriter) listed(home *shred.Table, end er.End, list string) {
	w.reads++
	from, to := columns("t", home.Key()), []string{"e.value"}
	if end.AtTo {
		from, to = to, from
	}
	w.part(append(from, to...), "FROM "+w.source(home, "t", nil),
		fmt.Sprintf("CROSS JOIN LATERAL unnest(t.%s) AS e(value)", QuoteIdent(list)))
}
