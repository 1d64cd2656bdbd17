package variants

import (
	"ercheck/catalog/er"
	"ercheck/variants/pgsql"
	"ercheck/variants/relation"
)

// ConceptualDump shows the E/R views of a model as if they were its tables: the
// schema for who writes a query once, for every variant. It is the same for all
// variants of a model.
func ConceptualDump(m *er.Model) string { return pgsql.Dump(conceptual(m)) }

// conceptual has a table for each E/R view, with the keys that the views have by
// the model's meaning: a subtype's refers to its supertype, a weak entity type's
// to its owner, a value's to its owner, a link's to both ends.
func conceptual(m *er.Model) *relation.Schema {
	c := conceptualSchema{names: relation.NewNames(nil), of: map[*er.EntityType]er.View{}, schema: &relation.Schema{}}
	for _, v := range m.Views() {
		c.names.Take(pgsql.ViewName(v))
		if v.Type != nil && v.Attribute == nil {
			c.of[v.Type] = v
		}
	}
	for _, v := range m.Views() {
		c.add(v)
	}
	return c.schema
}

type conceptualSchema struct {
	names  *relation.Names // of tables and keys
	of     map[*er.EntityType]er.View
	schema *relation.Schema
}

func (c *conceptualSchema) add(v er.View) {
	t := &relation.Table{Name: pgsql.ViewName(v)}
	var key []string
	for _, col := range v.Columns {
		t.Columns = append(t.Columns, relation.Column{
			Name: pgsql.Identifier(col.Name), Type: relation.ColumnType{Value: col.Type}, NotNull: !col.Nullable})
		if col.Key {
			key = append(key, pgsql.Identifier(col.Name))
		}
	}
	c.keys(t, v, key)
	c.schema.Tables = append(c.schema.Tables, t)
}

// keys gives a table its primary and foreign keys. The key of a view begins with
// that of the entity, of the owner, or of the end at From.
func (c *conceptualSchema) keys(t *relation.Table, v er.View, key []string) {
	primary := key
	switch {
	case v.Relationship != nil:
		from, to := v.Relationship.From.Type, v.Relationship.To.Type
		split := len(from.FullKey())
		c.refer(t, key[:split], from)
		c.refer(t, key[split:], to)
		if v.Relationship.Cardinality != er.ManyToMany {
			primary = key[:split]
		}
		if v.Relationship.Cardinality == er.OneToOne {
			t.Uniques = append(t.Uniques, relation.Key{Name: c.names.Take(t.Name + "_key"), Columns: key[split:]})
		}
	case v.Attribute != nil:
		c.refer(t, key[:len(v.Type.FullKey())], v.Type)
	case v.Type.Parent != nil:
		c.refer(t, key, v.Type.Parent)
	case v.Type.Owner != nil:
		c.refer(t, key[:len(v.Type.Owner.FullKey())], v.Type.Owner)
	}
	t.PrimaryKey = relation.Key{Name: c.names.Take(t.Name + "_pkey"), Columns: primary}
}

func (c *conceptualSchema) refer(t *relation.Table, columns []string, to *er.EntityType) {
	var keys []string
	for _, col := range c.of[to].Columns[:len(columns)] {
		keys = append(keys, pgsql.Identifier(col.Name))
	}
	t.ForeignKeys = append(t.ForeignKeys, relation.ForeignKey{
		Name: c.names.Take(t.Name + "_" + columns[0] + "_fkey"), Columns: columns,
		References: pgsql.ViewName(c.of[to]), Keys: keys})
}
