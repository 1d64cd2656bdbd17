package pgsql

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// elements writes the query that gives the rows of a nested type's table: the
// owner's key and the members of every element, as columns of their own types.
func (w *viewWriter) elements(t *shred.Table) string {
	items := columns("o", t.In.Key())
	for i, name := range t.Key()[:t.Outer()] {
		items[i] = as(items[i], name)
	}
	for i := t.Outer(); i < len(t.Columns); i++ {
		items = append(items, as(memberColumn(t, i), t.Columns[i].Name))
	}
	return "SELECT " + strings.Join(items, ", ") + "\nFROM " + w.source(t.In, "o") +
		"\nCROSS JOIN LATERAL jsonb_array_elements(o." + QuoteIdent(t.In.Columns[t.At].Name) + ") AS e(value)"
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
	w.part(append(from, to...), "FROM "+w.source(home, "t"),
		fmt.Sprintf("CROSS JOIN LATERAL unnest(t.%s) AS e(value)", QuoteIdent(list)))
}
