package score

import "ercheck/appliance/record"

// Placebo compares a model with itself when a dump is shown in other orders,
// which changes no right answer: how often answers agree although nothing that
// matters differs. What agreement across variants lacks beside it is the effect
// of the schema; what this one lacks beside SelfAgreement is that of the order.
type Placebo struct {
	Orders int `json:"orders"` // in how many orders each dump was shown, with its own
	// Agreement is over all pairs of orders of one variant, in percent; as
	// everywhere, a failure agrees with nothing.
	Agreement Number `json:"agreement"`
	Effect    Number `json:"schema_effect"` // Agreement − AverageAgreement, in points
}

// placebos fills in Placebo of every arm that has others with the same model and
// strategy, and a dump in another order.
func placebos(run record.Run, grids []*grid, models []Model) {
	for i := range models {
		base := run.Arm(models[i].Name)
		if base.Placebo != 0 {
			continue
		}
		same := []*grid{grids[i]}
		for j, other := range run.Models {
			if a := run.Arm(other); a.Placebo != 0 && a.Model == base.Model && a.Strategy == base.Strategy {
				same = append(same, grids[j])
			}
		}
		if len(same) > 1 {
			models[i].Placebo = newPlacebo(same, models[i].AverageAgreement)
		}
	}
}

func newPlacebo(same []*grid, acrossVariants Number) *Placebo {
	agree, pairs := 0, 0
	for i, a := range same {
		for _, b := range same[i+1:] {
			for q := range a.questions {
				for v := range a.variants {
					agree += across(a.at(q, v), b.at(q, v)).agree
					pairs += a.repeats * b.repeats
				}
			}
		}
	}
	p := &Placebo{Orders: len(same), Agreement: percent(agree, pairs)}
	p.Effect = p.Agreement - acrossVariants
	return p
}
