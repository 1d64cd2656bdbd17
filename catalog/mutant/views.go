package mutant

import (
	pg "github.com/pganalyze/pg_query_go/v6"

	"ercheck/catalog/er"
)

// views finds E/R views by their names in SQL, and what can be mistaken for
// them.
type views struct {
	all        []er.View
	byName     map[string]er.View
	identifier func(string) string
}

func newViews(m *er.Model, identifier func(string) string) *views {
	if identifier == nil {
		identifier = func(name string) string { return name }
	}
	v := &views{all: m.Views(), byName: map[string]er.View{}, identifier: identifier}
	for _, view := range v.all {
		v.byName[identifier(view.Name)] = view
	}
	return v
}

// shadow forgets the views whose names mean something else in the query: those
// of its WITH clauses.
func (v *views) shadow(tree *pg.ParseResult) {
	walk(tree, func(p place) {
		if c, ok := p.node.(*pg.CommonTableExpr); ok {
			delete(v.byName, c.Ctename)
		}
	})
}

// at is the view that a place of a FROM clause names.
func (v *views) at(p place) (*pg.RangeVar, er.View, bool) {
	r, ok := p.node.(*pg.RangeVar)
	if !ok || r.Schemaname != "" || p.slot == nil {
		return nil, er.View{}, false
	}
	view, ok := v.byName[r.Relname]
	return r, view, ok
}

// instead is the edit that reads another view under the same alias. Where
// columns have other names, a sub-query gives them the old ones; columns that the
// other view lacks are then unknown, and the server refuses the mutant.
func (v *views) instead(change string, p place, r *pg.RangeVar, other er.View, renamed [][2]string) []edit {
	alias := r.Alias
	if alias == nil {
		alias = &pg.Alias{Aliasname: r.Relname}
	}
	from := pg.MakeSimpleRangeVar(v.identifier(other.Name), 0)
	if renamed == nil {
		from.Alias = alias
		return replace(change, p, &pg.Node{Node: &pg.Node_RangeVar{RangeVar: from}})
	}
	s := &pg.SelectStmt{FromClause: []*pg.Node{{Node: &pg.Node_RangeVar{RangeVar: from}}}}
	for _, names := range renamed {
		column := pg.MakeColumnRefNode(named(v.identifier(names[0])), 0)
		s.TargetList = append(s.TargetList, pg.MakeResTargetNodeWithNameAndVal(v.identifier(names[1]), column, 0))
	}
	sub := &pg.RangeSubselect{Subquery: &pg.Node{Node: &pg.Node_SelectStmt{SelectStmt: s}}, Alias: alias}
	return replace(change, p, &pg.Node{Node: &pg.Node_RangeSubselect{RangeSubselect: sub}})
}

// types reads the supertype, a subtype or a sibling instead of a type.
func types(b *breeder, p place) []edit {
	r, view, ok := b.views.at(p)
	if !ok || view.Type == nil || view.Attribute != nil {
		return nil
	}
	var edits []edit
	add := func(kind string, others ...*er.EntityType) {
		for _, t := range others {
			if other, ok := b.views.entities(t); ok && t != view.Type {
				change := kind + " " + t.Name + " instead of " + view.Type.Name + ": " + textFrom(p.slot)
				edits = append(edits, b.views.instead(change, p, r, other, nil)...)
			}
		}
	}
	if parent := view.Type.Parent; parent != nil {
		add("supertype", parent)
		add("sibling", parent.Children...)
	}
	add("subtype", view.Type.Children...)
	return edits
}

// entities is the view of a type's members.
func (v *views) entities(t *er.EntityType) (er.View, bool) {
	view, ok := v.byName[v.identifier(er.Snake(t.Name))]
	return view, ok && view.Type == t
}

// attributes reads another multi-valued attribute of the same entities.
func attributes(b *breeder, p place) []edit {
	r, view, ok := b.views.at(p)
	if !ok || view.Attribute == nil {
		return nil
	}
	var edits []edit
	for _, other := range b.views.all {
		if other.Attribute != nil && other.Attribute != view.Attribute && other.Type.Root() == view.Type.Root() {
			change := "attribute " + other.Name + " instead of " + view.Name + ": " + textFrom(p.slot)
			edits = append(edits, b.views.instead(change, p, r, other, nil)...)
		}
	}
	return edits
}

// relationships follows another relationship between types of the same
// hierarchies, in whichever direction fits.
func relationships(b *breeder, p place) []edit {
	r, view, ok := b.views.at(p)
	if !ok || view.Relationship == nil {
		return nil
	}
	var edits []edit
	for _, other := range b.views.all {
		if other.Relationship == nil || other.Relationship == view.Relationship {
			continue
		}
		change := "relationship " + other.Relationship.Name + " instead of " + view.Relationship.Name + ": " + textFrom(p.slot)
		if ends := alike(view.Relationship, other.Relationship); ends != nil {
			edits = append(edits, b.views.instead(change, p, r, other, b.views.columns(view, other, ends))...)
		}
	}
	return edits
}

// alike gives the ends of other that fit the From and To end of r, or nil.
func alike(r, other *er.Relationship) []er.End {
	from, to := er.End{Relationship: other}, er.End{Relationship: other, AtTo: true}
	switch {
	case other.From.Type.Root() == r.From.Type.Root() && other.To.Type.Root() == r.To.Type.Root():
		return []er.End{from, to}
	case other.To.Type.Root() == r.From.Type.Root() && other.From.Type.Root() == r.To.Type.Root():
		return []er.End{to, from}
	}
	return nil
}

// roles takes one end of a relationship of a hierarchy with itself for the
// other.
func roles(b *breeder, p place) []edit {
	r, view, ok := b.views.at(p)
	if !ok || view.Relationship == nil || !view.Relationship.Self() {
		return nil
	}
	ends := []er.End{{Relationship: view.Relationship, AtTo: true}, {Relationship: view.Relationship}}
	return b.views.instead("roles swapped: "+textFrom(p.slot), p, r, view, b.views.columns(view, view, ends))
}

// columns pairs other's columns with the names that view's have: the ends' keys
// in turn, then all attributes under their own names.
func (v *views) columns(view, other er.View, ends []er.End) [][2]string {
	var pairs [][2]string
	near := []er.Role{view.Relationship.From, view.Relationship.To}
	for i, end := range ends {
		old, key := near[i].Type.FullKey(), end.Near().Type.FullKey()
		for j := range key {
			pairs = append(pairs, [2]string{keyColumn(end.Near(), key[j]), keyColumn(near[i], old[j])})
		}
	}
	for _, c := range other.Columns {
		if !c.Key {
			pairs = append(pairs, [2]string{c.Name, c.Name})
		}
	}
	return pairs
}

// keyColumn is the name of a key's column in a relationship's view.
func keyColumn(r er.Role, key *er.Attribute) string {
	return er.Snake(r.Name) + "_" + er.Snake(key.Name)
}
