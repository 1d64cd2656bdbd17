package catalog

import (
	"strings"
	"testing"

	"ercheck/catalog/fault"
	"ercheck/catalog/question"
)

// Characters all over the built-in queries are found in the file where it stands,
// or, where the file does not have it, at the query's beginning.
func TestPlaceIn(t *testing.T) {
	for _, name := range Names() {
		d := mustLoad(t, name)
		lines := strings.Split(string(d.Source), "\n")
		found, others := 0, 0
		for _, set := range d.Sets {
			for _, q := range set.Questions {
				for _, query := range append(append([]question.Query{q.Gold}, q.Alternates...), q.Mistakes...) {
					for i, r := range []rune(query.SQL) {
						if r == '\n' || i%41 != 0 {
							continue
						}
						at := d.PlaceIn(query, i+1)
						switch {
						case at == query.At:
							others++
						default:
							if line := []rune(lines[at.Line-1]); at.Column > len(line) || line[at.Column-1] != r {
								t.Fatalf("%s %s: character %d, %q, of\n%s\nis placed at %+v", name, q.ID, i+1, r, query.SQL, at)
							}
							found++
						}
					}
				}
			}
		}
		if found < 3*others {
			t.Errorf("%s: %d characters were found and %d were not", name, found, others)
		}
	}
}

func TestPlaceWithoutAPosition(t *testing.T) {
	d := mustLoad(t, Names()[0])
	at := fault.Position{Line: 7, Column: 3}
	for _, n := range []int{-1, 0, 9} {
		if got := d.PlaceIn(question.Query{SQL: "SELECT 1", At: at}, n); got != at {
			t.Errorf("character %d is placed at %+v", n, got)
		}
	}
}
