package lexical

import (
	"slices"
	"strings"
)

// attribute is what columns of one name say of things, wherever they stand.
type attribute struct {
	words  []string // in the singular, abbreviations of figures in full
	places []place
}

// place is a column with an attribute's values. For a table of values, owner is
// the table whose rows they belong to, and columns are its key there.
type place struct {
	table *table
	*column
	owner   *table
	columns []string
}

// whole are the words that names of columns cut short.
var whole = map[string]string{"avg": "average", "max": "maximum", "min": "minimum", "num": "number", "qty": "quantity", "desc": "description"}

func attributeWords(name string) []string {
	words := nameWords(name)
	if len(words) > 1 && (words[0] == "is" || words[0] == "has") {
		words = words[1:]
	}
	for i, w := range words {
		if full := whole[w]; full != "" {
			words[i] = full
		}
	}
	return words
}

// attributes lists what columns say, the longest names first. Keys, references
// and discriminators say nothing of their own.
func (s *shape) attributes() []*attribute {
	var out []*attribute
	add := func(words []string, pl place) {
		i := slices.IndexFunc(out, func(a *attribute) bool { return slices.Equal(a.words, words) })
		if i < 0 {
			i, out = len(out), append(out, &attribute{words: words})
		}
		out[i].places = append(out[i].places, pl)
	}
	for _, t := range s.tables {
		if isValueTable(t) {
			f := t.foreign[0]
			if c := t.column(t.key[len(t.key)-1]); c != nil && !slices.Contains(f.columns, c.name) {
				add(s.valueWords(t, c), place{t, c, s.table(f.table), f.columns})
			}
		}
	}
	for _, t := range s.entities {
		for i := range t.columns {
			if c := &t.columns[i]; s.describes(t, c) {
				add(attributeWords(c.name), place{table: t, column: c})
			}
		}
	}
	for _, r := range s.relations {
		for i := range r.table.columns {
			if c := &r.table.columns[i]; !r.ends[0].own && !r.ends[1].own && !r.holds(c.name) && s.describes(r.table, c) {
				add(attributeWords(c.name), place{table: r.table, column: c})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *attribute) int { return len(b.words) - len(a.words) })
	return out
}

// holds reports whether the column is part of an end.
func (r relation) holds(name string) bool {
	return slices.Contains(r.ends[0].columns, name) || slices.Contains(r.ends[1].columns, name)
}

// valueWords are those behind the owner's name in the name of a table of
// values, or the column's.
func (s *shape) valueWords(t *table, c *column) []string {
	if owner := s.table(t.foreign[0].table); owner != nil && begins(t.words, owner.words) && len(t.words) > len(owner.words) {
		return t.words[len(owner.words):]
	}
	return attributeWords(c.name)
}

func (s *shape) describes(t *table, c *column) bool {
	refers := slices.ContainsFunc(t.foreign, func(f foreignKey) bool { return slices.Contains(f.columns, c.name) })
	return !refers && !isReference(c.name) && !slices.Contains(keyOf(t), c.name) && c.name != discriminator(t) && len(nameWords(c.name)) > 0
}

// any reports whether some place is as ok says.
func (a *attribute) any(ok func(place) bool) bool { return slices.ContainsFunc(a.places, ok) }

func (a *attribute) boolean() bool {
	return a.any(func(pl place) bool { return strings.HasPrefix(pl.kind, "bool") })
}

// several reports whether the attribute has any number of values for each
// thing: tables of values and arrays do, and JSON with a name in the plural.
func (a *attribute) several() bool {
	return a.any(func(pl place) bool {
		names := splitName(pl.name)
		return pl.owner != nil || pl.array || pl.json() && plural(names[len(names)-1])
	})
}

func (pl place) json() bool { return strings.HasPrefix(pl.kind, "json") }

// temporal tells dates and times by the type, or by the name where JSON hides
// the type.
func (a *attribute) temporal() bool {
	named := slices.ContainsFunc(a.words, func(w string) bool { return w == "timestamp" || w == "date" || w == "time" })
	return a.any(func(pl place) bool {
		return strings.HasPrefix(pl.kind, "timestamp") || pl.kind == "date" || pl.json() && named
	})
}

// wordy reports whether values are texts, as far as the dump says.
func (a *attribute) wordy() bool {
	return a.any(func(pl place) bool {
		return pl.values != nil || pl.json() || slices.Contains([]string{"text", "character", "varchar", "char", "citext"}, pl.kind)
	})
}

// hint reports whether a value in the column speaks for a subtype: it may be
// missing, and no column behind it must be there, as the supertype's come first.
func (pl place) hint() bool {
	if discriminator(pl.table) == "" {
		return false
	}
	columns := pl.table.columns
	i := slices.IndexFunc(columns, func(c column) bool { return c.name == pl.name })
	return i >= 0 && !slices.ContainsFunc(columns[i:], func(c column) bool { return c.notNull })
}
