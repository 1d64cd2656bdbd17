package pgsql

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/shred"
)

// entityTable: the members of the table's type that it stores; whether they are
// of a type that is merged into it is whether that type's view has them.
func (w *tableWriter) entityTable() {
	w.base = w.entityView(w.t.Type)
	key := keyNames(w.base)
	for _, m := range w.t.Merged() {
		v := w.entityView(m)
		w.members[m] = w.leftJoin("m", w.view(v), keyNames(v), nil)
	}
	for _, c := range w.t.Columns {
		switch c.Holds {
		case shred.KeyPart:
			w.column(c, columns("e", key)[c.Part])
		case shred.TypeName:
			w.column(c, w.label())
		case shred.Value:
			w.column(c, w.value(c))
		case shred.PartnerKey:
			v, alias := w.partner(c.End)
			w.column(c, columns(alias, endNames(v, far(c.End)))[c.Part])
		case shred.PartnerValue:
			v, alias := w.partner(c.End)
			there := columns(alias, endNames(v, far(c.End)))[0]
			w.column(c, where(c.Form != shred.Plain, there, single(v, alias, c)))
		case shred.PartnerKeys, shred.Elements:
			w.column(c, w.ofMembers(c, w.plural(c)))
		}
	}
	w.without(w.t, w.t.Type, columns("e", key))
}

func far(end er.End) er.End { return er.End{Relationship: end.Relationship, AtTo: !end.AtTo} }

// where writes an expression that is NULL where a column of the row that it is
// made from is, if it would not be anyway.
func where(needed bool, there, expression string) string {
	if !needed {
		return expression
	}
	return "CASE WHEN " + there + " IS NOT NULL THEN " + expression + " END"
}

// label writes the most specific of the types that are in the table, subtypes
// being asked for before their parents.
func (w *tableWriter) label() string {
	var b strings.Builder
	b.WriteString("CASE")
	for _, m := range slices.Backward(w.t.Merged()) {
		fmt.Fprintf(&b, " WHEN %s IS NOT NULL THEN %s", w.memberKey(m), QuoteLiteral(m.Name))
	}
	fmt.Fprintf(&b, " ELSE %s END", QuoteLiteral(w.t.Type.Name))
	return b.String()
}

// memberKey is a column that is NULL for entities not of a merged type.
func (w *tableWriter) memberKey(m *er.EntityType) string {
	return columns(w.members[m], keyNames(w.entityView(m)))[0]
}

// value writes an attribute of the entity, NULL for those that lack it.
func (w *tableWriter) value(c shred.Column) string {
	alias, merged := w.members[c.Of]
	v := w.base
	if merged {
		v = w.entityView(c.Of)
	} else {
		alias = "e"
	}
	expression := ""
	switch c.Form {
	case shred.ArrayForm, shred.JSONArray:
		expression = w.collected(c)
	default:
		expression = single(v, alias, c)
	}
	if c.Form == shred.Plain {
		return expression
	}
	return w.ofMembers(c, expression)
}

// ofMembers writes an expression that is NULL for entities that are not of the
// type which brought the column.
func (w *tableWriter) ofMembers(c shred.Column, expression string) string {
	_, merged := w.members[c.Of]
	if !merged {
		return expression
	}
	return where(true, w.memberKey(c.Of), expression)
}

// collected writes all values of a multi-valued attribute, in the order of
// er.Type.Compare.
func (w *tableWriter) collected(c shred.Column) string {
	v := w.valuesView(c.Attribute)
	value, aggregate, empty := shownValue(v, "x"), "array_agg", emptyArray
	order := sortKey(value, c.Attribute.Type)
	if c.Form == shred.JSONArray {
		value, aggregate, empty = jsonValue(value, c.Attribute.Type), "jsonb_agg", emptyList
	}
	return w.aggregated(w.view(v), keyNames(v), fmt.Sprintf("%s(%s ORDER BY %s)", aggregate, value, order), empty)
}

// partner joins the view of a relationship that the table's entities have at
// most one partner in.
func (w *tableWriter) partner(end er.End) (v er.View, alias string) {
	v = w.linkView(end.Relationship)
	alias, ok := w.partners[end]
	if !ok {
		alias = w.leftJoin("p", w.view(v), endNames(v, end), nil)
		w.partners[end] = alias
	}
	return v, alias
}

// single writes a single-valued attribute: as the view shows it, one component,
// or all of them as a JSON object.
func single(v er.View, alias string, c shred.Column) string {
	switch {
	case c.Form == shred.JSONObject:
		return jsonObject(v, alias, c.Attribute)
	case c.Component != nil:
		return shows(v, alias, c.Component)
	}
	return shows(v, alias, c.Attribute)
}

// maxPairs is how many keys jsonb_build_object takes: functions have at most 100
// arguments.
const maxPairs = 50

func jsonObject(v er.View, alias string, a *er.Attribute) string {
	var pairs []string
	for _, m := range a.Components {
		pairs = append(pairs, QuoteLiteral(shred.ComponentKey(m))+", "+jsonValue(shows(v, alias, m), m.Type))
	}
	return objectOf(pairs)
}

// objectOf writes a JSON object of its keys and values.
func objectOf(pairs []string) string {
	var objects []string
	for some := range slices.Chunk(pairs, maxPairs) {
		objects = append(objects, "jsonb_build_object("+strings.Join(some, ", ")+")")
	}
	return strings.Join(objects, " || ")
}

// jsonValue writes a value as it goes into JSON: dates and instants as their own
// texts, all others as the server turns them into JSON.
func jsonValue(reference string, t er.Type) string {
	if t.Base == er.Date || t.Base == er.Timestamp {
		return reference + "::text"
	}
	return reference
}
