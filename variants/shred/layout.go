// Package shred maps an E/R model, under a choice at every decision point, to
// tables: which tables there are, which entities have a row in each, and what
// each column holds.
//
//  1. Where (where.go): each entity's rows, from its most specific type upward;
//     a type's homes are the tables where its features are.
//  2. Plan: tables for entities (entity.go), for values of multi-valued
//     attributes and for relationships (link.go), and what is nested in the rows of
//     others (nested.go), with names (naming.go) in a convention (convention.go,
//     legacy.go), then enums (label.go) and keys (keys.go).
//  3. Rows (rows.go) turns a conceptual instance into the rows of a table, and
//     ReadBack (readback.go) turns tables into an instance again.
//
// A Layout is the one value that rows, views, dump and description are made
// from, so they cannot disagree. The package knows nothing of SQL, and no name
// of any model.
package shred

import (
	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// Layout is the mapping from a model to tables. Read-only.
type Layout struct {
	Model   *er.Model
	Choices choice.Set
	Tables  []*Table // entities in model order, then values, then relationships
	Nested  []*Table // of the weak types whose entities are elements in other tables, in model order

	schema   *relation.Schema
	naming   convention
	entities map[*er.EntityType]*Table // by the type whose table it is
	values   map[*er.Attribute][]*Table
	links    map[*er.Relationship][]*Table
	refused  []choice.Fault // what the plan left out; then there is no layout
}

// Kind is what the rows of a table are.
type Kind int

// The kinds of tables.
const (
	Entities Kind = iota // a row an entity
	Values               // a row a value of a multi-valued attribute
	Links                // a row a link of a relationship
)

// Table is a table with the meaning of its rows and columns. That of a nested
// weak type is no table of the schema: its rows are elements of a JSON column, its
// columns the owner's key and then the members of each element.
type Table struct {
	*relation.Table
	Kind    Kind
	Columns []Column // what each of Table.Table.Columns holds

	Type      *er.EntityType   // Entities: whose table it is; Values: the declaring type
	Stored    []*er.EntityType // Entities, Values: the most specific types of the entities in it, in model order
	Features  []*er.EntityType // Entities: the types whose attributes and links it has, in model order
	Attribute *er.Attribute    // Values
	Holder    *Table           // Values: the entity table that the owners are in
	Relation  *er.Relationship // Links
	From, To  *Table           // Links: the entity table that all the links' entities at this end are in; nil when there are several
	In        *Table           // of a nested type: the table whose rows have the elements, which can be nested itself; else nil
	At        int              // of a nested type: which of In's columns has them
	Members   []int            // of a nested type: which columns are members of an element, in the order of keys in jsonb
}

// Holds is what a column holds.
type Holds int

// What columns hold. Those of a Links table are of its Relation.
const (
	KeyPart      Holds = iota // Part of the entity's, or the owner's, full key
	TypeName                  // the discriminator
	Value                     // Attribute of the entity
	PartnerKey                // Part of the full key of the partner at End
	PartnerValue              // Attribute of the link at End
	Element                   // one value of a multi-valued attribute
	FromKey                   // Part of the full key at the From role
	ToKey                     // Part of the full key at the To role
	LinkValue                 // Attribute of the relationship
	Surrogate                 // a number that means nothing
	PartnerKeys               // the keys of all partners at End, as an array sorted by er.Type.Compare
	Elements                  // the rows of the table Elements that this entity owns, as JSON objects sorted by their partial keys
)

// Form is how a column writes an attribute.
type Form int

// The forms.
const (
	Plain      Form = iota // the value itself
	ArrayForm              // all values of a multi-valued attribute, as an array
	JSONArray              // likewise, as JSON
	JSONObject             // a composite, as JSON
)

// Column is what a column holds.
type Column struct {
	Name      string
	Holds     Holds
	Part      int            // of a full key, from 0
	End       er.End         // where this entity stands, for PartnerKey, PartnerValue and PartnerKeys
	Attribute *er.Attribute  // Value, PartnerValue, LinkValue
	Component *er.Attribute  // when the column is one component of a composite; else nil
	Form      Form           //
	Elements  *Table         // Elements; else nil
	Of        *er.EntityType // the type that brought the column; nil in Links tables
}

// New plans the tables. set must be valid for m, as choice.New and choice.Build
// return it. The error is a *choice.Error.
func New(m *er.Model, set choice.Set) (*Layout, error) {
	if err := choice.Check(m, set); err != nil {
		return nil, err
	}
	l := &Layout{
		Model: m, Choices: set, schema: &relation.Schema{}, naming: conventionOf(m, set.Naming()),
		entities: map[*er.EntityType]*Table{}, values: map[*er.Attribute][]*Table{}, links: map[*er.Relationship][]*Table{},
	}
	names := relation.NewNames(relation.TableName)
	l.planEntities(names)
	l.planValues(names)
	l.planLinks(names)
	l.planEnums(names)
	if err := l.checkLimits(); err != nil {
		return nil, err
	}
	for _, t := range l.Tables {
		l.schema.Tables = append(l.schema.Tables, t.Table)
	}
	l.planKeys(names)
	return l, nil
}

// Schema is the relational schema: exactly the tables of the layout.
func (l *Layout) Schema() *relation.Schema { return l.schema }

// Table returns the table of that name, or nil.
func (l *Layout) Table(name string) *Table {
	for _, t := range l.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// ValueTables lists the tables with the values of a multi-valued attribute, one
// for each home of its type; none when the attribute is nested.
func (l *Layout) ValueTables(a *er.Attribute) []*Table { return l.values[a] }

// LinkTables lists the relationship's own tables, none when its links are in the
// tables of entities; more than one when they are split.
func (l *Layout) LinkTables(r *er.Relationship) []*Table { return l.links[r] }

// Names lists the names of the columns that match, in order.
func (t *Table) Names(match func(Column) bool) []string {
	var names []string
	for _, c := range t.Columns {
		if match(c) {
			names = append(names, c.Name)
		}
	}
	return names
}

// Key lists the columns with the entity's, or the owner's, full key.
func (t *Table) Key() []string {
	return t.Names(func(c Column) bool { return c.Holds == KeyPart })
}

// Partner lists the columns with the key of the partner at an end.
func (t *Table) Partner(end er.End) []string {
	return t.Names(func(c Column) bool { return c.Holds == PartnerKey && c.End == end })
}

// PartnerList is the column with the keys of all partners at an end; "" when the
// table has none.
func (t *Table) PartnerList(end er.End) string {
	for _, c := range t.Columns {
		if c.Holds == PartnerKeys && c.End == end {
			return c.Name
		}
	}
	return ""
}

// Ends lists the columns of a Links table with the keys of From and To.
func (t *Table) Ends() (from, to []string) {
	return t.Names(func(c Column) bool { return c.Holds == FromKey }),
		t.Names(func(c Column) bool { return c.Holds == ToKey })
}

// Discriminator is the name of the column that tells the merged types apart; ""
// when the table has none.
func (t *Table) Discriminator() string {
	for _, c := range t.Columns {
		if c.Holds == TypeName {
			return c.Name
		}
	}
	return ""
}
