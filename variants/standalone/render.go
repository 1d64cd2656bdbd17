package standalone

import (
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"ercheck/variants/relation"
)

// walkNodes visits every node in a tree, queries inside it included.
func walkNodes(n *pg.Node, visit func(*pg.Node)) {
	if n == nil {
		return
	}
	walk(n, func(m proto.Message) bool {
		if x, ok := m.(*pg.Node); ok {
			visit(x)
		}
		return true
	})
}

// outputNames notes the names that result columns have from what they read.
func (a *analysis) outputNames() map[*pg.ResTarget]string {
	all := map[*pg.ResTarget]string{}
	for _, s := range a.scopes {
		if !s.named {
			continue
		}
		for _, t := range s.stmt.TargetList {
			if r := t.GetResTarget(); r != nil {
				all[r] = targetName(r)
			}
		}
	}
	return all
}

// render writes all names so that they mean what they did, and says whether it
// could. before has the names that result columns must keep.
func (a *analysis) render(before map[*pg.ResTarget]string) bool {
	for _, s := range a.scopes {
		for _, it := range s.items {
			it.alias()
			for _, r := range it.refs {
				if !it.render(r) {
					return false
				}
			}
		}
	}
	for t, name := range before {
		if t.Name = ""; name != targetName(t) {
			t.Name = name
		}
	}
	return true
}

// alias gives a table its name in the query, where that is another.
func (it *item) alias() {
	if r := it.node.GetRangeVar(); r != nil && it.table != nil {
		if r.Alias = nil; it.name != r.Relname {
			r.Alias = &pg.Alias{Aliasname: it.name}
		}
	}
	if f := it.node.GetRangeFunction(); f != nil && !it.explicit {
		f.Alias.Aliasname = it.name
	}
}

// render writes one reference: bare where it was and nothing else in sight could
// be meant.
func (it *item) render(r *ref) bool {
	alone := r.scope == it.scope && it.scope.live() == 1
	clash := r.ordering && slices.Contains(it.scope.outputs, r.column)
	if !r.qualified && alone && !clash || !r.qualified && r.scope == it.scope && !it.scope.changed() {
		setColumn(r.node, "", r.column)
		return true
	}
	if it.name == "" || it.hidden || !it.canBeNamed(r.scope) {
		return false
	}
	setColumn(r.node, it.name, r.column)
	return true
}

// changed says whether a bare name of the scope may mean more now than it did:
// some item has columns that it had not, or a join no longer makes two one.
func (s *scope) changed() bool {
	return len(s.spelled) > 0 || slices.ContainsFunc(s.items, func(it *item) bool { return it.table != nil })
}

// canBeNamed says whether the item's name means the item in a scope: no other
// item of that name is nearer.
func (it *item) canBeNamed(at *scope) bool {
	for s := at; s != it.scope; s = s.parent {
		if s == nil || slices.ContainsFunc(s.items, func(x *item) bool { return x.name == it.name }) {
			return false
		}
	}
	return true
}

// renameWith gives WITH queries another name that would hide a table, while what
// reads them keeps the name.
func (a *analysis) renameWith() {
	for _, c := range a.ctes {
		name := c.def.Ctename
		if a.w.layout.Table(name) == nil {
			continue
		}
		other := name + "_query"
		for a.names[relation.Identifier(other)] || a.w.layout.Table(relation.Identifier(other)) != nil {
			other += "_"
		}
		c.def.Ctename = relation.Identifier(other)
		for _, r := range c.uses {
			r.Relname = c.def.Ctename
			if r.Alias == nil {
				r.Alias = &pg.Alias{Aliasname: name}
			}
		}
	}
}
