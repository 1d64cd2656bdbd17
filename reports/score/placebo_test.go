package score_test

import (
	"testing"

	"ercheck/appliance/record"
	"ercheck/reports/score"
)

// One question on two variants, in three orders: v gives a, a, b and w gives c
// each time, so two of six pairs of orders differ.
func TestPlaceboByHand(t *testing.T) {
	run := record.Run{
		Models: []string{"m", "m+p1", "m+p2", "n"}, Repeats: 1, Strategy: "direct",
		Variants: []record.Variant{{Name: "v"}, {Name: "w"}}, Questions: []record.Question{{ID: "q"}},
		Arms: []record.Arm{{Name: "m", Model: "m", Strategy: "direct"}, {Name: "m+p1", Model: "m", Strategy: "direct", Placebo: 1},
			{Name: "m+p2", Model: "m", Strategy: "direct", Placebo: 2}, {Name: "n", Model: "n", Strategy: "direct"}},
	}
	answers := map[string][2]string{"m": {"a", "c"}, "m+p1": {"a", "c"}, "m+p2": {"b", "c"}, "n": {"a", "a"}}
	var cells []record.Cell
	for model, by := range answers {
		for i, digest := range by {
			cells = append(cells, record.Cell{CellKey: record.CellKey{Model: model, Question: "q", Variant: run.Variants[i].Name},
				Outcome: record.Rows, Digests: record.Digests{Paper: digest}, PromptTokens: 10, Cost: 0.5})
		}
	}
	s := score.Compute(run, cells)
	m, _ := s.Model("m")
	want := score.Placebo{Orders: 3, Agreement: score.Number(100 * 4.0 / 6), Effect: score.Number(100 * 4.0 / 6)}
	if m.Placebo == nil || *m.Placebo != want || m.AverageAgreement != 0 {
		t.Errorf("placebo %+v, want %+v; average agreement %v", m.Placebo, want, m.AverageAgreement)
	}
	if m.Spent.PromptTokens != 20 || m.Spent.Cost != 1 {
		t.Errorf("spent %+v", m.Spent)
	}
	for _, name := range []string{"m+p1", "n"} {
		if other, _ := s.Model(name); other.Placebo != nil {
			t.Errorf("%s has a placebo of its own: %+v", name, other.Placebo)
		}
	}
}
