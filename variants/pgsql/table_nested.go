package pgsql

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// What an entity has that has no values.
const (
	emptyArray = "'{}'"
	emptyList  = "'[]'"
)

// aggregated joins an aggregate over the rows of a relation by the columns that
// are the key of e, and gives what stands for no rows where there are none.
func (w *tableWriter) aggregated(relation string, key []string, aggregate, empty string) string {
	names := make([]string, len(key))
	for i := range key {
		names[i] = fmt.Sprintf("key%d", i+1)
	}
	all := strings.Join(columns("x", key), ", ")
	grouped := fmt.Sprintf("(SELECT %s, %s FROM %s AS x GROUP BY %s)", all, aggregate, relation, all)
	alias := w.leftJoin("a", grouped, names, append(names, "list"))
	return "coalesce(" + alias + ".list, " + empty + ")"
}

// plural writes what an entity's row has of several others.
func (w *tableWriter) plural(c shred.Column) string {
	if c.Holds == shred.Elements {
		return w.owned(c.Elements)
	}
	v := w.linkView(c.End.Relationship)
	partner := columns("x", endNames(v, far(c.End)))[0]
	key := far(c.End).Near().Type.FullKey()[0]
	return w.aggregated(w.view(v), endNames(v, c.End), fmt.Sprintf("array_agg(%s ORDER BY %s)", partner, sortKey(partner, key.Type)), emptyArray)
}

// owned writes the list of the elements of a nested type: what its table would
// hold, made into objects.
func (w *tableWriter) owned(t *shred.Table) string {
	inner := newTableWriter(w.l, t, w.schema)
	inner.entityTable()
	var pairs, order []string
	for i, c := range t.Columns {
		if i < t.Outer() {
			continue
		}
		reference, typ := "x."+QuoteIdent(c.Name), t.Table.Columns[i].Type.Value
		pairs = append(pairs, QuoteLiteral(c.Name)+", "+jsonValue(reference, typ))
		if c.Holds == shred.KeyPart {
			order = append(order, sortKey(reference, typ))
		}
	}
	return w.aggregated("(\n"+indent(inner.sql())+"\n)", t.Key()[:t.Outer()],
		fmt.Sprintf("jsonb_agg(%s ORDER BY %s)", objectOf(pairs), strings.Join(order, ", ")), emptyList)
}

// sortKey writes what sorts values as er.Type.Compare does.
func sortKey(reference string, t er.Type) string {
	switch t.Base {
	case er.Text:
		return reference + ` COLLATE "C"`
	case er.JSON:
		return reference + `::text COLLATE "C"`
	}
	return reference
}
