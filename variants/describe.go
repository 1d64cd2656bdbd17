package variants

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

// Describe says in plain English how the model is stored: what each table of
// entities holds, then where every multi-valued and composite attribute and
// every relationship is, and how things are named where it is not as in the model.
// It ends in a newline.
func (v Variant) Describe() string {
	d := describer{l: v.Layout}
	d.section("Entities", d.entities)
	d.section("Multi-valued attributes", d.multiValued)
	d.section("Composite attributes", d.composites)
	d.section("Relationships", d.relationships)
	d.section("Names", v.naming)
	return strings.Join(d.sections, "\n\n") + "\n"
}

type describer struct {
	l        *shred.Layout
	sections []string
}

// section adds a heading with its sentences, or nothing when there are none.
func (d *describer) section(title string, sentences func() []string) {
	if all := sentences(); len(all) > 0 {
		d.sections = append(d.sections, title+":\n- "+strings.Join(all, "\n- "))
	}
}

func (d *describer) entities() []string {
	var all []string
	for _, t := range d.l.Tables {
		if t.Kind == shred.Entities {
			all = append(all, d.entityTable(t))
		}
	}
	for _, t := range d.l.Nested {
		all = append(all, d.nested(t))
	}
	return all
}

// nested says where the entities of a weak type are that has no table.
func (d *describer) nested(t *shred.Table) string {
	owner := t.Type.Owner.Name
	var members []string
	for _, c := range t.Columns[t.Outer():] {
		members = append(members, c.Name)
	}
	sentences := []string{fmt.Sprintf("%s has no table: each %s is a JSON object in the array %s of the %s it belongs to, with the keys %s; they are sorted by %s, and a %s without any has an empty array.",
		t.Type.Name, t.Type.Name, t.Name, owner, and(members), and(t.Key()[t.Outer():]), owner)}
	if merged := t.Merged(); len(merged) > 0 {
		sentences = append(sentences, fmt.Sprintf("The attributes of %s are in the same object, null where an entity is none.", typeNames(merged)))
		sentences = append(sentences, fmt.Sprintf("The key %s names the most specific of the types: '%s'.", t.Discriminator(), strings.Join(d.l.TypeNames(t), "', '")))
	}
	return strings.Join(sentences, " ")
}

func (d *describer) entityTable(t *shred.Table) string {
	sentences := []string{fmt.Sprintf("Table %s %s.", t.Name, d.holds(t))}
	if merged := t.Merged(); len(merged) > 0 {
		sentences = append(sentences, fmt.Sprintf("The attributes of %s are in the same row, NULL where an entity is none.", typeNames(merged)))
		sentences = append(sentences, d.discriminator(t))
	}
	if owner := t.Type.Root().Owner; owner != nil {
		sentences = append(sentences, fmt.Sprintf("%s is weak: its key begins with that of the %s it belongs to.", t.Type.Name, owner.Name))
	}
	return strings.Join(sentences, " ")
}

// holds says which entities are in a table, and how much of them.
func (d *describer) holds(t *shred.Table) string {
	name := t.Type.Name
	below := d.elsewhere(t)
	switch d.l.Choices.Inheritance(t.Type) {
	case choice.Own:
		return fmt.Sprintf("has a row for each %s%s, with its own attributes only; its key refers to %s, where the inherited ones are", name, below, d.l.Up(t).Name)
	case choice.Concrete:
		return fmt.Sprintf("has a row for each %s%s, with all attributes, inherited ones too; these entities are in no table of a supertype", name, below)
	case choice.Replicated:
		return fmt.Sprintf("has a row for each %s%s, with all attributes; the inherited ones are repeated from %s, which has these entities too", name, below, d.l.Up(t).Name)
	}
	return fmt.Sprintf("has a row for each %s%s", name, below)
}

// elsewhere lists the subtypes whose entities are not in the table.
func (d *describer) elsewhere(t *shred.Table) string {
	var tables []string
	for _, home := range d.l.Homes(t.Type) {
		if home != t {
			tables = append(tables, home.Name)
		}
	}
	if len(tables) == 0 {
		return ""
	}
	return " that is not in " + or(tables)
}

// discriminator says what the column that tells the merged types apart holds.
func (d *describer) discriminator(t *shred.Table) string {
	column := t.Discriminator()
	text := fmt.Sprintf("Column %s names the most specific of the types in this table: '%s'", column, strings.Join(d.l.TypeNames(t), "', '"))
	switch d.l.Choices.Discriminator(t.Type) {
	case choice.CheckedText:
		return text + "; a check allows no other."
	case choice.EnumType:
		return text + fmt.Sprintf("; it is of the enum type %s.", t.Column(column).Type.Enum.Name)
	}
	return text + "."
}

