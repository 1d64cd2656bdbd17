package goldtest

import (
	"slices"
	"strings"
	"testing"

	"ercheck/catalog"
	"ercheck/catalog/instance"
)

// Every question has a walk, every walk a question, and an answer that is not
// empty. That it is gold's needs a server: see package appliance.
func TestEveryQuestionHasItsWalk(t *testing.T) {
	for _, name := range catalog.Names() {
		d, err := catalog.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		w := tiny(t, d)
		var asked []string
		for _, set := range d.Sets {
			for _, q := range set.Questions {
				asked = append(asked, q.ID)
				if rows, err := Answer(w, name, q.ID); err != nil || len(rows) == 0 {
					t.Errorf("%s %s: %d rows, %v", name, q.ID, len(rows), err)
				}
			}
		}
		for id := range walks[name] {
			if !slices.Contains(asked, id) {
				t.Errorf("%s: there is a walk for %s and no such question", name, id)
			}
		}
	}
	if _, err := Answer(nil, "social", "q99"); err == nil || !strings.Contains(err.Error(), "q99") {
		t.Errorf("a question that nobody asks gives %v", err)
	}
}

func tiny(t *testing.T, d *catalog.Domain) *World {
	t.Helper()
	g, err := instance.New(d.Model, d.Profile, instance.Options{Scale: "tiny", Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	w, err := Read(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A walk that asks for what the model does not have must not read as "none".
func TestUnknownNamesPanic(t *testing.T) {
	d, err := catalog.Load("social")
	if err != nil {
		t.Fatal(err)
	}
	w := tiny(t, d)
	account := w.all("Account")[0]
	for name, ask := range map[string]func(){
		"type":                   func() { w.all("Acount") },
		"relationship":           func() { w.to("own", account) },
		"attribute":              func() { account.text("user") },
		"multi-valued attribute": func() { account.set("username") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			ask()
		})
	}
}

func TestDiff(t *testing.T) {
	row := func(texts ...string) []*string {
		var all []*string
		for _, x := range texts {
			if all = append(all, &x); x == "NULL" {
				all[len(all)-1] = nil
			}
		}
		return all
	}
	var rows Rows
	rows.add("a", 1)
	rows.add("a", 1)
	rows.add("b", nil)
	for _, c := range []struct {
		name string
		got  [][]*string
		want string
	}{
		{"another order", [][]*string{row("b", "NULL"), row("a", "1"), row("a", "1")}, ""},
		{"one of two alike", [][]*string{row("b", "NULL"), row("a", "1")}, `2 rows instead of 3; missing ["a | 1"], too many []`},
		{"a text for NULL", [][]*string{row("b", ""), row("a", "1"), row("a", "1")}, `3 rows instead of 3; missing ["b | NULL"], too many ["b | "]`},
		{"nothing", nil, `0 rows instead of 3; missing ["a | 1" "b | NULL"], too many []`},
	} {
		if got := rows.Diff(c.got); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// As Postgres prints arrays of texts, and rounds.
func TestTexts(t *testing.T) {
	for want, elements := range map[string][]string{
		`{}`:                            nil,
		`{a,"b c","d,e"}`:               {"a", "b c", "d,e"},
		`{"","NULL","a\"b","a\\b","{"}`: {"", "NULL", `a"b`, `a\b`, "{"},
	} {
		if got := array(elements); got != want {
			t.Errorf("%q gives %s, want %s", elements, got, want)
		}
	}
	for n, want := range map[string]string{"2.5": "3", "0.5": "1", "-0.5": "-1", "2.4999": "2"} {
		if got := fixed(number(n), 0); got != want {
			t.Errorf("%s is rounded to %s, want %s", n, got, want)
		}
	}
}
