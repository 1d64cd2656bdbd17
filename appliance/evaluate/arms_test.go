package evaluate

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ercheck/appliance/record"
	"ercheck/llm"
)

// twoArms asks one model plainly, and once for all variants with a SQL that is
// made into the variant's.
func twoArms(m llm.Model) Plan {
	r := newRun(3, 2, 2, "m", "m+shared")
	r.Arms = []record.Arm{{Name: "m", Model: m.Name(), Strategy: "direct"}, {Name: "m+shared", Model: m.Name(), Strategy: "shared"}}
	p := newPlan(r, m)
	plain := p.Prompt
	p.Prompt = func(a record.Arm, v record.Variant, q record.Question) Prompt {
		if a.Strategy == "shared" {
			return Prompt{Messages: []llm.Message{{Role: llm.RoleUser, Content: q.Text}}, Once: true}
		}
		return plain(a, v, q)
	}
	p.Translate = func(a record.Arm, v record.Variant, sql string) string {
		if a.Strategy == "shared" {
			return "WITH " + v.Name + " " + sql
		}
		return sql
	}
	return p
}

func TestAnArmThatIsTheSameForAllVariantsIsAskedOnce(t *testing.T) {
	m := &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		return whole("SELECT 1"), nil
	}}
	store := newMemory()
	mustFinish(t, twoArms(m), right, store)
	if got, want := m.count(), 3*2*2+2*2; got != want {
		t.Errorf("the model was asked %d times, want %d", got, want)
	}
	got := map[string]int{}
	for key, c := range store.saved {
		got[key.Model+" "+key.Variant+" "+c.SQL]++
	}
	want := map[string]int{}
	for _, v := range []string{"v0", "v1", "v2"} {
		want["m "+v+" SELECT 1"], want["m+shared "+v+" WITH "+v+" SELECT 1"] = 4, 4
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("cells differ (-want +got):\n%s", diff)
	}
}

func TestAFailureOfASharedPromptIsMetOnce(t *testing.T) {
	m := &fakeModel{name: "fake:m", reply: func(_ context.Context, r llm.Request) (llm.Response, error) {
		if strings.HasPrefix(r.Messages[0].Content, "question") {
			return llm.Response{}, &llm.Error{Kind: llm.KindRefused, Message: "no"}
		}
		return whole("SELECT 1"), nil
	}}
	store := newMemory()
	mustFinish(t, twoArms(m), right, store)
	if got, want := m.count(), 3*2*2+2*2; got != want {
		t.Errorf("the model was asked %d times, want %d", got, want)
	}
	for key, c := range store.saved {
		if want := key.Model == "m+shared"; (c.Outcome == record.NoResponse) != want {
			t.Errorf("%v: outcome %s", key, c.Outcome)
		}
	}
}
