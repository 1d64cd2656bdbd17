package er

import (
	"fmt"
	"strings"
	"unicode"
)

// Describe tells the model in plain English, one line for each entity type and
// relationship, so that somebody who never saw the diagram can say what may be
// in an instance. It is the same for every variant and names no table.
func (m *Model) Describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "E/R model %s", m.Name)
	if m.Title != "" {
		b.WriteString(": " + m.Title)
	}
	b.WriteString("\n\nEntity types\n")
	for _, t := range m.EntityTypes {
		b.WriteString("- " + describeType(t) + "\n")
	}
	if len(m.Relationships) > 0 {
		b.WriteString("\nRelationships\n")
	}
	for _, r := range m.Relationships {
		b.WriteString("- " + describeRelationship(r) + "\n")
	}
	return b.String()
}

func describeType(t *EntityType) string {
	sentences := []string{describeIdentity(t)}
	if len(t.Attributes) > 0 {
		sentences = append(sentences, "Attributes: "+describeAttributes(t.Attributes))
	}
	if len(t.Children) > 0 {
		sentences = append(sentences, describeChildren(t))
	}
	return strings.Join(sentences, ". ") + "."
}

func describeIdentity(t *EntityType) string {
	name := mention(t.Name)
	switch {
	case t.Parent != nil:
		return fmt.Sprintf("%s is a subtype of %s and has its key and attributes", name, mention(t.Parent.Name))
	case t.Owner != nil:
		return fmt.Sprintf("%s is a weak entity type: each belongs to exactly one %s%s and is identified by it together with %s",
			name, mention(t.Owner.Name), inRole(t), describeAttributes(t.Key))
	}
	return fmt.Sprintf("%s is identified by %s", name, describeAttributes(t.Key))
}

func inRole(t *EntityType) string {
	if t.OwnerRole == "" {
		return ""
	}
	return ", its " + mention(t.OwnerRole) + ","
}

func describeChildren(t *EntityType) string {
	var names []string
	for _, c := range t.Children {
		names = append(names, mention(c.Name))
	}
	if t.Abstract {
		return "Each is exactly one of " + strings.Join(names, ", ")
	}
	return "Each is at most one of " + strings.Join(names, ", ")
}

func describeAttributes(attributes []*Attribute) string {
	var all []string
	for _, a := range attributes {
		all = append(all, describeAttribute(a))
	}
	return strings.Join(all, ", ")
}

func describeAttribute(a *Attribute) string {
	switch {
	case a.Composite():
		return fmt.Sprintf("%s (composed of %s)", mention(a.Name), describeAttributes(a.Components))
	case a.Multi:
		return fmt.Sprintf("%s (any number of different %s values)", mention(a.Name), a.Type)
	}
	properties := a.Type.String()
	if a.Unique {
		properties += ", unique"
	}
	if a.Nullable {
		properties += ", may be missing"
	}
	return fmt.Sprintf("%s (%s)", mention(a.Name), properties)
}

func describeRelationship(r *Relationship) string {
	text := fmt.Sprintf("%s: each %s has %s %s, and each %s has %s %s.", mention(r.Name),
		inItsRole(r.From), howMany(r.From, r.Cardinality == ManyToMany), inItsRole(r.To),
		mention(r.To.Type.Name), howMany(r.To, r.Cardinality != OneToOne), mention(r.From.Type.Name))
	if len(r.Attributes) > 0 {
		text += " Each such pair has " + describeAttributes(r.Attributes) + "."
	}
	return text
}

// inItsRole names a type and, where it says more, the role.
func inItsRole(r Role) string {
	if Snake(r.Name) == Snake(r.Type.Name) {
		return mention(r.Type.Name)
	}
	return fmt.Sprintf("%s (as %s)", mention(r.Type.Name), mention(r.Name))
}

// howMany partners an entity in this role has.
func howMany(r Role, many bool) string {
	switch {
	case many && r.Total:
		return "one or more"
	case many:
		return "any number of"
	case r.Total:
		return "exactly one"
	}
	return "at most one"
}

// mention writes a name as it is when it reads as one, else in quotes.
func mention(name string) string {
	odd := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != ' ' }
	if strings.ContainsFunc(name, odd) {
		return fmt.Sprintf("%q", name)
	}
	return name
}
