package ertest

import (
	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

// key draws the key of a root or the partial key of a weak entity type: one to
// three columns, as far as the full key allows.
func (g *generator) key(info *typeInfo) []er.AttributeSpec {
	n := 1
	if !g.o.IntegerKeys {
		n = min(max(1, g.between(0, 3, "key columns")), max(1, er.MaxKeyColumns-info.keys-4))
	}
	var key []er.AttributeSpec
	for range n {
		key = append(key, er.AttributeSpec{Name: g.freshName("key", info.names), Type: g.keyType()})
	}
	info.keys += n
	return key
}

func (g *generator) keyType() er.Type {
	if g.o.IntegerKeys {
		return er.Type{Base: er.Integer}
	}
	base := rapid.SampledFrom([]er.Base{er.Integer, er.Integer, er.Bigint, er.Text, er.Date, er.Timestamp, er.Numeric}).Draw(g.t, "key type")
	if base == er.Numeric {
		// Wide enough for as many keys as a test's instance has entities.
		return er.Type{Base: er.Numeric, Precision: g.between(8, 20, "precision"), Scale: g.between(0, 2, "scale")}
	}
	return er.Type{Base: base}
}

// attribute draws an attribute of an entity type; taken holds the names on the
// path to it.
func (g *generator) attribute(taken map[string]bool) er.AttributeSpec {
	a := er.AttributeSpec{Name: g.freshName("attribute", taken)}
	switch kind := g.between(0, 9, "kind of attribute"); {
	case kind >= 8 && !g.o.NoComposites:
		for range g.between(1, 3, "components") {
			a.Components = append(a.Components, er.AttributeSpec{Name: g.freshName("component", taken), Type: g.valueType(), Nullable: g.coin("nullable")})
		}
	case kind >= 5 && !g.o.NoMulti:
		a.Multi, a.Type = true, g.valueType()
		if a.Type.Base == er.JSON {
			a.Type.Base = er.Text
		}
	default:
		a.Type, a.Nullable = g.valueType(), g.coin("nullable")
		a.Unique = !g.o.NoUnique && canBeUnique(a.Type) && g.between(0, 3, "unique") == 3
	}
	return a
}

// canBeUnique leaves out types that er refuses and those with too few values
// for a test's instance.
func canBeUnique(t er.Type) bool {
	switch t.Base {
	case er.JSON, er.Boolean:
		return false
	case er.Numeric:
		return t.Precision >= 8
	}
	return true
}

func (g *generator) valueType() er.Type {
	var bases []er.Base
	for _, b := range er.Bases() {
		if b == er.JSON && g.o.NoJSON || b == er.Float && g.o.NoFloat {
			continue
		}
		bases = append(bases, b)
	}
	base := rapid.SampledFrom(bases).Draw(g.t, "type")
	if base != er.Numeric {
		return er.Type{Base: base}
	}
	precision := rapid.OneOf(rapid.IntRange(1, 20), rapid.SampledFrom([]int{1, 38, 100})).Draw(g.t, "precision")
	return er.Type{Base: er.Numeric, Precision: precision, Scale: g.between(0, min(precision, 10), "scale")}
}
