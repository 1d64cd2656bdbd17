package instancetest_test

import (
	"context"
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
)

func TestKindFindsWhatIsMissing(t *testing.T) {
	src := source(t)
	var toy []string
	for e, err := range src.Entities(context.Background(), src.Model().EntityType("Toy"), 0) {
		if err != nil {
			t.Fatal(err)
		}
		toy = append(toy, e.Key...)
	}
	items := func(change func(e *instance.Entity)) altered {
		return altered{Source: src, entity: func(_ int, e *instance.Entity) {
			if e.Type.Root().Name == "Item" {
				change(e)
			}
		}}
	}
	for _, c := range []struct {
		kind, want string
		dull       instance.Source
	}{
		{"ties", "no tie at the cut of 5", src},
		{"ties", "only 1 have a link", altered{Source: src, link: func(_ int, l *instance.Link) { l.To = id(0) }}},
		{"ties", "of 60 tie", altered{Source: src, link: func(n int, l *instance.Link) { l.To = id(n % 70 % 60) }}},
		{"unlinked", "have no link as buyer", src},
		{"equal", "none comes more than", items(func(e *instance.Entity) { e.Values[3].Parts[0].Text = e.Key[0] })},
		{"equal", "no two", items(func(e *instance.Entity) { e.Values[2].Set = e.Key })},
		{"nulls", "0 of 120 are NULL", items(func(e *instance.Entity) { e.Values[1] = er.Value{Text: "x"} })},
		{"plain", "no item with a link is of just a supertype", altered{Source: src, link: func(n int, l *instance.Link) { l.To = toy[n%len(toy):][:1] }}},
		{"boundary", "no buyer has exactly 2 links", altered{Source: src, link: func(n int, l *instance.Link) { l.From = id(n % 10) }}},
		{"fanout", "no Buyer has several links", altered{Source: src, link: func(n int, l *instance.Link) { l.From = id(n) }}},
		{"case", "up to case: false", src},
		{"decimals", "no text attribute", src},
		{"ids_overlap", "ids in common, want 120", items(func(e *instance.Entity) { e.Key[0] = "9" + e.Key[0] })},
		{"ids_apart", "120 ids in common", src},
		{"empty", "every entity type has members", src},
		{"adversarial", "no tie at the cut", src},
		{"adversarial", "ids in common", items(func(e *instance.Entity) { e.Key[0] = "9" + e.Key[0] })},
		{"odd", "nothing is known", src},
	} {
		problems := strings.Join(instancetest.Kind(t, c.dull, c.kind, cut), "\n")
		if !strings.Contains(problems, c.want) {
			t.Errorf("%s: want %q in %q", c.kind, c.want, problems[:min(len(problems), 500)])
		}
	}
}

func TestEachKindOfTheShopKeepsItsPromise(t *testing.T) {
	for _, k := range instance.Kinds() {
		g, err := instance.New(model(t), nil, instance.Options{Kind: k.Name, Rankings: []instance.Cut{cut}})
		if err != nil {
			t.Fatal(err)
		}
		instancetest.CheckKind(t, g, k.Name, cut)
	}
}
