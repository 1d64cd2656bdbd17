package instance_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er/ertest"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
	"ercheck/catalog/question"
)

// TestSettlingKeepsAnyModelsRules ranks by random paths with small limits: the
// data still fits the model, and a cut that ties is in the notes.
func TestSettlingKeepsAnyModelsRules(t *testing.T) {
	settled, noted := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		m := ertest.Model(rt, ertest.Options{PlainNames: true, MaxAttributes: 1})
		var cuts []instance.Cut
		for i, r := range m.Relationships {
			c := question.Measure{Of: r.To.Type.Name, Path: []string{r.Name}}
			if rapid.Bool().Draw(rt, "from") {
				c.Of = r.From.Type.Name
			}
			if next := m.Relationships[rapid.IntRange(0, len(m.Relationships)-1).Draw(rt, "threshold")]; next.To.Type == r.From.Type && c.Of == r.To.Type.Name {
				c.AtLeast = &question.Threshold{Relationship: next.Name, Count: 2}
			}
			cuts = append(cuts, instance.Cut{Name: fmt.Sprint("r", i), Measure: c, Limit: rapid.IntRange(1, 20).Draw(rt, "limit")})
		}
		g, err := instance.New(m, nil, instance.Options{Scale: "tiny", Seed: rapid.Uint64().Draw(rt, "seed"), Rankings: cuts})
		if err != nil {
			rt.Fatal(err)
		}
		for _, problem := range instancetest.Integrity(t, g) {
			rt.Error(problem)
		}
		tied := map[string]bool{}
		for _, note := range g.Notes() {
			tied[note.Cut] = true
			noted++
		}
		for _, c := range cuts {
			if !tied[c.Name] {
				settled++
				for _, problem := range instancetest.Cut(t, g, c) {
					rt.Error(problem)
				}
			}
		}
	})
	t.Logf("%d cuts settled, %d noted", settled, noted)
	if settled == 0 {
		t.Error("no cut was settled")
	}
}
