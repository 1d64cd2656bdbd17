package variants_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ercheck/catalog/er"
	"ercheck/catalog/er/ertest"
	"ercheck/catalog/fault"
	"ercheck/variants"
)

// socialSelection has every way to write a variant.
func socialSelection(t testing.TB) (m *er.Model, presets []variants.Variant, selected []variants.Selected) {
	presets = socialPresets(t)
	m = presets[0].Layout.Model
	apply := func(base int, name string, settings ...string) variants.Variant {
		v, err := variants.Apply(presets[base], name, settings)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	return m, presets, []variants.Selected{
		{Variant: presets[1], Preset: presets[1].Name},
		{Variant: apply(0, "clips_apart", "inheritance:Clip=own", "multivalued:Tag.aliases=table"), Preset: presets[0].Name},
		{Variant: apply(0, "", "inheritance:Clip=own"), Preset: presets[0].Name},
		{Variant: apply(2, "", "naming=paper"), Preset: ""},
	}
}

func TestFormatFile(t *testing.T) {
	m, presets, selected := socialSelection(t)
	got, err := variants.FormatFile(m, presets, selected, "Four of them,\nto look at.")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "selection.yaml", string(got))
}

func checkReadBack(t interface {
	Fatal(...any)
	Errorf(string, ...any)
}, m *er.Model, presets []variants.Variant, selected []variants.Selected, comment string) {
	source, err := variants.FormatFile(m, presets, selected, comment)
	if err != nil {
		t.Fatal(err)
	}
	back, err := variants.ParseFile("x.yaml", source, m, presets)
	if err != nil {
		t.Fatal(err)
	}
	if len(back) != len(selected) {
		t.Errorf("%d variants are read, not %d", len(back), len(selected))
		return
	}
	for i, s := range selected {
		if b := back[i]; b.Name != s.Name || b.Preset != s.Preset || !b.Choices.Equal(s.Choices) || b.Layout == nil {
			t.Errorf("%s (%s) is read as %s (%s)", s.Name, s.Preset, b.Name, b.Preset)
		}
	}
}

func TestReadBack(t *testing.T) {
	m, presets, selected := socialSelection(t)
	for _, comment := range []string{"", "x", "a\n\nb\n", "\u2028domain: y\u0085\rdomain: z\x00\xff\uFEFF", "# # #", "\n"} {
		checkReadBack(t, m, presets, selected, comment)
	}
	d, err := variants.Sample(m, 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	checkReadBack(t, m, presets, selectedOf(d.Variants), "200")
}

func selectedOf(all []variants.Variant) []variants.Selected {
	var selected []variants.Selected
	for _, v := range all {
		selected = append(selected, variants.Selected{Variant: v})
	}
	return selected
}

// TestReadBackOfAnyModel: names that YAML could take for something else do.
func TestReadBackOfAnyModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := ertest.Model(t, ertest.Options{MaxRelationships: 4, MaxAttributes: 2})
		presets, err := variants.Presets(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		d, err := variants.Random(m, 3, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		selected := selectedOf(d.Variants)
		for i := range selected {
			if rapid.Bool().Draw(t, "as a change") {
				selected[i].Preset = rapid.SampledFrom(variants.PresetNames()).Draw(t, "preset")
			}
		}
		for _, name := range []string{"null", "true", "no", "y", "e1", "nan"} {
			v, err := variants.New(m, name, d.Variants[0].Choices)
			if err != nil {
				t.Fatal(err)
			}
			selected = append(selected, variants.Selected{Variant: v, Preset: "full_cti"})
		}
		checkReadBack(t, m, presets, selected, "")
	})
}

