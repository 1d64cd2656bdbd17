package variants_test

import (
	"slices"
	"strings"
	"testing"

	"ercheck/catalog"
	"ercheck/variants"
)

// words of a dump, sorted: what does not change when only the order does.
func words(dump string) []string {
	all := strings.FieldsFunc(dump, func(r rune) bool { return strings.ContainsRune(" ,;\n", r) })
	slices.Sort(all)
	return all
}

func TestAPlaceboIsTheSameSchemaInAnotherOrder(t *testing.T) {
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		presets, err := variants.Presets(d.Model, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range presets {
			seen := []string{v.Dump()}
			for n := 1; n <= 3; n++ {
				p := v.Placebo(n)
				if p != v.Placebo(n) {
					t.Errorf("%s %s: placebo %d is not the same twice", d.Name, v.Name, n)
				}
				if slices.Contains(seen, p) {
					t.Errorf("%s %s: placebo %d has an order that was there", d.Name, v.Name, n)
				}
				if !slices.Equal(words(p), words(v.Dump())) {
					t.Errorf("%s %s: placebo %d is another schema:\n%s", d.Name, v.Name, n, p)
				}
				seen = append(seen, p)
			}
		}
	}
}
