package instance

import (
	"context"
	"iter"
	"slices"

	"ercheck/catalog/digest"
	"ercheck/catalog/er"
)

// Rows yields the rows of one E/R view, one value for each of its columns. The
// row is valid until the next step.
func Rows(ctx context.Context, src Source, v er.View) iter.Seq2[[]er.Value, error] {
	switch {
	case v.Relationship != nil:
		return linkRows(ctx, src, v.Relationship)
	case v.Attribute != nil:
		return setRows(ctx, src, v.Type, v.Attribute)
	default:
		return entityRows(ctx, src, v.Type)
	}
}

// Digest is the multiset of the view's rows.
func Digest(ctx context.Context, src Source, v er.View) (*digest.Multiset, error) {
	var sum digest.Multiset
	for row, err := range Rows(ctx, src, v) {
		if err != nil {
			return nil, err
		}
		sum.Begin()
		for _, value := range row {
			if value.Null {
				sum.Null()
			} else {
				sum.Text(value.Text)
			}
		}
		sum.End()
	}
	return &sum, nil
}

// wanted is what a view reads of its entities beside their keys; a generator
// makes nothing else.
type wanted struct {
	single       bool // single-valued and composite attributes of the view's type and above
	of           *er.EntityType
	set          *er.Attribute    // a multi-valued attribute
	relationship *er.Relationship // the partner in it
}

func (w *wanted) attribute(a *er.Attribute) bool {
	return a == w.set || w.single && !a.Multi && w.of.IsA(a.Of)
}

// members yields all entities that are t, whatever their most specific type.
func members(ctx context.Context, src Source, t *er.EntityType, want wanted) iter.Seq2[*Entity, error] {
	return func(yield func(*Entity, error) bool) {
		for _, sub := range t.Subtree() {
			entities := src.Entities(ctx, sub, 0)
			if g, ok := src.(*Generator); ok {
				entities = g.entities(ctx, sub, 0, &want)
			}
			for e, err := range entities {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

func entityRows(ctx context.Context, src Source, t *er.EntityType) iter.Seq2[[]er.Value, error] {
	return func(yield func([]er.Value, error) bool) {
		var row []er.Value
		all := t.AllAttributes()
		for e, err := range members(ctx, src, t, wanted{single: true, of: t}) {
			if err != nil {
				yield(nil, err)
				return
			}
			row = appendKey(row[:0], e.Key)
			row = appendValues(row, all, e.Values[:len(all)])
			if !yield(row, nil) {
				return
			}
		}
	}
}

func setRows(ctx context.Context, src Source, t *er.EntityType, a *er.Attribute) iter.Seq2[[]er.Value, error] {
	return func(yield func([]er.Value, error) bool) {
		var row []er.Value
		at := indexOf(t.AllAttributes(), a)
		for e, err := range members(ctx, src, t, wanted{set: a}) {
			if err != nil {
				yield(nil, err)
				return
			}
			for _, element := range e.Values[at].Set {
				row = append(appendKey(row[:0], e.Key), er.Value{Text: element})
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

func linkRows(ctx context.Context, src Source, r *er.Relationship) iter.Seq2[[]er.Value, error] {
	return func(yield func([]er.Value, error) bool) {
		var row []er.Value
		for l, err := range pairs(ctx, src, r) {
			if err != nil {
				yield(nil, err)
				return
			}
			row = appendKey(appendKey(row[:0], l.From), l.To)
			row = appendValues(row, r.Attributes, l.Values)
			if !yield(row, nil) {
				return
			}
		}
	}
}

// pairs yields the links of any relationship, those of M:1 and 1:1 from the
// entities at their From end. The link is valid until the next step.
func pairs(ctx context.Context, src Source, r *er.Relationship) iter.Seq2[*Link, error] {
	if r.Cardinality == er.ManyToMany {
		return src.Links(ctx, r, 0)
	}
	return func(yield func(*Link, error) bool) {
		l := Link{Relationship: r}
		at := endFinder{end: er.End{Relationship: r}}
		for e, err := range members(ctx, src, r.From.Type, wanted{relationship: r}) {
			if err != nil {
				yield(nil, err)
				return
			}
			p := e.ToOne[at.of(e.Type)]
			if p.Key == nil {
				continue
			}
			if l.From, l.To, l.Values = e.Key, p.Key, p.Values; !yield(&l, nil) {
				return
			}
		}
	}
}

// endFinder finds where an end stands among those of a type. Entities come type by
// type, so it looks anew only when the type changes.
type endFinder struct {
	end  er.End
	last *er.EntityType
	at   int
}

func (f *endFinder) of(t *er.EntityType) int {
	if t != f.last {
		f.last, f.at = t, slices.Index(t.ToOne(), f.end)
	}
	return f.at
}

// Partner is the entity's partner at an end it stands at.
func (e *Entity) Partner(end er.End) Partner {
	for i, own := range e.Type.ToOne() {
		if own == end {
			return e.ToOne[i]
		}
	}
	return Partner{}
}

func appendKey(row []er.Value, key []string) []er.Value {
	for _, k := range key {
		row = append(row, er.Value{Text: k})
	}
	return row
}

// appendValues adds single-valued attributes, a composite's components one by
// one, and leaves multi-valued ones out: the columns of er.View.
func appendValues(row []er.Value, attributes []*er.Attribute, values []er.Value) []er.Value {
	for i, a := range attributes {
		switch {
		case a.Multi:
		case a.Composite():
			row = append(row, values[i].Parts...)
		default:
			row = append(row, values[i])
		}
	}
	return row
}

func indexOf(attributes []*er.Attribute, a *er.Attribute) int {
	for i, other := range attributes {
		if other == a {
			return i
		}
	}
	return -1
}