func TestFileFaults(t *testing.T) {
	presets := socialPresets(t)
	m := presets[0].Layout.Model
	full, err := variants.FormatFile(m, presets, []variants.Selected{{Variant: presets[0]}}, "")
	if err != nil {
		t.Fatal(err)
	}
	list := func(entry string) string {
		return "domain: social\nvariants:\n  - " + strings.ReplaceAll(entry, "\n", "\n    ") + "\n"
	}
	for name, test := range map[string]struct {
		source string
		want   []string
	}{
		"empty":          {"", []string{"1:1: the file is empty"}},
		"a list":         {"- x", []string{"1:1: a variants file must be a mapping"}},
		"nothing there":  {"a: b", []string{"1:1: a variants file: domain is missing", "variants is missing", "1:1: a variants file: unknown key"}},
		"no variants":    {"domain: social\nvariants: []", []string{"2:11: there are no variants"}},
		"another domain": {"domain: retail\nvariants:\n  - preset: full_cti", []string{`1:9: the variants are of "retail", not of "social"`}},
		"another model":  {"domain: social\nmodel: " + strings.Repeat("a", 64) + "\nvariants:\n  - preset: full_cti", []string{"2:8: the model has changed"}},
		"no preset":      {list("name: x"), []string{"3:5: variant: preset is missing"}},
		"unknown preset": {list("preset: full_ctl"), []string{`3:13: there is no preset "full_ctl" (did you mean full_cti`}},
		"unknown key":    {list("preset: full_cti\nsett: {}"), []string{`4:5: variant: unknown key "sett" (did you mean set?)`}},
		"unknown point and choice": {list("preset: full_cti\nset:\n  inheritance:Clop: own\n  inheritance:Clip: owm\n  naming: 3"),
			[]string{`5:7: there is no decision point "inheritance:Clop" (did you mean inheritance:Clip?)`, `6:7: inheritance:Clip has no choice "owm" (did you mean own?)`, "7:15: a choice must be a text, not the number 3"}},
		"refused":           {list("preset: full_cti\nset:\n  inheritance:LiveContent: replicated\n  inheritance:LiveStream: concrete"), []string{"6:7: inheritance:LiveStream=concrete: LiveContent is above it"}},
		"refused elsewhere": {list("preset: full_concrete\nset:\n  inheritance:LiveContent: replicated"), []string{"3:5: inheritance:LiveStream=concrete: LiveContent is above it"}},
		"both":              {list("preset: full_cti\nchoices: {}"), []string{"4:14: variant: choices stand beside a preset"}},
		"choices missing":   {list("choices:\n  naming: paper"), []string{"4:7: choices are missing: inheritance:CreatorAccount, "}},
		"bad name":          {list("name: Mine\npreset: full_cti"), []string{`3:11: "Mine" cannot name a variant (use a letter`}},
		"name of another":   {list("name: v_0123456789\npreset: full_cti"), []string{"3:11: the name belongs to other choices"}},
		"digest of another": {list("name: a\ndigest: \"0123456789\"\npreset: full_cti"), []string{"4:13: the choices are not those that were written"}},
		"twice":             {list("preset: full_cti\nname: a") + "  - {preset: full_sti, name: a}\n", []string{"5:30: variant a is there already (line 3)"}},
		"twice without":     {list("preset: full_cti") + "  - {preset: full_cti}\n", []string{"4:5: variant v_"}},
		"a choice twice":    {strings.Replace(string(full), "naming: paper", "naming: paper\n      naming: paper", 1), []string{`key "naming" appears twice`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := variants.ParseFile("f.yaml", []byte(test.source), m, presets)
			var wrong *fault.Error
			if !errors.As(err, &wrong) || len(wrong.Faults) != len(test.want) {
				t.Fatalf("the error is %v", err)
			}
			for i, f := range wrong.Faults {
				if !strings.Contains(f.Error(), test.want[i]) || f.File != "f.yaml" || f.Hint == "" {
					t.Errorf("fault %d is %v, not %s", i, f, test.want[i])
				}
			}
		})
	}
}

// TestHostileFiles end in a fault, and soon.
func TestHostileFiles(t *testing.T) {
	presets := socialPresets(t)
	m := presets[0].Layout.Model
	var points, entries strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&points, "      inheritance:Clip%d: own\n", i)
	}
	for range 100_000 {
		entries.WriteString("  - preset: full_cti\n")
	}
	for name, source := range map[string]string{
		"points":  "domain: social\nvariants:\n  - preset: full_cti\n    set:\n" + points.String(),
		"entries": "domain: social\nvariants:\n" + entries.String(),
		"same":    "domain: social\nvariants:\n" + entries.String()[:21*variants.MaxSample],
		"large":   strings.Repeat("#", 5<<20),
	} {
		var wrong *fault.Error
		if _, err := variants.ParseFile("", []byte(source), m, presets); !errors.As(err, &wrong) || len(wrong.Faults) > 101 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFilesThatCannotBeWritten(t *testing.T) {
	m, presets, selected := socialSelection(t)
	var unknown *variants.UnknownPresetError
	if _, err := variants.FormatFile(m, presets, []variants.Selected{{Variant: presets[0], Preset: "mine"}}, ""); !errors.As(err, &unknown) {
		t.Errorf("an unknown preset gives %v", err)
	}
	var size *variants.FileSizeError
	if _, err := variants.FormatFile(m, presets, selected[:1], strings.Repeat("x", 5<<20)); !errors.As(err, &size) || size.Hint() == "" {
		t.Errorf("a large file gives %v", err)
	}
	if diff := cmp.Diff(variants.PresetNames(), unknown.Names); diff != "" {
		t.Error(diff)
	}
}
