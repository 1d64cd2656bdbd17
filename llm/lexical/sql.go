package lexical

import (
	"slices"
	"strconv"
	"strings"
)

// query is one SELECT. Every part is SQL already.
type query struct {
	columns []string
	from    string
	where   []string
	group   []string
	having  string
	order   []string
	limit   int // 0 for none
}

// String writes the statement on one line.
func (q query) String() string {
	var b strings.Builder
	b.WriteString("SELECT " + strings.Join(q.columns, ", ") + " FROM " + q.from)
	clause := func(word string, parts []string, separator string) {
		if len(parts) > 0 {
			b.WriteString(" " + word + " " + strings.Join(parts, separator))
		}
	}
	clause("WHERE", q.where, " AND ")
	clause("GROUP BY", q.group, ", ")
	if q.having != "" {
		b.WriteString(" HAVING " + q.having)
	}
	clause("ORDER BY", q.order, ", ")
	if q.limit > 0 {
		b.WriteString(" LIMIT " + strconv.Itoa(q.limit))
	}
	return b.String()
}

// reserved are the words that are no names for Postgres without quotes.
var reserved = set(`all analyse analyze and any array as asc asymmetric authorization binary both case cast check
	collate collation column concurrently constraint create cross current_catalog current_date current_role
	current_schema current_time current_timestamp current_user default deferrable desc distinct do else end
	except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into
	is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on
	only or order outer overlaps placing primary references returning right select session_user similar some
	symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when
	where window with`)

// identifier quotes a name where Postgres would read it otherwise.
func identifier(name string) string {
	plain := name != "" && !reserved[name] && strings.Trim(name[:1], "abcdefghijklmnopqrstuvwxyz_") == ""
	if plain && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_0123456789") == "" {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

func identifiers(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = identifier(n)
	}
	return out
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// qualify puts the alias in front of each name.
func qualify(alias string, names []string) []string {
	out := identifiers(names)
	for i := range out {
		out[i] = alias + "." + out[i]
	}
	return out
}

// numbered is prefix1, prefix2, … up to n.
func numbered(prefix string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = prefix + strconv.Itoa(i+1)
	}
	return out
}

// equal joins two lists of columns pairwise.
func equal(a, b []string) string {
	var out []string
	for i := range min(len(a), len(b)) {
		out = append(out, a[i]+" = "+b[i])
	}
	return strings.Join(out, " AND ")
}

// tuple is one column, or several as a row.
func tuple(columns []string) string {
	if len(columns) == 1 {
		return columns[0]
	}
	return "(" + strings.Join(columns, ", ") + ")"
}

// notNull demands values in the subject's columns where they may be missing.
func notNull(st step, columns []string) []string {
	var out []string
	for i, name := range st.from.columns {
		if c := st.table.column(name); c != nil && !c.notNull {
			out = append(out, columns[i]+" IS NOT NULL")
		}
	}
	return out
}

// rows is the table, or the union of tables with these columns. One that lacks
// some, which only members of a subtype may have, has NULL there and comes after
// those that say of what type it is.
func (p *planner) rows(tables []*table, columns []string) string {
	if len(tables) == 1 {
		return identifier(tables[0].name)
	}
	var list []string
	for _, c := range columns {
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	tables = slices.Clone(tables)
	slices.SortStableFunc(tables, func(a, b *table) int { return a.lacks(list) - b.lacks(list) })
	var parts []string
	for _, t := range tables {
		parts = append(parts, "SELECT "+strings.Join(t.selected(list), ", ")+" FROM "+identifier(t.name))
	}
	return "(" + strings.Join(parts, " UNION ALL ") + ")"
}

// lacks says how many of the columns the table does not have.
func (t *table) lacks(columns []string) int {
	n := 0
	for _, c := range columns {
		if t.column(c) == nil {
			n++
		}
	}
	return n
}

func (t *table) selected(columns []string) []string {
	items := identifiers(columns)
	for i, c := range columns {
		if t.column(c) == nil {
			items[i] = "NULL AS " + items[i]
		}
	}
	return items
}
