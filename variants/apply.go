package variants

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/nearest"
	"ercheck/variants/choice"
)

// SettingError is every setting that names no choice of the model. At least one.
type SettingError struct{ Faults []SettingFault }

// SettingFault is one of them.
type SettingFault struct {
	Setting string // as given
	Message string
	Hint    string // what to write instead
}

// Error gives one line a fault.
func (e *SettingError) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		lines[i] = fmt.Sprintf("%q: %s (%s)", f.Setting, f.Message, f.Hint)
	}
	return strings.Join(lines, "\n")
}

// Apply changes choices of a variant. A setting is point=choice, as
// inheritance:Clip=own; the last = separates, since names can have one. With name
// "" the result is called v_ and 10 hex digits of its choices.
//
// The error is a *SettingError, which names the nearest valid points or choices, a
// *choice.Error where the choices cannot be combined, or a *NameError.
func Apply(base Variant, name string, settings []string) (Variant, error) {
	points := newDirectory(base.Choices.Points())
	changes := map[string]string{}
	var faults []SettingFault
	for _, s := range settings {
		if message, hint := points.read(s, changes); message != "" {
			faults = append(faults, SettingFault{s, message, hint})
		}
	}
	if len(faults) > 0 {
		return Variant{}, &SettingError{faults}
	}
	m := base.Layout.Model
	set, err := base.Choices.With(m, changes)
	if err != nil {
		return Variant{}, err
	}
	return New(m, name, set)
}

// directory finds the decision points of a model by what a user wrote.
type directory struct {
	ids  []string // in model order
	byID map[string]choice.Point
}

func newDirectory(points []choice.Point) *directory {
	d := &directory{byID: make(map[string]choice.Point, len(points))}
	for _, p := range points {
		d.ids = append(d.ids, p.ID())
		d.byID[p.ID()] = p
	}
	return d
}

// read puts a setting into changes, or says what is wrong with it.
func (d *directory) read(setting string, changes map[string]string) (message, hint string) {
	at := strings.LastIndexByte(setting, '=')
	if at < 0 {
		return "it sets nothing", "write point=choice"
	}
	id, c := setting[:at], setting[at+1:]
	if message, hint = d.check(id, c); message != "" {
		return message, hint
	}
	if before, ok := changes[id]; ok && before != c {
		return fmt.Sprintf("%s is set to %s as well", id, before), "keep one of them"
	}
	changes[id] = c
	return "", ""
}

// check says what is wrong with a point or its choice.
func (d *directory) check(id, c string) (message, hint string) {
	p, ok := d.byID[id]
	switch {
	case !ok:
		return fmt.Sprintf("there is no decision point %q", clip(id)), d.hint(id)
	case !slices.Contains(p.Choices, c):
		return fmt.Sprintf("%s has no choice %q", id, clip(c)), nearest.Hint(c, p.Choices)
	}
	return "", ""
}

// hint says which point may have been meant: by its whole ID, or where the kind
// is missing or wrong by what comes after it.
func (d *directory) hint(id string) string {
	if close := nearest.Names(id, d.ids, 3); len(close) > 0 {
		return "did you mean " + strings.Join(close, " or ") + "?"
	}
	_, subject, ok := strings.Cut(id, ":")
	if !ok {
		subject = id
	}
	var same []string
	for _, valid := range d.ids {
		if strings.EqualFold(d.byID[valid].Subject, subject) {
			same = append(same, valid)
		}
	}
	if len(same) > 0 {
		return "did you mean " + strings.Join(same, " or ") + "?"
	}
	return nearest.Hint(id, d.ids)
}

// clip keeps messages short whatever was given.
func clip(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
