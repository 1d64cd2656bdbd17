package pgsql

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ercheck/variants/relation"
	"ercheck/variants/shred"
)

// Place says where a variant is in a database.
type Place struct {
	Schema     string // of its tables
	ViewSchema string // of its E/R views
	Role       string // that may read the tables; "" for none
}

// Expectation is what one query over the server's catalogue must give. It is a
// superuser's, in a session with an empty search path.
type Expectation struct {
	What  string     // what is looked at, in the plural: columns
	Setup []string   // statements to run before it; the transaction that they are in must be rolled back
	SQL   string     // gives texts that are not NULL
	Rows  [][]string // in any order
}

// Catalogue lists what must be true of the server's catalogue when a variant is
// stored as planned: its enums, its tables with columns, keys, checks and indexes,
// its E/R views, who may read them, and that nothing else is there.
func Catalogue(l *shred.Layout, at Place) []Expectation {
	s := l.Schema()
	all := []Expectation{enums(s, at), tables(s, at), tableColumns(s, at), keys(s, at), checks(s, at), indexes(s, at), views(l, at), others(at), rights(s, at)}
	if at.Role != "" {
		all = append(all, roleRights(s, at), roleItself(at))
	}
	return all
}

// Compare gives the expected rows that are not among found, and the found ones
// that are not expected.
func (e Expectation) Compare(found [][]string) (missing, extra [][]string) {
	left := map[string]int{}
	for _, row := range e.Rows {
		left[rowKey(row)]++
	}
	for _, row := range found {
		if left[rowKey(row)]--; left[rowKey(row)] < 0 {
			extra = append(extra, row)
		}
	}
	for _, row := range e.Rows {
		if k := rowKey(row); left[k] > 0 {
			left[k]--
			missing = append(missing, row)
		}
	}
	return missing, extra
}

func rowKey(row []string) string { return fmt.Sprintf("%q", row) }

// catalogueQuery fills a query in: $schema and $views are the two schemas' oids,
// $twin that of the schema that does not stay, $role the role's name, $flags(…) what is unusual about a row: the words
// whose conditions hold, "" for none.
func catalogueQuery(at Place, sql string, flags ...flag) string {
	oid := func(schema string) string {
		return "(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = " + QuoteLiteral(schema) + ")"
	}
	var words []string
	for _, f := range flags {
		words = append(words, "CASE WHEN "+f.when+" THEN "+QuoteLiteral(f.word)+" END")
	}
	unusual := "''"
	if len(words) > 0 {
		unusual = "concat_ws(', ', " + strings.Join(words, ", ") + ")"
	}
	return strings.NewReplacer("$schema", oid(at.Schema), "$views", oid(at.ViewSchema),
		"$twin", oid(at.twin()), "$role", QuoteLiteral(at.Role), "$flags", unusual).Replace(sql)
}

// flag is a word for what a catalogue row must not be.
type flag struct{ word, when string }

// tables: every relation of the schema that is no index, and that each is an
// ordinary one whose rows all can see.
func tables(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "tables", SQL: catalogueQuery(at, `SELECT c.relname, c.relkind::text, $flags
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_am AS am ON am.oid = c.relam OR c.relam = 0 AND am.amname = 'heap'
WHERE c.relnamespace = $schema AND c.relkind NOT IN ('i', 'I')`,
		flag{"not permanent", "c.relpersistence <> 'p'"},
		flag{"row security", "c.relrowsecurity OR c.relforcerowsecurity"},
		flag{"of a type", "c.reloftype <> 0"},
		flag{"not a heap", "am.amname <> 'heap'"})}
	for _, t := range s.Tables {
		e.Rows = append(e.Rows, []string{t.Name, "r", ""})
	}
	return e
}

func tableColumns(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "columns", SQL: catalogueQuery(at, `SELECT c.relname, (row_number() OVER (PARTITION BY c.oid ORDER BY a.attnum))::text,
    a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' ELSE '' END, $flags
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
WHERE c.relnamespace = $schema AND c.relkind NOT IN ('i', 'I')`,
		flag{"default", "a.atthasdef AND a.attgenerated = ''"},
		flag{"generated", "a.attgenerated <> ''"},
		flag{"identity", "a.attidentity <> ''"},
		flag{"other collation", "a.attcollation <> t.typcollation"})}
	for _, t := range s.Tables {
		for i, c := range t.Columns {
			null := ""
			if c.NotNull {
				null = "NOT NULL"
			}
			e.Rows = append(e.Rows, []string{t.Name, strconv.Itoa(i + 1), c.Name, TypeName(c.Type, at.Schema), null, ""})
		}
	}
	return e
}

// checks: Postgres writes an expression in a way of its own, so a table with the
// planned checks, which does not stay, shows how.
func checks(s *relation.Schema, at Place) Expectation {
	checked := relation.Schema{Enums: s.Enums, Tables: slices.DeleteFunc(slices.Clone(s.Tables), func(t *relation.Table) bool { return len(t.Checks) == 0 })}
	e := Expectation{What: "checks", Setup: at.setup(CreateTables(&checked, at.twin())), SQL: catalogueQuery(at, `SELECT c.relname, k.conname,
    CASE WHEN pg_catalog.pg_get_constraintdef(k.oid) = twin.definition THEN `+QuoteLiteral(asPlanned)+` ELSE pg_catalog.pg_get_constraintdef(k.oid) END
FROM pg_catalog.pg_constraint AS k
JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
LEFT JOIN (
    SELECT c.relname, k.conname, pg_catalog.pg_get_constraintdef(k.oid) AS definition
    FROM pg_catalog.pg_constraint AS k JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
    WHERE c.relnamespace = $twin AND k.contype = 'c'
) AS twin ON twin.relname = c.relname AND twin.conname = k.conname
WHERE c.relnamespace = $schema AND k.contype = 'c'`)}
	for _, t := range checked.Tables {
		for _, c := range t.Checks {
			e.Rows = append(e.Rows, []string{t.Name, c.Name, asPlanned})
		}
	}
	return e
}

