package ertest

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"ercheck/catalog/er"
)

// awkward names: reserved words, what needs quotes, what looks like SQL or a
// pattern, lengths around 63 bytes (Postgres cuts identifiers there) and at the
// limit of the model, and letters of several bytes at the place of the cut.
var awkward = []string{
	"order", "user", "select", "table", "group", "check", "primary", "type", "id", "key", "oid", "ctid", "tableoid", "xmin",
	"Order Item", "CamelCase", "HTTPServer", "camelCase", "ALLCAPS", "with-dash", "two  spaces",
	`say "hi"`, `"`, `""`, "it's", `back\slash`, `\`, "a.b", "$money", "$1", "$$", "percent%s", "%d", "100%",
	"semi;colon", "--comment", "/* open", "{brace}", "[bracket]", "'{}'", "NULL", "null", "true", "?", ":name", "@at", "#hash",
	"1digit", "42", "_underscore", "trailing_", "__", "e\u0301", "é", "straße", "İstanbul", "ǅ", "名前", "Имя", "🎈", "ﬁ",
	strings.Repeat("x", 62), strings.Repeat("y", 63), strings.Repeat("z", 64), strings.Repeat("long ", 39) + "longs",
	strings.Repeat("a", 53) + "éé" + strings.Repeat("b", 20), strings.Repeat("名", 18), strings.Repeat("名", 21), strings.Repeat("名", 66),
	strings.Repeat("p", 60) + "one", strings.Repeat("p", 60) + "one and more", strings.Repeat("p", 60) + "one and most",
}

// common names repeat all over a model, as in real ones.
var common = []string{"name", "title", "created_at", "status", "code", "size", "note", "value", "amount", "kind", "label", "tags", "phones", "email"}

// name draws a name that is valid by itself.
func (g *generator) name(label string) string {
	if g.o.PlainNames {
		return fmt.Sprintf("%c%d", rune('a'+g.between(0, 25, label)), g.between(1, 9, label))
	}
	return rapid.OneOf(
		rapid.SampledFrom(common),
		rapid.StringMatching(`[A-Z][a-z]{2,6}([A-Z][a-z]{2,6})?`),
		rapid.StringMatching(`[a-z]{2,6}(_[a-z]{2,6})?`),
		rapid.SampledFrom(awkward),
	).Draw(g.t, label)
}

// freshName draws a name whose snake case is not taken, and takes it.
func (g *generator) freshName(label string, taken map[string]bool) string {
	name := g.name(label)
	for n := 2; taken[er.Snake(name)]; n++ {
		suffix := fmt.Sprintf("%d", n)
		for len(name)+len(suffix) > er.MaxNameBytes {
			runes := []rune(name)
			name = strings.TrimSpace(string(runes[:len(runes)-1]))
		}
		name += suffix
	}
	taken[er.Snake(name)] = true
	return name
}

// globalName is for entity types and relationships, which share one name space.
func (g *generator) globalName(label string) string { return g.freshName(label, g.snakes) }
