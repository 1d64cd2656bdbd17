package er

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ercheck/catalog/fault"
	"ercheck/catalog/nearest"
)

// Bases lists the kinds of values.
func Bases() []Base {
	return []Base{Integer, Bigint, Numeric, Float, Text, Boolean, Date, Timestamp, JSON}
}

// MaxPrecision is the largest number of digits of a numeric.
const MaxPrecision = 1000

// checkSpec reports what can be seen without resolving names.
func checkSpec(s Spec, faults *fault.List) {
	if len(s.EntityTypes) == 0 {
		faults.Add(s.At, "declare at least one", "the model has no entity types")
	}
	for _, t := range s.EntityTypes {
		checkEntityType(t, faults)
	}
	for _, r := range s.Relationships {
		checkRelationship(r, faults)
	}
}

func checkEntityType(t EntityTypeSpec, faults *fault.List) {
	checkName(t.Name, "entity type", t.At, faults)
	if t.Plural != "" {
		checkName(t.Plural, "plural", t.At, faults)
	}
	switch {
	case t.IsA != "" && t.Owner != "":
		faults.Add(t.At, "leave out is_a, or give the owner to the root of the hierarchy",
			"weak entity type %q has a parent: a subtype shares the key of its root", t.Name)
	case t.IsA != "" && len(t.Key) > 0:
		faults.Add(t.At, "only the root has the key; its subtypes share it", "subtype %q has a key of its own", t.Name)
	case t.IsA == "" && len(t.Key) == 0 && t.Owner != "":
		faults.Add(t.At, "give it the key that is unique for one owner", "weak entity type %q has no partial key", t.Name)
	case t.IsA == "" && len(t.Key) == 0:
		faults.Add(t.At, "add key:, or is_a: if it is a subtype", "entity type %q has no key", t.Name)
	}
	if t.OwnerRole != "" {
		checkName(t.OwnerRole, "owner role", t.At, faults)
		if t.Owner == "" {
			faults.Add(t.At, "add owner:, or leave the role out", "entity type %q has an owner role and no owner", t.Name)
		}
	}
	for _, k := range t.Key {
		checkKey(k, faults)
	}
	for _, a := range t.Attributes {
		checkAttribute(a, faults)
	}
}

// checkName accepts what people write for people: any printable text, without
// spaces at its ends.
func checkName(name, what string, at fault.Position, faults *fault.List) {
	switch {
	case name == "":
		faults.Add(at, "give it a name", "%s without a name", what)
	case len(name) > MaxNameBytes:
		faults.Add(at, "shorten it", "%s %q has a name of %d bytes; at most %d are possible", what, clip(name), len(name), MaxNameBytes)
	case !utf8.ValidString(name):
		faults.Add(at, "save the file as UTF-8", "%s %q: the name is not UTF-8", what, name)
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		faults.Add(at, "use letters, digits, spaces and punctuation", "%s %q: the name has a character that cannot be printed", what, name)
	case strings.TrimSpace(name) != name:
		faults.Add(at, "take the spaces out", "%s %q: the name begins or ends with a space", what, name)
	}
}

