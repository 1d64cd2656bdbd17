package instance_test

import (
	"errors"
	"strings"
	"testing"

	"ercheck/catalog/fault"
	"ercheck/catalog/instance"
	"ercheck/catalog/question"
	"ercheck/catalog/yamlfile"
)

func TestFaultsOfTheDataSection(t *testing.T) {
	m := library(t)
	for text, want := range map[string]string{
		"skw: 1":                                   "did you mean skew?",
		"skew: 0.3":                                "not a multiple of 0.25",
		"skew: [1]":                                "must be a single value",
		"[1]":                                      "data must be a mapping",
		"scales: {Big: {Book: 1}}":                 "cannot be the name of a scale",
		"scales: {big: {Bok: 1}}":                  "did you mean Book?",
		"scales: {big: {Book: -1}}":                " is -1 (",
		"scales: {big: {Book: many}}":              "must be a whole number",
		"fractions: {Book: 0.5}":                   "is no subtype",
		"links: {abot: {}}":                        "did you mean about?",
		"links: {like: {men: 2}}":                  "did you mean mean",
		"links: {like: {mean: -2}}":                "is not from 0 to 1000",
		"links: {like: {mean: 5000}}":              "is not from 0 to 1000",
		"links: {like: {mean: 1, min: 2}}":         "mean 1 is below min 2",
		"links: {like: {min: 5, max: 2, mean: 9}}": "min 5 is above max 2",
		"links: {like: {distribution: normal}}":    `no distribution "normal"`,
		"links: {like: {driver: left}}":            "driver cannot be",
		"links: {like: {partners: odd}}":           "partners cannot be",
		"links: {like: {unlinked: {form: 0.1}}}":   "did you mean from?",
		"links: {like: {unlinked: {from: 2}}}":     "is no share",
		"links: {like: {follows: about}}":          "leave it out",
		"links: {about: {mean: 2}}":                "unknown key",
		"links: {near: {least: 2}}":                "unknown key",
		"lengths: {Book.words: {max: -1}}":         " is -1 (",
		"lengths: {Book.price: {mean: 2}}":         "is not multi-valued",
		"lengths: {Book.wrds: {mean: 2}}":          "did you mean Book.words?",
		"nulls: {Book.price: 0.1}":                 "is not nullable",
		"nulls: {Book.weight: x}":                  "is no share",
		"values: {Book.price: {from: 1.234}}":      "digits behind the point",
		"values: {Book.size: {from: 1}}":           "is not simple",
		"values: {Book.size.w: {form: 1}}":         "did you mean from?",
		`values: {Book.isbn: {patterns: [a, b]}}`:  "several patterns",
		"owners: {Book: 0.1}":                      "is no weak entity type",
		"owners: {Copy: 1.1}":                      "is no share",
		"scales: {big: {Copy: 5, Book: 0}}":        "scale big: 5 copies are too many",
		"words: {a: []}":                           "is empty",
	} {
		var faults fault.List
		p := instance.ParseProfile(yamlfile.Parse([]byte(text), &faults), m, &faults)
		err := faults.Err("f.yaml")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "f.yaml:1:") {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if _, err := instance.New(m, p, instance.Options{Scale: "tiny"}); err != nil {
			t.Errorf("%s: what stands in for it does not generate: %v", text, err)
		}
	}
}

func TestAllFaultsComeAtOnce(t *testing.T) {
	var faults fault.List
	text := "skew: 9\nlinks:\n  like: {mean: x}\n  abou: {}\nnulls:\n  Book.weight: 7\n"
	instance.ParseProfile(yamlfile.Parse([]byte(text), &faults), library(t), &faults)
	err := faults.Err("f.yaml").Error()
	for _, want := range []string{"f.yaml:1:7", "f.yaml:3:16", "f.yaml:4:3", "f.yaml:6:16"} {
		if !strings.Contains(err, want) {
			t.Errorf("no fault at %s in\n%s", want, err)
		}
	}
}

func TestParametersAreReached(t *testing.T) {
	d := social(t)
	all, err := d.Profile.Parameters("demo")
	if err != nil {
		t.Fatal(err)
	}
	defaults := map[string]string{}
	for _, p := range all {
		if _, twice := defaults[p.Name]; twice || p.Meaning == "" {
			t.Errorf("parameter %s comes twice, or says nothing", p.Name)
		}
		defaults[p.Name] = p.Default
	}
	for name, want := range map[string]string{
		"count.Account": "1000", "fraction.Streamer": "0.521126", "links.owns.mean": "1.7", "links.owns.distribution": "geometric",
		"length.Tag.aliases": "1.5", "null.CreatorAccount.bio": "0.25", "unlinked.owns.from": "0.3", "share.hosted_by": "0.5",
		"least.produced_by": "2", "from.Streamer.avg_viewers": "3.00", "to.ConsumerAccount.age": "84",
		"share.CreatorAccount.verified": "0.2", "weight.Streamer.platform.Kick": "2", "from.Account.created_at": "2019-01-01 00:00:00+00",
		"to.ConsumerAccount.preferences.volume": "100",
	} {
		if defaults[name] != want {
			t.Errorf("%s is %q, want %q", name, defaults[name], want)
		}
	}
	// Each default can be given back, and then changes nothing.
	for _, p := range all {
		if strings.HasPrefix(p.Name, "fraction.") {
			continue // rounded, and it goes before the counts
		}
		params := map[string]string{p.Name: strings.TrimSuffix(p.Default, "+00")}
		if _, err := instance.New(d.Model, d.Profile, instance.Options{Scale: "demo", Params: params}); err != nil {
			t.Errorf("%s=%s: %v", p.Name, p.Default, err)
		}
	}
}

