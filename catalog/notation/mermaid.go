package notation

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"ercheck/catalog/er"
)

// Mermaid writes the model as an erDiagram. Mermaid has no sign for hierarchies,
// composite attributes and attributes of relationships: a subtype is an
// identifying relationship "is a", components stand in a line each, and a
// relationship's attributes in its label. Solid lines are identifying.
func Mermaid(m *er.Model) string {
	ids := identify(m)
	var b strings.Builder
	b.WriteString("erDiagram\n")
	for _, t := range m.EntityTypes {
		fmt.Fprintf(&b, "  %s[\"%s\"]", ids.types[t], mermaidText(t.Name))
		b.WriteString(mermaidBlock(t) + "\n")
	}
	for _, t := range m.EntityTypes {
		b.WriteString(mermaidAbove(t, ids))
	}
	for _, r := range m.Relationships {
		fmt.Fprintf(&b, "  %s %s..%s %s : \"%s\"\n", ids.types[r.From.Type], left(r), right(r), ids.types[r.To.Type], mermaidLabel(r))
	}
	return b.String()
}

func mermaidBlock(t *er.EntityType) string {
	var lines []string
	for _, a := range own(t) {
		switch {
		case a.Composite():
			for _, c := range a.Components {
				lines = append(lines, mermaidAttribute(c, "", "of "+a.Name))
			}
		case isKey(t, a) && t.Owner != nil:
			lines = append(lines, mermaidAttribute(a, "PK", "within its "+t.Owner.Name))
		case isKey(t, a):
			lines = append(lines, mermaidAttribute(a, "PK", ""))
		case a.Unique:
			lines = append(lines, mermaidAttribute(a, "UK", ""))
		default:
			lines = append(lines, mermaidAttribute(a, "", ""))
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return " {\n    " + strings.Join(lines, "\n    ") + "\n  }"
}

// mermaidAttribute writes one line: type, name, sign of a key, and in quotes
// what the others cannot hold.
func mermaidAttribute(a *er.Attribute, key, note string) string {
	var notes []string
	name := mermaidWord(a.Name)
	if name != a.Name {
		notes = append(notes, a.Name)
	}
	kind := a.Type.String()
	if word, _, found := strings.Cut(kind, "("); found {
		notes, kind = append(notes, kind), word
	}
	if a.Multi {
		kind += "[]"
	}
	if a.Nullable {
		notes = append(notes, "may be missing")
	}
	if note != "" {
		notes = append(notes, note)
	}
	text := strings.TrimSpace(kind + " " + name + " " + key)
	if len(notes) > 0 {
		text += fmt.Sprintf(" \"%s\"", mermaidText(strings.Join(notes, ", ")))
	}
	return text
}

// mermaidAbove links a type with its parent, or a weak one with its owner.
func mermaidAbove(t *er.EntityType, ids identifiers) string {
	switch {
	case t.Parent != nil:
		return fmt.Sprintf("  %s ||--o| %s : \"is a\"\n", ids.types[t.Parent], ids.types[t])
	case t.Owner != nil:
		label := "owns"
		if t.OwnerRole != "" {
			label = t.OwnerRole
		}
		return fmt.Sprintf("  %s ||--o{ %s : \"%s\"\n", ids.types[t.Owner], ids.types[t], mermaidText(label))
	}
	return ""
}

// left and right say how many entities of that end one of the other end has.
func left(r *er.Relationship) string {
	return map[[2]bool]string{{false, false}: "|o", {false, true}: "||", {true, false}: "}o", {true, true}: "}|"}[[2]bool{
		r.Cardinality != er.OneToOne, r.To.Total}]
}

func right(r *er.Relationship) string {
	return map[[2]bool]string{{false, false}: "o|", {false, true}: "||", {true, false}: "o{", {true, true}: "|{"}[[2]bool{
		r.Cardinality == er.ManyToMany, r.From.Total}]
}

func mermaidLabel(r *er.Relationship) string {
	label := r.Name
	from, to := roleOf(r.From), roleOf(r.To)
	if from != "" || to != "" {
		label += fmt.Sprintf(" (%s to %s)", r.From.Name, r.To.Name)
	}
	var names []string
	for _, a := range r.Attributes {
		names = append(names, a.Name)
	}
	if len(names) > 0 {
		label += " [" + strings.Join(names, ", ") + "]"
	}
	return mermaidText(label)
}

// mermaidWord is a name as an attribute's: letters of any alphabet, digits and
// _, beginning with a letter. Other characters become _. What Mermaid would take
// for the sign of a key gets one in front.
func mermaidWord(name string) string {
	word := strings.Map(func(r rune) rune {
		if r == '_' || r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r >= 0xc0 && r <= 0xffff && unicode.IsLetter(r) {
			return r
		}
		return '_'
	}, name)
	if word == "" || word[0] >= '0' && word[0] <= '9' || keySign.MatchString(word) {
		word = "_" + word
	}
	return word
}

// keySign is a word that begins with PK, FK or UK for Mermaid, to which a letter
// outside ASCII ends a word.
var keySign = regexp.MustCompile(`(?i)^[pfu]k([^a-z0-9_]|$)`)

// mermaidText is a text inside double quotes. Mermaid has codes between # and ;
// for what means something there.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range line(s) {
		if strings.ContainsRune("\"#;%`\\<>&{}", r) {
			fmt.Fprintf(&b, "#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
