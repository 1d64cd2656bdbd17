package variants

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"ercheck/catalog/er"
	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
	"ercheck/catalog/yamlfile"
	"ercheck/variants/choice"
)

// A variants file is a selection to keep and to share. It is YAML, so that it can
// be read, compared line by line and commented:
//
//	domain: social
//	model: 64 hex digits    # of the E/R model; may be left out
//	variants:
//	  - name: clips_apart   # may be left out: v_ and 10 hex digits
//	    preset: full_sti
//	    set:
//	      inheritance:Clip: own
//	    digest: 10 hex digits # of all choices; may be left out
//	  - name: v_0123456789
//	    choices:            # at every decision point, and no preset
//	      inheritance:Clip: own
//
// The digests are there to notice that the model, a preset or a line is no longer
// what it was when the file was written.

// Selected is a variant of a file.
type Selected struct {
	Variant
	Preset string // what it is a change of; "" when all choices are written
}

// maxFileFaults is how many faults of a file are looked for; it is enough for a
// person, and a hostile file has a million.
const maxFileFaults = 100

// ParseFile reads a variants file for a model. file is its name, for messages;
// presets are the variants that it can refer to. The error is a *fault.Error with
// every fault, each with its line and column.
func ParseFile(file string, source []byte, m *er.Model, presets []Variant) ([]Selected, error) {
	r := &fileReader{model: m, presets: presets, points: newDirectory(choice.Points(m)), lines: map[string]int{}}
	if root := yamlfile.Parse(source, &r.faults); root != nil {
		r.read(yamlfile.AsMap(root, "a variants file", &r.faults))
	}
	if err := r.faults.Err(file); err != nil {
		return nil, err
	}
	return r.selected, nil
}

type fileReader struct {
	model    *er.Model
	presets  []Variant
	points   *directory
	faults   fault.List
	lines    map[string]int // where each name is used
	selected []Selected
}

func (r *fileReader) read(top *yamlfile.Map) {
	top.Need("domain", "variants")
	if name := top.Text("domain"); name != "" && name != r.model.Name {
		r.faults.Add(top.AtKey("domain"), "give the domain that the file is for", "the variants are of %q, not of %q", clip(name), r.model.Name)
	}
	if d := top.Text("model"); d != "" && d != r.model.Digest() {
		r.faults.Add(top.AtKey("model"), "make the file again, or take this line out to use what still fits",
			"the model has changed since the file was written: its digest is %s", r.model.Digest())
	}
	entries := top.List("variants")
	switch {
	case top.Has("variants") && len(entries) == 0:
		r.faults.Add(top.AtKey("variants"), "list at least one", "there are no variants")
	case len(entries) > MaxSample:
		r.faults.Add(top.AtKey("variants"), "split the file", "there are %d variants; at most %d are read", len(entries), MaxSample)
		return
	}
	for _, n := range entries {
		if r.faults.Len() < maxFileFaults {
			r.entry(n)
		}
	}
	top.Done()
}

// entry is one variant of a file while it is read.
type entry struct {
	*yamlfile.Map
	name, preset, digest string
	choices              map[string]string
	places               map[string]fault.Position // of choices, where the file has them
}

func (r *fileReader) entry(n *yaml.Node) {
	before := r.faults.Len()
	e := &entry{Map: yamlfile.AsMap(n, "variant", &r.faults), places: map[string]fault.Position{}}
	e.name, e.preset, e.digest = e.Text("name"), e.Text("preset"), e.Text("digest")
	switch {
	case e.Has("choices") && (e.Has("preset") || e.Has("set")):
		r.faults.Add(e.AtKey("choices"), "write preset: with set:, or choices: at every decision point", "variant: choices stand beside a preset or its changes")
	case e.Has("choices"):
		r.complete(e)
	default:
		e.Need("preset")
		r.change(e)
	}
	e.Done()
	if r.faults.Len() == before {
		r.build(e)
	}
}

// complete reads the choices at every decision point.
func (r *fileReader) complete(e *entry) {
	e.choices = map[string]string{}
	r.overlay(e, "choices")
	var missing []string
	for _, id := range r.points.ids {
		if _, ok := e.places[id]; !ok {
			missing = append(missing, id)
		}
	}
	if n := len(missing); n > 0 {
		const most = 5
		named := strings.Join(missing[:min(n, most)], ", ")
		if n > most {
			named += fmt.Sprintf(" and %d more", n-most)
		}
		r.faults.Add(e.AtKey("choices"), "add them, or write preset: with set:", "choices are missing: %s", named)
	}
}

// change reads a preset and what is changed of it.
func (r *fileReader) change(e *entry) {
	names := make([]string, len(r.presets))
	for i, p := range r.presets {
		names[i] = p.Name
	}
	i := slices.Index(names, e.preset)
	if i < 0 {
		if e.preset != "" {
			r.faults.Add(e.AtKey("preset"), nearest.Hint(e.preset, names), "there is no preset %q", clip(e.preset))
		}
		e.choices = map[string]string{}
	} else {
		e.choices = r.presets[i].Choices.Map()
	}
	r.overlay(e, "set")
}

// overlay puts choices of the file over those there are.
func (r *fileReader) overlay(e *entry, key string) {
	for k, v := range e.Map.Map(key, key).Pairs() {
		if r.faults.Len() >= maxFileFaults {
			return
		}
		before := r.faults.Len()
		c := yamlfile.AsText(v, "a choice", &r.faults)
		e.places[k.Value] = yamlfile.At(k)
		if r.faults.Len() > before {
			continue
		}
		if message, hint := r.points.check(k.Value, c); message != "" {
			r.faults.Add(yamlfile.At(k), hint, "%s", message)
			continue
		}
		e.choices[k.Value] = c
	}
}

var derivedName = regexp.MustCompile(`^v_[0-9a-f]{10}$`)

// build makes the variant of an entry without faults.
func (r *fileReader) build(e *entry) {
	set, err := choice.New(r.model, e.choices)
	if err != nil {
		r.refused(e, err)
		return
	}
	short := set.Digest()[:shortDigest]
	switch {
	case e.digest != "" && e.digest != short:
		r.faults.Add(e.AtKey("digest"), "take the digest out if the choices are as they should be", "the choices are not those that were written: their digest is %s", short)
		return
	case derivedName.MatchString(e.name) && e.name != "v_"+short:
		r.faults.Add(e.AtKey("name"), "leave the name out, or give it another", "the name belongs to other choices; these would be v_%s", short)
		return
	case e.name == "":
		e.name = "v_" + short
	}
	if line := r.lines[e.name]; line > 0 {
		r.faults.Add(e.AtKey("name"), "give it another name, or keep one of them", "variant %s is there already (line %d)", clip(e.name), line)
		return
	}
	r.lines[e.name] = e.At().Line
	v, err := New(r.model, e.name, set)
	if err != nil {
		r.refused(e, err)
		return
	}
	r.selected = append(r.selected, Selected{v, e.preset})
}

// refused puts the reasons why a variant cannot be at the choices they are about.
func (r *fileReader) refused(e *entry, err error) {
	var name *NameError
	if errors.As(err, &name) {
		r.faults.Add(e.AtKey("name"), nameRule+"; or leave it out", "%s", name.reason())
		return
	}
	var combination *choice.Error
	if !errors.As(err, &combination) {
		r.faults.Add(e.At(), "", "%s", err)
		return
	}
	for _, f := range combination.Faults {
		at, ok := e.places[f.Point.ID()]
		if !ok {
			at = e.At()
		}
		r.faults.Add(at, f.Hint, "%s=%s: %s", f.Point.ID(), f.Choice, f.Reason)
	}
}