func TestParametersDecide(t *testing.T) {
	d := social(t)
	for _, c := range []struct {
		params []string
		of     string
		want   int64
	}{
		{[]string{"count.Account=2000"}, "Account", 2000}, {[]string{"count.Streamer=100"}, "Streamer", 100},
		{[]string{"fraction.Streamer=0.25"}, "Streamer", 71}, {[]string{"fraction.Streamer=0.25", "count.Streamer=9"}, "Streamer", 9},
		{[]string{"count.Tag=7", "count.Tag=8"}, "Tag", 8},
	} {
		params, err := instance.ParseParams(c.params)
		if err != nil {
			t.Fatal(err)
		}
		g, err := instance.New(d.Model, d.Profile, instance.Options{Scale: "demo", Params: params})
		if err != nil {
			t.Errorf("%v: %v", c.params, err)
			continue
		}
		if got := g.Members(d.Model.EntityType(c.of)); got != c.want {
			t.Errorf("%v gives %d, want %d", c.params, got, c.want)
		}
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	d := social(t)
	for _, c := range []struct {
		options instance.Options
		message string
		hint    string
	}{
		{instance.Options{Scale: "papr"}, `scale "papr"`, "did you mean paper?"},
		{instance.Options{Scale: "0xpaper"}, `scale "0xpaper"`, "from 1 to"},
		{instance.Options{Scale: "99999999999999999999xpaper"}, "scale", "from 1 to"},
		{instance.Options{Scale: "10xpapr"}, `scale "10xpapr"`, "paper"},
		{instance.Options{Skew: "0.3"}, `skew "0.3"`, "multiple of 0.25"},
		{instance.Options{Params: map[string]string{"count.Acount": "1"}}, `param "count.Acount"`, "count.Account"},
		{instance.Options{Params: map[string]string{"count.Account": "-1"}}, `count.Account "-1"`, "whole number"},
		{instance.Options{Params: map[string]string{"count.Account": "10"}}, "the subtypes of Account have 844", "count.Account"},
		{instance.Options{Params: map[string]string{"null.Channel.description": "1.1"}}, "null.Channel.description", "no share"},
		{instance.Options{Params: map[string]string{"links.owns.distribution": "odd"}}, "links.owns.distribution", "poisson"},
		{instance.Options{Params: map[string]string{"links.owns.min": "5"}}, "links.owns", "mean 1.7 is below min 5"},
		{instance.Options{Params: map[string]string{"from.ConsumerAccount.age": "99"}}, "ConsumerAccount.age", "above"},
		{instance.Options{Params: map[string]string{"count.CreatorAccount": "0", "count.Streamer": "0"}}, "too many", "count."},
		{instance.Options{Params: map[string]string{"partners.owns": "odd"}}, "partners.owns", "zipf or even"},
		{instance.Options{Scale: "9999xpaper"}, "more than the 20000000", "smaller scale"},
		{instance.Options{Rankings: []instance.Cut{{Name: "q", Limit: 1}}}, "no entity type", ""},
		{instance.Options{Rankings: []instance.Cut{{Name: "q", Measure: question.Measure{Of: "Tag", Path: []string{"owns"}}, Limit: 1}}}, "does not start at Tag", ""},
		{instance.Options{Rankings: []instance.Cut{{Name: "q", Measure: question.Measure{Of: "Tag", Path: []string{"own"}}, Limit: 1}}}, "no relationship", ""},
		{instance.Options{Rankings: []instance.Cut{{Name: "q", Measure: question.Measure{Of: "Tag"}, Limit: 1}}}, "path is empty", ""},
		{instance.Options{Rankings: []instance.Cut{{Name: "q", Measure: question.Measure{Of: "Tag", Path: []string{"tagged_with"}}}}}, "limit is 0", ""},
	} {
		_, err := instance.New(d.Model, d.Profile, c.options)
		if err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%+v: %v, want %q", c.options, err, c.message)
			continue
		}
		var hinted interface{ Hint() string }
		if c.hint != "" && (!errors.As(err, &hinted) || !strings.Contains(hinted.Hint(), c.hint)) {
			t.Errorf("%+v: %v has no hint %q", c.options, err, c.hint)
		}
	}
	for _, word := range []string{"count.Account", "=3", ""} {
		if _, err := instance.ParseParams([]string{word}); err == nil {
			t.Errorf("parameter %q is accepted", word)
		}
	}
}

func TestNotesSayWhichRankingCannotBeSettled(t *testing.T) {
	d := social(t)
	g, err := instance.New(d.Model, d.Profile, instance.Options{Scale: "tiny", Rankings: d.cuts, Params: map[string]string{"count.Tag": "20"}})
	if err != nil {
		t.Fatal(err)
	}
	var found bool
	for _, n := range g.Notes() {
		found = found || n.Cut == "q09" && strings.Contains(n.String(), "only 20")
	}
	if !found {
		t.Errorf("notes %v say nothing of q09", g.Notes())
	}
}

func TestMeanLength(t *testing.T) {
	d := social(t)
	account := d.Model.EntityType("ConsumerAccount")
	for _, a := range account.Attributes {
		mean := d.Profile.MeanLength(a)
		if a.Multi && (mean < 3_900_000 || mean > 4_100_000) || !a.Multi && mean != 0 {
			t.Errorf("mean length of %s is %d millionths", a.Name, mean)
		}
	}
}
