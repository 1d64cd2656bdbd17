package appliance_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"ercheck/appliance"
	"ercheck/appliance/home"
	"ercheck/appliance/record"
	"ercheck/appliance/sandbox"
	"ercheck/catalog"
	"ercheck/catalog/question"
	"ercheck/llm"
	"ercheck/llm/constant"
	"ercheck/llm/replay"
)

// shared is the one home of this test binary.
var shared *appliance.Appliance

func TestMain(m *testing.M) { os.Exit(withHome(m)) }

// withHome gives the tests one server in a folder that its user can enter.
func withHome(m *testing.M) int {
	folder, err := os.MkdirTemp("", "ercheck-appliance-*")
	if err == nil {
		err = os.Chmod(folder, 0o711)
	}
	if err == nil {
		shared, err = appliance.Open(appliance.Options{Home: home.Home(folder), Version: "test", Env: os.Getenv})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := errors.Join(shared.Close(), os.RemoveAll(folder)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// choose is social at a scale that is quick, with some of its variants.
func choose(t *testing.T, o appliance.DataOptions) *appliance.Data {
	t.Helper()
	if o.Domain == "" {
		o.Domain = "social"
	}
	if o.Scale == "" {
		o.Scale = "tiny"
	}
	d, err := appliance.Choose(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func allQuestions(t *testing.T, d *appliance.Data) []question.Question {
	t.Helper()
	all, err := appliance.Questions(d.Domain, appliance.AllSets)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestEveryDomainIsProved(t *testing.T) {
	for _, name := range catalog.Names() {
		d := choose(t, appliance.DataOptions{Domain: name, Seed: 3})
		result, err := shared.Verify(t.Context(), d, allQuestions(t, d))
		if err != nil {
			t.Fatal(err)
		}
		if !result.Holds {
			t.Errorf("%s: %v", name, result.Differences)
		}
		questions := 0
		for _, set := range d.Domain.Sets {
			questions += len(set.Questions)
		}
		if want := questions * len(d.Variants); result.GoldChecked != want {
			t.Errorf("%s: %d gold answers were checked, want %d", name, result.GoldChecked, want)
		}
		if want := len(d.Domain.Model.Views()) * len(d.Variants); result.ViewsChecked != want {
			t.Errorf("%s: %d views were checked, want %d", name, result.ViewsChecked, want)
		}
		for _, r := range result.Rankings {
			if r.TiedAtCut != 0 {
				t.Errorf("%s, %s: %d candidates tie at the cut of %d", name, r.Question, r.TiedAtCut, r.Limit)
			}
		}
	}
}

// answers gives every model of the tests by name.
func answers(responses map[llm.Cell]string) appliance.ModelOpener {
	return func(_ context.Context, name string, gold func() (map[llm.Cell]string, error)) (llm.Model, error) {
		switch name {
		case "constant":
			return constant.Model{}, nil
		case "gold":
			responses, err := gold()
			return replay.FromMap(name, responses), err
		}
		return replay.FromMap(name, responses), nil
	}
}

func runCells(t *testing.T, d *appliance.Data, o appliance.RunOptions) appliance.Recorded {
	t.Helper()
	id, err := shared.Run(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := shared.Record(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

func TestGoldIsAlwaysRightAndConstantNever(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 1})
	recorded := runCells(t, d, appliance.RunOptions{Models: []string{"gold", "constant"}, Open: answers(nil)})
	if got, want := len(recorded.Cells), 2*15*10; got != want {
		t.Fatalf("%d cells, want %d", got, want)
	}
	for _, c := range recorded.Cells {
		if c.Outcome != record.Rows || c.Correct != (c.Model == "gold") {
			t.Errorf("%+v: outcome %s %s, correct %v", c.CellKey, c.Outcome, c.Message, c.Correct)
		}
	}
	if recorded.Run.Status != record.Finished || !recorded.Run.Proof.Holds {
		t.Errorf("the run is %s, its proof %+v", recorded.Run.Status, recorded.Run.Proof)
	}
}

// TestMistakesAreToldFromGold holds every labelled mistake of every domain
// against gold: a mistake that gives gold's answer labels nothing.
func TestMistakesAreToldFromGold(t *testing.T) {
	for _, name := range catalog.Names() {
		d := choose(t, appliance.DataOptions{Domain: name, Seed: 1, Variants: []string{"full_cti"}})
		for _, set := range d.Domain.Sets {
			recorded := runCells(t, d, appliance.RunOptions{Models: []string{"constant"}, Set: set.Name, Open: answers(nil)})
			for _, q := range recorded.Run.Questions {
				if len(q.Mistakes) < 3 {
					t.Errorf("%s %s has %d labelled mistakes, want at least 3", name, q.ID, len(q.Mistakes))
				}
				for _, m := range q.Mistakes {
					if m.Digests.Paper == q.Gold.Digests.Paper {
						t.Errorf("%s %s: the mistake %q gives gold's answer", name, q.ID, m.Name)
					}
				}
			}
		}
	}
}

func TestAWrongAnswerGetsItsLabel(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 1, Variants: []string{"full_cti"}})
	wrong := `SELECT content_id, count(*) FROM live_streams JOIN clips ON derived_from_id = live_streams.content_id GROUP BY 1`
	for _, table := range d.Variants[0].Layout.Schema().Tables {
		if table.Name == "clips" { // the reference's column is named after its role
			for _, c := range table.Columns {
				if c.Name == "source_id" {
					wrong = `SELECT l.content_id, count(*) FROM live_streams l JOIN clips c ON c.source_id = l.content_id GROUP BY 1`
				}
			}
		}
	}
	cell := llm.Cell{Question: "q04", Variant: "full_cti"}
	recorded := runCells(t, d, appliance.RunOptions{
		Models: []string{"replayed"}, Questions: []string{"q04"}, Open: answers(map[llm.Cell]string{cell: wrong}),
	})
	c := recorded.Cells[0]
	if c.Outcome != record.Rows || c.Correct || c.Label == "" {
		t.Errorf("outcome %s %s, correct %v, label %q", c.Outcome, c.Message, c.Correct, c.Label)
	}
}

func TestABuildThatIsCutOffLeavesNothing(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 77})
	ctx, cancel := context.WithCancel(t.Context())
	folder, err := os.MkdirTemp("", "ercheck-cut-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	if err := os.Chmod(folder, 0o711); err != nil {
		t.Fatal(err)
	}
	a, err := appliance.Open(appliance.Options{Home: home.Home(folder), Env: os.Getenv, Progress: func(p appliance.Progress) {
		if p.Stage == "build" && p.Done == 3 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Build(ctx, d, appliance.BuildOptions{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("the cancelled build ended with %v", err)
	}
	again, err := a.Build(t.Context(), d, appliance.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	reused := 0
	for _, v := range again.Variants {
		if v.Reused {
			reused++
		}
	}
	if reused < 3 || reused == len(again.Variants) {
		t.Errorf("%d of %d variants were complete after the cut", reused, len(again.Variants))
	}
	if result, err := a.Verify(t.Context(), d, allQuestions(t, d)); err != nil || !result.Holds {
		t.Errorf("after the second build: %v %v", err, result.Differences)
	}
}

func TestSQLIsRunAsAModelsIs(t *testing.T) {
	d := choose(t, appliance.DataOptions{Seed: 1, Variants: []string{"full_sti"}})
	for sql, want := range map[string]record.Outcome{
		"SELECT count(*) FROM accounts":                                record.Rows,
		"SELECT count(*) FROM er__full_sti.account":                    record.Error,
		"DELETE FROM accounts":                                         record.Rejected,
		"SELECT 1; SELECT 2":                                           record.Rejected,
		"SELECT pg_sleep(1)":                                           record.Error,
		"WITH d AS (DELETE FROM accounts RETURNING 1) SELECT * FROM d": record.Error,
	} {
		got, err := shared.SQL(t.Context(), d, sandbox.Default(), sql)
		if err != nil || got.Outcome != want {
			t.Errorf("%s: outcome %s (%s), %v, want %s", sql, got.Outcome, got.Message, err, want)
		}
	}
}

func TestUnknownNamesListTheNearest(t *testing.T) {
	for _, o := range []appliance.DataOptions{
		{Domain: "socal", Scale: "tiny"},
		{Domain: "social", Scale: "tiny", Variants: []string{"full_stl"}},
	} {
		_, err := appliance.Choose(o)
		var unknown *catalog.UnknownError
		if !errors.As(err, &unknown) || len(unknown.Near) == 0 {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, o := range []appliance.DataOptions{{Scale: "demoo"}, {Scale: "0xdemo"}, {Scale: "tiny", Skew: "0.3"}} {
		o.Domain = "social"
		if _, err := appliance.Choose(o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}

func TestVariantsKeepTheirOrderAndOccurOnce(t *testing.T) {
	d := choose(t, appliance.DataOptions{Variants: []string{"kitchen_sink", "full_sti", "kitchen_sink"}})
	var names []string
	for _, v := range d.Variants {
		names = append(names, v.Name)
	}
	if !slices.Equal(names, []string{"kitchen_sink", "full_sti"}) {
		t.Errorf("variants %v", names)
	}
}
