package pgsql

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// TableQuery is the query over the E/R views in viewSchema that gives the rows
// which the table must have: its columns in order, under their names, but for
// the surrogate key, which means nothing. The views may be those of any variant
// of the model. Values have the types of the table's columns, so that both
// sides' texts can be compared.
//
// It is made from the layout alone and shares nothing with the writing of rows:
// what an entity is follows from which views have it, arrays and JSON are made
// by the server.
func TableQuery(l *shred.Layout, t *shred.Table, viewSchema string) string {
	w := newTableWriter(l, t, viewSchema)
	switch t.Kind {
	case shred.Entities:
		w.entityTable()
	case shred.Values:
		w.valueTable()
	case shred.Links:
		w.linkTable()
	}
	return w.sql()
}

// TableSelect is the query over the variant's own table that TableQuery's rows
// are compared with.
func TableSelect(t *shred.Table, schema string) string {
	names := t.Names(func(c shred.Column) bool { return c.Holds != shred.Surrogate })
	return "SELECT " + list(names) + "\nFROM " + qualify(schema, t.Name)
}

// SurrogateCheck is the query that gives how many rows share the table's
// surrogate key with another or have none: one row with 0 when all is well. It
// is "" for a table without a surrogate key.
func SurrogateCheck(t *shred.Table, schema string) string {
	names := t.Names(func(c shred.Column) bool { return c.Holds == shred.Surrogate })
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("SELECT count(*) - count(DISTINCT %s)\nFROM %s", list(names), qualify(schema, t.Name))
}

// tableWriter writes one query: SELECT columns FROM the view "e" and joins, of
// which none changes the number of rows, WHERE conditions.
type tableWriter struct {
	l          *shred.Layout
	t          *shred.Table
	schema     string
	base       er.View // of alias e
	views      []er.View
	columns    []string
	joins      []string
	conditions []string
	members    map[*er.EntityType]string // aliases of the views of merged types
	partners   map[er.End]string         // aliases of the views of relationships
}

func newTableWriter(l *shred.Layout, t *shred.Table, viewSchema string) *tableWriter {
	return &tableWriter{l: l, t: t, schema: viewSchema, views: l.Model.Views(),
		members: map[*er.EntityType]string{}, partners: map[er.End]string{}}
}

func (w *tableWriter) sql() string {
	lines := append([]string{"SELECT " + strings.Join(w.columns, ",\n    "), "FROM " + w.view(w.base) + " AS e"}, w.joins...)
	if len(w.conditions) > 0 {
		lines = append(lines, "WHERE "+strings.Join(w.conditions, "\n    AND "))
	}
	return strings.Join(lines, "\n")
}

// view writes the qualified name of an E/R view.
func (w *tableWriter) view(v er.View) string { return qualify(w.schema, ViewName(v)) }

func (w *tableWriter) find(match func(er.View) bool) er.View {
	return w.views[slices.IndexFunc(w.views, match)] // a model has a view of everything that it has
}

func (w *tableWriter) entityView(t *er.EntityType) er.View {
	return w.find(func(v er.View) bool { return v.Type == t && v.Attribute == nil })
}

func (w *tableWriter) valuesView(a *er.Attribute) er.View {
	return w.find(func(v er.View) bool { return v.Attribute == a })
}

func (w *tableWriter) linkView(r *er.Relationship) er.View {
	return w.find(func(v er.View) bool { return v.Relationship == r })
}

// column adds a column under its name in the table.
func (w *tableWriter) column(c shred.Column, expression string) {
	w.columns = append(w.columns, expression+" AS "+QuoteIdent(c.Name))
}

// leftJoin joins a relation on columns that equal the key of e, and gives it an
// alias: a letter and a number. names are those of all its columns, if they
// change.
func (w *tableWriter) leftJoin(letter, relation string, key, names []string) (alias string) {
	alias = fmt.Sprintf("%s%d", letter, len(w.joins)+1)
	as := alias
	if len(names) > 0 {
		as += "(" + list(names) + ")"
	}
	on := equal(columns(alias, key), columns("e", keyNames(w.base)))
	w.joins = append(w.joins, "LEFT JOIN "+relation+" AS "+as+" ON "+on)
	return alias
}