func (d *describer) multiValued() []string {
	return d.each(choice.MultiValued, func(p choice.Point) string {
		a := p.Attribute
		if tables := d.l.ValueTables(a); len(tables) > 0 {
			return fmt.Sprintf("%s.%s: one row a value in %s.", a.Of.Name, a.Name, and(withColumns(tables)))
		}
		kind := "an array"
		if d.l.Choices.MultiValued(a) == choice.JSONB {
			kind = "a JSON array"
		}
		return fmt.Sprintf("%s.%s: %s in %s; empty when there are no values.", a.Of.Name, a.Name, kind, and(d.columnsOf(a)))
	})
}

func (d *describer) composites() []string {
	return d.each(choice.Composite, func(p choice.Point) string {
		if d.l.Choices.Composite(p.Attribute) == choice.JSONB {
			return fmt.Sprintf("%s: one JSON object in %s.", p.Subject, and(d.columnsOf(p.Attribute)))
		}
		return fmt.Sprintf("%s: one column a component, %s.", p.Subject, and(d.columnsOf(p.Attribute)))
	})
}

func (d *describer) each(kind choice.Kind, sentence func(choice.Point) string) []string {
	var all []string
	for _, p := range d.l.Choices.Points() {
		if p.Kind == kind {
			all = append(all, sentence(p))
		}
	}
	return all
}

// homes lists the tables, those of nested types too.
func (d *describer) homes() []*shred.Table { return slices.Concat(d.l.Tables, d.l.Nested) }

// columnsOf lists the columns with an attribute, as table.column.
func (d *describer) columnsOf(a *er.Attribute) []string {
	var all []string
	for _, t := range d.homes() {
		for _, c := range t.Columns {
			if c.Attribute == a && c.Holds != shred.Element {
				all = append(all, t.Name+"."+c.Name)
			}
		}
	}
	return all
}

func (d *describer) relationships() []string {
	var all []string
	for _, r := range d.l.Model.Relationships {
		head := fmt.Sprintf("%s (%s to %s, %s): ", r.Name, r.From.Type.Name, r.To.Type.Name, r.Cardinality)
		switch tables := d.l.LinkTables(r); {
		case len(tables) > 0:
			all = append(all, head+d.linkTables(tables))
		case r.Cardinality == er.ManyToMany:
			all = append(all, head+d.list(r))
		default:
			all = append(all, head+d.foreignKey(r))
		}
	}
	return all
}

// list says where the arrays of keys are.
func (d *describer) list(r *er.Relationship) string {
	end := er.End{Relationship: r, AtTo: d.l.Choices.Relationship(r) == choice.ArrayTo}
	var columns []string
	for _, t := range d.l.Tables {
		if c := t.PartnerList(end); c != "" {
			columns = append(columns, t.Name+"."+c)
		}
	}
	return fmt.Sprintf("the keys of each %s's %s partners are an array in %s; empty when there are none.", end.Near().Name, end.Far().Name, and(columns))
}

func (d *describer) linkTables(tables []*shred.Table) string {
	t := tables[0]
	text := fmt.Sprintf("one row a link in %s", or(withColumns(tables)))
	if len(tables) > 1 {
		text += ", by the tables that the two entities are in"
	}
	if t.Relation.Cardinality != er.ManyToMany {
		return text + "; no row without a partner."
	}
	if d.l.Choices.JunctionKey(t.Relation) == choice.Surrogate {
		return text + fmt.Sprintf("; %s is a number of its own.", t.PrimaryKey.Columns[0])
	}
	return text + "; the pair is the key."
}

func (d *describer) foreignKey(r *er.Relationship) string {
	end := er.End{Relationship: r, AtTo: d.l.Choices.Relationship(r) == choice.FKTo}
	var columns []string
	optional := false
	for _, t := range d.homes() {
		for _, c := range t.Partner(end) {
			columns = append(columns, t.Name+"."+c)
			optional = optional || !t.Column(c).NotNull
		}
	}
	text := fmt.Sprintf("the key of the %s is in %s", end.Far().Name, and(columns))
	if optional {
		return text + "; NULL where there is none."
	}
	return text + "."
}

// withColumns writes tables with their columns: tags_aliases(tag_id, alias).
func withColumns(tables []*shred.Table) []string {
	var all []string
	for _, t := range tables {
		all = append(all, t.Name+"("+strings.Join(t.ColumnNames(), ", ")+")")
	}
	return all
}

func typeNames(types []*er.EntityType) string {
	var names []string
	for _, t := range types {
		names = append(names, t.Name)
	}
	return and(names)
}

func and(items []string) string { return join(items, " and ") }
func or(items []string) string  { return join(items, " or ") }

func join(items []string, last string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	n := len(items) - 1
	return strings.Join(items[:n], ", ") + last + items[n]
}
