package shred

import (
	"strings"

	"ercheck/catalog/er"
	"ercheck/variants/choice"
	"ercheck/variants/relation"
)

// planKeys adds keys, checks and secondary indexes to every table. names is the
// namespace of the tables, which primary keys, unique keys and indexes share.
func (l *Layout) planKeys(names *relation.Names) {
	for _, t := range l.Tables {
		k := keyring{t: t, schema: names, own: relation.NewNames(nil)}
		switch t.Kind {
		case Entities:
			l.entityKeys(&k)
		case Values:
			k.primary(t.ColumnNames())
			k.foreign(t.Key(), t.Holder)
		case Links:
			l.linkKeys(&k)
		}
	}
}

func (l *Layout) entityKeys(k *keyring) {
	t := k.t
	k.primary(t.Key())
	if d := t.Discriminator(); d != "" && l.Choices.Discriminator(t.Type) == choice.CheckedText {
		k.oneOf(d, l.TypeNames(t))
	}
	if up := l.Up(t); up != nil {
		k.foreign(t.Key(), up)
	} else if owner := t.Type.Root().Owner; owner != nil {
		k.foreign(t.Key()[:len(owner.FullKey())], l.Home(owner))
	}
	for _, c := range t.Columns {
		if unique(c) {
			k.unique([]string{c.Name})
		}
	}
	for _, f := range t.Features {
		for _, end := range l.partnersIn(f) {
			l.partnerKeys(k, end)
		}
	}
}

// unique says whether a column holds an attribute that no two entities share.
func unique(c Column) bool {
	switch {
	case c.Holds != Value || c.Attribute.Multi:
		return false
	case c.Component != nil:
		return c.Component.Unique
	}
	return c.Attribute.Unique
}

func (l *Layout) partnerKeys(k *keyring, end er.End) {
	columns := k.t.Partner(end)
	if end.Relationship.Cardinality == er.OneToOne {
		k.unique(columns)
	} else {
		k.index(columns)
	}
	k.foreign(columns, l.Home(end.Far().Type))
	k.together(end)
}

func (l *Layout) linkKeys(k *keyring) {
	r := k.t.Relation
	from, to := k.t.Ends()
	pair := append(append([]string{}, from...), to...)
	switch {
	case r.Cardinality == er.ManyToMany && l.Choices.JunctionKey(r) == choice.Surrogate:
		k.primary(k.t.Names(func(c Column) bool { return c.Holds == Surrogate }))
		k.unique(pair)
		k.index(append(append([]string{}, to...), from...))
	case r.Cardinality == er.ManyToMany:
		k.primary(pair)
		k.index(append(append([]string{}, to...), from...))
	case r.Cardinality == er.OneToOne:
		k.primary(from)
		k.unique(to)
	default:
		k.primary(from)
		k.index(to)
	}
	k.foreign(from, k.t.From)
	k.foreign(to, k.t.To)
}

// keyring adds keys to one table and names them as Postgres would by itself.
type keyring struct {
	t      *Table
	schema *relation.Names
	own    *relation.Names // constraints of the table
}

func (k *keyring) primary(columns []string) {
	k.t.PrimaryKey = relation.Key{Name: k.nameInSchema(nil, "pkey"), Columns: columns}
}

func (k *keyring) unique(columns []string) {
	k.t.Uniques = append(k.t.Uniques, relation.Key{Name: k.nameInSchema(columns, "key"), Columns: columns})
}

func (k *keyring) index(columns []string) {
	k.t.Indexes = append(k.t.Indexes, relation.Key{Name: k.nameInSchema(columns, "idx"), Columns: columns})
}

// foreign adds a foreign key to the table that holds all entities referred to;
// none when there is no such table, or its rows are elements.
func (k *keyring) foreign(columns []string, to *Table) {
	if to == nil || to.In != nil {
		return
	}
	k.t.ForeignKeys = append(k.t.ForeignKeys, relation.ForeignKey{
		Name: k.own.Take(k.wanted(columns, "fkey")), Columns: columns, References: to.Name, Keys: to.Key()})
}

// oneOf adds the check that a column has one of some values.
func (k *keyring) oneOf(column string, values []string) {
	k.t.Checks = append(k.t.Checks, relation.Check{
		Name: k.own.Take(k.wanted([]string{column}, "check")), Column: column, Values: values})
}

// together adds the check that a link's columns have values together, where
// they do not have to have any.
func (k *keyring) together(end er.End) {
	var together, only []string
	required := false
	for i, c := range k.t.Columns {
		if c.End != end || c.Holds != PartnerKey && c.Holds != PartnerValue {
			continue
		}
		required = required || k.t.Table.Columns[i].NotNull
		if c.Holds == PartnerKey || alwaysThere(c) {
			together = append(together, c.Name)
		} else {
			only = append(only, c.Name)
		}
	}
	if required || len(together)+len(only) < 2 {
		return
	}
	k.t.Checks = append(k.t.Checks, relation.Check{
		Name: k.own.Take(k.wanted(together, "check")), Together: together, Only: only})
}

// alwaysThere says whether the column has a value wherever the attribute's
// bearer exists.
func alwaysThere(c Column) bool {
	if c.Component != nil {
		return !c.Component.Nullable
	}
	return !c.Attribute.Nullable
}

// nameInSchema takes a name that is free in the schema and in the table.
func (k *keyring) nameInSchema(columns []string, suffix string) string {
	name := k.schema.Take(k.wanted(columns, suffix))
	return k.own.Take(name)
}

func (k *keyring) wanted(columns []string, suffix string) string {
	return strings.Join(append(append([]string{k.t.Name}, columns...), suffix), "_")
}
