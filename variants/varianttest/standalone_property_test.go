package varianttest_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/pgsql"
	"ercheck/variants/standalone"
	"ercheck/variants/varianttest"
)

// queriesEach is how many random queries are asked of each random variant.
const queriesEach = 8

// TestStandaloneRandom: under random choices on random models, random queries
// over the E/R views say the same as they are written for the variant.
func TestStandaloneRandom(t *testing.T) {
	db := connect(t)
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		seed := rapid.Uint64().Draw(t, "seed")
		v, err := variants.New(m, "", varianttest.Choices(m, seed))
		if err != nil {
			t.Fatal(err)
		}
		c := comparison{t: t, db: db, v: v, w: standalone.New(v.Layout)}
		c.load(varianttest.Instance(m, seed, 8))
		defer c.drop()
		for range queriesEach {
			sql := randomQuery(t, m, v)
			c.compare("query", sql)
			c.inline(sql)
		}
	})
}

// thing is a view in FROM.
type thing struct {
	view  er.View
	alias string
	keys  []key
}

// key is the columns of a view that hold a full key of a hierarchy's entities.
type key struct {
	root    *er.EntityType
	columns []string
}

func thingOf(v er.View, alias string) thing {
	x := thing{view: v, alias: alias}
	name := func(from, n int) []string {
		var all []string
		for _, c := range v.Columns[from : from+n] {
			all = append(all, pgsql.QuoteIdent(pgsql.Identifier(c.Name)))
		}
		return all
	}
	if v.Relationship == nil {
		x.keys = []key{{v.Type.Root(), name(0, len(v.Type.FullKey()))}}
		return x
	}
	from, to := v.Relationship.From.Type, v.Relationship.To.Type
	n := len(from.FullKey())
	x.keys = []key{{from.Root(), name(0, n)}, {to.Root(), name(n, len(to.FullKey()))}}
	return x
}

func (x thing) name() string { return pgsql.QuoteIdent(pgsql.ViewName(x.view)) }

func (x thing) column(t *rapid.T) string {
	c := rapid.SampledFrom(x.view.Columns).Draw(t, "column")
	return x.alias + "." + pgsql.QuoteIdent(pgsql.Identifier(c.Name))
}

// on equates a key of x with one of y of the same hierarchy; "" when they have
// none.
func on(t *rapid.T, x, y thing) string {
	var all []string
	for _, a := range x.keys {
		for _, b := range y.keys {
			if a.root == b.root {
				all = append(all, equal(x.alias, a, y.alias, b))
			}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return rapid.SampledFrom(all).Draw(t, "on")
}

func equal(x string, a key, y string, b key) string {
	var all []string
	for i := range a.columns {
		all = append(all, x+"."+a.columns[i]+" = "+y+"."+b.columns[i])
	}
	return strings.Join(all, " AND ")
}

// randomQuery draws one of several forms of query.
func randomQuery(t *rapid.T, m *er.Model, v variants.Variant) string {
	views := m.Views()
	first := thingOf(rapid.SampledFrom(views).Draw(t, "view"), "a")
	switch rapid.IntRange(0, 9).Draw(t, "form") {
	case 0:
		return "SELECT * FROM " + first.name()
	case 1:
		return "SELECT " + first.name() + ".* FROM " + first.name() + " WHERE EXISTS (SELECT * FROM " + first.name() + " AS b)"
	case 2:
		return withQuery(t, first, v)
	case 3:
		return unqualified(first)
	}
	return joined(t, views, first)
}

// unqualified asks for keys by bare names, in order.
func unqualified(x thing) string {
	columns := strings.Join(x.keys[0].columns, ", ")
	return fmt.Sprintf("SELECT %s, count(*) AS n FROM %s GROUP BY %s ORDER BY n DESC, %s", columns, x.name(), columns, columns)
}

// withQuery gives a WITH query the name of a table.
func withQuery(t *rapid.T, x thing, v variants.Variant) string {
	table := pgsql.QuoteIdent(rapid.SampledFrom(v.Layout.Tables).Draw(t, "table").Name)
	columns := strings.Join(x.keys[0].columns, ", ")
	return fmt.Sprintf("WITH %s AS (SELECT DISTINCT %s FROM %s) SELECT count(*) FROM %s JOIN %s AS b USING (%s)",
		table, columns, x.name(), table, x.name(), columns)
}

// joined joins up to four views on keys, asks something of them, and groups them
// or not.
func joined(t *rapid.T, views []er.View, first thing) string {
	things := []thing{first}
	from := first.name() + " AS a"
	for range rapid.IntRange(0, 3).Draw(t, "joins") {
		next := thingOf(rapid.SampledFrom(views).Draw(t, "view"), string(rune('a'+len(things))))
		condition := on(t, rapid.SampledFrom(things).Draw(t, "with"), next)
		if condition == "" {
			continue
		}
		if rapid.IntRange(0, 3).Draw(t, "more") == 0 {
			condition += " AND " + next.column(t) + " IS NOT NULL"
		}
		kind := rapid.SampledFrom([]string{"JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"}).Draw(t, "kind")
		from += "\n" + kind + " " + next.name() + " AS " + next.alias + " ON " + condition
		things = append(things, next)
	}
	any := func() thing { return rapid.SampledFrom(things).Draw(t, "thing") }
	if condition := where(t, views, any()); condition != "" {
		from += "\nWHERE " + condition
	}
	if rapid.Bool().Draw(t, "grouped") {
		x := any()
		by := x.alias + "." + strings.Join(x.keys[0].columns, ", "+x.alias+".")
		y := any()
		return fmt.Sprintf("SELECT %s, count(*) AS n, count(%s) AS m, count(DISTINCT %s.%s) AS d FROM %s\nGROUP BY %s ORDER BY n, %s",
			by, any().column(t), y.alias, y.keys[0].columns[0], from, by, by)
	}
	var columns []string
	for range rapid.IntRange(1, 4).Draw(t, "columns") {
		columns = append(columns, any().column(t))
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM " + from
}

// where draws a condition on a view, or none.
func where(t *rapid.T, views []er.View, x thing) string {
	switch rapid.IntRange(0, 4).Draw(t, "where") {
	case 0:
		return x.column(t) + " IS NULL"
	case 1:
		return x.column(t) + " IS NOT NULL"
	case 2, 3:
		inner := thingOf(rapid.SampledFrom(views).Draw(t, "inner"), "z")
		if condition := on(t, x, inner); condition != "" {
			not := rapid.SampledFrom([]string{"", "NOT "}).Draw(t, "not")
			return not + "EXISTS (SELECT 1 FROM " + inner.name() + " AS z WHERE " + condition + ")"
		}
	}
	return ""
}
