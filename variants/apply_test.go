package variants_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/variants"
	"ercheck/variants/choice"
)

func TestApply(t *testing.T) {
	m := socialModel(t)
	base := preset(t, m, "full_cti")
	v, err := variants.Apply(base, "", []string{"inheritance:Clip=merged", "multivalued:Tag.aliases=array", "inheritance:Clip=merged"})
	if err != nil {
		t.Fatal(err)
	}
	want, err := base.Choices.With(m, map[string]string{"inheritance:Clip": "merged", "multivalued:Tag.aliases": "array"})
	if err != nil || !v.Choices.Equal(want) || v.Name != "v_"+want.Digest()[:10] {
		t.Errorf("%s has choices %v, %v", v.Name, v.Choices.Map(), err)
	}
	if v, err = variants.Apply(base, "mine", nil); err != nil || v.Name != "mine" || !v.Choices.Equal(base.Choices) {
		t.Errorf("nothing changed gives %s, %v", v.Name, err)
	}
	var name *variants.NameError
	if _, err = variants.Apply(base, "Mine", nil); !errors.As(err, &name) {
		t.Errorf("a bad name gives %v", err)
	}
	var refused *choice.Error
	if _, err = variants.Apply(base, "", []string{"inheritance:LiveContent=replicated", "inheritance:LiveStream=concrete"}); !errors.As(err, &refused) ||
		len(refused.Faults) != 1 || refused.Faults[0].Point.ID() != "inheritance:LiveStream" {
		t.Errorf("a combination that cannot be gives %v", err)
	}
}

func TestApplyFaults(t *testing.T) {
	base := preset(t, socialModel(t), "full_cti")
	for _, test := range []struct{ setting, want string }{
		{"", "write point=choice"},
		{"naming", "write point=choice"},
		{"=", "there is no decision point"},
		{"inheritance:Clip=", "did you mean|valid: merged, own, concrete, replicated"},
		{"inheritance:Clip=meged", "did you mean merged?"},
		{"inheritance:Clp=own", "did you mean inheritance:Clip?"},
		{"Inheritance:clip=own", "did you mean inheritance:Clip?"},
		{"clip=own", "did you mean inheritance:Clip?"},
		{"weak:Clip=own", "did you mean inheritance:Clip?"},
		{"owns=junction", "did you mean relationship:owns or junction_key:owns?"},
		{"nothing like it=own", "valid: inheritance:CreatorAccount, "},
		{"inheritance:Clip=own=own", `no decision point "inheritance:Clip=own"`},
		{"naming=paper" + strings.Repeat("x", 500), `naming has no choice "paperxx`},
		{"inheritance:\x00\xff\n=own", "there is no decision point"},
	} {
		var wrong *variants.SettingError
		_, err := variants.Apply(base, "", []string{test.setting})
		if !errors.As(err, &wrong) || wrong.Faults[0].Setting != test.setting || wrong.Faults[0].Hint == "" {
			t.Errorf("%q gives %v", test.setting, err)
			continue
		}
		found := false
		for want := range strings.SplitSeq(test.want, "|") {
			found = found || strings.Contains(err.Error(), want)
		}
		if !found {
			t.Errorf("%q gives %v", test.setting, err)
		}
	}
	var wrong *variants.SettingError
	_, err := variants.Apply(base, "", []string{"x=y", "inheritance:Clip=own", "inheritance:Clip=merged", "naming=z"})
	if !errors.As(err, &wrong) || len(wrong.Faults) != 3 || !strings.Contains(wrong.Faults[1].Message, "set to own as well") {
		t.Errorf("several faults give %v", err)
	}
}

// TestApplyReachesEverything: from any variant, the settings of another lead to
// it, whatever the names in the model are.
func TestApplyReachesEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{})
		d, err := variants.Random(m, 2, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		from, to := d.Variants[0], d.Variants[len(d.Variants)-1]
		var settings []string
		for id, c := range to.Choices.Map() {
			settings = append(settings, id+"="+c)
		}
		if got, err := variants.Apply(from, "", settings); err != nil || got.Name != to.Name {
			t.Errorf("%s, %v; not %s", got.Name, err, to.Name)
		}
	})
}

// A name that has a = in it.
func TestApplySplitsAtTheLast(t *testing.T) {
	m, err := er.New(er.Spec{Name: "m", EntityTypes: []er.EntityTypeSpec{
		{Name: "A", Key: []er.AttributeSpec{attribute("id", er.Integer)}}, {Name: "a=own", IsA: "A"}}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := variants.Apply(preset(t, m, "full_cti"), "", []string{"inheritance:a=own=merged"})
	if err != nil || v.Choices.Inheritance(m.EntityType("a=own")) != choice.Merged {
		t.Error(v.Choices.Map(), err)
	}
}