// equal writes the conjunction of equalities.
func equal(left, right []string) string {
	var all []string
	for i := range left {
		all = append(all, left[i]+" = "+right[i])
	}
	return strings.Join(all, " AND ")
}

// viewColumns names some columns of an E/R view as Postgres has them.
func viewColumns(all []er.ViewColumn) []string {
	var names []string
	for _, c := range all {
		names = append(names, Identifier(c.Name))
	}
	return names
}

// keyNames are the columns with the full key in the view of an entity type or of
// a multi-valued attribute.
func keyNames(v er.View) []string { return viewColumns(v.Columns[:len(v.Type.FullKey())]) }

// endNames are the columns with the full key of an end in a relationship's view.
func endNames(v er.View, end er.End) []string {
	from := len(v.Relationship.From.Type.FullKey())
	if !end.AtTo {
		return viewColumns(v.Columns[:from])
	}
	return viewColumns(v.Columns[from : from+len(v.Relationship.To.Type.FullKey())])
}

// shows writes the reference to the column that shows an attribute or a
// component.
func shows(v er.View, alias string, source *er.Attribute) string {
	i := slices.IndexFunc(v.Columns, func(c er.ViewColumn) bool { return c.Source == source && !c.Key })
	return alias + "." + QuoteIdent(Identifier(v.Columns[i].Name))
}

// linkTable: the relationship's view is the table, but for how values are
// written.
func (w *tableWriter) linkTable() {
	r := w.t.Relation
	w.base = w.linkView(r)
	from := columns("e", endNames(w.base, er.End{Relationship: r}))
	to := columns("e", endNames(w.base, er.End{Relationship: r, AtTo: true}))
	for _, c := range w.t.Columns {
		switch c.Holds {
		case shred.FromKey:
			w.column(c, from[c.Part])
		case shred.ToKey:
			w.column(c, to[c.Part])
		case shred.LinkValue:
			w.column(c, single(w.base, "e", c))
		}
	}
	if len(w.l.LinkTables(r)) > 1 {
		w.storedIn(w.t.From, r.From.Type, from)
		w.storedIn(w.t.To, r.To.Type, to)
	}
}

// valueTable: the rows of the attribute's view whose owners the table is for.
func (w *tableWriter) valueTable() {
	w.base = w.valuesView(w.t.Attribute)
	key := columns("e", keyNames(w.base))
	for _, c := range w.t.Columns {
		switch c.Holds {
		case shred.KeyPart:
			w.column(c, key[c.Part])
		case shred.Element:
			w.column(c, shownValue(w.base, "e"))
		}
	}
	w.storedIn(w.t.Holder, w.t.Type, key)
}

// shownValue is the last column of a multi-valued attribute's view.
func shownValue(v er.View, alias string) string {
	return alias + "." + QuoteIdent(Identifier(v.Columns[len(v.Columns)-1].Name))
}

// storedIn keeps the rows whose entity, with this key, has its features of type
// of in the table home.
func (w *tableWriter) storedIn(home *shred.Table, of *er.EntityType, key []string) {
	if home.Type != of && home.Type.IsA(of) {
		of = home.Type
		w.conditions = append(w.conditions, w.among("EXISTS", of, key))
	}
	w.without(home, of, key)
}

// among writes the condition that the entity with this key is, or is not, in the
// view of a type.
func (w *tableWriter) among(exists string, t *er.EntityType, key []string) string {
	v := w.entityView(t)
	return fmt.Sprintf("%s (SELECT FROM %s AS x WHERE %s)", exists, w.view(v), equal(columns("x", keyNames(v)), key))
}

// without leaves out the entities below t that the table home does not store.
func (w *tableWriter) without(home *shred.Table, t *er.EntityType, key []string) {
	for _, below := range t.Children {
		if slices.ContainsFunc(home.Stored, func(x *er.EntityType) bool { return x.IsA(below) }) {
			w.without(home, below, key)
		} else {
			w.conditions = append(w.conditions, w.among("NOT EXISTS", below, key))
		}
	}
}
