package er

import (
	"strconv"

	"ercheck/catalog/digest"
)

// Digest identifies the model, in hex: two models with one digest have the same
// schemas, instances and views. The title does not count; the order of types and
// attributes does, since columns follow it.
func (m *Model) Digest() string {
	var w identity
	w.texts("er.Model/1", m.Name)
	w.number(len(m.EntityTypes))
	for _, t := range m.EntityTypes {
		w.entityType(t)
	}
	w.number(len(m.Relationships))
	for _, r := range m.Relationships {
		w.texts(r.Name, string(r.Cardinality))
		w.role(r.From)
		w.role(r.To)
		w.attributes(r.Attributes)
	}
	return digest.OfTexts(w.all...)
}

// identity collects texts; lists are preceded by their length, so that nothing
// can move from one list to the next unseen.
type identity struct{ all []string }

func (w *identity) texts(s ...string) { w.all = append(w.all, s...) }
func (w *identity) number(n int)      { w.texts(strconv.Itoa(n)) }
func (w *identity) flag(b bool)       { w.texts(strconv.FormatBool(b)) }

func (w *identity) entityType(t *EntityType) {
	w.texts(t.Name, t.Plural, nameOf(t.Parent), nameOf(t.Owner), t.OwnerRole)
	w.flag(t.Abstract)
	w.attributes(t.Key)
	w.attributes(t.Attributes)
}

func (w *identity) attributes(all []*Attribute) {
	w.number(len(all))
	for _, a := range all {
		w.texts(a.Name, a.Type.String())
		w.flag(a.Multi)
		w.flag(a.Nullable)
		w.flag(a.Unique)
		w.attributes(a.Components)
	}
}

func (w *identity) role(r Role) {
	w.texts(r.Type.Name, r.Name)
	w.flag(r.Total)
}

// nameOf is "" for no type; no type has that name.
func nameOf(t *EntityType) string {
	if t == nil {
		return ""
	}
	return t.Name
}