const asPlanned = "as planned"

// twin is the schema for what is made only to look at, which is no temporary one:
// there a relation called date would be what ::date means.
func (p Place) twin() string { return Identifier(p.ViewSchema + "_twin") }

func (p Place) setup(statements []string) []string {
	return append([]string{"CREATE SCHEMA " + QuoteIdent(p.twin())}, statements...)
}

// views: every relation in the schema of the views, each compared with a view
// made from the planned query, which does not stay.
func views(l *shred.Layout, at Place) Expectation {
	e := Expectation{What: "E/R views", Setup: at.setup(CreateViews(l, at.twin(), at.Schema)), SQL: catalogueQuery(at, `SELECT c.relname, c.relkind::text,
    CASE WHEN pg_catalog.pg_get_viewdef(c.oid) = pg_catalog.pg_get_viewdef(twin.oid) THEN `+QuoteLiteral(asPlanned)+
		` ELSE coalesce(pg_catalog.pg_get_viewdef(c.oid), '') END, $flags
FROM pg_catalog.pg_class AS c
LEFT JOIN pg_catalog.pg_class AS twin ON twin.relnamespace = $twin AND twin.relname = c.relname AND twin.relkind = 'v'
WHERE c.relnamespace = $views`, flag{"options", "c.reloptions IS NOT NULL"})}
	for _, v := range l.Model.Views() {
		e.Rows = append(e.Rows, []string{ViewName(v), "v", asPlanned, ""})
	}
	return e
}

// enums: every enum of the schema with its labels in order, and that all can use
// it as its owner, who has the schema too, made it.
func enums(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "enums", SQL: catalogueQuery(at, `SELECT t.typname, (row_number() OVER (PARTITION BY t.oid ORDER BY v.enumsortorder))::text,
    coalesce(v.enumlabel, ''), $flags
FROM pg_catalog.pg_type AS t
JOIN pg_catalog.pg_namespace AS n ON n.oid = t.typnamespace
LEFT JOIN pg_catalog.pg_enum AS v ON v.enumtypid = t.oid
WHERE t.typnamespace = $schema AND t.typtype = 'e'`,
		flag{"of another owner", "t.typowner <> n.nspowner"},
		flag{"rights", "t.typacl IS NOT NULL"})}
	for _, enum := range s.Enums {
		for i, label := range enum.Labels {
			e.Rows = append(e.Rows, []string{enum.Name, strconv.Itoa(i + 1), label, ""})
		}
	}
	return e
}

// others: whatever else belongs to the two schemas or hangs on their relations.
func others(at Place) Expectation {
	return Expectation{What: "other objects", SQL: catalogueQuery(at, `SELECT o.type, o.identity
FROM pg_catalog.pg_depend AS d
CROSS JOIN LATERAL pg_catalog.pg_identify_object(d.classid, d.objid, d.objsubid) AS o
WHERE d.refclassid = 'pg_catalog.pg_namespace'::pg_catalog.regclass AND d.refobjid IN ($schema, $views)
    AND d.classid <> 'pg_catalog.pg_class'::pg_catalog.regclass
    AND NOT (d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.refobjid = $schema
        AND EXISTS (SELECT FROM pg_catalog.pg_type AS t WHERE t.oid = d.objid AND t.typtype = 'e'))
UNION ALL
SELECT 'trigger', t.tgname || ' on ' || c.relname
FROM pg_catalog.pg_trigger AS t JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid
WHERE c.relnamespace IN ($schema, $views) AND NOT t.tgisinternal
UNION ALL
SELECT 'foreign key that is switched off', k.conname || ' on ' || c.relname
FROM pg_catalog.pg_trigger AS t
JOIN pg_catalog.pg_class AS c ON c.oid = t.tgrelid
JOIN pg_catalog.pg_constraint AS k ON k.oid = t.tgconstraint
WHERE c.relnamespace = $schema AND t.tgisinternal AND t.tgenabled <> 'O'
UNION ALL
SELECT 'rule', r.rulename || ' on ' || c.relname
FROM pg_catalog.pg_rewrite AS r JOIN pg_catalog.pg_class AS c ON c.oid = r.ev_class
WHERE c.relnamespace IN ($schema, $views) AND r.rulename <> '_RETURN'
UNION ALL
SELECT 'policy', p.polname || ' on ' || c.relname
FROM pg_catalog.pg_policy AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.polrelid
WHERE c.relnamespace IN ($schema, $views)
UNION ALL
SELECT 'inheritance', child.relname || ' from ' || parent.relname
FROM pg_catalog.pg_inherits AS i
JOIN pg_catalog.pg_class AS child ON child.oid = i.inhrelid
JOIN pg_catalog.pg_class AS parent ON parent.oid = i.inhparent
WHERE $schema IN (child.relnamespace, parent.relnamespace)`)}
}
