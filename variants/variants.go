// Package variants is how an E/R model can be stored: many relational schemas
// that hold the same conceptual instance.
//
//  1. choice: the model's decision points, and a choice at each.
//  2. shred: the choices become a layout, which says where everything stands.
//  3. relation and pgsql: the layout's tables, and the SQL text for them.
//  4. Here: a Variant joins name, choices and layout; presets are policies over
//     the shape of any model; further variants are made by single choices, drawn
//     at random or far apart, or one step away; a selection of them has a text to
//     keep and to share.
//
// It makes values and texts. It does not know connections, files, prompts or
// results, and the engine below it has no name of any domain, entity type or
// preset.
package variants

import (
	"fmt"
	"hash/fnv"
	"maps"
	"regexp"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/pgsql"
	"ercheck/variants/shred"
)

// Variant is one complete set of choices with the schema that follows from it.
// Read-only.
type Variant struct {
	Name    string // also the name of its Postgres schema
	Choices choice.Set
	Layout  *shred.Layout
}

// NameError says that a variant cannot have this name.
type NameError struct{ Name string }

func (e *NameError) Error() string { return e.reason() + ": " + nameRule }

func (e *NameError) reason() string { return fmt.Sprintf("%q cannot name a variant", clip(e.Name)) }

const nameRule = "use a letter, then up to 47 letters, digits and _, all lower case"

// shortDigest is how many hex digits of the choices' digest names use.
const shortDigest = 10

var validName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,47}$`)

// New makes a variant. With name "" it is called after its choices: v_ and 10
// hex digits. The error is a *NameError or a *choice.Error.
func New(m *er.Model, name string, set choice.Set) (Variant, error) {
	if name == "" {
		name = "v_" + set.Digest()[:shortDigest]
	}
	if !validName.MatchString(name) {
		return Variant{}, &NameError{name}
	}
	layout, err := shred.New(m, set)
	if err != nil {
		return Variant{}, err
	}
	return Variant{Name: name, Choices: set, Layout: layout}, nil
}

// Dump is the schema as a prompt carries it: like a pg_dump of the schema.
func (v Variant) Dump() string { return pgsql.Dump(v.Layout.Schema()) }

// SchemaDigest identifies the dump: 64 hex digits.
func (v Variant) SchemaDigest() string { return digest.OfTexts(v.Dump()) }

// Order picks the sequence in which the variant's rows are loaded, never 0: its
// own, so that free tie-breaks of a query do not agree between variants by
// accident.
func (v Variant) Order() uint64 {
	h := fnv.New64a()
	h.Write([]byte(v.Name + "/" + v.Choices.Digest()))
	return h.Sum64() | 1
}

// Same says whether two variants of one model are the same schema with the same
// meaning: the choices that differ, if any, decide nothing on this model.
func Same(a, b Variant) bool {
	if a.Choices.Equal(b.Choices) {
		return true
	}
	return a.Dump() == b.Dump() && maps.Equal(a.viewTexts(), b.viewTexts())
}

// viewTexts gives the query of every E/R view by its name.
func (v Variant) viewTexts() map[string]string {
	texts := map[string]string{}
	for _, view := range v.Layout.Model.Views() {
		texts[view.Name] = pgsql.ViewQuery(v.Layout, view, "")
	}
	return texts
}
