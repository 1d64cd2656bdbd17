// Package pgsql writes Postgres's SQL for a layout: the schema dump, the
// statements that create and fill tables, and the queries that give back the
// E/R model's own relations.
//
//  1. Names and values become SQL text in quote.go, and nowhere else.
//  2. ddl.go writes tables and keys, copy.go the rows, from a relation.Schema.
//  3. view.go writes the E/R views from a shred.Layout.
//  4. table.go goes the other way and writes, over E/R views, what a table must
//     hold; catalogue.go asks whether the schema is as planned, with the answers.
//
// It only makes text: nothing here connects to anything. The session it counts
// on has standard settings, UTF-8, and a search path with the variant's schema
// where names are unqualified.
package pgsql

import (
	"strings"

	"ercheck/variants/relation"
)

// QuoteIdent writes an identifier: bare when it reads as the same name, else in
// double quotes. The name must not contain U+0000.
func QuoteIdent(name string) string {
	if plain(name) && !keywords[name] {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// plain says whether the name is made of what an unquoted identifier can have
// and keeps.
func plain(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c >= 'a' && c <= 'z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

// QuoteLiteral writes a text constant, the same under every setting of
// standard_conforming_strings. The text must not contain U+0000.
func QuoteLiteral(s string) string {
	quoted := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return "E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}

// Identifier cuts a name that Postgres would cut, so that different names stay
// different; see relation.Identifier.
func Identifier(name string) string { return relation.Identifier(name) }

// qualify writes a table's name, with its schema unless that is "".
func qualify(schema, table string) string {
	if schema == "" {
		return QuoteIdent(table)
	}
	return QuoteIdent(schema) + "." + QuoteIdent(table)
}

// list writes identifiers between commas.
func list(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = QuoteIdent(n)
	}
	return strings.Join(quoted, ", ")
}

// literals writes text constants with something behind each and between them.
func literals(texts []string, behind, between string) string {
	quoted := make([]string, len(texts))
	for i, s := range texts {
		quoted[i] = QuoteLiteral(s) + behind
	}
	return strings.Join(quoted, between)
}

// keywords are the words that are quoted as identifiers: all that any version
// from 16 to 18 does not call unreserved.
var keywords = wordSet(`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit
boolean both case cast char character check coalesce collate collation column concurrently constraint create cross
current_catalog current_date current_role current_schema current_time current_timestamp current_user dec decimal
default deferrable desc distinct do else end except exists extract false fetch float for foreign freeze from full
grant greatest group grouping having ilike in initially inner inout int integer intersect interval into is isnull
join json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize
json_table json_value lateral leading least left like limit localtime localtimestamp merge_action national natural
nchar none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay placing
position precision primary real references returning right row select session_user setof similar smallint some
substring symmetric system_user table tablesample then time timestamp to trailing treat trim true union unique user
using values varchar variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest
xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
