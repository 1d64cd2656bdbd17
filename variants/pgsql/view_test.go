package pgsql_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/variants/choice"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
	"ercheck/variants/varianttest"
)

// TestViewsHideNothing: no E/R view has a word that could drop a row too many.
func TestViewsHideNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		l, err := shred.New(m, varianttest.Choices(m, rapid.Uint64().Draw(t, "seed")))
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range m.Views() {
			sql := pgsql.ViewQuery(l, v, "s")
			if words := hiding(sql); words != nil {
				t.Errorf("E/R view %s has %v:\n%s", v.Name, words, sql)
			}
			if v.Relationship != nil && joins(sql) {
				t.Errorf("E/R view %s joins:\n%s", v.Name, sql)
			}
			where := v.Type != nil && v.Attribute == nil && l.Choices.Inheritance(v.Type) != choice.Merged
			if where && strings.Contains(sql, "\nWHERE ") && !strings.Contains(sql, "WHERE false") {
				t.Errorf("E/R view %s of a type with a table of its own is filtered:\n%s", v.Name, sql)
			}
		}
	})
}

// joins says whether a query joins more than a row with what is nested in it.
func joins(sql string) bool {
	tokens := pgsql.Lex(sql)
	for i, token := range tokens {
		if token.Word && token.Name == "join" && !(tokens[i-1].Name == "cross" && tokens[i+1].Name == "lateral") {
			return true
		}
	}
	return false
}

// hiding lists the words in a query that must not be there.
func hiding(sql string) []string {
	var found []string
	tokens := pgsql.Lex(sql)
	for i, token := range tokens {
		if !token.Word {
			continue
		}
		switch token.Name {
		case "distinct", "group", "limit", "having", "intersect", "except", "offset", "inner", "right":
			found = append(found, token.Name)
		case "union":
			if i+1 == len(tokens) || tokens[i+1].Name != "all" {
				found = append(found, token.Name)
			}
		}
	}
	return found
}
