package instancetest_test

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"testing"

	"ercheck/catalog/er"
	"ercheck/catalog/instance"
	"ercheck/catalog/instance/instancetest"
	"ercheck/catalog/question"
)

func model(t *testing.T) *er.Model {
	t.Helper()
	text, whole := er.Type{Base: er.Text}, er.Type{Base: er.Integer}
	id := []er.AttributeSpec{{Name: "id", Type: whole}}
	m, err := er.New(er.Spec{Name: "shop",
		EntityTypes: []er.EntityTypeSpec{
			{Name: "Item", Key: id, Attributes: []er.AttributeSpec{{Name: "name", Type: text, Unique: true}, {Name: "note", Type: text, Nullable: true},
				{Name: "tags", Type: text, Multi: true}, {Name: "size", Components: []er.AttributeSpec{{Name: "w", Type: whole}}}}},
			{Name: "Toy", IsA: "Item"},
			{Name: "Buyer", Key: id},
		},
		Relationships: []er.RelationshipSpec{
			{Name: "sold_to", From: er.RoleSpec{Type: "Item", Total: true}, To: er.RoleSpec{Type: "Buyer"}, Cardinality: er.ManyToOne},
			{Name: "likes", From: er.RoleSpec{Type: "Buyer"}, To: er.RoleSpec{Type: "Item"}, Cardinality: er.ManyToMany},
			{Name: "best", From: er.RoleSpec{Type: "Buyer", Name: "fan"}, To: er.RoleSpec{Type: "Toy", Name: "favourite"}, Cardinality: er.OneToOne},
		}})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// altered changes what a source gives.
type altered struct {
	instance.Source
	entity func(n int, e *instance.Entity)
	link   func(n int, l *instance.Link)
}

func (a altered) Entities(ctx context.Context, t *er.EntityType, order uint64) iter.Seq2[*instance.Entity, error] {
	return func(yield func(*instance.Entity, error) bool) {
		n := 0
		for e, err := range a.Source.Entities(ctx, t, order) {
			c := e.Clone()
			if a.entity != nil {
				a.entity(n, &c)
			}
			n++
			if !yield(&c, err) {
				return
			}
		}
	}
}

func (a altered) Links(ctx context.Context, r *er.Relationship, order uint64) iter.Seq2[*instance.Link, error] {
	return func(yield func(*instance.Link, error) bool) {
		n := 0
		for l, err := range a.Source.Links(ctx, r, order) {
			c := l.Clone()
			if a.link != nil {
				a.link(n, &c)
			}
			n++
			if !yield(&c, err) {
				return
			}
		}
	}
}

// counted says another number of entities.
type counted struct{ instance.Source }

func (c counted) Count(t *er.EntityType) int64 { return c.Source.Count(t) + 1 }

var cut = instance.Cut{Name: "most liked", Measure: question.Measure{Of: "Item", Path: []string{"likes"}}, Limit: 5}

func source(t *testing.T) instance.Source {
	t.Helper()
	g, err := instance.New(model(t), nil, instance.Options{Scale: "tiny", Rankings: []instance.Cut{cut}})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestASoundInstanceHasNoProblems(t *testing.T) {
	instancetest.CheckIntegrity(t, source(t))
	instancetest.CheckRules(t, source(t), cut)
}

func TestIntegrityFindsWhatContradictsTheModel(t *testing.T) {
	src := source(t)
	item := func(change func(n int, e *instance.Entity)) altered {
		return altered{Source: src, entity: func(n int, e *instance.Entity) {
			if e.Type.Name == "Toy" {
				change(n, e)
			}
		}}
	}
	buyer := func(change func(n int, e *instance.Entity)) altered {
		return altered{Source: src, entity: func(n int, e *instance.Entity) {
			if e.Type.Name == "Buyer" {
				change(n, e)
			}
		}}
	}
	for want, broken := range map[string]instance.Source{
		"Count says":               counted{src},
		"appears twice":            item(func(_ int, e *instance.Entity) { e.Key[0] = "1" }),
		"key columns":              item(func(_ int, e *instance.Entity) { e.Key = append(e.Key, "1") }),
		"comes as a Item":          item(func(_ int, e *instance.Entity) { e.Type = e.Type.Parent }),
		"name is NULL":             item(func(_ int, e *instance.Entity) { e.Values[0] = er.Value{Null: true} }),
		"name is unique":           item(func(_ int, e *instance.Entity) { e.Values[0].Text = "same" }),
		"no sorted set":            item(func(_ int, e *instance.Entity) { e.Values[2].Set = []string{"b", "a"} }),
		"[a a] is no":              item(func(_ int, e *instance.Entity) { e.Values[2].Set = []string{"a", "a"} }),
		"components of 1":          item(func(_ int, e *instance.Entity) { e.Values[3].Parts = nil }),
		"must have one":            item(func(_ int, e *instance.Entity) { e.ToOne[0] = instance.Partner{} }),
		"is no Buyer":              item(func(_ int, e *instance.Entity) { e.ToOne[0].Key = []string{"9999"} }),
		"only the fan end":         item(func(_ int, e *instance.Entity) { e.ToOne[1] = instance.Partner{} }),
		"only the favourite end":   buyer(func(_ int, e *instance.Entity) { e.ToOne[0] = instance.Partner{} }),
		"is 1:1 and the favourite": buyer(func(n int, e *instance.Entity) { e.ToOne[0].Key = []string{"1"} }),
		"the pair 1, 1":            altered{Source: src, link: func(_ int, l *instance.Link) { l.From, l.To = []string{"1"}, []string{"1"} }},
		"is no Item":               altered{Source: src, link: func(_ int, l *instance.Link) { l.To = []string{"x"} }},
		"a link of another":        altered{Source: src, link: func(_ int, l *instance.Link) { l.Values = make([]er.Value, 1) }},
	} {
		if problems := strings.Join(instancetest.Integrity(t, broken), "\n"); !strings.Contains(problems, want) {
			t.Errorf("want %q in %q", want, problems[:min(len(problems), 300)])
		}
	}
}

func TestRulesFindWhatIsMissing(t *testing.T) {
	src := source(t)
	for want, dull := range map[string]instance.Source{
		"0 of 120 are NULL": altered{Source: src, entity: func(_ int, e *instance.Entity) {
			if e.Type.Root().Name == "Item" {
				e.Values[1] = er.Value{Text: "x"}
			}
		}},
		"are empty": altered{Source: src, entity: func(_ int, e *instance.Entity) {
			if e.Type.Root().Name == "Item" {
				e.Values[2].Set = []string{"x"}
			}
		}},
		"although not all must":           altered{Source: src, link: func(n int, l *instance.Link) { l.From = id(n % 120) }},
		"no buyer has more than one link": altered{Source: src, link: func(n int, l *instance.Link) { l.From = id(n) }},
		"tie at the cut of 5":             altered{Source: src, link: func(n int, l *instance.Link) { l.To = id(n % 110) }},
		"the question asks for 5":         altered{Source: src, link: func(_ int, l *instance.Link) { l.To = id(0) }},
		"0 pairs are in both":             altered{Source: src, link: func(_ int, l *instance.Link) { l.From = id(9998) }},
	} {
		problems := strings.Join(instancetest.Rules(t, dull, cut), "\n")
		if !strings.Contains(problems, want) {
			t.Errorf("want %q in %q", want, problems[:min(len(problems), 300)])
		}
	}
}

func id(n int) []string { return []string{strconv.Itoa(n + 1)} }
