package shred

import (
	"strings"

	"ercheck/catalog/er"
)

// legacyNames is the convention of an old system: every word is cut down to a
// code, and a part before or after says what kind of thing it is.
//
//	accounts, account_id, is_live  →  acnt_mstr_v2, a_id, flg_i_lv
//
// The codes are assigned once for the whole model, in its order.
type legacyNames struct {
	paperNames
	book    *codebook
	version map[*er.EntityType]bool // whose tables are in their second version
}

func newLegacyNames(m *er.Model) legacyNames {
	n := legacyNames{book: newCodebook(modelWords(m)), version: map[*er.EntityType]bool{}}
	for i, t := range m.EntityTypes {
		n.version[t] = i%versionEvery == 0
	}
	return n
}

// versionEvery is after how many entity types one has a table of a second version.
const versionEvery = 3

func (legacyNames) entities(t *er.EntityType) string { return er.Snake(t.Name) }
func (legacyNames) values(a *er.Attribute) string    { return singular(er.Snake(a.Name)) }

func (n legacyNames) table(t *Table, name string) string {
	name = n.book.encode(name)
	switch {
	case t.Kind == Values:
		return name + "_lst"
	case t.Kind == Links:
		return name + "_" + n.book.guard("xref")
	case t.Type.Parent != nil:
		name += "_dtl"
	default:
		name += "_" + n.book.guard("mstr")
	}
	if n.version[t.Type] {
		name += "_v2"
	}
	return name
}

func (n legacyNames) column(w wish, name string) string {
	code := n.book.encode(name)
	if w.column.Holds == PartnerKeys {
		return code + "_lst"
	}
	if strings.HasSuffix(code, "_id") || code == "id" {
		return code
	}
	if w.column.Holds == TypeName {
		return code + "_cd"
	}
	if w.typ.Array {
		return code + "_lst"
	}
	switch w.typ.Value.Base {
	case er.Boolean:
		return "flg_" + code
	case er.Date, er.Timestamp:
		return code + "_dt"
	case er.Integer, er.Bigint:
		return code + "_nr"
	case er.Numeric, er.Float:
		return code + "_amt"
	case er.JSON:
		return code + "_js"
	}
	return code + "_tx"
}

// modelWords lists the words of all names of a model, in snake case and its
// order: those of types and relationships, which come in most names, first.
func modelWords(m *er.Model) []string {
	var words []string
	add := func(name string) { words = append(words, snakeWords(er.Snake(name))...) }
	attributes := func(all []*er.Attribute) {
		for _, a := range all {
			add(a.Name)
			for _, c := range a.Components {
				add(c.Name)
			}
		}
	}
	for _, t := range m.EntityTypes {
		add(t.Name)
		add(t.Plural)
	}
	for _, r := range m.Relationships {
		add(r.Name)
		add(r.From.Name)
		add(r.To.Name)
	}
	for _, t := range m.EntityTypes {
		attributes(t.Key)
		attributes(t.Attributes)
	}
	for _, r := range m.Relationships {
		attributes(r.Attributes)
	}
	return words
}

func snakeWords(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '_' })
}