func clip(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

func checkKey(k AttributeSpec, faults *fault.List) {
	checkName(k.Name, "key attribute", k.At, faults)
	switch {
	case len(k.Components) > 0:
		faults.Add(k.At, "list the components themselves as key attributes", "key attribute %q is composite", k.Name)
		return
	case k.Multi:
		faults.Add(k.At, "use a single-valued attribute", "key attribute %q is multi-valued", k.Name)
	case k.Nullable:
		faults.Add(k.At, "leave nullable out", "key attribute %q is nullable", k.Name)
	case k.Unique:
		faults.Add(k.At, "leave unique out: the key as a whole is unique", "key attribute %q is declared unique", k.Name)
	}
	switch k.Type.Base {
	case Float, JSON, Boolean:
		faults.Add(k.At, "use integer, bigint, numeric, text, date or timestamp", "key attribute %q is %s, which identifies nothing", k.Name, k.Type.Base)
	default:
		checkType(k, faults)
	}
}

func checkAttribute(a AttributeSpec, faults *fault.List) {
	checkName(a.Name, "attribute", a.At, faults)
	if len(a.Components) > 0 {
		checkComposite(a, faults)
		return
	}
	if checkType(a, faults); a.Multi {
		checkMulti(a, faults)
		return
	}
	if a.Unique && (a.Type.Base == JSON || a.Type.Base == Boolean) {
		faults.Add(a.At, "leave unique out", "attribute %q is %s and cannot be unique", a.Name, a.Type.Base)
	}
}

func checkMulti(a AttributeSpec, faults *fault.List) {
	switch {
	case a.Nullable:
		faults.Add(a.At, "leave nullable out: no values is the empty set", "multi-valued attribute %q is nullable", a.Name)
	case a.Unique:
		faults.Add(a.At, "leave unique out, or make it an entity type with a relationship", "multi-valued attribute %q is unique", a.Name)
	case a.Type.Base == JSON:
		faults.Add(a.At, "make it one JSON value that is a list", "multi-valued attribute %q is json", a.Name)
	}
}

func checkComposite(a AttributeSpec, faults *fault.List) {
	switch {
	case a.Type != Type{}:
		faults.Add(a.At, "give either a type or components", "attribute %q has a type and components", a.Name)
	case a.Multi:
		faults.Add(a.At, "make it a weak entity type", "attribute %q is multi-valued and composite", a.Name)
	case a.Nullable:
		faults.Add(a.At, "make its components nullable", "composite attribute %q is nullable; only its components can be", a.Name)
	case a.Unique:
		faults.Add(a.At, "leave unique out", "composite attribute %q is unique", a.Name)
	}
	for _, c := range a.Components {
		checkComponent(c, faults)
	}
}

func checkComponent(c AttributeSpec, faults *fault.List) {
	checkName(c.Name, "component", c.At, faults)
	switch {
	case len(c.Components) > 0:
		faults.Add(c.At, "list the inner components directly", "component %q is composite: composites do not nest", c.Name)
		return
	case c.Multi:
		faults.Add(c.At, "make it an attribute of the entity type", "component %q is multi-valued", c.Name)
	case c.Unique:
		faults.Add(c.At, "make it an attribute of the entity type", "component %q is unique", c.Name)
	}
	checkType(c, faults)
}

func checkType(a AttributeSpec, faults *fault.List) {
	t := a.Type
	switch t.Base {
	case "":
		faults.Add(a.At, "add type:, for example text", "attribute %q has no type", a.Name)
	case Numeric:
		if t.Precision < 1 || t.Precision > MaxPrecision || t.Scale < 0 || t.Scale > t.Precision {
			faults.Add(a.At, "write it as numeric(10,2): up to 1000 digits, of which the second number stand behind the point",
				"attribute %q: %s is not possible", a.Name, t)
		}
	case Integer, Bigint, Float, Text, Boolean, Date, Timestamp, JSON:
		if t.Precision != 0 || t.Scale != 0 {
			faults.Add(a.At, "leave the numbers out", "attribute %q: %s has no precision", a.Name, t.Base)
		}
	default:
		faults.Add(a.At, nearest.Hint(string(t.Base), baseNames()), "attribute %q: there is no type %q", a.Name, clip(string(t.Base)))
	}
}

func baseNames() []string {
	var names []string
	for _, b := range Bases() {
		names = append(names, string(b))
	}
	return names
}

func checkRelationship(r RelationshipSpec, faults *fault.List) {
	checkName(r.Name, "relationship", r.At, faults)
	checkCardinality(r, faults)
	for _, role := range []RoleSpec{r.From, r.To} {
		if role.Name != "" {
			checkName(role.Name, "role", roleAt(role, r.At), faults)
		}
	}
	for _, a := range r.Attributes {
		if checkAttribute(a, faults); a.Multi {
			faults.Add(a.At, "make the relationship an entity type that has the attribute, with a relationship to each end",
				"relationship %q: attribute %q is multi-valued, which is not supported", r.Name, a.Name)
		}
		if a.Unique {
			faults.Add(a.At, "leave unique out", "relationship %q: attribute %q is unique, which is not supported", r.Name, a.Name)
		}
	}
}

func roleAt(role RoleSpec, at fault.Position) fault.Position {
	if role.At.Line > 0 {
		return role.At
	}
	return at
}

func checkCardinality(r RelationshipSpec, faults *fault.List) {
	switch r.Cardinality {
	case ManyToOne, ManyToMany, OneToOne:
	case "":
		faults.Add(r.At, "add cardinality: M:1, M:N or 1:1", "relationship %q has no cardinality", r.Name)
	case "1:M", "1:N":
		faults.Add(r.At, "turn from and to round and write M:1", "relationship %q: cardinality %s is written from the other end", r.Name, r.Cardinality)
	case "N:1":
		faults.Add(r.At, "write M:1", "relationship %q: cardinality %s", r.Name, r.Cardinality)
	case "N:M", "N:N", "M:M":
		faults.Add(r.At, "write M:N", "relationship %q: cardinality %s", r.Name, r.Cardinality)
	default:
		faults.Add(r.At, "write M:1, M:N or 1:1", "relationship %q: there is no cardinality %q", r.Name, clip(string(r.Cardinality)))
	}
}
