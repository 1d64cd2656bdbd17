package er

import (
	"strings"
	"unicode"
)

// View is one relation of the E/R model itself. Exactly one of Type, Attribute
// (multi-valued, with Type its declaring type) and Relationship decides what
// its rows are. Every variant reconstructs every view.
type View struct {
	Name         string
	Type         *EntityType
	Attribute    *Attribute // multi-valued; nil for a view of entities
	Relationship *Relationship
	Columns      []ViewColumn
}

// ViewColumn is one column of a view.
type ViewColumn struct {
	Name     string
	Type     Type
	Key      bool // part of the view's key
	Nullable bool
	Source   *Attribute // the attribute it shows; a composite's component
}

// Views lists the model's relations, in the order entity types, multi-valued
// attributes, relationships:
//
//   - an entity type's has all its members: full key, then inherited and own
//     single-valued attributes, a composite's components each in a column;
//   - a multi-valued attribute's is named type_attribute and has (full key, value);
//   - a relationship's has both ends' full keys, each column role_key, then its
//     attributes.
func (m *Model) Views() []View {
	var views []View
	for _, t := range m.EntityTypes {
		views = append(views, entityView(t))
	}
	for _, t := range m.EntityTypes {
		for _, a := range t.Attributes {
			if a.Multi {
				views = append(views, multiView(t, a))
			}
		}
	}
	for _, r := range m.Relationships {
		views = append(views, relationshipView(r))
	}
	return views
}

// View returns the view of that name.
func (m *Model) View(name string) (View, bool) {
	for _, v := range m.Views() {
		if v.Name == name {
			return v, true
		}
	}
	return View{}, false
}

func entityView(t *EntityType) View {
	v := View{Name: Snake(t.Name), Type: t, Columns: keyColumns(t, "")}
	for _, a := range t.AllAttributes() {
		v.Columns = append(v.Columns, valueColumns(a)...)
	}
	return v
}

func multiView(t *EntityType, a *Attribute) View {
	value := ViewColumn{Name: "value", Type: a.Type, Key: true, Source: a}
	return View{Name: Snake(t.Name) + "_" + Snake(a.Name), Type: t, Attribute: a,
		Columns: append(keyColumns(t, ""), value)}
}

func relationshipView(r *Relationship) View {
	v := View{Name: Snake(r.Name), Relationship: r}
	v.Columns = append(v.Columns, keyColumns(r.From.Type, Snake(r.From.Name)+"_")...)
	v.Columns = append(v.Columns, keyColumns(r.To.Type, Snake(r.To.Name)+"_")...)
	for _, a := range r.Attributes {
		v.Columns = append(v.Columns, valueColumns(a)...)
	}
	return v
}

func keyColumns(t *EntityType, prefix string) []ViewColumn {
	var columns []ViewColumn
	for _, k := range t.FullKey() {
		columns = append(columns, ViewColumn{Name: prefix + Snake(k.Name), Type: k.Type, Key: true, Source: k})
	}
	return columns
}

func valueColumns(a *Attribute) []ViewColumn {
	switch {
	case a.Multi:
		return nil
	case !a.Composite():
		return []ViewColumn{{Name: Snake(a.Name), Type: a.Type, Nullable: a.Nullable, Source: a}}
	}
	var columns []ViewColumn
	for _, c := range a.Components {
		columns = append(columns, ViewColumn{Name: Snake(c.Name), Type: c.Type, Nullable: c.Nullable, Source: c})
	}
	return columns
}

// Snake writes a name of the model in snake case: CreatorAccount and "creator
// account" give creator_account. Letters outside ASCII are kept; a run of
// capitals is one word (HTTPServer gives http_server).
func Snake(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, r := range runes {
		switch {
		case r == ' ' || r == '-' || r == '_':
			b.WriteByte('_')
		case unicode.IsUpper(r) && startsWord(runes, i):
			b.WriteByte('_')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// startsWord says whether the capital at i begins a word inside a name.
func startsWord(runes []rune, i int) bool {
	if i == 0 || runes[i-1] == ' ' || runes[i-1] == '_' || runes[i-1] == '-' {
		return false
	}
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	return i+1 < len(runes) && unicode.IsLower(runes[i+1])
}
