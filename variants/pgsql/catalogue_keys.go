package pgsql

import (
	"strconv"

	"ercheck/variants/relation"
)

// The words for kinds of keys in a catalogue row.
const (
	primaryWord = "primary key"
	uniqueWord  = "unique"
	foreignWord = "foreign key"
	indexWord   = "index"
)

// keys: a row for each column of each constraint that is no check, in order.
func keys(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "keys", SQL: catalogueQuery(at, `SELECT c.relname, k.conname,
    CASE k.contype WHEN 'p' THEN '`+primaryWord+`' WHEN 'u' THEN '`+uniqueWord+`' WHEN 'f' THEN '`+foreignWord+`' ELSE k.contype::text END,
    coalesce(u.n, 0)::text, coalesce(near.attname, ''),
    CASE WHEN f.relnamespace <> c.relnamespace THEN 'elsewhere: ' ELSE '' END || coalesce(f.relname, ''), coalesce(far.attname, ''), $flags
FROM pg_catalog.pg_constraint AS k
JOIN pg_catalog.pg_class AS c ON c.oid = k.conrelid
LEFT JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS u(near, far, n) ON true
LEFT JOIN pg_catalog.pg_class AS f ON f.oid = k.confrelid
LEFT JOIN pg_catalog.pg_attribute AS near ON near.attrelid = c.oid AND near.attnum = u.near
LEFT JOIN pg_catalog.pg_attribute AS far ON far.attrelid = f.oid AND far.attnum = u.far
WHERE c.relnamespace = $schema AND k.contype NOT IN ('c', 'n')`,
		flag{"not valid", "NOT k.convalidated"},
		flag{"not enforced", "to_jsonb(k) ->> 'conenforced' = 'false'"}, // since Postgres 18
		flag{"deferrable", "k.condeferrable"},
		flag{"partial match", "k.contype = 'f' AND k.confmatchtype <> 's'"},
		flag{"action", "k.contype = 'f' AND (k.confupdtype, k.confdeltype) <> ('a', 'a')"})}
	for _, t := range s.Tables {
		e.add(t.Name, t.PrimaryKey, primaryWord)
		for _, u := range t.Uniques {
			e.add(t.Name, u, uniqueWord)
		}
		for _, f := range t.ForeignKeys {
			for i := range f.Columns {
				e.Rows = append(e.Rows, []string{t.Name, f.Name, foreignWord, strconv.Itoa(i + 1), f.Columns[i], f.References, f.Keys[i], ""})
			}
		}
	}
	return e
}

func (e *Expectation) add(table string, k relation.Key, kind string) {
	for i, c := range k.Columns {
		e.Rows = append(e.Rows, []string{table, k.Name, kind, strconv.Itoa(i + 1), c, "", "", ""})
	}
}

// indexes: a row for each column of each index, those of keys included.
func indexes(s *relation.Schema, at Place) Expectation {
	e := Expectation{What: "indexes", SQL: catalogueQuery(at, `SELECT c.relname, x.relname,
    CASE WHEN i.indisprimary THEN '`+primaryWord+`' WHEN i.indisunique THEN '`+uniqueWord+`' ELSE '`+indexWord+`' END,
    u.n::text, coalesce(a.attname, 'an expression'), $flags
FROM pg_catalog.pg_index AS i
JOIN pg_catalog.pg_class AS c ON c.oid = i.indrelid
JOIN pg_catalog.pg_class AS x ON x.oid = i.indexrelid
JOIN pg_catalog.pg_am AS am ON am.oid = x.relam
CROSS JOIN LATERAL unnest(i.indkey::int2[], i.indoption::int2[], i.indclass::oid[]) WITH ORDINALITY AS u(column_number, options, class, n)
LEFT JOIN pg_catalog.pg_opclass AS o ON o.oid = u.class
LEFT JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = u.column_number
WHERE c.relnamespace = $schema`,
		flag{"not valid", "NOT (i.indisvalid AND i.indisready AND i.indislive)"},
		flag{"partial", "i.indpred IS NOT NULL"},
		flag{"not of the key", "u.n > i.indnkeyatts"},
		flag{"no tree", "am.amname <> 'btree'"},
		flag{"other order", "u.options <> 0"},
		flag{"other operators", "NOT o.opcdefault"},
		flag{"NULLs alike", "i.indnullsnotdistinct"},
		flag{"deferred", "NOT i.indimmediate"})}
	for _, t := range s.Tables {
		e.addIndex(t.Name, t.PrimaryKey, primaryWord)
		for _, u := range t.Uniques {
			e.addIndex(t.Name, u, uniqueWord)
		}
		for _, x := range t.Indexes {
			e.addIndex(t.Name, x, indexWord)
		}
	}
	return e
}

func (e *Expectation) addIndex(table string, k relation.Key, kind string) {
	for i, c := range k.Columns {
		e.Rows = append(e.Rows, []string{table, k.Name, kind, strconv.Itoa(i + 1), c, ""})
	}
}
