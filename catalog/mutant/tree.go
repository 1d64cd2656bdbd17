package mutant

import (
	pg "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// place is one message of the tree.
type place struct {
	node  proto.Message
	slot  *pg.Node        // what wraps the message, by which it can be replaced; nil where nothing does
	above []proto.Message // what it is part of, outermost first, without wrappers
}

// within says whether the place is part of a message of type T.
func within[T proto.Message](p place) bool {
	for _, m := range p.above {
		if _, ok := m.(T); ok {
			return true
		}
	}
	return false
}

// parent is what the message is directly part of.
func (p place) parent() proto.Message {
	if len(p.above) == 0 {
		return nil
	}
	return p.above[len(p.above)-1]
}

// walk visits every message of the tree, parents first, fields in the order of
// their declaration: the same for every run.
func walk(root proto.Message, visit func(place)) {
	w := walker{visit: visit}
	w.message(root.ProtoReflect(), nil)
}

type walker struct {
	visit func(place)
	above []proto.Message
}

func (w *walker) message(m protoreflect.Message, slot *pg.Node) {
	node := m.Interface()
	if wrapper, ok := node.(*pg.Node); ok {
		w.fields(m, wrapper)
		return
	}
	w.visit(place{node: node, slot: slot, above: append([]proto.Message(nil), w.above...)})
	w.above = append(w.above, node)
	w.fields(m, nil)
	w.above = w.above[:len(w.above)-1]
}

func (w *walker) fields(m protoreflect.Message, slot *pg.Node) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Kind() != protoreflect.MessageKind || !m.Has(f) {
			continue
		}
		if !f.IsList() {
			w.message(m.Get(f).Message(), slot)
			continue
		}
		list := m.Get(f).List()
		for j := range list.Len() {
			w.message(list.Get(j).Message(), nil)
		}
	}
}

// edit is one way to change the tree.
type edit struct {
	change string
	do     func() (undo func())
}

// set is the edit that gives a part of the tree another value.
func set[T any](change string, part *T, value T) edit {
	return edit{change, func() func() {
		before := *part
		*part = value
		return func() { *part = before }
	}}
}

// replace is the edit that puts another message where a place's is.
func replace(change string, p place, by *pg.Node) []edit {
	if p.slot == nil {
		return nil
	}
	return []edit{{change, func() func() {
		before := p.slot.Node
		p.slot.Node = by.Node
		return func() { p.slot.Node = before }
	}}}
}

// without is the list with one element left out.
func without(list []*pg.Node, i int) []*pg.Node {
	return append(append([]*pg.Node(nil), list[:i]...), list[i+1:]...)
}

func stringOf(n *pg.Node) string { return n.GetString_().GetSval() }

// nameOf is the last part of a name, as of a function or an operator.
func nameOf(parts []*pg.Node) string {
	if len(parts) == 0 {
		return ""
	}
	return stringOf(parts[len(parts)-1])
}

func named(name string) []*pg.Node { return []*pg.Node{pg.MakeStrNode(name)} }

// not negates a condition.
func not(condition *pg.Node) *pg.Node {
	return pg.MakeBoolExprNode(pg.BoolExprType_NOT_EXPR, []*pg.Node{condition}, 0)
}

// and adds a condition to one that may be missing.
func and(condition, more *pg.Node) *pg.Node {
	if condition == nil {
		return more
	}
	return pg.MakeBoolExprNode(pg.BoolExprType_AND_EXPR, []*pg.Node{condition, more}, 0)
}
