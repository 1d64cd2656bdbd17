package appliance_test

import (
	"regexp"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/er"
	"ercheck/variants/choice"
)

// TestEveryDecisionPointIsCrossed counts, for each decision point of the models
// that have more than one question set, the gold queries that read an E/R view
// which the point shapes. A point that none crosses could not change an answer.
func TestEveryDecisionPointIsCrossed(t *testing.T) {
	const least = 2
	for _, name := range []string{"social", "retail"} {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range choice.Points(d.Model) {
			crossing := 0
			for _, set := range d.Sets {
				for _, q := range set.Questions {
					if reads(q.Gold.SQL, viewsOf(d.Model, p)) {
						crossing++
					}
				}
			}
			if crossing < least {
				t.Errorf("%s: %d gold queries cross the decision point %s, want at least %d", name, crossing, p.ID(), least)
			}
		}
	}
}

// viewsOf names the views that a point is about, those of the very type,
// attribute or relationship: a view further down would hide that nobody asks
// about this one. A discriminator's are those of the types that it tells apart.
func viewsOf(m *er.Model, p choice.Point) map[string]bool {
	names := map[string]bool{}
	for _, v := range m.Views() {
		entities := v.Type != nil && v.Attribute == nil
		switch {
		case p.Kind == choice.Naming,
			p.Relationship != nil && v.Relationship == p.Relationship,
			p.Kind == choice.MultiValued && v.Attribute == p.Attribute,
			p.Kind == choice.Composite && entities && v.Type.IsA(p.Attribute.Of),
			p.Kind == choice.Discriminator && entities && v.Type.Parent == p.Type,
			(p.Kind == choice.Inheritance || p.Kind == choice.Weak) && entities && v.Type == p.Type:
			names[v.Name] = true
		}
	}
	return names
}

var source = regexp.MustCompile(`(?i)\b(?:FROM|JOIN)\s+"?(\w+)"?`)

// reads says whether a query reads one of the views.
func reads(sql string, views map[string]bool) bool {
	for _, found := range source.FindAllStringSubmatch(sql, -1) {
		if views[found[1]] {
			return true
		}
	}
	return false
}
