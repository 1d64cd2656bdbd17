package notation

import (
	"fmt"
	"html"
	"strings"

	"ercheck/catalog/er"
)

// Dot writes the model as a Graphviz graph in Chen's notation: boxes of entity
// types (double: weak), ellipses of attributes (underlined: key, double:
// multi-valued, dashed: may be missing), diamonds of relationships (double: of a
// weak type with its owner), triangles of hierarchies. A double line says that
// every entity takes part. Draw it with dot -Tsvg.
func Dot(m *er.Model) string {
	d := dotWriter{ids: identify(m)}
	d.line("graph er {")
	d.line("  graph [label=%s, labelloc=t, fontname=%s]", dotText(m.Name), dotText("sans-serif"))
	d.line("  node [fontname=%s]", dotText("sans-serif"))
	d.line("  edge [fontname=%s, fontsize=10]", dotText("sans-serif"))
	for _, t := range m.EntityTypes {
		d.entityType(t)
	}
	for _, t := range m.EntityTypes {
		d.hierarchy(t)
	}
	for i, r := range m.Relationships {
		d.relationship(fmt.Sprintf("r%d", i+1), r)
	}
	d.line("}")
	return d.b.String()
}

type dotWriter struct {
	b   strings.Builder
	ids identifiers
}

func (d *dotWriter) line(format string, args ...any) {
	fmt.Fprintf(&d.b, format+"\n", args...)
}

func (d *dotWriter) entityType(t *er.EntityType) {
	id, more := d.ids.types[t], ""
	if t.Owner != nil {
		more = ", peripheries=2"
	}
	d.line("  %s [shape=box, label=%s%s]", id, dotText(t.Name), more)
	for i, a := range own(t) {
		d.attribute(fmt.Sprintf("%s_a%d", id, i+1), id, a, isKey(t, a))
	}
	if t.Owner != nil {
		owner := t.OwnerRole
		d.line("  %s_owner [shape=diamond, peripheries=2, label=%s]", id, dotText("part of"))
		d.line("  %s -- %s_owner [label=%s, color=%s]", id, id, dotText("N"), dotText(double))
		d.line("  %s_owner -- %s [label=%s]", id, d.ids.types[t.Owner], dotText(strings.TrimSpace("1 "+owner)))
	}
}

// double is the colour of a line that is drawn twice with a gap.
const double = "black:invis:black"

func (d *dotWriter) attribute(id, of string, a *er.Attribute, key bool) {
	label, more := dotText(a.Name), ""
	if key {
		label = "<<u>" + html.EscapeString(a.Name) + "</u>>"
	}
	if a.Multi {
		more += ", peripheries=2"
	}
	if a.Nullable {
		more += ", style=dashed"
	}
	if !a.Composite() {
		more += ", tooltip=" + dotText(a.Type.String())
	}
	d.line("  %s [shape=ellipse, label=%s%s]", id, label, more)
	d.line("  %s -- %s", of, id)
	for i, c := range a.Components {
		d.attribute(fmt.Sprintf("%s_c%d", id, i+1), id, c, false)
	}
}

// hierarchy draws a type's triangle with its subtypes. Those of an abstract type
// have all its members, so that its line is double.
func (d *dotWriter) hierarchy(t *er.EntityType) {
	if len(t.Children) == 0 {
		return
	}
	id, more := d.ids.types[t], ""
	if t.Abstract {
		more = " [color=" + dotText(double) + "]"
	}
	d.line("  %s_isa [shape=invtriangle, label=%s]", id, dotText("is a"))
	d.line("  %s -- %s_isa%s", id, id, more)
	for _, c := range t.Children {
		d.line("  %s_isa -- %s", id, d.ids.types[c])
	}
}

func (d *dotWriter) relationship(id string, r *er.Relationship) {
	d.line("  %s [shape=diamond, label=%s]", id, dotText(r.Name))
	near, far, _ := strings.Cut(string(r.Cardinality), ":")
	d.end(id, r.From, near)
	d.end(id, r.To, far)
	for i, a := range r.Attributes {
		d.attribute(fmt.Sprintf("%s_a%d", id, i+1), id, a, false)
	}
}

func (d *dotWriter) end(id string, r er.Role, many string) {
	more := ""
	if r.Total {
		more = ", color=" + dotText(double)
	}
	d.line("  %s -- %s [label=%s%s]", d.ids.types[r.Type], id, dotText(strings.TrimSpace(many+" "+roleOf(r))), more)
}

// dotText is a text in double quotes. Graphviz reads escapes and the entities of
// HTML in labels.
func dotText(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;").Replace(line(s)) + `"`
}
