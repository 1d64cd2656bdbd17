package variants

import (
	"fmt"
	"slices"
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/shred"
)

// Name says what a table of a variant or one of its columns is in the model. The
// elements of a JSON column are named too, as a table whose name is that of the
// table and the column with a dot between, and whose columns are their keys.
type Name struct {
	Table  string
	Column string // "" for the table itself
	Means  string // in the model's words: Account, Account.username, owns.owner.account_id
}

// Names lists every table of the variant, each before its columns, and then what
// is nested.
func (v Variant) Names() []Name {
	var all []Name
	for _, t := range v.named() {
		all = append(all, Name{Table: t.Name, Means: meaningOfTable(t)})
		for _, c := range t.Columns[t.Outer():] {
			all = append(all, Name{t.Name, c.Name, meaningOf(t, c)})
		}
	}
	return all
}

func (v Variant) named() []*shred.Table { return slices.Concat(v.Layout.Tables, v.Layout.Nested) }

func meaningOfTable(t *shred.Table) string {
	switch t.Kind {
	case shred.Values:
		return dotted(t.Attribute.Of.Name, t.Attribute.Name)
	case shred.Links:
		return t.Relation.Name
	}
	return t.Type.Name
}

func meaningOf(t *shred.Table, c shred.Column) string {
	switch c.Holds {
	case shred.KeyPart, shred.Value, shred.Element:
		return attributeOf(c.Attribute.Of.Name, c)
	case shred.TypeName:
		return "the type of the " + t.Type.Name
	case shred.Elements:
		return c.Elements.Type.Name
	case shred.PartnerKey, shred.PartnerKeys:
		return partOfKey(c.End.Relationship, c.End.Far(), c)
	case shred.PartnerValue:
		return attributeOf(c.End.Relationship.Name, c)
	case shred.FromKey:
		return partOfKey(t.Relation, t.Relation.From, c)
	case shred.ToKey:
		return partOfKey(t.Relation, t.Relation.To, c)
	case shred.LinkValue:
		return attributeOf(t.Relation.Name, c)
	case shred.Surrogate:
		return "a number of the row"
	}
	return "" // a test demands that no column gets here
}

func attributeOf(owner string, c shred.Column) string {
	if c.Component != nil {
		return dotted(owner, c.Attribute.Name, c.Component.Name)
	}
	return dotted(owner, c.Attribute.Name)
}

func partOfKey(r *er.Relationship, role er.Role, c shred.Column) string {
	return dotted(r.Name, role.Name, role.Type.FullKey()[c.Part].Name)
}

func dotted(names ...string) string { return strings.Join(names, ".") }

// naming says how names are made where they are not as the model has them, and
// where that does not tell what they mean, what each one does.
func (v Variant) naming() []string {
	switch v.Choices.Naming() {
	case choice.Singular:
		return []string{"Tables have singular names."}
	case choice.CamelCase:
		return []string{"Names of several words are in camelCase, which needs double quotes in SQL."}
	case choice.Legacy:
		return v.glossary()
	}
	return nil
}

// glossary has a line a table: its name, and its columns with what they hold.
func (v Variant) glossary() []string {
	var all []string
	for _, t := range v.named() {
		var columns []string
		for _, c := range t.Columns[t.Outer():] {
			columns = append(columns, fmt.Sprintf("%s (%s)", c.Name, meaningOf(t, c)))
		}
		all = append(all, fmt.Sprintf("%s (%s): %s.", t.Name, meaningOfTable(t), strings.Join(columns, ", ")))
	}
	return all
}
