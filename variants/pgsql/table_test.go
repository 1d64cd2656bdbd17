package pgsql_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestTableQueriesReadViewsOnly: what a table must hold is never asked of a
// table, and no join can drop a row.
func TestTableQueriesReadViewsOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		l, err := shred.New(m, varianttest.Choices(m, rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		var views []string
		for _, v := range m.Views() {
			views = append(views, pgsql.ViewName(v))
		}
		for _, table := range l.Tables {
			sql := pgsql.TableQuery(l, table, "views of it")
			tokens := pgsql.Lex(sql)
			for i, token := range tokens {
				if !token.Word || token.Name != "from" && token.Name != "join" {
					continue
				}
				if token.Name == "join" && tokens[i-1].Name != "left" {
					t.Errorf("the query of %s has a join that can drop rows:\n%s", table.Name, sql)
				}
				next := tokens[i+1:]
				if next[0].Text == "(" {
					continue
				}
				if next[0].Name != "views of it" || next[1].Text != "." || !slices.Contains(views, next[2].Name) {
					t.Errorf("the query of %s reads %s:\n%s", table.Name, next[2].Text, sql)
				}
			}
		}
	})
}
