// Package notation writes an E/R model in the notations that other programs
// draw: an erDiagram of Mermaid and a graph of Graphviz.
//
//  1. Every entity type, attribute and relationship gets an identifier of ours
//     (e1, r2), so that no name can be a word of the notation.
//  2. Names stand in labels only, escaped as the notation wants it.
//  3. What a notation has no sign for is said in words beside it.
//
// The text is a pure function of the model. The package knows no file, no page
// and no data.
package notation

import (
	"fmt"
	"strings"

	"ercheck/catalog/er"
)

// identifiers numbers a model's parts in model order.
type identifiers struct {
	types map[*er.EntityType]string
}

func identify(m *er.Model) identifiers {
	ids := identifiers{types: map[*er.EntityType]string{}}
	for i, t := range m.EntityTypes {
		ids.types[t] = fmt.Sprintf("e%d", i+1)
	}
	return ids
}

// own are the key and the other attributes of a type, without inherited ones.
func own(t *er.EntityType) []*er.Attribute {
	return append(append([]*er.Attribute{}, t.Key...), t.Attributes...)
}

func isKey(t *er.EntityType, a *er.Attribute) bool {
	for _, k := range t.Key {
		if k == a {
			return true
		}
	}
	return false
}

// roleOf is a role's name where it says more than the type's; else "".
func roleOf(r er.Role) string {
	if er.Snake(r.Name) == er.Snake(r.Type.Name) {
		return ""
	}
	return r.Name
}

// one line of text, whatever a title holds.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }
