package goldtest

import (
	"fmt"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/instance"
)

// The paper's questions break ties by a person's name, which can be read as the
// full name or as the last name first. Retail's data decides before it comes to
// that: what is ranked differs at the cut.
func TestNamesBreakNoTieAtACut(t *testing.T) {
	d, err := catalog.Load("retail")
	if err != nil {
		t.Fatal(err)
	}
	paper, err := d.Questions("paper")
	if err != nil {
		t.Fatal(err)
	}
	for _, scale := range []string{"tiny", "demo"} {
		for seed := uint64(1); seed <= 20; seed++ {
			g, err := instance.New(d.Model, d.Profile, instance.Options{Scale: scale, Seed: seed, Rankings: instance.CutsOf(paper)})
			if err != nil {
				t.Fatal(err)
			}
			w, err := Read(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			for id, standing := range map[string]func(*Entity) string{
				"r12": func(e *Entity) string { return fmt.Sprint(len(w.processed(e))) },
				"r13": func(e *Entity) string { return fmt.Sprint(w.types(e), len(w.recommended(e))) },
			} {
				six := w.ranked(id, 6)
				if standing(six[4]) == standing(six[5]) {
					t.Errorf("%s at scale %s, seed %d: both sides of the cut of 5 have %s", id, scale, seed, standing(six[4]))
				}
			}
		}
	}
}

// ranked are the first k employees of a question's ranking.
func (w *World) ranked(id string, k int) []*Entity {
	if id == "r12" {
		return w.best(k, "Employee", func(e *Entity) int { return len(w.processed(e)) }, byFullName)
	}
	return w.best(k, "Employee", w.types, w.byRecommended)
}
