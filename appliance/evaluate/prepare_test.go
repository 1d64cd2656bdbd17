package evaluate

import (
	"context"
	"strings"
	"testing"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// loaded is a model that has to be got ready.
type loaded struct {
	*fakeModel
	longest []string
	err     error
}

func (m *loaded) Prepare(_ context.Context, r llm.Request) error {
	m.longest = append(m.longest, r.Messages[0].Content)
	return m.err
}

func TestAModelIsPreparedOnceForTheLongestPromptOfItsArms(t *testing.T) {
	m := &loaded{fakeModel: says("SELECT 1")}
	r := newRun(2, 2, 1, "a", "b")
	r.Arms = []record.Arm{{Name: "a", Model: m.Name()}, {Name: "b", Model: m.Name(), Strategy: "long"}}
	p := newPlan(r, m)
	plain := p.Prompt
	p.Prompt = func(a record.Arm, v record.Variant, q record.Question) Prompt {
		made := plain(a, v, q)
		if a.Strategy == "long" && v.Name == "v0" {
			made.Messages[0].Content += " and more"
		}
		return made
	}
	mustFinish(t, p, right, newMemory())
	if len(m.longest) != 1 || !strings.HasPrefix(m.longest[0], "dump of v0") || !strings.HasSuffix(m.longest[0], " and more") {
		t.Errorf("prepared for %q", m.longest)
	}
}

func TestOnlyAPromptThatIsTooLongIsNoReasonToStop(t *testing.T) {
	for kind, stops := range map[llm.Kind]bool{llm.KindTooLong: false, llm.KindUnknownModel: true, llm.KindUnreachable: true} {
		m := &loaded{fakeModel: says("SELECT 1"), err: &llm.Error{Kind: kind, Message: "no"}}
		p := newPlan(newRun(1, 1, 1, m.Name()), m)
		_, err := Evaluate(context.Background(), p, right, newMemory(), nil)
		if (err != nil) != stops || stops && m.count() > 0 {
			t.Errorf("%s: error %v, asked %d times", kind, err, m.count())
		}
	}
}
