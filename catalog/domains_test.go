package catalog

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/catalog/instance"
)

// The texts of set paper are quoted word for word; who changes one on purpose
// changes its digest here.
func TestQuotedTextsStayAsTheyAre(t *testing.T) {
	got := map[string]string{}
	for _, name := range []string{"social", "retail"} {
		questions, err := mustLoad(t, name).Questions("paper")
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{}
		for _, q := range questions {
			texts = append(texts, q.ID, q.Text)
		}
		got[name] = digest.OfTexts(texts...)
	}
	want := map[string]string{
		"social": "632a8685e77553c94f9fe92d6cf72630385b07cd2172c32708b9ce995460e348",
		"retail": "19cfe99ad8f16114685ccc5403a325df0c988ad54c5846edd31d680b25b2d245",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRetailHasItsShape(t *testing.T) {
	d := mustLoad(t, "retail")
	m := d.Model
	if len(m.EntityTypes) != 13 || len(m.Relationships) != 11 || len(m.Roots()) != 4 || len(m.Views()) != 29 {
		t.Errorf("%d types, %d relationships, %d roots, %d views", len(m.EntityTypes), len(m.Relationships), len(m.Roots()), len(m.Views()))
	}
	questions, err := d.Questions("paper")
	if err != nil || len(questions) != 15 || questions[0].ID != "r01" || questions[14].ID != "r15" {
		t.Fatalf("%d questions, %v", len(questions), err)
	}
	limits := map[string]int{}
	for _, q := range questions {
		if q.Ranking != nil {
			limits[q.ID] = q.Ranking.Limit
			if len(q.Ranking.Then) == 0 {
				t.Errorf("%s: no tie-break, although the question names one", q.ID)
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"r09": 3, "r10": 5, "r11": 5, "r12": 5, "r13": 5, "r14": 5, "r15": 5}, limits); diff != "" {
		t.Error(diff)
	}
	g, err := instance.New(m, d.Profile, instance.Options{Scale: "paper"})
	if err != nil {
		t.Fatal(err)
	}
	if n := g.Members(m.EntityType("Electronics")); n != 1000 {
		t.Errorf("scale paper has %d Electronics; question r03 says 1,000", n)
	}
}

// University is there for shapes that the others lack.
func TestUniversityHasItsShapes(t *testing.T) {
	m := mustLoad(t, "university").Model
	section, prereq, takes := m.EntityType("Section"), m.Relationship("prereq"), m.Relationship("takes")
	if section.Owner != m.EntityType("Course") || len(section.FullKey()) != 4 {
		t.Errorf("a section's owner is %v, its key has %d columns", section.Owner, len(section.FullKey()))
	}
	if !prereq.Self() || prereq.From.Name == prereq.To.Name || prereq.Cardinality != er.ManyToMany {
		t.Errorf("prereq is %+v", prereq)
	}
	if len(takes.Attributes) != 1 || !m.Relationship("advisor").From.Total {
		t.Error("takes has no grade, or students without advisor are possible")
	}
	if !slices.ContainsFunc(m.EntityType("Person").Attributes, (*er.Attribute).Composite) {
		t.Error("a person has no composite attribute")
	}
}

// Every domain has questions of this project beside what it may quote.
func TestEveryDomainHasQuestionsOfItsOwn(t *testing.T) {
	for name, least := range map[string]int{"social": 15, "retail": 15, "university": 10} {
		questions, err := mustLoad(t, name).Questions("more")
		if err != nil || len(questions) < least {
			t.Errorf("%s: %d questions in set more, want at least %d; %v", name, len(questions), least, err)
		}
	}
}

// What domain init writes is valid and shows every construct.
func TestTemplateShowsEveryConstruct(t *testing.T) {
	d, err := Parse("template.yaml", Template())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range d.Model.EntityTypes {
		seen["abstract"] = seen["abstract"] || e.Abstract
		seen["weak"] = seen["weak"] || e.Owner != nil
		seen["deep"] = seen["deep"] || e.Depth() > 1
		for _, a := range e.Attributes {
			seen["multi-valued"] = seen["multi-valued"] || a.Multi
			seen["composite"] = seen["composite"] || a.Composite()
			seen["nullable"] = seen["nullable"] || a.Nullable
			seen["unique"] = seen["unique"] || a.Unique
		}
	}
	for _, r := range d.Model.Relationships {
		seen[string(r.Cardinality)] = true
		seen["self"] = seen["self"] || r.Self()
		seen["total"] = seen["total"] || r.From.Total
		seen["of links"] = seen["of links"] || len(r.Attributes) > 0
	}
	for _, set := range d.Sets {
		for _, q := range set.Questions {
			seen["ranking"] = seen["ranking"] || q.Ranking != nil
			seen["alternates"] = seen["alternates"] || len(q.Alternates) > 0
			seen["ambiguous"] = seen["ambiguous"] || q.Ambiguous
		}
	}
	for _, what := range []string{"abstract", "weak", "deep", "multi-valued", "composite", "nullable", "unique", "M:1", "M:N", "1:1",
		"self", "total", "of links", "ranking", "alternates", "ambiguous"} {
		if !seen[what] {
			t.Errorf("the template shows nothing %s", what)
		}
	}
}
